"""Chestnuts, a game of a page, by the clauses of ``chestnuts.md``: the smallest that has everything a game may have."""
