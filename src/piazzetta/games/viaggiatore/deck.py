"""The deck as data (1.2): reading it, checking it, and writing it into the params."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from piazzetta.errors import BadInput
from piazzetta.games.base import Components
from piazzetta.games.viaggiatore.state import CARDS, KINDS

VEHICLE_NAMES = ("train", "plane", "ship", "bus")
KIND_NAMES = ("clothes", "hats", "shoes", "accessories")
_PARTS = ("bid", "objects", "vehicles", "ticket", "shop")


@dataclass(frozen=True)
class Card:
    """A game card: its five parts (1.2). Vehicles and the ticket are numbers; ``None`` in a shop is "–"."""

    bid: int
    objects: tuple[int, ...]
    vehicles: tuple[int, int]
    ticket: int
    shop: tuple[int | None, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "bid": self.bid,
            "objects": list(self.objects),
            "vehicles": [VEHICLE_NAMES[vehicle] for vehicle in self.vehicles],
            "ticket": VEHICLE_NAMES[self.ticket],
            "shop": list(self.shop),
        }


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
        raise BadInput(f"card {number} must have a bid from 1 to 4 (clause 1.2)")
    objects = _list(number, card, "objects", KINDS)
    if not all(_whole(many, 0, 4) for many in objects) or sum(objects) != 5 - bid:
        raise BadInput(f"card {number} must bring 5 − bid = {5 - bid} objects in all (clause 1.2)")
    first, second = (_vehicle(number, name, "vehicles") for name in _list(number, card, "vehicles", 2))
    if first == second:
        raise BadInput(f"card {number} must offer two different vehicles (clause 1.2)")
    ticket = _vehicle(number, card["ticket"], "ticket")
    shop = _list(number, card, "shop", KINDS)
    if not all(least is None or _whole(least, 1, 4) for least in shop):
        raise BadInput(f"card {number} must have 1 to 4 or null for each kind in its shop (clause 1.2)")
    return Card(bid, tuple(objects), (first, second), ticket, tuple(shop))


@dataclass(frozen=True)
class Deck(Components):
    """96 game cards, numbered by their place: each bid, ticket and pair of vehicles together exactly once (1.2)."""

    cards: tuple[Card, ...]

    __hash__ = Components.__hash__

    @classmethod
    def read(cls, source: object) -> Deck:
        """A deck from parsed JSON; ``BadInput`` names the card and the clause if it does not hold."""
        if not isinstance(source, list | tuple):
            raise BadInput("a deck must be a list of cards (clause 1.2)")
        if len(source) != CARDS:
            raise BadInput(f"a deck must have {CARDS} cards, not {len(source)} (clause 1.2)")
        cards = tuple(_read_card(number, card) for number, card in enumerate(source))
        first_with: dict[tuple[int, int, frozenset[int]], int] = {}
        for number, card in enumerate(cards):
            other = first_with.setdefault((card.bid, card.ticket, frozenset(card.vehicles)), number)
            if other != number:
                raise BadInput(
                    f"card {number} has the same bid, ticket and pair of vehicles as card {other}; "
                    "each combination must be there exactly once (clause 1.2)"
                )
        return cls(cards)

    @classmethod
    def default(cls) -> Deck:
        """The deck that comes with the package."""
        return _default()

    def summary(self) -> str:
        return f"{len(self.cards)} cards"

    def face(self, number: int) -> dict[str, Any]:
        """What is on a card, in words and numbers."""
        return self.cards[number].to_json()

    def to_json(self) -> list[dict[str, Any]]:
        return [card.to_json() for card in self.cards]

    def __repr__(self) -> str:
        return "Deck.default()" if self == _default() else f"Deck(cards={self.cards!r})"

    def fill_tables(self, params: Any) -> None:
        """Write the cards into a record of the params."""
        params["value"] = [card.bid for card in self.cards]
        params["goods"] = [card.objects for card in self.cards]
        params["vehicles"] = [card.vehicles for card in self.cards]
        params["ticket"] = [card.ticket for card in self.cards]
        params["shop"] = [[least or 0 for least in card.shop] for card in self.cards]


@cache
def _default() -> Deck:
    text = resources.files("piazzetta").joinpath("data/viaggiatore-deck.json").read_text("utf-8")
    return Deck.read(json.loads(text))
