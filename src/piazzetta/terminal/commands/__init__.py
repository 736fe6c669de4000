"""The commands of ``piazzetta`` that are more than a line: their options, and what they call."""
