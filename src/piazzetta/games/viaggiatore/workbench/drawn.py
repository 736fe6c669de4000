"""Random decks for designers. The page makes them too, translated."""

from __future__ import annotations

from collections.abc import Sequence

from piazzetta.games.viaggiatore.deck import Deck
from piazzetta.games.viaggiatore.generate import Frame, framed_deck, random_deck
from piazzetta.games.viaggiatore.state import CARDS


def drawn(
    seed: int,
    cards: int | None = None,
    bids: Sequence[int] | None = None,
    tickets: Sequence[int] | None = None,
    objects: Sequence[int] | None = None,
    shops: Sequence[int] | None = None,
) -> Deck:
    """A random deck with the totals of a ``Frame``; like our own if none is said."""
    if cards is None and bids is None and tickets is None and objects is None and shops is None:
        return random_deck(seed)
    return framed_deck(seed, Frame(CARDS if cards is None else cards, bids, tickets, objects, shops))
