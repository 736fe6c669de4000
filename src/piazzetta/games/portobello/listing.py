"""Portobello Market in the list of games."""

from __future__ import annotations

from piazzetta.games.listing import Listing

LISTING = Listing(
    name="portobello",
    title="Portobello Market",
    seats=range(2, 5),
    source="piazzetta.games.portobello.game:PORTOBELLO",
    components_key="board",
    components_option="map",
    workbench="piazzetta.games.portobello.workbench:BENCH",
    shelf="piazzetta:data/maps",
    languages=("en", "it", "es", "fr", "de"),
    own_table=True,
)
