"""What a move of Il Commercio Viaggiatore would cost and gain, based on what its mover may know."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from piazzetta.games.base import Event, Preview
from piazzetta.games.viaggiatore.deck import VEHICLE_NAMES, Deck
from piazzetta.games.viaggiatore.moves import card_of, texts
from piazzetta.games.viaggiatore.rules.turn import ride_steps, travel_steps
from piazzetta.games.viaggiatore.state import AUCTION, BID, BLUFF, CARD, CARRY, CLOSE, LOADING, RIDE, STAY, TRAVEL, WAIT
from piazzetta.games.viaggiatore.words.events import shop_pays, walked
from piazzetta.kernel import Plain, plain

_PLAIN = {AUCTION: "auction", CLOSE: "close", BLUFF: "bluff", STAY: "no_ticket", WAIT: "no_ticket"}


@lru_cache(maxsize=4096)
def _bid(deck: Deck, card: int, last: bool) -> list[Event]:
    """3: never played out, because that would reveal the others' bids; ``last``: it is the only card in hand."""
    won = [Event("if_it_wins", {"card": card, "objects": list(deck.cards[card].objects)})]
    if last:
        won.append(Event("face_down_until_drawn", {}))
    return [*won, Event("if_not", {})]


def _carry(deck: Deck, state: Any, number: int) -> list[Event]:
    """3.8: how the carrier would affect a ticket (4.2)."""
    seat = int(state.asked)
    vehicle = deck.cards[number // 2].vehicles[number % 2]
    after = state.copy()
    after.carriers[seat, vehicle] += 1
    steps = int(travel_steps(after, seat, vehicle))
    remarks = [Event("ticket_moves", {"vehicle": VEHICLE_NAMES[vehicle], "steps": steps})]
    if state.phase == LOADING:
        remarks.append(Event("turned_up", {}))
    return remarks


def _walk(event: Event, steps: int) -> Event:
    at, gone = event.params["at"], event.params["steps"]
    if event.params["arrived"]:
        return Event("arrives", {"steps": gone, "more": steps - gone})
    return Event("walks", {"steps": gone, "at": at})


def _carriers(at: Plain, seat: int, vehicle: int) -> list[Event]:
    """4.2: the carriers that make a ticket take its owner so far."""
    count = at.carriers[seat][vehicle]
    return [Event("carriers", {"vehicle": VEHICLE_NAMES[vehicle], "count": count})] if count else []


@lru_cache(maxsize=4096)
def _sale(deck: Deck, objects: tuple[int, ...]) -> Event:
    """5.2: what the shops of all cards would pay for these objects; which one it will be is not known."""
    pays = [sum(shop_pays(card.shop, objects)) for card in deck.cards]
    return Event("sale", {"paying": sum(1 for points in pays if points), "shops": len(pays), "most": max(pays)})


def preview(deck: Deck, params: Any, state: Any, action: int) -> Preview:
    """What a legal move of the mover costs and gains. Points come only from a sale, which depends on chance."""
    at = plain(state)
    seat = at.asked
    card = card_of(action)
    happened: list[Event] = []
    if action >= CARD:
        remarks = [Event("chance", {})]
    elif action >= TRAVEL:
        rides = action >= RIDE
        steps = int(ride_steps(state, seat) if rides else travel_steps(state, seat, deck.cards[card].ticket))
        happened = [walked("rode" if rides else "travelled", deck, seat, card, at.steps[seat], steps)]
        remarks = [_walk(happened[0], steps)]
        if not rides:
            remarks += _carriers(at, seat, deck.cards[card].ticket)
            if happened[0].params["arrived"]:
                remarks.append(_sale(deck, tuple(at.objects[seat])))
    elif action >= CARRY:
        remarks = _carry(deck, state, action - CARRY)
    elif action >= BID:
        remarks = _bid(deck, card, at.held[seat] == 1)
    else:
        remarks = [Event(_PLAIN[action], {})]
    return Preview(texts(deck)[action], (0,) * plain(params).players, tuple(happened), (), tuple(remarks))
