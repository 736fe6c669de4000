"""The results of an arena's games: summaries, ratings, intervals."""
