"""Steps through a game as kernels, generic over games: a single call from Python for a whole step or game."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from piazzetta.games.base import Game, apply, chances, legal, mover, payoff, setup, why_not


def begin(params, states):
    """Write the first position; returns whose move it is."""
    setup(params[0], states[0])
    return mover(params[0], states[0])


def try_move(params, states, at, action):
    """Write the position after ``action`` behind position ``at`` if it is allowed; else return the reason's number."""
    reason = why_not(params[0], states[at], action)
    if reason == 0:
        states[at + 1] = states[at]
        apply(params[0], states[at + 1], action)
    return reason


def spread(params, states, at, actions, out):
    """Write the position after each of some legal actions at position ``at``."""
    for index in range(len(actions)):
        out[index] = states[at]
        apply(params[0], out[index], actions[index])


def whose(params, states, at):
    return mover(params[0], states[at])


def list_legal(params, states, at, out):
    return legal(params[0], states[at], out)


def list_chances(params, states, at, out, weight):
    return chances(params[0], states[at], out, weight)


def result(params, states, out):
    """The points and winners of position 0."""
    payoff(params[0], states[0], out)


def replay(params, states, seats, actions):
    """Play a whole game in place from position 0; returns the index of the first illegal move, or the move count."""
    table = params[0]
    state = states[0]
    for index in range(len(actions)):
        if mover(table, state) != seats[index] or why_not(table, state, actions[index]) != 0:
            return index
        apply(table, state, actions[index])
    return len(actions)


def retrace(params, states, actions):
    """Write the position after each of a sequence of legal moves, behind position 0."""
    for index in range(len(actions)):
        states[index + 1] = states[index]
        apply(params[0], states[index + 1], actions[index])


class Steps(NamedTuple):
    """The kernels above, compiled for one game."""

    begin: Any
    try_move: Any
    spread: Any
    whose: Any
    list_legal: Any
    list_chances: Any
    result: Any
    replay: Any
    retrace: Any


@lru_cache
def steps_of(game: Game) -> Steps:
    every = (begin, try_move, spread, whose, list_legal, list_chances, result, replay, retrace)
    return Steps(*(game.bind(step) for step in every))
