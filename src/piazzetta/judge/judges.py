"""Who can judge rules: whoever plays all seats of many games. Quick players need no PyTorch."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from piazzetta.bots.knowledge import network_digest
from piazzetta.bots.network.play import check_judge, play
from piazzetta.bots.quick import QUICK
from piazzetta.games.base import Array, Game
from piazzetta.match.setting import Setting


class Results(NamedTuple):
    """Finished games, one per row."""

    points: Array  # by seat
    shares: Array  # each seat's share of the win

    @property
    def wins(self) -> list[float]:
        """Of each seat in all games."""
        return [float(one) for one in self.shares.sum(axis=0)]


class Judge(Protocol):
    """Plays games against itself and tells only how they end."""

    name: str

    def results(self, setting: Setting, games: int, seed: int) -> Results: ...


class QuickJudge:
    """A game's small network without search, on so many cores."""

    def __init__(self, game: Game, threads: int) -> None:
        check_judge(game)
        self._threads = threads
        self.name = f"{QUICK} {network_digest(game)}"

    def results(self, setting: Setting, games: int, seed: int) -> Results:
        played = play(setting, games, seed, threads=self._threads)
        return Results(played.points, played.shares)
