"""What the commands of a server's host do."""
