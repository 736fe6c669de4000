"""Il Commercio Viaggiatore in the list of games."""

from __future__ import annotations

from piazzetta.games.listing import Listing

LISTING = Listing(
    name="viaggiatore",
    title="Il Commercio Viaggiatore",
    seats=range(2, 7),
    source="piazzetta.games.viaggiatore.game:VIAGGIATORE",
    components_key="deck",
    components_option="deck",
    workbench="piazzetta.games.viaggiatore.workbench:BENCH",
    shelf="piazzetta:data/decks",
    languages=("en", "it", "es", "fr", "de"),
    own_table=True,
)
