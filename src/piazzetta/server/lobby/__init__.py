"""Finding each other: open tables, quick matches, games to watch."""
