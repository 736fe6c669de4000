"""Fair starts: search how many points each player in turn order must get so that all win equally often.

The points that come with a game are in ``games/NAME/editions.py``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from piazzetta.arena.games import Games
from piazzetta.arena.play import Place, Players, Progress, play, silent
from piazzetta.arena.results.statistics import Estimate
from piazzetta.match.setting import Setting
from piazzetta.workshop.start_search import ConfirmedStart, StartSearch

_FILE = "fair.jsonl"


def fair_start(
    players: Players, setting: Setting, games: int, seed: int, rounds: int = 10, place: Place | None = None
) -> ConfirmedStart:
    """Look for a fair start in at most ``rounds`` rounds, and confirm it with games of its own.

    Where no points are even by themselves, it has several, between which lots decide.
    """
    where = place or Place()

    def played(given: Sequence[int], count: int, luck: int) -> Games:
        rules = {**setting.rules, "handicap": "fair"}
        fair = replace(setting, starter=0, rules=rules, given=tuple(given))
        return play(fair, players, count, seed + luck, on=where)

    search = StartSearch(setting.players, games, rounds)
    while ask := search.ask():
        found = played(ask.points, ask.games, ask.luck)
        search.tell(found.points.tolist(), [one / ask.games for one in found.wins])
    return search.confirmed([played(one.points, one.games, one.luck).wins for one in search.confirming()])


def fair_starts(
    settings: Sequence[Setting],
    players: Players,
    games: int,
    seed: int,
    folder: Path | None = None,
    progress: Progress = silent,
) -> Iterator[ConfirmedStart]:
    """Yield a fair start for each setting. What a folder already has is not sought again."""
    file = folder / _FILE if folder else None
    known = [json.loads(line) for line in file.read_text("utf-8").splitlines()] if file and file.exists() else []
    for done, setting in enumerate(settings):
        progress(done, len(settings))
        head = {"setting": setting.to_json(), "players": players.name, "asked": games, "seed": seed}
        line = next((line for line in known if {key: line.get(key) for key in head} == head), None)
        if line is not None:
            yield _read(line)
            continue
        start = fair_start(players, setting, games, seed)
        if file:
            file.parent.mkdir(parents=True, exist_ok=True)
            with file.open("a", encoding="utf-8") as lines:
                lines.write(json.dumps(head | start.to_json()) + "\n")
        yield start
    progress(len(settings), len(settings))


def _read(line: Mapping[str, Any]) -> ConfirmedStart:
    before, after = ([Estimate(*one) for one in line[key]] for key in ("before", "after"))
    return ConfirmedStart([(lot, tuple(points)) for lot, points in line["lots"]], before, after, line["games"])
