"""Scoring, as kernels: alleys when they are complete (8), at the end round the lord (9.3), and who has won (9.4)."""

from __future__ import annotations

from piazzetta.games.portobello.state import FINISHED, LORD, NOBODY, LordAlleys, Scoring
from piazzetta.kernel import compiled


@compiled
def client_factor(one, other):
    """8.2: servant + servant 1, servant + burgher 2, … lord + burgher 4; 9.3: the lord alone 2."""
    return one + other - 1


@compiled
def own_value(params, state, alley, seat):
    """The sum of the values of one's own spaces in an alley."""
    first = params.first[alley]
    total = 0
    for space in range(first, first + params.spaces[alley]):
        if state.owner[space] == seat + 1:
            total += params.value[space]
    return total


@compiled
def alley_points(params, state, alley, seat):
    """8.2: the sum of the values of one's own spaces × the factor of the two clients."""
    factor = client_factor(state.client[params.ends[alley, 0]], state.client[params.ends[alley, 1]])
    return own_value(params, state, alley, seat) * factor


@compiled
def score_alley(params, state, alley):
    for seat in range(params.players):
        state.score[seat] += alley_points(params, state, alley, seat)


@compiled
def complete(params, state, alley):
    """8.1: full of stalls, with a client on both squares. It is scored when this becomes true, so only once."""
    return (
        state.built[alley] == params.spaces[alley]
        and state.client[params.ends[alley, 0]] != NOBODY
        and state.client[params.ends[alley, 1]] != NOBODY
    )


@compiled
def settle(params, state, alley):
    """8.1: score an alley that a stall or a client may have completed, at once or at the end of the turn."""
    if complete(params, state, alley):
        if params.scoring == Scoring.AT_ONCE:
            score_alley(params, state, alley)
        else:
            state.due |= 1 << int(alley)


@compiled
def is_due(state, alley):
    """8.1: whether an alley is complete and will be scored at the end of the turn."""
    return (int(state.due) >> alley) & 1 == 1


@compiled
def due_points(params, state, seat):
    """What the alleys due at the end of the turn will score for a seat."""
    points = 0
    if state.due != 0:
        for alley in range(params.alleys):
            if is_due(state, alley):
                points += int(alley_points(params, state, alley, seat))
    return points


@compiled
def score_due(params, state):
    for seat in range(params.players):
        state.score[seat] += due_points(params, state, seat)
    state.due = 0


@compiled
def completed(params, before, after, out):
    """8.1: write the alleys that became complete between two positions; returns their number."""
    n = 0
    for alley in range(params.alleys):
        if complete(params, after, alley) and not complete(params, before, alley):
            out[n] = alley
            n += 1
    return n


@compiled
def lord_scores(params, state, alley):
    """9.3: whether the lord scoring counts this alley: it starts at his square and is not full."""
    here = state.client[params.ends[alley, 0]]
    there = state.client[params.ends[alley, 1]]
    return (
        (here == LORD or there == LORD)
        and (params.lord_alleys == LordAlleys.ALL or (here != NOBODY and there != NOBODY))
        and state.built[alley] < params.spaces[alley]
    )


@compiled
def score_lord(params, state):
    for alley in range(params.alleys):
        if lord_scores(params, state, alley):
            score_alley(params, state, alley)


@compiled
def payoff(params, state, out):
    """9.4: the points; whoever has the most has won, several together."""
    best = state.score[0]
    for seat in range(1, params.players):
        best = max(best, state.score[seat])
    for seat in range(params.players):
        out[seat] = state.score[seat]
        won = state.phase == FINISHED and state.score[seat] == best
        out[params.players + seat] = 1 if won else 0
