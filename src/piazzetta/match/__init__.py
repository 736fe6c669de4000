"""One game in progress: its setting, the match itself, its record, and its dealer."""
