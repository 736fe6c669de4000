"""Finding each other: open tables, a game with anybody, games to watch, friends (``docs/club.md``)."""
