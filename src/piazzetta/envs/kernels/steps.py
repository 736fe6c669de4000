"""One game, step by step, as kernels generic over games: what the environments call for each of their steps.

``states`` holds one position. No kernel in this folder calls one in another of its files: Numba checks only a kernel's
own file for changes, and the folder of compiled kernels is named after the sources of everything else.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from piazzetta.batch.rows import deal, reward_row
from piazzetta.bots.position import determinize_one
from piazzetta.games.base import Game, apply, chances, legal, mover, observe, payoff, setup, visible_to, why_not
from piazzetta.match.steps import begin


def attempt(params, states, action, out):
    """Play an action if it is allowed, and write the legal actions after it.

    Returns the reason's number if it is not allowed, who sees the action, the next mover, and how many actions are
    legal.
    """
    reason = why_not(params[0], states[0], action)
    seen_by = visible_to(params[0], states[0], action)
    if reason == 0:
        apply(params[0], states[0], action)
    return reason, seen_by, mover(params[0], states[0]), list_legal(params, states, out)


def start(params, states, rng):
    """Begin a game and deal chance; returns whose move it is then."""
    setup(params[0], states[0])
    return deal(params[0], states[0], rng)


def play(params, states, rng, action):
    """Play an action if it is allowed, and the chance after it; returns the reason's number if not, and the mover."""
    reason = why_not(params[0], states[0], action)
    if reason != 0:
        return reason, mover(params[0], states[0])
    apply(params[0], states[0], action)
    return reason, deal(params[0], states[0], rng)


def list_legal(params, states, out):
    """Write the legal actions in ascending order; returns their number."""
    count = legal(params[0], states[0], out)
    for i in range(1, count):
        action = out[i]
        j = i
        while j > 0 and out[j - 1] > action:
            out[j] = out[j - 1]
            j -= 1
        out[j] = action
    return count


def list_chances(params, states, first, out, weight):
    """Write the chance outcomes in ascending order, numbered from ``first``, and their weights.

    Returns their number and the total weight.
    """
    count = chances(params[0], states[0], out, weight)
    total = 0
    for i in range(count):
        total += int(weight[i])
        action = out[i] - first
        heavy = weight[i]
        j = i
        while j > 0 and out[j - 1] > action:
            out[j] = out[j - 1]
            weight[j] = weight[j - 1]
            j -= 1
        out[j] = action
        weight[j] = heavy
    return count, total


def show(params, states, seat, choice, mask, observation):
    """Write what a seat may know, and a mask of its legal actions (empty if it is not the mover)."""
    mask[:] = 0
    if mover(params[0], states[0]) == seat:
        count = legal(params[0], states[0], choice)
        for i in range(count):
            mask[choice[i]] = 1
    observe(params[0], states[0], seat, observation)


def look(params, states, seat, out):
    observe(params[0], states[0], seat, out)


def result(params, states, out, shares):
    """Write the points and who has won; and, if the game is over, each seat's share of the win."""
    payoff(params[0], states[0], out)
    reward_row(params[0], states[0], mover(params[0], states[0]), 0, out, shares)


class Steps(NamedTuple):
    """The kernels above, compiled for one game."""

    begin: Any
    attempt: Any
    start: Any
    play: Any
    list_legal: Any
    list_chances: Any
    show: Any
    look: Any
    result: Any
    determinize: Any


@lru_cache
def steps_of(game: Game) -> Steps:
    rows = {part.__name__: game.bind(part) for part in (deal, reward_row, list_legal)}
    functions = (begin, attempt, start, play, list_legal, list_chances, show, look, result, determinize_one)
    return Steps(*(game.bind(function, **rows) for function in functions))
