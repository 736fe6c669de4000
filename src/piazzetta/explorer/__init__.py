"""The opening explorer: what was played in the first rounds of many games, and how it did (docs/explorer.md)."""
