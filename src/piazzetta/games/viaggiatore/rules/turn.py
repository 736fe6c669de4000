"""A turn from its first auction to its end, as kernels. Comments name the clauses they implement."""

from __future__ import annotations

from piazzetta.games.viaggiatore.rules.allowed import may_ride, may_travel
from piazzetta.games.viaggiatore.rules.cards import (
    discard,
    discard_sold,
    insert,
    lay_baggage,
    lay_carrier,
    remove,
    take,
    turn_over,
)
from piazzetta.games.viaggiatore.state import (
    BLUFFED,
    CALLING,
    CARRYING,
    CITY,
    DEALING,
    DRAWING,
    FINISHED,
    HAND,
    KINDS,
    LOADING,
    NO_BID,
    NO_CARD,
    NO_VEHICLE,
    PACE,
    RIDING,
    SHOPPING,
    STALLED_ROUNDS,
    TRAVELLING,
    Bonus,
    Ending,
)
from piazzetta.kernel import compiled


@compiled
def next_seat(params, seat):
    """2.1: clockwise. (Comparing is faster than dividing.)"""
    return 0 if seat + 1 == params.players else seat + 1


@compiled
def resolve_auction(params, state):
    """3.3 to 3.9: reveal all bids."""
    players = int(params.players)
    active = int(state.active)
    state.reveals += 1
    bidders = 0  # number of bids of each value, four bits each
    for seat in range(players):
        if state.bid[seat] != BLUFFED:
            bidders += 1 << (4 * int(params.value[state.bid[seat]]))
    winner = -1
    best = 0
    for seat in range(players):
        if state.bid[seat] != BLUFFED:
            value = int(params.value[state.bid[seat]])
            alone = (bidders >> (4 * value)) & 15 == 1
            if value > best and (alone or seat == active):  # 3.4
                best = value
                winner = seat
    won = NO_CARD
    seat = active
    for _ in range(players):  # 3.10: in seat order from the active player on
        card = int(state.bid[seat])
        state.bid[seat] = NO_BID
        if card != BLUFFED:  # 3.3
            remove(state, seat, card)
            if seat == winner:
                won = card
            else:
                discard(state, card)
        seat = next_seat(params, seat)
    if bidders == 0:
        end_auctions(params, state)  # 3.6
        return
    state.phase = CALLING
    state.asked = active
    if winner >= 0:
        lay_baggage(params, state, winner, won)
        if state.held[winner] > 0:
            state.phase = CARRYING
            state.asked = winner


@compiled
def bid(params, state, card):
    state.bid[state.asked] = card
    state.asked = next_seat(params, state.asked)
    if state.asked == state.active:
        resolve_auction(params, state)


@compiled
def end_auctions(params, state):
    state.asked = state.active
    if may_travel(params, state, state.active):
        state.phase = TRAVELLING
    else:
        sell(params, state)


@compiled
def walk(state, seat, steps):
    """4.3: steps beyond the city are lost."""
    state.steps[seat] = min(int(state.steps[seat]) + steps, CITY)


@compiled
def travel_steps(state, seat, vehicle):
    """4.2: how far the active player travels with a ticket."""
    return max(PACE - int(state.baggage[seat]) + int(state.carriers[seat, vehicle]), 1)


@compiled
def ride_steps(state, seat):
    """4.4: how far another player who rides along travels."""
    return max(PACE - int(state.baggage[seat]), 1)


@compiled
def travel(params, state, card):
    """4.1"""
    seat = state.active
    vehicle = params.ticket[card]
    remove(state, seat, card)
    discard(state, card)
    walk(state, seat, travel_steps(state, seat, vehicle))
    state.ticket = vehicle
    ask_next_rider(params, state)


@compiled
def ride(params, state, card):
    """4.4"""
    seat = state.asked
    remove(state, seat, card)
    discard(state, card)
    walk(state, seat, ride_steps(state, seat))
    if params.bonus == Bonus.FIRST:
        end_riding(params, state)
    else:
        ask_next_rider(params, state)


@compiled
def ask_next_rider(params, state):
    """4.4: ask the next player in seat order who may ride along, if any."""
    for _ in range(params.players):
        state.asked = next_seat(params, state.asked)
        if state.asked == state.active:
            break
        if may_ride(params, state, state.asked):
            state.phase = RIDING
            return
    end_riding(params, state)


@compiled
def end_riding(params, state):
    state.ticket = NO_VEHICLE
    state.asked = state.active
    sell(params, state)


@compiled
def sell(params, state):
    """5.1: a player in the city must sell, if there is a card for the shop (6.3)."""
    if state.steps[state.active] == CITY and turn_over(state):
        state.phase = SHOPPING
    else:
        draw(params, state)


@compiled
def shop(params, state, card):
    """5.2, 5.3: the sale."""
    seat = state.active
    take(state, card)
    state.reveals += 1
    for kind in range(KINDS):
        least = params.shop[card, kind]
        if least > 0 and state.objects[seat, kind] >= least:
            state.points[seat] += 1
    discard_sold(params, state, seat)
    discard(state, card)
    state.steps[seat] = 0
    if params.ending == Ending.AT_ONCE and state.points[seat] >= params.target:  # 7.1
        state.phase = FINISHED
    else:
        draw(params, state)


@compiled
def draw(params, state):
    """6: draw up to five cards, while there are any."""
    if state.held[state.active] < HAND and turn_over(state):
        state.phase = DRAWING
    else:
        pass_turn(params, state)


@compiled
def card_comes(params, state, card):
    """2.1, 6.1: chance deals a card; 3.9: the first one drawn must carry face-down baggage, and everyone sees it."""
    seat = state.asked
    take(state, card)
    if state.phase == DEALING:
        insert(state, seat, card, 0)
        if state.held[seat] == HAND:
            state.asked = next_seat(params, seat)
            if state.asked == params.starter:
                state.phase = CALLING
                state.turn = 1
                state.busy = 0
    elif state.down[seat]:
        state.pending = card
        state.phase = LOADING
        state.reveals += 1
    else:
        insert(state, seat, card, state.turned)
        draw(params, state)


@compiled
def carry(params, state, card, side):
    """3.8: from hand; 3.9: the first card drawn."""
    if state.phase == LOADING:
        lay_carrier(params, state, state.asked, card, side)
        state.pending = NO_CARD
        draw(params, state)
    else:
        remove(state, state.asked, card)
        lay_carrier(params, state, state.asked, card, side)
        state.phase = CALLING
        state.asked = state.active


@compiled
def pass_turn(params, state):
    state.turn += 1
    state.active = next_seat(params, state.active)
    state.asked = state.active
    state.phase = CALLING
    if state.active == params.starter:  # a round is over
        state.idle_rounds = 0 if state.busy else state.idle_rounds + 1
        state.busy = 0
        if state.idle_rounds == STALLED_ROUNDS:  # 7.2
            state.phase = FINISHED
        for seat in range(params.players):  # 7.1: only `ending: round` gets here with the target reached
            if state.points[seat] >= params.target:
                state.phase = FINISHED
