"""The rules of Il Commercio Viaggiatore as kernels. Comments name the clauses they implement."""

from __future__ import annotations

from piazzetta.games.viaggiatore.rules.allowed import ALLOWED, why_not_bluff, why_not_ride, why_not_side, why_not_travel
from piazzetta.games.viaggiatore.rules.turn import (
    ask_next_rider,
    bid,
    card_comes,
    carry,
    end_auctions,
    ride,
    sell,
    shop,
    travel,
)
from piazzetta.games.viaggiatore.state import (
    AUCTION,
    BID,
    BIDDING,
    BLUFF,
    BLUFFED,
    CALLING,
    CARD,
    CARDS,
    CARRY,
    CARRYING,
    CLOSE,
    DEALING,
    DRAWING,
    FINISHED,
    LOADING,
    MOST_PLAYERS,
    NO_BID,
    NO_CARD,
    NO_CARRIER,
    NO_VEHICLE,
    RIDE,
    RIDING,
    SHOP,
    SHOPPING,
    STAY,
    TRAVEL,
    TRAVELLING,
    WAIT,
)
from piazzetta.kernel import CHANCE, OVER, below, compiled


@compiled
def setup(params, state):
    """2: the first position, before the cards are dealt."""
    state.turn = 0
    state.reveals = 0
    state.head = 0
    state.deck = params.cards
    state.pile = 0
    for card in range(CARDS):
        state.ring[card] = card if card < params.cards else NO_CARD
    state.hand[:, :] = NO_CARD
    state.seen[:, :] = 0
    state.held[:] = 0
    state.bid[:] = NO_BID
    state.lot_card[:] = NO_CARD
    state.lot_carrier[:] = NO_CARRIER
    state.lot_owner[:] = 0
    state.baggage[:] = 0
    state.down[:] = 0
    state.carriers[:, :] = 0
    state.objects[:, :] = 0
    state.latest[:] = NO_VEHICLE
    state.steps[:] = 0
    for seat in range(MOST_PLAYERS):
        state.points[seat] = params.head_start[seat]  # 2.2
    state.lots = 0
    state.turned = 0
    state.pending = NO_CARD
    state.ticket = NO_VEHICLE
    state.phase = DEALING
    state.active = params.starter  # 2.1: whoever shuffled begins
    state.asked = params.starter
    state.busy = 0
    state.idle_rounds = 0


@compiled
def mover(params, state):
    if state.phase == FINISHED:
        return OVER
    if state.phase == DRAWING or state.phase == SHOPPING or state.phase == DEALING:
        return CHANCE
    return int(state.asked)


@compiled
def legal(params, state, out):
    n = 0
    phase = state.phase
    seat = state.asked
    if phase == BIDDING:
        for slot in range(state.held[seat]):
            out[n] = BID + int(state.hand[seat, slot])
            n += 1
        out[n] = BLUFF
        n += int(why_not_bluff(params, state, seat) == ALLOWED)
    elif phase == CALLING:
        out[0] = AUCTION
        out[1] = CLOSE
        n = 2
    elif phase == CARRYING:
        for slot in range(state.held[seat]):
            card = int(state.hand[seat, slot])
            for side in range(2):
                out[n] = CARRY + 2 * card + side
                n += int(why_not_side(params, card, side) == ALLOWED)
    elif phase == TRAVELLING:
        for slot in range(state.held[seat]):
            card = int(state.hand[seat, slot])
            if why_not_travel(params, state, card) == ALLOWED:
                out[n] = TRAVEL + card
                n += 1
        out[n] = STAY
        n += 1
    elif phase == RIDING:
        for slot in range(state.held[seat]):
            card = int(state.hand[seat, slot])
            if why_not_ride(params, state, card) == ALLOWED:
                out[n] = RIDE + card
                n += 1
        out[n] = WAIT
        n += 1
    elif phase == LOADING:
        for side in range(2):
            out[n] = CARRY + 2 * int(state.pending) + side
            n += int(why_not_side(params, state.pending, side) == ALLOWED)
    return n


@compiled
def chances(params, state, out, weight):
    phase = state.phase
    if phase != DRAWING and phase != SHOPPING and phase != DEALING:
        return 0
    first = SHOP if phase == SHOPPING else CARD
    head = int(state.head) & 127  # no change in value, but tells the compiler that no index is negative
    if state.turned:  # 6.2: everyone knows which card comes
        out[0] = first + int(state.ring[head])
        weight[0] = 1
        return 1
    count = int(state.deck)
    for i in range(count):  # until the pile is first turned over, the deck ends where the ring does
        out[i] = first + int(state.ring[head + i])
        weight[i] = 1
    return count


@compiled
def sample(params, state, rng):
    first = SHOP if state.phase == SHOPPING else CARD
    head = int(state.head) & 127
    chosen = below(rng, 1 if state.turned else int(state.deck))
    return first + int(state.ring[head + chosen])


@compiled
def apply(params, state, action):
    if action >= SHOP:
        shop(params, state, action - SHOP)
    elif action >= CARD:
        card_comes(params, state, action - CARD)
    elif action >= RIDE:
        ride(params, state, action - RIDE)
    elif action >= TRAVEL:
        travel(params, state, action - TRAVEL)
    elif action >= CARRY:
        number = action - CARRY
        carry(params, state, number >> 1, number & 1)
    elif action >= BID:
        bid(params, state, action - BID)
    elif action == BLUFF:
        bid(params, state, BLUFFED)
    elif action == AUCTION:
        state.phase = BIDDING
    elif action == CLOSE:
        end_auctions(params, state)
    elif action == STAY:
        sell(params, state)
    else:
        ask_next_rider(params, state)


@compiled
def payoff(params, state, out):
    """7: the points; whoever has the most wins, and ties share the win."""
    best = state.points[0]
    for seat in range(1, params.players):
        best = max(best, state.points[seat])
    for seat in range(params.players):
        out[seat] = state.points[seat]
        won = state.phase == FINISHED and state.points[seat] == best
        out[params.players + seat] = 1 if won else 0
