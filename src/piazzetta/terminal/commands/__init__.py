"""The longer commands of ``piazzetta``: their options, and what they call."""
