"""Portobello Market (Thomas Odenhoven, 2007), by the clauses of ``data/rules/portobello.md``."""
