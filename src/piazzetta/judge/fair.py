"""Fair starts: how many points each player in turn order must get so that all win equally often.

A round of games is played with the points found so far, by players who know them. Its final points say which further
points would have made the wins even; with a part of those the next round is played. The most even points are then
confirmed by games with fresh chance: only those count.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from piazzetta.arena.results.statistics import Estimate, share
from piazzetta.games.base import Array, Game
from piazzetta.judge.judges import Judge, Results
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


def fair_start(judge: Judge, setting: Setting, games: int, seed: int, rounds: int = 10) -> FairStart:
    """Look for a fair start of a setting in at most so many rounds of games, each a quarter of those that confirm it.

    Points given change how players play, so what the final points suggest is followed by smaller and smaller steps.
    """
    seats = setting.players
    wanted = np.zeros(seats)
    tried: dict[tuple[int, ...], float] = {}
    for number in range(rounds):
        given = tuple(int(points) for points in np.round(wanted))
        if given not in tried:
            played = _round(judge, setting, given, max(games // 4, 1), seed + number)
            tried[given] = float(np.abs(played.shares.mean(axis=0) - 1 / seats).max())
            if tried[given] <= EVEN / 2:
                break
        change = np.array(even_points(played.points))
        wanted = wanted + (change - change.mean()) / (1 + number / 2)
        wanted -= wanted.min()
    points = min(tried, key=lambda one: tried[one])
    before, after = (
        [share(float(own), games) for own in _round(judge, setting, given, games, seed + 1000 + number).shares.sum(0)]
        for number, given in enumerate(((0,) * seats, points))
    )
    return FairStart(setting.edition, seats, list(points), after, before, games, judge.name)


def _round(judge: Judge, setting: Setting, given: Sequence[int], games: int, seed: int) -> Results:
    rules = {**setting.rules, "handicap": "fair"}
    fair = Setting(setting.game, setting.players, 0, setting.edition, rules, setting.components, tuple(given))
    return judge.results(fair, games, seed)


def even_lots(points: Sequence[Sequence[int]], shares: Array) -> list[tuple[int, tuple[int, ...]]]:
    """Lots, in hundredths, between candidates with these shares of the wins, that make them as even as possible.

    A linear program: of all lots that are equally even, those with few points. The likeliest comes first.

    >>> even_lots([(0, 0), (0, 1)], np.array([[0.62, 0.38], [0.38, 0.62]]))
    [(50, (0, 0)), (50, (0, 1))]
    """
    from scipy.optimize import linprog

    count, seats = shares.shape
    cost = np.append([1e-4 * sum(one) for one in points], 1.0)  # the last unknown: the largest distance from even
    away = np.block([[shares.T, -np.ones((seats, 1))], [-shares.T, -np.ones((seats, 1))]])
    even = np.repeat([1 / seats, -1 / seats], seats)
    found = linprog(cost, away, even, np.append(np.ones(count), 0.0)[None], [1.0]).x[:count]
    lots = np.round(100 * np.where(found < 0.02, 0, found) / found[found >= 0.02].sum()).astype(int)
    lots[lots.argmax()] += 100 - lots.sum()
    drawn = [(int(lot), tuple(one)) for lot, one in zip(lots, points, strict=True) if lot]
    return sorted(drawn, key=lambda one: -one[0])


def fair_lots(
    judge: Judge, setting: Setting, candidates: Sequence[tuple[int, ...]], games: int, seed: int
) -> tuple[list[tuple[int, tuple[int, ...]]], Array]:
    """Where no points are even by themselves: lots between some, and each seat's wins in fresh games.

    Every candidate is tried in a quarter of the games that confirm those between which lots decide.
    """
    tried = [_round(judge, setting, one, max(games // 4, 1), seed).shares.mean(axis=0) for one in candidates]
    lots = even_lots(candidates, np.array(tried))
    wins = [lot * _round(judge, setting, one, games, seed + 1000).shares.mean(axis=0) for lot, one in lots]
    return lots, np.sum(wins, axis=0) / 100


def fair_starts(
    found: Game,
    editions: Sequence[str],
    players: Sequence[int],
    judge: Judge,
    games: int,
    seed: int,
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
            start = fair_start(judge, setting, games, seed)
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
