"""Worker processes for bots and analyses."""
