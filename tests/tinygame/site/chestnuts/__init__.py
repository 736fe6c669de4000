"""Chestnuts, a one-page game, by the clauses of ``chestnuts.md``: the smallest with everything a game may have."""
