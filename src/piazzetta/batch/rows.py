"""One row of a batch as kernels, generic over games: the same code steps a game on the processor and on a GPU.

Arrays have a game a row. What a row needs to work with (``choice``, ``out``) is handed in.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from piazzetta.games.base import Game, apply, legal, mover, observe, payoff, sample, setup, why_not
from piazzetta.kernel import CHANCE, OVER, below, start_stream

# What is observed at each step.
NOTHING, MOVER, ALL = 0, 1, 2


def deal(params, state, rng):
    """Let chance bring what it must, until a seat decides or the game is over; whose move it is then."""
    who = mover(params, state)
    while who == CHANCE:
        apply(params, state, sample(params, state, rng))
        who = mover(params, state)
    return who


def reward_row(params, state, who, by_points, out, reward):
    """What each seat gets for the step: the change of its points, or at the end its share of the win.

    ``reward`` comes in with the points before the step. The shares add up to 0: a sole winner gets 1, the others
    −1 / (players − 1) each.
    """
    players = int(params.players)
    if by_points:
        payoff(params, state, out)
        for seat in range(players):
            reward[seat] = out[seat] - reward[seat]
        return
    if who != OVER:
        for seat in range(players):
            reward[seat] = 0.0
        return
    payoff(params, state, out)
    winners = 0
    for seat in range(players):
        winners += int(out[players + seat])
    for seat in range(players):
        share = out[players + seat] / winners
        reward[seat] = (players * share - 1.0) / (players - 1.0)


def show_row(params, state, who, watch, choice, mask, observation):
    """Write the mover's legal actions as a mask, and what the mover or all seats may know."""
    for action in range(len(mask)):
        mask[action] = 0
    if who >= 0:
        count = legal(params, state, choice)
        for index in range(count):
            mask[choice[index]] = 1
    if watch == MOVER:
        observe(params, state, max(who, 0), observation)
    elif watch == ALL:
        size = len(observation) // int(params.players)
        for seat in range(int(params.players)):
            observe(params, state, seat, observation[seat * size : (seat + 1) * size])


def begin_row(params, state, rng):
    setup(params, state)
    return deal(params, state, rng)


def begin_game(params, m, i, seed, options, choice):
    """Start the game of row ``i``. Its chance is a function of the seed and the row alone."""
    start_stream(m.rng[i], seed, i, 0)
    who = begin_row(params, m.states[i], m.rng[i])
    m.mover[i] = who
    m.count[i] = 0
    m.length[i] = 0
    m.finished[i] = False
    m.refused[i] = 0
    for seat in range(int(params.players)):
        m.reward[i, seat] = 0.0
    show_row(params, m.states[i], who, options.watch, choice, m.mask[i], m.observation[i])


def check_game(params, m, i, action):
    """Write why row ``i`` refuses an action, 0 if it does not (a finished game takes any); 1 if it does."""
    reason = 0 if m.mover[i] < 0 else why_not(params, m.states[i], action)
    m.refused[i] = reason
    return int(reason != 0)


def step_game(params, m, i, action, options, choice, out):
    """Play one decision of row ``i`` and the chance after it; a finished game is restarted if that is wanted.

    Where illegal actions are counted, a row that refuses its action stays as it is.
    """
    state = m.states[i]
    reward = m.reward[i]
    who = int(m.mover[i])
    m.finished[i] = False
    illegal = options.count_illegal and who >= 0 and why_not(params, state, action) != 0
    if who < 0 or illegal:
        m.refused[i] += int(illegal)
        for seat in range(int(params.players)):
            reward[seat] = 0.0
        return
    if options.by_points:
        payoff(params, state, out)
        for seat in range(int(params.players)):
            reward[seat] = out[seat]
    apply(params, state, action)
    who = deal(params, state, m.rng[i])
    reward_row(params, state, who, options.by_points, out, reward)
    m.count[i] += 1
    m.length[i] = m.count[i]
    if who < 0:
        m.finished[i] = True
        if options.restart:
            m.count[i] = 0
            who = begin_row(params, state, m.rng[i])
    m.mover[i] = who
    show_row(params, state, who, options.watch, choice, m.mask[i], m.observation[i])


def random_row(mask, rng):
    """An action of the mask, each equally likely; 0 if there is none."""
    count = 0
    for action in range(len(mask)):
        count += int(mask[action])
    if count == 0:
        return 0
    rest = below(rng, count)
    for action in range(len(mask)):
        rest -= int(mask[action])
        if rest < 0:
            return action
    return 0


class Rows(NamedTuple):
    """The kernels above that loops over rows call, compiled for one game."""

    begin_game: Any
    check_game: Any
    step_game: Any
    random_row: Any


@lru_cache
def rows_of(game: Game) -> Rows:
    parts = {"deal": game.bind(deal), "reward_row": game.bind(reward_row), "show_row": game.bind(show_row)}
    parts["begin_row"] = game.bind(begin_row, deal=parts["deal"])
    return Rows(*(game.bind(row, **parts) for row in (begin_game, check_game, step_game, random_row)))
