"""Playing and replaying games in the terminal."""
