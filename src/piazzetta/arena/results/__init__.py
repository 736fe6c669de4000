"""What the games of an arena come to: summaries, ratings, intervals, and the words for them."""
