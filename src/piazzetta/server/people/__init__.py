"""The server's people: who they are on which devices, their desks, statistics and ratings (``docs/profiles.md``)."""
