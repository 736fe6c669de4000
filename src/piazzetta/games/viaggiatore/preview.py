"""What a move of Il Commercio Viaggiatore would cost and bring, from what its mover may know."""

from __future__ import annotations

from typing import Any

from piazzetta.games.base import Event, Preview
from piazzetta.games.viaggiatore.deck import VEHICLE_NAMES, Deck
from piazzetta.games.viaggiatore.events import walked
from piazzetta.games.viaggiatore.moves import card_of, counted, objects_named, texts
from piazzetta.games.viaggiatore.state import (
    AUCTION,
    BID,
    BLUFF,
    CARD,
    CARRY,
    CITY,
    CLOSE,
    LOADING,
    RIDE,
    STAY,
    TRAVEL,
    WAIT,
)
from piazzetta.games.viaggiatore.turn import ride_steps, travel_steps

_PLAIN = {
    AUCTION: "every player lays a card face down, or bluffs",
    CLOSE: "no more auctions in this turn",
    BLUFF: "no bid; the Bluff card comes back to hand",
    STAY: "no ticket is played",
    WAIT: "no ticket is played",
}


def _bid(deck: Deck, state: Any, card: int) -> list[str]:
    """3: never played out, for that would show what others have bid."""
    notes = [f"if it wins: {objects_named(deck.cards[card].objects)}", "if not, it is discarded"]
    if state.held[int(state.asked)] == 1:
        notes.insert(1, "the baggage stays face down until you draw")
    return notes


def _carry(deck: Deck, state: Any, number: int) -> list[str]:
    """3.8: what the carrier would make of a ticket (4.2)."""
    seat = int(state.asked)
    vehicle = deck.cards[number // 2].vehicles[number % 2]
    after = state.copy()
    after.carriers[seat, vehicle] += 1
    steps = int(travel_steps(after, seat, vehicle))
    notes = [f"a {VEHICLE_NAMES[vehicle]} ticket then moves you {counted(steps, 'step')}"]
    if state.phase == LOADING:
        notes.append("the baggage is turned up")
    return notes


def _walk(state: Any, event: Event, steps: int) -> list[str]:
    at, gone = event.params["at"], event.params["steps"]
    if not event.params["arrived"]:
        return [f"{counted(gone, 'step')}, to {at} of {CITY}"]
    lost = f"; {counted(steps - gone, 'step')} more than needed" if steps > gone else ""
    return [f"{counted(gone, 'step')}: you arrive in the city{lost}"]


def preview(deck: Deck, tables: Any, state: Any, action: int) -> Preview:
    """What a legal move of the mover costs and brings. Points come only from a sale, which is left to chance."""
    seat = int(state.asked)
    card = card_of(action)
    happened: list[Event] = []
    if action >= CARD:
        notes = ["chance decides"]
    elif action >= TRAVEL:
        rides = action >= RIDE
        steps = int(ride_steps(state, seat) if rides else travel_steps(state, seat, deck.cards[card].ticket))
        happened = [walked("rode" if rides else "travelled", deck, seat, card, int(state.steps[seat]), steps)]
        notes = _walk(state, happened[0], steps)
    elif action >= CARRY:
        notes = _carry(deck, state, action - CARRY)
    elif action >= BID:
        notes = _bid(deck, state, card)
    else:
        notes = [_PLAIN[action]]
    return Preview(texts(deck)[action], (0,) * int(tables.players), tuple(happened), tuple(notes))
