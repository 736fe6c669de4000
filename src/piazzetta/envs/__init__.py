"""Both games as environments for PettingZoo, Gymnasium and OpenSpiel."""
