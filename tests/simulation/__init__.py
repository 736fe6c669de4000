"""The whole server in one process, in simulated time: what happens in a night follows from one seed (docs/testing.md)."""
