"""Why a move is not allowed: the clause behind it, and the facts that its message names."""

from __future__ import annotations

from typing import Any

from piazzetta.games.viaggiatore.deck import VEHICLE_NAMES, Deck
from piazzetta.games.viaggiatore.moves import card_of
from piazzetta.games.viaggiatore.rules import allowed as why
from piazzetta.games.viaggiatore.state import CARRY, DEALING, LOADING, RIDE, SHOPPING, STALLED_ROUNDS, TRAVEL, VEHICLES

#: For each reason, the clause behind it and what its message names.
REASONS: dict[int, tuple[str, str]] = {
    why.NO_SUCH_MOVE: ("3.1", ""),
    why.GAME_OVER: ("7.1", ""),
    why.CHANCE_FIRST: ("6.1", ""),
    why.NOT_CHANCE: ("6.1", ""),
    why.WRONG_DRAW: ("5.2", "purpose"),
    why.NOT_IN_DECK: ("6.1", "card"),
    why.NOT_ON_TOP: ("6.2", "card top"),
    why.BID_FIRST: ("3.2", ""),
    why.CARRY_FIRST: ("3.8", ""),
    why.TRAVEL_OR_STAY: ("4.1", ""),
    why.RIDE_OR_WAIT: ("4.4", "ticket"),
    why.NO_AUCTION: ("3.2", ""),
    why.NO_NEW_BAGGAGE: ("3.8", ""),
    why.NO_TICKET_PLAYED: ("4.4", ""),
    why.AUCTIONS_FIRST: ("3.1", ""),
    why.NOT_IN_HAND: ("3.2", "card"),
    why.NO_SUCH_CARRIER: ("4.1", "card own_ticket carriers"),
    why.OTHER_TICKET: ("4.4", "card own_ticket ticket"),
    why.MUST_TAKE_PART: ("5.1", ""),
    why.NOT_THE_FIRST: ("3.9", "pending"),
}


#: The name of each reason as in ``allowed.py``, which is the key of its message.
KEYS = {code: name.lower() for name, code in vars(why).items() if name.isupper() and code in REASONS}


def clause_of(state: Any, action: int, code: int) -> str:
    """The clause behind a reason; for some it depends on the phase of the turn or on the purpose of the card."""
    phase = state.phase
    if code == why.GAME_OVER and state.idle_rounds == STALLED_ROUNDS:
        return "7.2"
    if code == why.CHANCE_FIRST or code == why.WRONG_DRAW:
        return "2.1" if phase == DEALING else ("5.2" if phase == SHOPPING else "6.1")
    if code == why.CARRY_FIRST and phase == LOADING:
        return "3.9"
    if code == why.NOT_IN_HAND and action >= CARRY:
        return "4.4" if action >= RIDE else ("4.1" if action >= TRAVEL else "3.8")
    return REASONS[code][0]


def _carriers(state: Any) -> list[str]:
    return [VEHICLE_NAMES[vehicle] for vehicle in range(VEHICLES) if state.carriers[int(state.asked), vehicle]]


def why_not(deck: Deck, state: Any, action: int, code: int) -> tuple[str, str, dict[str, Any]]:
    """For a code of the predicate: its clause, the key of its message, and what the message names."""
    names = REASONS[code][1]
    card = card_of(action) if names else -1
    details = {
        "card": card,
        "ticket": VEHICLE_NAMES[int(state.ticket)],
        "pending": int(state.pending),
        "own_ticket": VEHICLE_NAMES[deck.cards[card].ticket] if 0 <= card < len(deck.cards) else "",
        "top": int(state.ring[int(state.head)]),
        "purpose": "shop" if state.phase == SHOPPING else "draw",
        "carriers": _carriers(state),
    }
    return clause_of(state, action, code), KEYS[code], {name: details[name] for name in names.split(" ") if name}
