"""The levels, by name: ``bot("hard")``."""

from __future__ import annotations

import zlib
from functools import lru_cache
from typing import Any, Protocol

import numpy as np

from piazzetta.bots.position import Position
from piazzetta.games.base import BadInput, Game, apply, legal, payoff
from piazzetta.kernel import RNG_DTYPE, below, random_stream

LEVELS = ("random", "easy", "medium", "hard", "expert")


class Bot(Protocol):
    """Anything that can take a seat."""

    name: str

    def choose(self, position: Position) -> int:
        """A legal action of the position's seat."""


def bot(level: str, seed: int = 0, threads: int = 1) -> Bot:
    """The bot of a level. The same seed makes the same choice in the same position.

    >>> from piazzetta.bots import bot
    >>> bot("easy", seed=1).name
    'easy'
    """
    if level not in LEVELS:
        raise BadInput(f"there is no bot {level!r}; there is {', '.join(LEVELS)}")
    if level == "random":
        return RandomBot(seed)
    return GreedyBot(level, seed)


def stream_of(position: Position, seed: int) -> np.ndarray[Any, np.dtype[np.int64]]:
    """A generator that depends on the seed and on what the position's seat knows, and on nothing else."""
    known = Position.imagined(position.setting, position.seat, position.state)
    return random_stream(seed, zlib.crc32(known.state.tobytes()))


class RandomBot:
    """Any legal move, each equally likely."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed

    def choose(self, position: Position) -> int:
        actions = position.legal()
        return actions[int(below(stream_of(position, self._seed), len(actions)))]


def most_points(tables, states, seat, rng, choice, out):
    """The move after which ``seat`` is furthest ahead of the others together; any of them if several are."""
    count = legal(tables[0], states[0], choice)
    best = -(1 << 30)
    chosen = choice[0]
    for index in range(count):
        states[1] = states[0]
        apply(tables[0], states[1], choice[index])
        payoff(tables[0], states[1], out)
        lead = 0
        for other in range(tables[0].players):
            lead += 4 * out[other] if other == seat else -out[other]
        lead = 64 * lead + below(rng, 64)
        if lead > best:
            best = lead
            chosen = choice[index]
    return chosen


@lru_cache
def _most_points_of(game: Game) -> Any:
    return game.bind(most_points)


class GreedyBot:
    """Takes the points it sees."""

    def __init__(self, name: str, seed: int = 0) -> None:
        self.name = name
        self._seed = seed

    def choose(self, position: Position) -> int:
        setting = position.setting
        states = setting.states(2)
        states[0] = position.state[0]
        choice = np.zeros(setting.game.most_legal, np.int32)
        out = np.zeros(2 * setting.players, np.int16)
        rng = stream_of(position, self._seed).astype(RNG_DTYPE)
        return int(_most_points_of(setting.game)(setting.tables, states, position.seat, rng, choice, out))
