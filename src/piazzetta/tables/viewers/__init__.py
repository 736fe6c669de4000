"""What a table tells: updates, notices, records, the list of games."""
