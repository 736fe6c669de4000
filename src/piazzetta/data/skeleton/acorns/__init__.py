"""Acorns, by the clauses of ``acorns.md``."""
