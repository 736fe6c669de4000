"""Bots by name: a level, ``judge`` (a game's small network without search), or the file of a trained network.

Networks and ``judge`` play as in studies and in the workshop's fairness check: without search, every move drawn by the
square of what the network likes.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol, runtime_checkable

import numpy as np

from piazzetta.bots.knowledge import has_network
from piazzetta.bots.levels import LEVELS, Bot, Level
from piazzetta.bots.levels import bot as level_bot
from piazzetta.bots.network.layout import layout_of
from piazzetta.bots.policy import POWER, STRONGEST, check_network
from piazzetta.bots.position import Position
from piazzetta.bots.searcher import Searcher
from piazzetta.errors import BadInput
from piazzetta.extras import install_command
from piazzetta.games.base import Game
from piazzetta.games.knowledge import Budget, search_seconds
from piazzetta.games.listing import load
from piazzetta.games.registry import find_game, names

JUDGE = STRONGEST.name
SMALL, LARGE = ".bin", ".pt"  # the files that ``piazzetta train`` writes: of small networks, and of large ones
#: What ``--bots`` takes, in words.
NAMES_IN_WORDS = f"{', '.join(LEVELS)}, {JUDGE}, or a network's file (*{LARGE}, *{SMALL})"
#: What reads a large network: "module:NAME". It needs PyTorch, and is loaded when it is first named.
_LARGE_NETWORK = "piazzetta.train.seat:NetworkBot"
_DRAWS = Budget(1, search_seconds("easy"), power=POWER, cut=0.0)


def bot(name: str, seed: int = 0, threads: int = 1, temperament: str | None = None) -> Bot:
    """The bot of a name: a level, ``judge``, or a network's file. With one thread, the same seed gives the same choice
    in the same position.

    The seed also gives a level one of its game's temperaments, unless one is named. A network plays one game only, and
    any number of players.

    >>> from piazzetta.bots import bot
    >>> bot("easy", seed=1).name
    'easy'
    """
    if is_file(name):
        return _of_file(name, seed, threads)
    if name == JUDGE:
        return GameNetwork(seed, threads)
    if name not in LEVELS:
        raise BadInput(f"unknown bot level {name!r}; choose from {NAMES_IN_WORDS}")
    return level_bot(name, seed, threads, temperament)


def is_file(name: str) -> bool:
    """Whether a bot's name is that of a network's file."""
    return name.endswith((LARGE, SMALL))


@runtime_checkable
class OfOneGame(Protocol):
    """A bot that cannot play every game."""

    def check(self, game: Game) -> None:
        """Refuse a game that it cannot play."""


def check_bot(name: str, game: Game) -> None:
    """Refuse a name that is no bot of this game."""
    made = bot(name)
    if isinstance(made, OfOneGame):
        made.check(game)


def bot_digest(name: str) -> str:
    """What tells one network's file from another of the same name; "" for other bots."""
    return hashlib.sha256(_bytes(name)).hexdigest()[:8] if is_file(name) else ""


class GameNetwork(Level):
    """A game's small network, without search."""

    def __init__(self, seed: int = 0, threads: int = 1, name: str = JUDGE) -> None:
        super().__init__(name, seed, threads, budget=_DRAWS)

    def check(self, game: Game) -> None:
        check_network(game)

    def choose(self, position: Position) -> int:
        self.check(position.setting.game)
        return super().choose(position)


class SmallNetwork(GameNetwork):
    """A small network of a file (``student.bin``), which plays like ``judge``."""

    def __init__(self, file: str, seed: int = 0, threads: int = 1) -> None:
        super().__init__(seed, threads, file)
        self._weights = np.frombuffer(_bytes(file), np.int8)

    def check(self, game: Game) -> None:
        super().check(game)
        if len(self._weights) != small_size(game):
            raise BadInput(f"{self.name} plays {self._plays()}, not {game.name}")

    def _plays(self) -> str:
        fitting = (name for name in names() if small_size(find_game(name)) == len(self._weights))
        return next(fitting, f"no known game: it has {len(self._weights):,} weights")

    def searcher(self, game: Game) -> Searcher:
        if game.name not in self._searchers:
            wide = self._weights.astype(np.int16)
            wide.flags.writeable = False
            self._searchers[game.name] = Searcher(self.budget(game), self._seed, self._threads, wide)
        return self._searchers[game.name]


def small_size(game: Game) -> int:
    """How many weights a game's small network has; 0 if the game has none."""
    encoding = game.knowledge().encoding
    return layout_of(encoding).size if encoding is not None and has_network(game) else 0


def _of_file(name: str, seed: int, threads: int) -> Bot:
    if name.endswith(SMALL):
        return SmallNetwork(name, seed, threads)
    if find_spec("torch") is None:
        raise BadInput(f"{name} needs PyTorch, which is not installed: {install_command('train')}")
    made: Bot = load(_LARGE_NETWORK)(name, seed)
    return made


@lru_cache(8)
def _read(name: str, changed: int) -> bytes:
    return Path(name).read_bytes()


def _bytes(name: str) -> bytes:
    try:
        return _read(name, Path(name).stat().st_mtime_ns)
    except OSError as error:
        raise BadInput(f"{name} cannot be read: {error.strerror or error}") from None
