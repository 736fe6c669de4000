"""Whole games between equal players that hardly think, many games in one compiled call: for studies of rules.

A quick player draws its move from what the game's small network likes. In a game without a network it tries every legal
move on a position redrawn from what it may know, plays out chance and face-down bids, and picks the move with the best
chances according to the bots' evaluation.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from piazzetta.bots.knowledge import Judge, has_network, kernels_of, new_judge
from piazzetta.bots.network.kernels import prefer, share
from piazzetta.bots.search.nodes import worth_of
from piazzetta.bots.search.run import network_kernels, worth_kernel
from piazzetta.games.base import Array, Game, apply, determinize, legal, mover, payoff, sample, setup
from piazzetta.games.knowledge import veiled
from piazzetta.kernel import CHANCE, OVER, below, borrowed, cores, random_stream, start_stream
from piazzetta.match.match import MOST_MOVES
from piazzetta.match.setting import Setting

QUICK = "quick"
_FINE = 1 << 30  # steps of a random number between 0 and 1


def draw_move(params, states, who, count, looks, judge, dice, choice, inner, worth, values):
    """A move by the squares of the network's probabilities: slips are rare, and no two games are the same."""
    best, whole = prefer(params[0], states[0], who, judge.network, judge.seen, judge.lanes, choice, count)
    total = 0.0
    for index in range(count):
        liking = share(judge.lanes, index, best, whole)
        worth[index] = liking * liking
        total += worth[index]
    rest = total * below(dice, _FINE) / _FINE
    index = 0
    while index < count - 1 and rest >= worth[index]:
        rest -= worth[index]
        index += 1
    return int(choice[index])


def best_move(params, states, who, count, looks, judge, dice, choice, inner, worth, values):
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
            worth_of(params[0], state, whose, judge, values)
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


def choose(params, states, who, count, looks, judge, dice, choice, inner, worth, values):
    """A stand-in for one of them."""
    raise NotImplementedError


def quick_game(params, states, looks, judge, chance, dice, choice, inner, worth, values, asked, log, points):
    """Play a game from its start; returns the number of moves, including chance.

    ``asked`` counts, for each seat, the decisions in which it had a choice. As far as there is room, the moves go into
    ``log``, and everyone's points after each (and who has won) into ``points``.
    """
    setup(params[0], states[0])
    for index in range(MOST_MOVES):
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
                action = choose(params, states, who, count, looks, judge, dice, choice, inner, worth, values)
        apply(params[0], states[0], action)
        if index < len(log):
            log[index] = action
            payoff(params[0], states[0], points[index])
    return MOST_MOVES


def quick_games(
    params,
    states,
    looks,
    judge,
    chance,
    dice,
    choice,
    inner,
    worth,
    values,
    asked,
    log,
    points,
    seeds,
    first,
    ends,
    turns,
):
    """Play games number ``first``, … of two seeds, for chance and for the players.

    The final points and who has won go into ``ends``, the number of turns into ``turns``.
    """
    network, seen, lanes = borrowed((judge.network, judge.seen, judge.lanes))
    judge = Judge(judge.weights, judge.scratch, network, seen, lanes)
    chance, dice, choice, inner, worth, values = borrowed((chance, dice, choice, inner, worth, values))
    for index in range(len(ends)):
        start_stream(chance, seeds[0], first + index, 0)
        start_stream(dice, seeds[1], first + index, 0)
        quick_game(params, states, looks, judge, chance, dice, choice, inner, worth, values, asked, log, points)
        payoff(params[0], states[0], ends[index])
        turns[index] = states[0].turn


class QuickGame(NamedTuple):
    """A game that quick players have played."""

    log: Array  # action numbers, including chance
    points: Array  # of each seat after each of them
    winners: list[int]
    decisions: list[int]  # of each seat, where it had a choice
    turns: int


class QuickResults(NamedTuple):
    """How games of quick players ended, one per row."""

    points: Array  # of each seat
    won: Array  # 1 for winners
    turns: Array
    decisions: int  # of all seats in all games, where they had a choice

    @property
    def shares(self) -> Array:
        """Each seat's share of the win."""
        shares: Array = self.won / self.won.sum(axis=1, keepdims=True)
        return shares


class _Room:
    """The working space of a kernel, in the order it takes it, with room for the moves of a game or without."""

    def __init__(self, setting: Setting, moves: int = 0) -> None:
        game, players = setting.game, setting.players
        self.states = setting.states(3)
        self.given = setting.params, self.states, game.knowledge().looks, new_judge(setting)
        self.asked = np.zeros(players, np.int32)
        self.log = np.zeros(moves, np.int32)
        self.points = np.zeros((moves, 2 * players), np.int16)
        choices = np.zeros(game.most_legal, np.int32), np.zeros(game.most_legal, np.int32)
        self.work = *choices, np.zeros(game.most_legal), np.zeros(2 * players), self.asked, self.log, self.points


@lru_cache
def _quick_of(game: Game) -> Any:
    if has_network(game):
        one = game.bind(draw_move, **network_kernels(game))
    else:
        one = game.bind(best_move, **kernels_of(game), worth_of=worth_kernel(game, features=True))
    return game.bind(quick_game, choose=one)


@lru_cache
def _quicks_of(game: Game) -> Any:
    return game.bind(quick_games, quick_game=_quick_of(game))


def play_quick(setting: Setting, seed: int, block: int, own_seed: int) -> QuickGame:
    """Play a game. Chance is the same as from a ``SeededDealer`` with this seed and block."""
    room = _Room(setting, MOST_MOVES)
    streams = random_stream(seed, block), random_stream(own_seed, block)
    count = int(_quick_of(setting.game)(*room.given, *streams, *room.work))
    winners = room.points[count - 1, setting.players :].nonzero()[0].tolist()
    points = room.points[:count, : setting.players]
    return QuickGame(room.log[:count], points, winners, room.asked.tolist(), int(room.states["turn"][0]))


def quick_results(setting: Setting, games: int, seed: int, own_seed: int, threads: int | None = None) -> QuickResults:
    """Play games on all cores. Game *i* is that of ``play_quick`` with block *i*, whatever the number of threads."""
    kernel = _quicks_of(setting.game)
    seeds = np.array([random_stream(one)[0] for one in (seed, own_seed)], np.int64)
    ends = np.zeros((games, 2 * setting.players), np.int16)
    turns = np.zeros(games, np.int32)
    threads = max(1, min(threads or cores(), games))
    parts = min(8 * threads, games)  # more shares than cores, so that all finish together

    def part(number: int) -> int:
        low, high = games * number // parts, games * (number + 1) // parts
        room = _Room(setting)
        streams = random_stream(0), random_stream(0)
        kernel(*room.given, *streams, *room.work, seeds, low, ends[low:high], turns[low:high])
        return int(room.asked.sum())

    with ThreadPoolExecutor(threads) as pool:
        decisions = sum(pool.map(part, range(parts)))
    return QuickResults(ends[:, : setting.players], ends[:, setting.players :], turns, decisions)
