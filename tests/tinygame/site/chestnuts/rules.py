"""The rules of Chestnuts, as kernels."""

from __future__ import annotations

from chestnuts.state import CARD, CARDS, DECISIONS, LEFT, PLAYERS, RIGHT, Ends
from piazzetta.kernel import CHANCE, OVER, below, compiled

ALLOWED, NO_SUCH_MOVE, GAME_OVER, CHANCE_FIRST, NOT_CHANCE, CARD_IS_DEALT, LEFT_ONLY = range(7)


@compiled
def setup(params, state):
    state.turn = 0
    state.left = 0
    state.right = 0
    state.spare = 0
    for seat in range(PLAYERS):
        state.points[seat] = 0
        state.card[seat] = 0


@compiled
def mover(params, state):
    if state.card[PLAYERS - 1] == 0:
        return CHANCE
    return OVER if state.turn == params.count else (int(params.starter) + int(state.turn)) % PLAYERS


@compiled
def why_not(params, state, action):
    if action < 0 or action >= CARD + CARDS:
        return NO_SUCH_MOVE
    who = mover(params, state)
    if who == OVER:
        return GAME_OVER
    if action >= CARD:
        if who != CHANCE:
            return NOT_CHANCE
        return CARD_IS_DEALT if state.card[0] == action - CARD + 1 else ALLOWED
    if who == CHANCE:
        return CHANCE_FIRST
    return LEFT_ONLY if action == RIGHT and params.ends == Ends.LEFT else ALLOWED


@compiled
def legal(params, state, out):
    count = 0
    for action in range(DECISIONS):
        if why_not(params, state, action) == ALLOWED:
            out[count] = action
            count += 1
    return count


@compiled
def chances(params, state, out, weight):
    count = 0
    for action in range(CARD, CARD + CARDS):
        if why_not(params, state, action) == ALLOWED:
            out[count] = action
            weight[count] = 1
            count += 1
    return count


@compiled
def sample(params, state, rng):
    """The same as ``pick`` over ``chances``."""
    if state.card[0] == 0:
        return CARD + below(rng, CARDS)
    card = below(rng, CARDS - 1) + 1
    return CARD - 1 + (card if card < state.card[0] else card + 1)


@compiled
def apply(params, state, action):
    if action >= CARD:
        state.card[0 if state.card[0] == 0 else 1] = action - CARD + 1
        return
    seat = mover(params, state)
    if action == LEFT:
        state.points[seat] += params.baskets[state.left]
        state.left += 1
    else:
        state.right += 1
        state.points[seat] += params.baskets[params.count - state.right]
    state.turn += 1


@compiled
def payoff(params, state, out):
    over = state.turn == params.count
    best = -1
    for seat in range(PLAYERS):
        out[seat] = state.points[seat] + (params.bonus * state.card[seat] if over else 0)
        best = max(best, int(out[seat]))
    for seat in range(PLAYERS):
        out[PLAYERS + seat] = 1 if over and out[seat] == best else 0


@compiled
def observe(params, state, seat, out):
    other = 1 - seat
    out[0] = state.card[seat]
    out[1] = state.points[seat]
    out[2] = state.points[other]
    out[3] = 1 if mover(params, state) == seat else 0
    for place in range(len(out) - 4):
        there = state.left <= place < params.count - state.right
        out[4 + place] = params.baskets[place] if there else 0


@compiled
def determinize(params, state, seat, rng):
    """The opponent's card is any but one's own."""
    other = 1 - seat
    if state.card[other] != 0 and state.turn < params.count:
        card = below(rng, CARDS - 1) + 1
        state.card[other] = card if card < state.card[seat] else card + 1


@compiled
def visible_to(params, state, action):
    """2.1: only the player who gets a card sees it."""
    if action < CARD:
        return -1
    return 0 if state.card[0] == 0 else 1
