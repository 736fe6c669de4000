"""What may be changed about a deck to make it fairer. The page turns the same knobs, translated."""

from __future__ import annotations

from collections.abc import Sequence

from piazzetta.games.viaggiatore.deck import KIND_NAMES, Deck
from piazzetta.games.workbench.bench import Knob

_MOST_ASKED = 4  # of a kind in a shop (1.2)


def knobs(deck: Deck, shape: bool) -> list[Knob]:
    """How much more or less the shops of a bid ask of a kind; with ``shape`` there is nothing else to change."""
    return [Knob(f"{kind} in shops of bid {bid}", -2, 2, 0) for bid in range(1, 5) for kind in KIND_NAMES]


def turned(deck: Deck, settings: Sequence[int]) -> Deck:
    """The deck with its knobs at these settings."""
    cards = []
    for card in deck.cards:
        more = settings[4 * (card.bid - 1) : 4 * card.bid]
        asked = [
            least and min(max(least + change, 1), _MOST_ASKED) for least, change in zip(card.shop, more, strict=True)
        ]
        cards.append({**card.to_json(), "shop": asked})
    return Deck.read(cards)
