"""Holidays: the clocks of a person's slow games stand still."""
