"""The rules of Acorns, as kernels: they allocate nothing, raise nothing and touch no Python object."""

from __future__ import annotations

from acorns.state import ACTIONS
from piazzetta.kernel import OVER, compiled

ALLOWED, NO_SUCH_MOVE, GAME_OVER, TOO_MANY, NOT_SO_MANY_LEFT = range(5)


@compiled
def setup(params, state):
    state.turn = 0
    state.left = params.stones
    for seat in range(params.players):
        state.points[seat] = 0


@compiled
def mover(params, state):
    """3.1: in turn. Where chance draws next, return ``CHANCE``."""
    return OVER if state.left == 0 else (int(params.starter) + int(state.turn)) % int(params.players)


@compiled
def why_not(params, state, action):
    """Return 0 if an action (or an outcome) is allowed, else the number of the reason: ``words`` has its clause."""
    if action < 0 or action >= ACTIONS:
        return NO_SUCH_MOVE
    if state.left == 0:
        return GAME_OVER
    if action + 1 > params.most:
        return TOO_MANY
    return NOT_SO_MANY_LEFT if action + 1 > state.left else ALLOWED


@compiled
def legal(params, state, out):
    count = 0
    for action in range(ACTIONS):
        if why_not(params, state, action) == ALLOWED:
            out[count] = action
            count += 1
    return count


@compiled
def chances(params, state, out, weight):
    """Nothing is drawn. A game with draws lists the outcomes, which are actions after the decisions."""
    return 0


@compiled
def sample(params, state, rng):
    """Draw what ``pick`` over ``chances`` would, with ``below(rng, …)`` of ``piazzetta.kernel``."""
    return 0


@compiled
def apply(params, state, action):
    seat = mover(params, state)
    taken = action + 1
    state.left -= taken
    state.points[seat] += taken
    if state.left == 0:  # 4.1
        state.points[seat] += params.bonus
    state.turn += 1


@compiled
def payoff(params, state, out):
    """4.2: points, then for each seat whether it has won."""
    players = int(params.players)
    best = -1
    for seat in range(players):
        out[seat] = state.points[seat]
        best = max(best, int(out[seat]))
    for seat in range(players):
        out[players + seat] = 1 if state.left == 0 and out[seat] == best else 0


@compiled
def observe(params, state, seat, out):
    """What ``game.observation_parts`` lists, from the point of view of a seat."""
    players = int(params.players)
    out[0] = state.left
    out[1] = 1 if mover(params, state) == seat else 0
    for chair in range(players):
        out[2 + chair] = state.points[(seat + chair) % players]


@compiled
def determinize(params, state, seat, rng):
    """Nothing is secret. A game with secrets redraws here what the seat (−1: a spectator) cannot know."""


@compiled
def visible_to(params, state, action):
    """Everyone sees every move (−1); return a seat for an action that it alone sees."""
    return -1
