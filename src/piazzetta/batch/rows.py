"""One row of a batch as kernels, generic over games: the same code steps a game on the CPU and on a GPU.

Arrays have one game per row. The caller passes in the working space (``choice``, ``out``).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from piazzetta.games.base import Game, apply, legal, mover, observe, payoff, sample, setup, why_not
from piazzetta.games.encoding import Encoding
from piazzetta.kernel import CHANCE, OVER, below, compiled, rebound, start_stream

# What is observed at each step.
NOTHING, MOVER, ALL = 0, 1, 2


def same_number(params, state, number):
    """Return a choice's action: without an encoding, both have the same number."""
    return number


# Stand-ins: a game's own ``observe`` and numbering, or those of its encoding.
show = observe
slot_of = action_of = same_number


def deal(params, state, rng):
    """Deal chance outcomes until a seat decides or the game is over; returns whose move it is then."""
    who = mover(params, state)
    while who == CHANCE:
        apply(params, state, sample(params, state, rng))
        who = mover(params, state)
    return who


def reward_row(params, state, who, by_points, out, reward):
    """Each seat's reward for the step: the change of its points, or at the end its share of the win.

    On input, ``reward`` holds the points before the step. The shares add up to 0: a sole winner gets 1, the others −1 /
    (players − 1) each.
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


def show_row(params, state, who, options, choice, mask, observation):
    """Write the mover's legal actions as a mask, and the observation of the mover or of all seats."""
    for action in range(len(mask)):
        mask[action] = 0
    if who >= 0:
        count = legal(params, state, choice)
        for index in range(count):
            mask[slot_of(params, state, choice[index])] = 1
    if options.watch == MOVER:
        show(params, state, max(who, 0), observation)
    elif options.watch == ALL:
        size = len(observation) // options.watchers
        for seat in range(int(params.players)):
            show(params, state, seat, observation[seat * size : (seat + 1) * size])


def begin_row(params, state, rng):
    setup(params, state)
    return deal(params, state, rng)


def begin_game(params, m, i, seed, options, choice):
    """Start the game of row ``i``. Its chance depends only on the seed and the row."""
    start_stream(m.rng[i], seed, i, 0)
    who = begin_row(params, m.states[i], m.rng[i])
    m.mover[i] = who
    m.count[i] = 0
    m.length[i] = 0
    m.finished[i] = False
    m.refused[i] = 0
    for seat in range(len(m.reward[i])):
        m.reward[i, seat] = 0.0
    show_row(params, m.states[i], who, options, choice, m.mask[i], m.observation[i])


def check_game(params, m, i, action):
    """Write why row ``i`` refuses an action, 0 if it does not (a finished game accepts any); returns 1 if it does."""
    state = m.states[i]
    reason = 0 if m.mover[i] < 0 else why_not(params, state, action_of(params, state, action))
    m.refused[i] = reason
    return int(reason != 0)


def step_game(params, state, m, i, action, options, choice, out):
    """Play one decision of row ``i`` and the chance after it; restarts a finished game if that option is set.

    ``state`` is the row's own, or a copy of it closer at hand. If illegal actions are counted, a row that refuses its
    action stays unchanged.
    """
    reward = m.reward[i]
    who = int(m.mover[i])
    m.finished[i] = False
    if who >= 0:
        action = action_of(params, state, action)
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
    show_row(params, state, who, options, choice, m.mask[i], m.observation[i])


def random_row(mask, rng):
    """A random action of the mask, all equally likely; 0 if there is none."""
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
def parts_of(game: Game, encoding: Encoding | None) -> dict[str, Any]:
    """The replacements for the stand-ins, besides the game's own functions."""
    if encoding is None:
        return {"show": game.kernels.observe, "slot_of": compiled(same_number), "action_of": compiled(same_number)}
    return {"show": encoding.encode, "slot_of": encoding.slot_of, "action_of": encoding.action_of}


def bound(function: Any, game: Game, encoding: Encoding | None, **parts: Any) -> Any:
    """A kernel with a game's own functions, and an encoding's, in place of the stand-ins."""
    # two forms of one function need different names, because compiled kernels are cached by name
    name = game.name if encoding is None else f"{game.name}_encoded"
    return rebound(function, name, **game.kernels._asdict(), **parts_of(game, encoding), **parts)


@lru_cache
def rows_of(game: Game, encoding: Encoding | None = None, compiler: Any = compiled) -> Rows:
    def kernel(function: Any, **parts: Any) -> Any:
        return compiled(bound(function, game, encoding, **parts))

    parts = {"deal": kernel(deal), "reward_row": kernel(reward_row), "show_row": kernel(show_row)}
    parts["begin_row"] = kernel(begin_row, deal=parts["deal"])
    every = (begin_game, check_game, step_game, random_row)
    return Rows(*(compiler(bound(row, game, encoding, **parts)) for row in every))
