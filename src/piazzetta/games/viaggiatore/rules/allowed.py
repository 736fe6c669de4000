"""Whether a move is allowed, and if not, why not: ``legal`` and every refusal rely on this predicate.

Each function returns 0 (allowed) or the number of a reason; the sentences are in ``refusals.py``.
"""

from __future__ import annotations

from piazzetta.games.viaggiatore.state import (
    ACTIONS,
    BID,
    BIDDING,
    BLUFF,
    CALLING,
    CARD,
    CARDS,
    CARRY,
    CARRYING,
    CITY,
    CLOSE,
    DEALING,
    DECISIONS,
    DRAWING,
    FINISHED,
    LOADING,
    RIDE,
    RIDING,
    SHOP,
    SHOPPING,
    STAY,
    TRAVEL,
    TRAVELLING,
    InCity,
)
from piazzetta.kernel import compiled

ALLOWED = 0
NO_SUCH_MOVE = 1
GAME_OVER = 2
CHANCE_FIRST = 3
NOT_CHANCE = 4
WRONG_DRAW = 5
NOT_IN_DECK = 6
NOT_ON_TOP = 7
BID_FIRST = 8
CARRY_FIRST = 9
TRAVEL_OR_STAY = 10
RIDE_OR_WAIT = 11
NO_AUCTION = 12
NO_NEW_BAGGAGE = 13
NO_TICKET_PLAYED = 14
AUCTIONS_FIRST = 15
NOT_IN_HAND = 16
NO_SUCH_CARRIER = 17
OTHER_TICKET = 18
NOT_THE_FIRST = 19
MUST_TAKE_PART = 20


@compiled
def slot_of(state, seat, card):
    """The index of a card in a hand; −1 if it is not there."""
    for slot in range(state.held[seat]):
        if state.hand[seat, slot] == card:
            return slot
    return -1


@compiled
def place_in_deck(state, card):
    """The index in the ring of a card of the deck; −1 if it is not in the deck."""
    head = int(state.head)
    if state.ring[head] == card:
        return head if state.deck > 0 else -1
    found = 0
    for place in range(CARDS):  # a card is in at most one place, so a sum works and vectorises
        found += place + 1 if state.ring[place] == card else 0
    place = found - 1
    behind = place - head if place >= head else place - head + CARDS
    return place if found > 0 and behind < state.deck else -1


@compiled
def may_travel(params, state, seat):
    """4.1: whether the active player is asked for a ticket. Uses only public facts: the hand plays no part."""
    return state.steps[seat] < CITY and state.held[seat] > 0 and state.baggage[seat] > state.down[seat]


@compiled
def may_ride(params, state, seat):
    """4.4: whether another player is asked to ride along. Also uses only public facts."""
    return state.steps[seat] < CITY and state.held[seat] > 0 and state.latest[seat] == state.ticket


@compiled
def why_not_travel(params, state, card):
    """4.1: whether the active player may travel with this card from their hand."""
    return ALLOWED if state.carriers[state.asked, params.ticket[card]] > 0 else NO_SUCH_CARRIER


@compiled
def why_not_ride(params, state, card):
    """4.4: whether a player may ride along with this card from their hand."""
    return ALLOWED if params.ticket[card] == state.ticket else OTHER_TICKET


@compiled
def why_not_bluff(params, state, seat):
    """5.1: a player in the city must take part in the auctions of others."""
    bound = (
        params.in_city == InCity.MUST_BID
        and state.steps[seat] == CITY
        and seat != state.active
        and state.held[seat] > 0
    )
    return MUST_TAKE_PART if bound else ALLOWED


@compiled
def why_not_side(params, card, side):
    """3.8: a card with the same vehicle on both sides can be laid in only one way."""
    alike = params.vehicles[card, 0] == params.vehicles[card, 1]
    return NO_SUCH_MOVE if alike and side == 1 else ALLOWED


@compiled
def wrong_moment(state, action_phase):
    """Why a move of ``action_phase`` is not possible now."""
    phase = state.phase
    if phase == FINISHED:
        return GAME_OVER
    if state.phase == DEALING or state.phase == SHOPPING or state.phase == DRAWING:
        return CHANCE_FIRST
    if phase == BIDDING:
        return BID_FIRST
    if state.phase == CARRYING or state.phase == LOADING:
        return CARRY_FIRST
    if action_phase == BIDDING:
        return NO_AUCTION
    if action_phase == CARRYING:
        return NO_NEW_BAGGAGE
    if phase == TRAVELLING:
        return TRAVEL_OR_STAY
    if phase == RIDING:
        return RIDE_OR_WAIT
    return NO_TICKET_PLAYED if action_phase == RIDING else AUCTIONS_FIRST


@compiled
def why_not_outcome(state, action):
    """Whether chance may produce this card now."""
    phase = state.phase
    if phase == FINISHED:
        return GAME_OVER
    if phase != DEALING and phase != SHOPPING and phase != DRAWING:
        return NOT_CHANCE
    if (action >= SHOP) != (phase == SHOPPING):
        return WRONG_DRAW
    card = action - SHOP if action >= SHOP else action - CARD
    place = place_in_deck(state, card)
    if place < 0:
        return NOT_IN_DECK
    return NOT_ON_TOP if state.turned and place != state.head else ALLOWED  # 6.2


@compiled
def why_not(params, state, action):
    """0 if the action is allowed now, else the number of the reason."""
    phase = state.phase
    seat = state.asked
    if action < 0 or action >= ACTIONS:
        return NO_SUCH_MOVE
    if action >= DECISIONS:
        return why_not_outcome(state, action)
    if action >= RIDE:
        if phase != RIDING:
            return wrong_moment(state, RIDING)
        card = action - RIDE
        return NOT_IN_HAND if slot_of(state, seat, card) < 0 else why_not_ride(params, state, card)
    if action >= TRAVEL:
        if phase != TRAVELLING:
            return wrong_moment(state, TRAVELLING)
        card = action - TRAVEL
        return NOT_IN_HAND if slot_of(state, seat, card) < 0 else why_not_travel(params, state, card)
    if action >= CARRY:
        card = (action - CARRY) >> 1
        if phase == LOADING:
            return NOT_THE_FIRST if card != state.pending else why_not_side(params, card, (action - CARRY) & 1)
        if phase != CARRYING:
            return wrong_moment(state, CARRYING)
        return NOT_IN_HAND if slot_of(state, seat, card) < 0 else why_not_side(params, card, (action - CARRY) & 1)
    if action >= BID:
        if phase != BIDDING:
            return wrong_moment(state, BIDDING)
        return NOT_IN_HAND if slot_of(state, seat, action - BID) < 0 else ALLOWED
    if action <= CLOSE:
        return ALLOWED if phase == CALLING else wrong_moment(state, CALLING)
    if action == BLUFF:
        return why_not_bluff(params, state, seat) if phase == BIDDING else wrong_moment(state, BIDDING)
    if action == STAY:
        return ALLOWED if phase == TRAVELLING else wrong_moment(state, TRAVELLING)
    return ALLOWED if phase == RIDING else wrong_moment(state, RIDING)
