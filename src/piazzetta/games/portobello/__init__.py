"""Portobello Market (Thomas Odenhoven), by the clauses of ``data/rules/portobello.md``."""
