"""Chestnuts in the list of games: the entry point names this module."""

from __future__ import annotations

from piazzetta.games.listing import Listing

LISTING = Listing(
    name="chestnuts",
    title="Chestnuts",
    seats=range(2, 3),
    source="chestnuts.game:CHESTNUTS",
    components_key="baskets",
    components_option="baskets",
    rulebook="chestnuts:.",
)
