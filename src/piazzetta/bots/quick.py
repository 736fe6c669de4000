"""Whole games between equal players that hardly think, each game in one compiled call: for studies of rules.

A quick player draws its move from what the game's small network likes. In a game without a network it tries every legal
move on a position redrawn from what it may know, plays out chance and face-down bids, and picks the move with the best
chances according to the bots' evaluation.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from piazzetta.bots.knowledge import has_network, kernels_of, new_evaluator
from piazzetta.bots.network.kernels import draw_move, forget
from piazzetta.bots.policy import POWER
from piazzetta.bots.search.nodes import worth_of
from piazzetta.bots.search.run import network_kernels, worth_kernel
from piazzetta.games.base import Array, Game, apply, determinize, legal, mover, payoff, sample, setup
from piazzetta.games.knowledge import veiled
from piazzetta.kernel import CHANCE, OVER, below, inlined, random_stream
from piazzetta.match.match import MOST_MOVES
from piazzetta.match.setting import Setting

QUICK = "quick"


def liked_move(params, states, who, count, looks, evaluator, dice, choice, inner, worth, values):
    """A move that the network likes, drawn as in ``policy.py``."""
    net, seen, lanes = evaluator.network, evaluator.seen, evaluator.lanes
    forget(seen)
    action, _ = draw_move(params[0], states[0], who, net, seen, lanes, choice, count, POWER, 0.0, dice)
    return action


def best_move(params, states, who, count, looks, evaluator, dice, choice, inner, worth, values):
    """The most promising move for ``who``; position 0 is the true one, 1 and 2 are working space."""
    for index in range(count):
        worth[index] = 0.0
    for _ in range(looks):
        states[1] = states[0]
        determinize(params[0], states[1], who, dice)
        for index in range(count):
            states[2] = states[1]
            state = states[2]
            apply(params[0], state, int(choice[index]))
            whose = mover(params[0], state)
            while whose == CHANCE or (whose != who and whose != OVER and veiled(params[0], state)):
                if whose == CHANCE:
                    apply(params[0], state, sample(params[0], state, dice))
                else:
                    others = legal(params[0], state, inner)
                    apply(params[0], state, int(inner[below(dice, others)]))
                whose = mover(params[0], state)
            worth_of(params[0], state, whose, evaluator, values)
            worth[index] += values[who]
    best = 0
    ties = 1
    for index in range(1, count):
        if worth[index] > worth[best]:
            best = index
            ties = 1
        elif worth[index] == worth[best]:
            ties += 1
            if below(dice, ties) == 0:
                best = index
    return int(choice[best])


def choose(params, states, who, count, looks, evaluator, dice, choice, inner, worth, values):
    """Stand in for ``liked_move`` or ``best_move``, one of which is bound in its place."""
    raise NotImplementedError


def quick_game(params, states, looks, evaluator, chance, dice, choice, inner, worth, values, log, points, asked):
    """Play a game from its start; returns the number of moves, including chance.

    The moves go into ``log``, everyone's points after each (and who has won) into ``points``; ``asked`` counts, for
    each seat, the decisions in which it had a choice.
    """
    setup(params[0], states[0])
    for index in range(len(log)):
        who = mover(params[0], states[0])
        if who == OVER:
            return index
        if who == CHANCE:
            action = sample(params[0], states[0], chance)
        else:
            count = legal(params[0], states[0], choice)
            action = int(choice[0])
            if count > 1:
                asked[who] += 1
                action = choose(params, states, who, count, looks, evaluator, dice, choice, inner, worth, values)
        log[index] = action
        apply(params[0], states[0], action)
        payoff(params[0], states[0], points[index])
    return len(log)


class QuickGame(NamedTuple):
    """A game that quick players have played."""

    log: Array  # action numbers, including chance
    points: Array  # of each seat after each of them
    winners: list[int]
    decisions: list[int]  # of each seat, where it had a choice
    turns: int


@lru_cache
def _quick_of(game: Game) -> Any:
    if has_network(game):
        one = game.bind(liked_move, inlined, draw_move=network_kernels(game)["draw_move"])
    else:
        one = game.bind(best_move, inlined, **kernels_of(game), worth_of=worth_kernel(game, features=True))
    return game.bind(quick_game, choose=one)


def play_quick(setting: Setting, seed: int, block: int, own_seed: int) -> QuickGame:
    """Play a game. Chance is the same as from a ``SeededDealer`` with this seed and block."""
    game, players = setting.game, setting.players
    log = np.zeros(MOST_MOVES, np.int32)
    points = np.zeros((MOST_MOVES, 2 * players), np.int16)
    asked = np.zeros(players, np.int32)
    states = setting.states(3)
    given = setting.params, states, game.knowledge().looks, new_evaluator(setting)
    draws = random_stream(seed, block), random_stream(own_seed, block)
    choices = np.zeros((2, game.most_legal), np.int32)
    room = *choices, np.zeros(game.most_legal), np.zeros(2 * players)
    count = int(_quick_of(game)(*given, *draws, *room, log, points, asked))
    winners = points[count - 1, players:].nonzero()[0].tolist()
    return QuickGame(log[:count], points[:count, :players], winners, asked.tolist(), int(states["turn"][0]))
