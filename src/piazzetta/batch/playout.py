"""Whole games of random play inside a kernel, generic over games."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from piazzetta.games.base import Array, Game, apply, legal, mover, payoff, sample, setup
from piazzetta.kernel import CHANCE, OVER, RNG_DTYPE, RNG_SIZE, below, cores, random_stream, start_stream
from piazzetta.match.setting import Setting


def playout(params, state, rng, choice, seats, actions):
    """Play one game from the start; returns the number of moves, and how many of them were decisions.

    The moves go into ``seats`` and ``actions``, as far as there is room.
    """
    setup(params, state)
    moves = 0
    decisions = 0
    room = len(actions)
    while True:
        seat = mover(params, state)
        if seat == OVER:
            return moves, decisions
        if seat == CHANCE:
            action = sample(params, state, rng)
        else:
            count = legal(params, state, choice)
            action = choice[below(rng, count)]
            decisions += 1
        if moves < room:
            seats[moves] = seat
            actions[moves] = action
        moves += 1
        apply(params, state, action)


def playouts(params, state, rng, seed, first, choice, nothing, out, moves, decisions):
    """Play games number ``first``, … of a seed: writes points and winners into ``out``, lengths next to them."""
    for index in range(len(out)):
        start_stream(rng, seed, first + index, 0)
        moves[index], decisions[index] = playout(params[0], state[0], rng, choice, nothing, nothing)
        payoff(params[0], state[0], out[index])


@lru_cache
def playout_of(game: Game) -> Any:
    return game.bind(playout)


@lru_cache
def playouts_of(game: Game) -> Any:
    return game.bind(playouts, playout=playout_of(game))


def _room(setting: Setting) -> tuple[Array, Array, Array]:
    """A state, a generator, and working space for choices."""
    return setting.states(1), np.zeros(RNG_SIZE, RNG_DTYPE), np.zeros(setting.game.most_legal, np.int32)


@dataclass
class Playouts:
    """The results of many games, one row per game."""

    points: Array
    won: Array
    moves: Array
    decisions: Array


def random_games(setting: Setting, games: int, seed: int = 0, first: int = 0, threads: int | None = None) -> Playouts:
    """Play games of random moves on all cores. Game number i of a seed is the same wherever it is played."""
    kernel = playouts_of(setting.game)
    key = int(random_stream(seed)[0])
    out = np.zeros((games, 2 * setting.players), np.int16)
    moves = np.zeros(games, np.int32)
    decisions = np.zeros(games, np.int32)
    threads = max(1, min(threads or cores(), games))
    parts = min(8 * threads, games)  # more shares than cores, so that all finish together
    nothing = np.zeros(0, np.int32)

    def part(number: int) -> None:
        low, high = games * number // parts, games * (number + 1) // parts
        state, rng, choice = _room(setting)
        rows = slice(low, high)
        written = out[rows], moves[rows], decisions[rows]
        kernel(setting.params, state, rng, key, first + low, choice, nothing, *written)

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(part, range(parts)))
    return Playouts(out[:, : setting.players], out[:, setting.players :], moves, decisions)


def random_game(setting: Setting, seed: int, number: int) -> list[tuple[int, int]]:
    """The moves of game ``number`` of a seed, as ``random_games`` plays it: pairs of seat (−1: chance) and action."""
    kernel = playout_of(setting.game)
    key = int(random_stream(seed)[0])
    state, rng, choice = _room(setting)
    room = 1024
    while True:
        start_stream(rng, key, number, 0)
        seats = np.zeros(room, np.int32)
        actions = np.zeros(room, np.int32)
        moves, _ = kernel(setting.params[0], state[0], rng, choice, seats, actions)
        if moves <= room:
            return list(zip(seats[:moves].tolist(), actions[:moves].tolist(), strict=True))
        room = moves
