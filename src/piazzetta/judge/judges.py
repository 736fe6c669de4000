"""Who can judge rules: whoever plays all seats of many games. The quick players need no PyTorch."""

from __future__ import annotations

import hashlib
from typing import NamedTuple, Protocol

from piazzetta.bots.knowledge import network_of
from piazzetta.bots.quick import QUICK, quick_results
from piazzetta.games.base import Array, Game
from piazzetta.match.setting import Setting


class Results(NamedTuple):
    """Finished games, one per row."""

    points: Array  # by seat
    shares: Array  # each seat's share of the win


class Judge(Protocol):
    """Plays games against itself and tells only how they end."""

    name: str

    def results(self, setting: Setting, games: int, seed: int) -> Results: ...


class QuickJudge:
    """The quick players of ``bots/quick.py``, on so many cores."""

    def __init__(self, game: Game, threads: int) -> None:
        self._threads = threads
        digest = hashlib.sha256(network_of(game).tobytes()).hexdigest()[:8]
        self.name = f"{QUICK} {digest}"

    def results(self, setting: Setting, games: int, seed: int) -> Results:
        played = quick_results(setting, games, seed, seed + 1, self._threads)
        return Results(played.points.astype(int), played.shares)
