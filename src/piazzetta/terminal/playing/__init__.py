"""Playing, replaying and checking games in the terminal."""
