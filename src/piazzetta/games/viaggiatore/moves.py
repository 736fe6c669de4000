"""The text of every move as defined in `rules/records.md`, by action number; and the names of seats and things."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from piazzetta.games.seats import SEATS
from piazzetta.games.viaggiatore.deck import VEHICLE_NAMES, Deck
from piazzetta.games.viaggiatore.state import BID, CARD, CARDS, CARRY, DECISIONS, RIDE, SHOP, TRAVEL


def _sides(deck: Deck, number: int) -> list[str]:
    """What a card shows, either way up. Each move has a distinct text, even if it is never allowed."""
    if number >= len(deck.cards):
        return ["nothing", "nothing turned"]
    first, second = (VEHICLE_NAMES[vehicle] for vehicle in deck.cards[number].vehicles)
    return [first, second if second != first else f"{second} turned"]


@lru_cache(maxsize=64)
def texts(deck: Deck) -> tuple[str, ...]:
    """The text of every action, by number."""
    words = ["auction", "close", "bluff", "stay", "wait"]
    words += [f"bid {card}" for card in range(CARDS)]
    for number in range(CARDS):
        words += [f"carry {number} {side}" for side in _sides(deck, number)]
    for kind in ("travel", "ride", "card", "shop"):
        words += [f"{kind} {card}" for card in range(CARDS)]
    return tuple(words)


def card_of(action: int) -> int:
    """The card that a move names; −1 if none."""
    if action >= SHOP:
        return action - SHOP
    if action >= CARD:
        return action - CARD
    if action >= RIDE:
        return action - RIDE
    if action >= TRAVEL:
        return action - TRAVEL
    if action >= CARRY:
        return (action - CARRY) // 2
    return action - BID if BID <= action < DECISIONS else -1


def seat_name(seat: int) -> str:
    """A seat by its colour."""
    return SEATS[seat].title


def listed(words: Sequence[str]) -> str:
    """Words as a list in a sentence."""
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def seats_named(seats: Sequence[int]) -> str:
    return listed([seat_name(seat) for seat in seats])


def counted(many: int, one: str) -> str:
    return f"{many} {one}" if many == 1 else f"{many} {one}s"
