"""Looking for nights that fail, and making them small."""
