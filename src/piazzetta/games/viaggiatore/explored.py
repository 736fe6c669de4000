"""What an opening explorer tells apart: hands are dealt at random, so that no position comes twice as a whole.

It counts positions that look alike on the table (whose decision in which phase, and each player's cards, baggage, steps
and points), and moves by what they show: the value of a bid, the vehicle of a carrier or a ticket.
"""

from __future__ import annotations

from functools import lru_cache

from piazzetta.games.viaggiatore.deck import VEHICLE_NAMES, Deck
from piazzetta.games.viaggiatore.moves import texts
from piazzetta.games.viaggiatore.state import BID, CARRY, DECISIONS, PHASES, RIDE, TRAVEL
from piazzetta.games.viaggiatore.view import OF_A_SEAT

_OF_A_SEAT = ("active", "asked", "starter", "held", "baggage", "face down", "steps", "points", "has bid")


def numbers(players: int) -> list[int]:
    """The places in an observation that show what counts on the table."""
    at = PHASES
    found = list(range(PHASES))
    for _ in range(players):
        for name, size, _ in OF_A_SEAT:
            if name in _OF_A_SEAT:
                found += range(at, at + size)
            at += size
    return found


@lru_cache(maxsize=64)
def kinds(deck: Deck) -> tuple[str, ...]:
    """What each decision is counted as; those without a card by their text."""
    found = [*texts(deck)[:BID], *["nothing"] * (DECISIONS - BID)]  # which it stays for cards that a small deck lacks
    for number, card in enumerate(deck.cards):
        found[BID + number] = f"bid worth {card.bid}"
        for side, vehicle in enumerate(card.vehicles):
            found[CARRY + 2 * number + side] = f"carry by {VEHICLE_NAMES[vehicle]}"
        found[TRAVEL + number] = f"travel by {VEHICLE_NAMES[card.ticket]}"
        found[RIDE + number] = f"ride by {VEHICLE_NAMES[card.ticket]}"
    return tuple(found)
