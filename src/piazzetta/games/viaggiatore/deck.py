"""The deck as data (1.2): reading and checking it, and writing it into the params."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources
from typing import Any

from piazzetta.errors import BadInput, Fault
from piazzetta.games.base import Components, Difference
from piazzetta.games.viaggiatore.state import CARDS, HAND, KINDS
from piazzetta.games.words.messages import messages_of

VEHICLE_NAMES = ("train", "plane", "ship", "bus")
KIND_NAMES = ("clothes", "hats", "shoes", "accessories")
_PARTS = ("bid", "objects", "vehicles", "ticket", "shop")
# Limits of the program, not of the rules: one digit for each number on a card, one byte for the objects of a kind.
MOST_OF_A_KIND = 9
MOST_OBJECTS = 255


@dataclass(frozen=True)
class Card:
    """A game card: its five parts (1.2). Vehicles and the ticket are numbers; ``None`` in a shop is "–"."""

    bid: int
    objects: tuple[int, ...]
    vehicles: tuple[int, int]
    ticket: int
    shop: tuple[int | None, ...]

    @property
    def combination(self) -> tuple[int, int, frozenset[int]]:
        """Bid, ticket and pair of vehicles: our own deck has each combination once."""
        return self.bid, self.ticket, frozenset(self.vehicles)

    def to_json(self) -> dict[str, Any]:
        return {
            "bid": self.bid,
            "objects": list(self.objects),
            "vehicles": [VEHICLE_NAMES[vehicle] for vehicle in self.vehicles],
            "ticket": VEHICLE_NAMES[self.ticket],
            "shop": list(self.shop),
        }


#: Stands for a card that a smaller deck does not have.
_NO_CARD = Card(0, (0, 0, 0, 0), (0, 0), 0, (None, None, None, None))


def _fault(key: str, params: dict[str, Any]) -> Fault:
    """What somebody who makes a deck can do wrong: the same in any language (``words/LANG/deck.json``)."""
    return Fault(messages_of("piazzetta.games.viaggiatore").say(f"fault.{key}", params), key, params)


def _whole(value: object, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _list(number: int, card: Mapping[Any, Any], part: str, size: int) -> list[Any]:
    value = card[part]
    if not isinstance(value, list | tuple) or len(value) != size:
        raise BadInput(f"card {number} must have a list of {size} as its {part} (clause 1.2)")
    return list(value)


def _vehicle(number: int, name: object, part: str) -> int:
    if not isinstance(name, str) or name not in VEHICLE_NAMES:
        raise BadInput(f"card {number} must have train, plane, ship or bus in its {part} (clause 1.2)")
    return VEHICLE_NAMES.index(name)


def _read_card(number: int, card: object) -> Card:
    if not isinstance(card, Mapping) or set(card) != set(_PARTS):
        raise BadInput(f"card {number} must be an object with exactly {', '.join(_PARTS)} (clause 1.2)")
    bid = card["bid"]
    if not _whole(bid, 1, 4):
        raise _fault("bid", {"card": number})
    objects = _list(number, card, "objects", KINDS)
    if not all(_whole(many, 0, MOST_OF_A_KIND) for many in objects):
        raise _fault("objects", {"card": number, "most": MOST_OF_A_KIND})
    first, second = (_vehicle(number, name, "vehicles") for name in _list(number, card, "vehicles", 2))
    ticket = _vehicle(number, card["ticket"], "ticket")
    shop = _list(number, card, "shop", KINDS)
    if not all(least is None or _whole(least, 1, 4) for least in shop):
        raise _fault("shop", {"card": number})
    return Card(bid, tuple(objects), (first, second), ticket, tuple(shop))


@dataclass(frozen=True)
class Deck(Components):
    """Game cards, numbered by position. Any deck the rules can play: ``differences`` says how it differs (1.2)."""

    cards: tuple[Card, ...]

    __hash__ = Components.__hash__

    @classmethod
    def read(cls, source: object) -> Deck:
        """A deck from parsed JSON; ``BadInput`` names the card and the clause if the deck is not playable."""
        if not isinstance(source, list | tuple):
            raise BadInput("a deck must be a list of cards (clause 1.2)")
        if len(source) > CARDS:
            raise _fault("many", {"most": CARDS, "n": len(source)})
        if len(source) < 2 * HAND:
            raise _fault("few", {"least": 2 * HAND, "n": len(source)})
        cards = tuple(_read_card(number, card) for number, card in enumerate(source))
        for kind, name in enumerate(KIND_NAMES):
            if (many := sum(card.objects[kind] for card in cards)) > MOST_OBJECTS:
                raise _fault("all_objects", {"kind": name, "most": MOST_OBJECTS, "n": many})
        if not any(any(card.shop) for card in cards):
            raise _fault("no_shop", {})
        return cls(cards)

    def check_players(self, players: int) -> None:
        if len(self.cards) < HAND * players:
            raise BadInput(
                f"a deck of {len(self.cards)} cards cannot deal {HAND} each to {players} players (clause 2.1)"
            )

    @cached_property
    def differences(self) -> tuple[Difference, ...]:
        """How it differs from the printed deck (96 cards) and from our own, whose frame the document does not print."""
        told = []
        if len(self.cards) != CARDS:
            told.append(Difference("cards", {"n": len(self.cards), "printed": CARDS}))
        other = [number for number, card in enumerate(self.cards) if sum(card.objects) != 5 - card.bid]
        twice = [number for number, card in enumerate(self.cards) if card.vehicles[0] == card.vehicles[1]]
        first = {card.combination: number for number, card in reversed(list(enumerate(self.cards)))}
        again = [number for number, card in enumerate(self.cards) if first[card.combination] != number]
        for key, numbers in (("objects", other), ("vehicles", twice), ("combination", again)):
            if numbers:
                named = ", ".join(str(number) for number in numbers[:5]) + (", …" if len(numbers) > 5 else "")
                told.append(Difference(key, {"n": len(numbers), "cards": named}))
        return tuple(told)

    @classmethod
    def default(cls) -> Deck:
        """The deck that comes with the package."""
        return _default()

    def summary(self) -> str:
        return f"{len(self.cards)} cards"

    def face(self, number: int) -> dict[str, Any] | None:
        """What is on a card, in words and numbers; None for a number past the end of a small deck."""
        return self.cards[number].to_json() if number < len(self.cards) else None

    def to_json(self) -> list[dict[str, Any]]:
        return [card.to_json() for card in self.cards]

    def __repr__(self) -> str:
        return "Deck.default()" if self == _default() else f"Deck(cards={self.cards!r})"

    def fill_tables(self, params: Any) -> None:
        """Write the cards into a record of the params."""
        count = len(self.cards)
        cards = [self.cards[number] if number < count else _NO_CARD for number in range(CARDS)]
        params["cards"] = count
        params["value"] = [card.bid for card in cards]
        params["goods"] = [card.objects for card in cards]
        params["vehicles"] = [card.vehicles for card in cards]
        params["ticket"] = [card.ticket for card in cards]
        params["shop"] = [[least or 0 for least in card.shop] for card in cards]


@cache
def _default() -> Deck:
    text = resources.files("piazzetta").joinpath("data/viaggiatore-deck.json").read_text("utf-8")
    return Deck.read(json.loads(text))
