"""Fair starts: search how many points each player in turn order must get so that all win equally often.

The points that come with a game are in ``games/NAME/editions.py``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from piazzetta.arena.games import Games
from piazzetta.arena.play import Place, Players, Progress, Run, play_each, silent
from piazzetta.arena.results.statistics import Estimate
from piazzetta.match.setting import Setting
from piazzetta.workshop.start_search import ConfirmedStart, StartAsk, StartSearch

_FILE, _JOURNAL = "fair.jsonl", "rounds.jsonl"


def with_points(setting: Setting, points: Sequence[int]) -> Setting:
    """The setting with these points in turn order."""
    return replace(setting, starter=0, rules={**setting.rules, "handicap": "fair"}, given=tuple(points))


def fair_start(
    players: Players, setting: Setting, games: int, seed: int, rounds: int = 10, place: Place | None = None
) -> ConfirmedStart:
    """Look for a fair start in at most ``rounds`` rounds, and confirm it with games of its own.

    Where no points are even by themselves, it has several, between which lots decide.
    """
    return _sought([setting], players, games, seed, Journal(), rounds, place)[0]


def fair_starts(
    settings: Sequence[Setting],
    players: Players,
    games: int,
    seed: int,
    folder: Path | None = None,
    progress: Progress = silent,
) -> Iterator[ConfirmedStart]:
    """Yield a fair start for each setting. What a folder already has is not sought or played again.

    Players who play many games at once look for all starts together, round by round.
    """
    file = folder / _FILE if folder else None
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()] if file and file.exists() else []
    heads = [
        {"setting": setting.to_json(), "players": players.name, "asked": games, "seed": seed} for setting in settings
    ]
    known = [next((line for line in lines if {key: line.get(key) for key in head} == head), None) for head in heads]
    journal = Journal(folder / _JOURNAL if folder else None)
    wanted = [at for at, line in enumerate(known) if line is None]
    groups = [wanted] if players.at_once and wanted else [[at] for at in wanted]
    found = {at: _read(line) for at, line in enumerate(known) if line is not None}
    for at, _ in enumerate(settings):
        progress(at, len(settings))
        while at not in found:
            group = groups.pop(0)
            starts = _sought([settings[one] for one in group], players, games, seed, journal)
            for one, start in zip(group, starts, strict=True):
                found[one] = start
                if file:
                    _append(file, heads[one] | start.to_json())
        yield found[at]
    progress(len(settings), len(settings))


class Journal:
    """The rounds played so far, in a file if there is one: what it has is not played again."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        lines = file.read_text("utf-8").rpartition("\n")[0].splitlines() if file and file.exists() else []
        self._known = {line["run"]: line for line in map(json.loads, lines)}

    def play(self, runs: Sequence[Run], where: Place) -> Iterator[Games]:
        """Yield the games of each run, in their order."""
        keys = [self._key(run) for run in runs]
        missing = [run for run, key in zip(runs, keys, strict=True) if key not in self._known]
        played = play_each(missing, where)
        for key in keys:
            if key in self._known:
                line = self._known[key]
                yield Games(np.array(line["points"]), np.array(line["won"]))
                continue
            games = next(played)
            if self._file:
                _append(self._file, {"run": key, "points": games.points.tolist(), "won": games.won.tolist()})
            yield games

    @staticmethod
    def _key(run: Run) -> str:
        fields = {"setting": run.setting.to_json(), "head_start": run.setting.given, "players": run.players.name}
        return json.dumps({**fields, "games": run.games, "seed": run.seed})


def _append(file: Path, line: Mapping[str, Any]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a", encoding="utf-8") as lines:
        lines.write(json.dumps(line) + "\n")


def _sought(
    settings: Sequence[Setting],
    players: Players,
    games: int,
    seed: int,
    journal: Journal,
    rounds: int = 10,
    place: Place | None = None,
) -> list[ConfirmedStart]:
    """Look for a fair start of every setting; one round of all is played together."""
    where = place or Place()
    searches = [StartSearch(setting.players, games, rounds) for setting in settings]

    def played(asked: Sequence[tuple[int, StartAsk]]) -> Iterator[tuple[int, Games]]:
        runs = [Run(with_points(settings[at], ask.points), players, ask.games, seed + ask.luck) for at, ask in asked]
        yield from zip([at for at, _ in asked], journal.play(runs, where), strict=True)

    while asked := [(at, ask) for at, search in enumerate(searches) if (ask := search.ask())]:
        for at, found in played(asked):
            searches[at].tell(found.points.tolist(), [one / len(found) for one in found.wins])
    wins: list[list[list[float]]] = [[] for _ in settings]
    for at, found in played([(at, ask) for at, search in enumerate(searches) for ask in search.confirming()]):
        wins[at].append(found.wins)
    return [search.confirmed(own) for search, own in zip(searches, wins, strict=True)]


def _read(line: Mapping[str, Any]) -> ConfirmedStart:
    before, after = ([Estimate(*one) for one in line[key]] for key in ("before", "after"))
    return ConfirmedStart([(lot, tuple(points)) for lot, points in line["lots"]], before, after, line["games"])
