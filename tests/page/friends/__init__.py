"""Playing with others: over the network, and what concerns the whole game."""
