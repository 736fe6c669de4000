"""The server's people: who they are on which devices, their games, statistics and ratings (``docs/profiles.md``)."""
