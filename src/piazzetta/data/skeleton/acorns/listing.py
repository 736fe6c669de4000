"""Acorns in the list of games: the entry point names this module. It loads no rules."""

from __future__ import annotations

from piazzetta.games.listing import Listing

LISTING = Listing(
    name="acorns",
    title="Acorns",
    seats=range(2, 5),
    source="acorns.game:ACORNS",
    components_key="heap",
    components_option="heap",
    rulebook="acorns:.",
)
