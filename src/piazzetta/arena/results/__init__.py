"""The results of an arena's games: summaries, ratings, intervals, and the words for them."""
