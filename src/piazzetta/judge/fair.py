"""Fair starts: how many points each player in turn order must get so that all win equally often.

A round of games is played with the points found so far, by players who know them. Its final points, without what was
given, say which points would have made the wins even; with those the next round is played. What counts in the end are
the wins of a round that was really played with its points.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from piazzetta.arena.results.statistics import Estimate, share
from piazzetta.arena.results.summary import won
from piazzetta.arena.seating import Job
from piazzetta.arena.study import Judge
from piazzetta.games.base import Array, Game
from piazzetta.match.setting import Setting, game

#: The wins count as even when no seat is further from its even share than this.
EVEN = 0.01
_FILE = "fair.jsonl"


@dataclass
class FairStart:
    """The points for each player in turn order, and each one's wins in games played with them."""

    edition: str
    players: int
    points: list[int]
    wins: list[Estimate]
    before: list[Estimate]  # without any points
    games: int
    judge: str

    @property
    def unevenness(self) -> float:
        """How far the wins of the farthest seat are from an even share."""
        return max(abs(wins.value - 1 / self.players) for wins in self.wins)


def shares_with(net: Array, given: Sequence[float] | Array) -> Array:
    """Each seat's share of the wins if these points were added to the final ones; a shared win is shared."""
    total = net + np.asarray(given)
    best = total == total.max(axis=1, keepdims=True)
    shares: Array = (best / best.sum(axis=1, keepdims=True)).mean(axis=0)
    return shares


def even_points(net: Array) -> list[int]:
    """Whole points, the smallest 0, that make the wins in these games as even as possible.

    >>> even_points(np.array([[10, 7], [12, 8], [11, 9], [9, 7]]))
    [0, 3]
    """
    seats = net.shape[1]
    given = np.zeros(seats)
    spread = float(net.std()) + 1
    for step in range(300):  # small steps towards an even share, ever smaller
        given += spread * (1 / seats - shares_with(net, given)) / (1 + step / 30)
    best = np.round(given - given.min()).astype(int)

    def unevenness(points: Array) -> tuple[float, int]:
        return round(float(np.abs(shares_with(net, points) - 1 / seats).max()), 9), int(points.sum())

    improved = True
    while improved:
        near = [best + move for move in (*np.eye(seats, dtype=int), *-np.eye(seats, dtype=int))]
        nearest = min((points - points.min() for points in near), key=unevenness)
        improved = unevenness(nearest) < unevenness(best)
        best = nearest if improved else best
    return [int(points) for points in best]


def fair_start(judge: Judge, setting: Setting, games: int, seed: int, workers: int, rounds: int = 4) -> FairStart:
    """Look for a fair start of a setting in at most so many rounds of games."""
    seats = setting.players
    given: list[int] = [0] * seats
    tried: dict[tuple[int, ...], list[Estimate]] = {}
    nets: list[Array] = []
    while tuple(given) not in tried and len(tried) < rounds:
        lines = _round(judge, setting, given, games, seed + len(tried), workers)
        wins = np.array([won(line) for line in lines]).sum(axis=0)
        tried[tuple(given)] = [share(float(own), games) for own in wins]
        if max(abs(own / games - 1 / seats) for own in wins) <= EVEN:
            break
        nets.append(np.array([line["result"]["scores"] for line in lines], float) - given)
        given = even_points(np.concatenate(nets))
    found = [
        FairStart(setting.edition, seats, list(points), wins, tried[(0,) * seats], games, judge.name)
        for points, wins in tried.items()
    ]
    return min(found, key=lambda one: one.unevenness)


def _round(
    judge: Judge, setting: Setting, given: Sequence[int], games: int, seed: int, workers: int
) -> list[dict[str, Any]]:
    rules = {**setting.rules, "handicap": "fair"}
    fair = Setting(setting.game, setting.players, 0, setting.edition, rules, setting.components, tuple(given))
    lines: list[dict[str, Any]] = []
    jobs = [Job(block, (judge.name,) * setting.players) for block in range(games)]
    judge.run([fair], jobs, seed, workers, lines.append)
    return lines


def fair_starts(
    found: Game,
    editions: Sequence[str],
    players: Sequence[int],
    judge: Judge,
    games: int,
    seed: int,
    workers: int,
    folder: Path | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Iterator[FairStart]:
    """A fair start for each edition and number of players. With a folder, what was found there is not sought again."""
    file = folder / _FILE if folder else None
    known = _read(file) if file else {}
    cells = [(edition, count) for edition in editions for count in players]
    for done, (edition, count) in enumerate(cells):
        progress(done, len(cells))
        start = known.get((edition, count, judge.name, games))
        if start is None:
            setting = game(found.name, players=count, edition=edition)
            start = fair_start(judge, setting, games, seed, workers)
            if file:
                file.parent.mkdir(parents=True, exist_ok=True)
                with file.open("a", encoding="utf-8") as lines:
                    lines.write(json.dumps(asdict(start)) + "\n")
        yield start
    progress(len(cells), len(cells))


def _read(file: Path) -> dict[tuple[str, int, str, int], FairStart]:
    known = {}
    for line in file.read_text("utf-8").splitlines() if file.exists() else ():
        start = FairStart(**json.loads(line))
        start.wins = [Estimate(*wins) for wins in start.wins]
        start.before = [Estimate(*wins) for wins in start.before]
        known[start.edition, start.players, start.judge, start.games] = start
    return known
