"""The whole server in one process and in virtual time: a night follows from one seed (docs/testing.md)."""
