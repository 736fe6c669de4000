"""The deck in the workshop: a random one within a frame, what its cards are used for, and how shops may be changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

from piazzetta.errors import BadInput
from piazzetta.games.viaggiatore.deck import KIND_NAMES, VEHICLE_NAMES, Card, Deck
from piazzetta.games.viaggiatore.drawing.heat import heat
from piazzetta.games.viaggiatore.generate import Frame, framed_deck, random_deck
from piazzetta.games.viaggiatore.state import BID, CARD, CARDS, CARRY, RIDE, SHOP, TRAVEL
from piazzetta.games.workbench.bench import Array, Bench, Knob, Use

BIDS, CARRIERS, TICKETS, SHOPS = "cards bid", "cards laid as carriers", "cards played as tickets", "shops turned up"
_MOST_ASKED = 4  # of a kind in a shop (1.2)


class ViaggiatoreBench(Bench):
    def any(self, seed: int) -> Deck:
        return random_deck(seed)

    def draw(self, seed: int, frame: Mapping[str, Any]) -> Deck:
        """A random deck: like our own, or with the totals of a ``Frame``."""
        known = {field.name for field in fields(Frame)}
        for key in frame:
            if key not in known:
                raise BadInput(f"a deck is drawn by {', '.join(sorted(known))}, not by {key}")
        return framed_deck(seed, Frame(**frame)) if frame else random_deck(seed)

    def totals(self, components: Deck) -> dict[str, dict[str, float]]:
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

    def uses(self, components: Deck, states: Array, actions: Array) -> list[Use]:
        count, games = len(components.cards), len(states)

        def played(first: int, each: int = 1) -> Array:
            by_card = actions[first : first + each * CARDS].reshape(CARDS, each).sum(axis=1)
            a_game: Array = by_card[:count] / games
            return a_game

        dealt = played(CARD)  # what is seldom dealt is seldom used
        keys = tuple(str(number) for number in range(count))
        names = tuple(told(card) for card in components.cards)

        def use(what: str, a_game: Array, alike: bool = False) -> Use:
            rate = float(a_game.sum()) / max(float(dealt.sum()), 1e-9)
            expected = None if alike else tuple((rate * dealt).tolist())
            return Use(what, keys, names, tuple(a_game.tolist()), None, expected)

        return [
            use(BIDS, played(BID)),
            use(CARRIERS, played(CARRY, 2)),
            use(TICKETS, played(TRAVEL) + played(RIDE)),
            use(SHOPS, played(SHOP), alike=True),
        ]

    def heat(self, components: Deck, uses: Sequence[Use]) -> str:
        return heat(components, {use.what: use.a_game for use in uses})

    def knobs(self, components: Deck, shape: bool) -> list[Knob]:
        """How much more or less the shops of a bid ask of a kind; with ``shape`` there is nothing else to change."""
        return [Knob(f"{kind} in shops of bid {bid}", -2, 2, 0) for bid in range(1, 5) for kind in KIND_NAMES]

    def turned(self, components: Deck, settings: Sequence[int]) -> Deck:
        cards = []
        for card in components.cards:
            more = settings[4 * (card.bid - 1) : 4 * card.bid]
            asked = [
                least and min(max(least + change, 1), _MOST_ASKED)
                for least, change in zip(card.shop, more, strict=True)
            ]
            cards.append({**card.to_json(), "shop": asked})
        return Deck.read(cards)


def _by(names: Sequence[str], totals: Sequence[float]) -> dict[str, float]:
    return dict(zip(names, totals, strict=True))


def told(card: Card) -> str:
    """A card in a few words."""
    goods = ", ".join(f"{many} {kind}" for kind, many in zip(KIND_NAMES, card.objects, strict=True) if many)
    first, second = (VEHICLE_NAMES[vehicle] for vehicle in card.vehicles)
    return f"bid {card.bid}, {goods or 'nothing'}, {first} or {second}, ticket {VEHICLE_NAMES[card.ticket]}"


BENCH = ViaggiatoreBench()
