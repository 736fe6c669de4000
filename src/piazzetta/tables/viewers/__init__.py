"""What a table shows: updates, notices, records, the list of games."""
