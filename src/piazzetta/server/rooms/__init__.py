"""Tables in memory: one room each, and the registry of all."""
