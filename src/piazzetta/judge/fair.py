"""Fair starts, found by any judge: how many points each player in turn order must get so that all win equally often."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from piazzetta.arena.results.statistics import Estimate, share
from piazzetta.games.base import Array, Game
from piazzetta.judge.judges import Judge, Results
from piazzetta.judge.start import CONFIRMING, ConfirmedStart, Lot, StartSearch, even_lots
from piazzetta.match.setting import Setting, game

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


def fair_start(judge: Judge, setting: Setting, games: int, seed: int, rounds: int = 10) -> FairStart:
    """Look for a fair start of a setting in at most so many rounds of games."""
    search = _searched(judge, setting, games, seed, rounds)
    points = search.points()
    before, after = (
        [share(float(own), games) for own in _round(judge, setting, given, games, seed + CONFIRMING + number).wins]
        for number, given in enumerate(((0,) * setting.players, points))
    )
    return FairStart(setting.edition, setting.players, list(points), after, before, games, judge.name)


def fair_start_by_lots(judge: Judge, setting: Setting, games: int, seed: int, rounds: int = 10) -> ConfirmedStart:
    """The same for any map or deck, with lots where no points are even by themselves."""
    search = _searched(judge, setting, games, seed, rounds)
    asks = search.confirming()
    return search.confirmed([_round(judge, setting, one.points, one.games, seed + one.luck).wins for one in asks])


def _searched(judge: Judge, setting: Setting, games: int, seed: int, rounds: int) -> StartSearch:
    search = StartSearch(setting.players, games, rounds)
    while ask := search.ask():
        played = _round(judge, setting, ask.points, ask.games, seed + ask.luck)
        search.tell(played.points.tolist(), [one / ask.games for one in played.wins])
    return search


def _round(judge: Judge, setting: Setting, given: Sequence[int], games: int, seed: int) -> Results:
    rules = {**setting.rules, "handicap": "fair"}
    fair = Setting(setting.game, setting.players, 0, setting.edition, rules, setting.components, tuple(given))
    return judge.results(fair, games, seed)


def fair_lots(
    judge: Judge, setting: Setting, candidates: Sequence[tuple[int, ...]], games: int, seed: int
) -> tuple[list[Lot], Array]:
    """Where no points are even by themselves: lots between some, and each seat's wins in fresh games.

    Every candidate is tried in a quarter of the games that confirm those between which lots decide.
    """
    tried = [_round(judge, setting, one, max(games // 4, 1), seed).shares.mean(axis=0) for one in candidates]
    lots = even_lots(candidates, np.array(tried).tolist())
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
