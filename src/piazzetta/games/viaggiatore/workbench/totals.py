"""What there is of each thing in a deck. The page counts it too, translated."""

from __future__ import annotations

from collections.abc import Sequence

from piazzetta.games.viaggiatore.deck import KIND_NAMES, VEHICLE_NAMES, Deck


def totals(components: Deck) -> dict[str, dict[str, float]]:
    """By heading."""
    cards = components.cards
    asking = [[card.shop[kind] for card in cards if card.shop[kind]] for kind in range(len(KIND_NAMES))]
    return {
        "size": {"cards": len(cards)},
        "cards by bid": {str(bid): sum(card.bid == bid for card in cards) for bid in range(1, 5)},
        "cards by ticket": _by(VEHICLE_NAMES, [sum(c.ticket == v for c in cards) for v in range(4)]),
        "carriers by vehicle": _by(VEHICLE_NAMES, [sum(c.vehicles.count(v) for c in cards) for v in range(4)]),
        "objects by kind": _by(KIND_NAMES, [sum(card.objects[kind] for card in cards) for kind in range(4)]),
        "shops that ask for a kind": _by(KIND_NAMES, [len(asked) for asked in asking]),
        "the least number that pays, on average": _by(
            KIND_NAMES, [sum(least or 0 for least in asked) / max(len(asked), 1) for asked in asking]
        ),
    }


def _by(names: Sequence[str], totals: Sequence[float]) -> dict[str, float]:
    return dict(zip(names, totals, strict=True))
