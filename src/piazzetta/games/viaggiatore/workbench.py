"""The deck in the workshop: a random one within a frame, what its cards are used for, and how shops may be changed.

The page calls ``drawn``, ``totals``, ``uses``, ``knobs`` and ``turned`` too, translated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

from piazzetta.errors import BadInput
from piazzetta.games.viaggiatore.deck import KIND_NAMES, VEHICLE_NAMES, Card, Deck
from piazzetta.games.viaggiatore.drawing.heat import heat
from piazzetta.games.viaggiatore.drawing.sheets import pages, picture
from piazzetta.games.viaggiatore.generate import Frame, framed_deck, random_deck
from piazzetta.games.viaggiatore.state import BID, CARD, CARDS, CARRY, RIDE, SHOP, TRAVEL
from piazzetta.games.workbench import Bench, Held, Knob, Use

FIELDS: tuple[str, ...] = ()
BIDS, CARRIERS, TICKETS, SHOPS = "bids", "carriers", "tickets", "shops"
_MOST_ASKED = 4  # of a kind in a shop (1.2)


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


def _draw(seed: int, frame: Mapping[str, Any]) -> Deck:
    known = {field.name for field in fields(Frame)}
    for key in frame:
        if key not in known:
            raise BadInput(f"a deck is drawn by {', '.join(sorted(known))}, not by {key}")
    return drawn(seed, **frame)


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


def uses(deck: Deck, games: int, held: Mapping[str, Held], actions: Sequence[int]) -> list[Use]:
    """How often every card was used, and in which part of it, in so many games."""
    count = len(deck.cards)

    def played(first: int, each: int = 1) -> list[float]:
        return [sum(actions[first + each * card : first + each * (card + 1)]) / games for card in range(count)]

    dealt = played(CARD)  # what is seldom dealt is seldom used
    keys = tuple([str(number) for number in range(count)])
    names = tuple([told(card) for card in deck.cards])

    def use(kind: str, what: str, a_game: list[float], alike: bool = False) -> Use:
        rate = sum(a_game) / max(sum(dealt), 1e-9)
        expected = None if alike else tuple([rate * times for times in dealt])
        return Use(what, keys, names, tuple(a_game), None, expected, kind)

    rides = played(RIDE)
    return [
        use(BIDS, "cards bid", played(BID)),
        use(CARRIERS, "cards laid as carriers", played(CARRY, 2)),
        use(TICKETS, "cards played as tickets", [one + rides[card] for card, one in enumerate(played(TRAVEL))]),
        use(SHOPS, "shops turned up", played(SHOP), True),
    ]


def told(card: Card) -> str:
    """A card in a few words."""
    goods = ", ".join(f"{many} {kind}" for kind, many in zip(KIND_NAMES, card.objects, strict=True) if many)
    first, second = (VEHICLE_NAMES[vehicle] for vehicle in card.vehicles)
    return f"bid {card.bid}, {goods or 'nothing'}, {first} or {second}, ticket {VEHICLE_NAMES[card.ticket]}"


def _heat(deck: Deck, uses: Sequence[Use]) -> str:
    return heat(deck, {use.what: use.a_game for use in uses})


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


BENCH = Bench(random_deck, _draw, totals, uses, _heat, knobs, turned, picture, pages)
