"""The illustrated rulebook: one source for the page and for print."""
