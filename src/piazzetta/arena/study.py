"""The effects of rules: equal bots play every edition and every single switch, at every number of players.

All variants get the same chance outcomes, game by game, so that a difference between two rules is a difference between
games that began alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from piazzetta.arena.entries import Entry
from piazzetta.arena.program import head_of
from piazzetta.arena.results.ratings import ranking
from piazzetta.arena.results.sources import source_names
from piazzetta.arena.results.statistics import Estimate, mean, share
from piazzetta.arena.runner import run_games
from piazzetta.arena.seating import Job
from piazzetta.arena.store import Store
from piazzetta.arena.table import FIELD, job_of
from piazzetta.bots import LEVELS
from piazzetta.bots.quick import QUICK
from piazzetta.errors import BadInput
from piazzetta.games.base import Game, Value
from piazzetta.games.registry import find_game
from piazzetta.match.setting import Setting, game

#: Values to try for numeric switches, besides the default edition's.
NUMBERS: dict[str, tuple[int, ...]] = {"start_score": (0,), "target": (3, 8)}
#: The measures to compare: name and unit.
EFFECTS = {
    "points": "points of a seat",
    "margin": "points between winner and second",
    "rounds": "rounds",
    "starter": "wins of the starting seat",
    "last": "wins of the last seat",
}


class Judge(Protocol):
    """Something other than a bot that plays all seats of a study's games, such as a network in batches."""

    name: str

    def run(
        self,
        settings: Sequence[Setting],
        jobs: Iterable[Job],
        seed: int,
        workers: int | None,
        finished: Callable[[dict[str, Any]], None],
        on: str | None = None,
    ) -> None:
        """Play all jobs, on a cluster if there is one; ``finished`` gets each line when it is ready."""


@dataclass(frozen=True)
class Variation:
    """A variant: an edition, or the default edition with one switch changed."""

    name: str
    edition: str
    changes: Mapping[str, Value]


@dataclass
class Cell:
    """The results for one variant at one number of players, and the differences from the default edition."""

    variation: str
    same_as: str | None  # an earlier one with identical rules
    players: int
    games: int
    rules: dict[str, Value]
    wins: list[Estimate]  # by seat, the starting seat first; a shared win is shared
    points: Estimate  # of a seat
    margin: Estimate  # between the winner and the runner-up
    rounds: Estimate
    decisions: Estimate
    ties: Estimate
    sources: dict[str, Estimate]  # points of a seat
    effects: dict[str, Estimate] | None  # differences from the default edition, with the same chance outcomes
    source_effects: dict[str, Estimate] | None


@dataclass
class Study:
    """What a study found. Intervals are 95 %."""

    game: str
    bot: str
    seed: int
    games: int  # per variant
    base: str
    variations: list[str]
    players: list[int]
    sources: list[str]
    cells: list[Cell]

    def cell(self, variation: str, players: int) -> Cell:
        return next(cell for cell in self.cells if (cell.variation, cell.players) == (variation, players))

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def variations(found: Game, editions: Sequence[str]) -> list[Variation]:
    """The requested editions, the default one first, then each switch by itself."""
    base = found.default_edition
    named = [Variation(edition, edition, {}) for edition in dict.fromkeys([base, *editions])]
    single = []
    for name, switch in found.switches.items():
        values: Sequence[Value] = NUMBERS[name] if isinstance(switch.choices, range) else list(switch.choices)
        single += [Variation(f"{name} {value}", base, {name: value}) for value in values
                   if value != found.editions[base][name]]  # fmt: skip
    return named + single


def read_editions(found: Game, text: str) -> list[str]:
    """``all``, or names separated by commas."""
    if text == "all":
        return list(found.editions)
    names = [name.strip() for name in text.split(",") if name.strip()]
    for name in names:
        found.rules(name, {})  # refuses an unknown name
    return names


def read_players(found: Game, text: str) -> list[int]:
    """``all``, or numbers separated by commas."""
    if text == "all":
        return list(found.seats)
    words = [word.strip() for word in text.split(",") if word.strip()]
    numbers = [int(word) for word in words if word.isascii() and word.isdigit() and int(word[:4]) in found.seats]
    if not words or len(numbers) < len(words):
        first, last = found.seats[0], found.seats[-1]
        raise BadInput(f"--players takes all, or numbers from {first} to {last} such as {first},{last}, not {text!r}")
    return sorted(set(numbers))


def study(
    name: str,
    editions: str = "all",
    players: str = "all",
    level: str = QUICK,
    games: int = 400,
    seed: int = 0,
    workers: int | None = 1,
    folder: Path | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
    judge: Judge | None = None,
    on: str | None = None,
) -> Study:
    """Play ``games`` games of each variant and compare them. With a folder, an interrupted study can be continued.

    A ``judge`` plays instead of bots of a ``level``. ``on`` names a Ray cluster that plays.
    """
    if games < 2:
        raise BadInput(f"games must be at least 2, not {games}")
    found = find_game(name)
    ways = variations(found, read_editions(found, editions))
    numbers = read_players(found, players)
    if judge is not None:
        level = judge.name
    elif level != QUICK and level not in LEVELS:
        raise BadInput(f"unknown bot level {level!r}; choose from {', '.join([QUICK, *LEVELS])}")
    entry = Entry(level, level, "network" if judge else "quick" if level == QUICK else "level")
    made: list[Setting] = []
    place: dict[tuple[str, int], int] = {}  # index of the setting; identical rules are played once
    for way in ways:
        for count in numbers:
            one = game(name, players=count, edition=way.edition, rules=way.changes)
            place[way.name, count] = _place(made, one)
    settings: list[Setting] = []  # as they are played: those with lots once for each lot
    dealt = [[_place(settings, one.of_game(seed, block)) for block in range(games)] for one in made]
    head = {"study": [head_of(setting) for setting in settings], "seed": seed}
    store = Store(folder, head, {level: entry.to_json()})
    jobs = [[Job(block, (level,) * settings[number].players, number) for block, number in enumerate(drawn)]
            for drawn in dealt]  # fmt: skip
    wanted = [job for block in zip(*jobs, strict=True) for job in block]  # block by block: a study is cut short evenly
    known = set(wanted)
    played = {job: line for line in store.lines if (job := job_of(line)) in known}
    progress(len(played), len(wanted))

    def finished(line: dict[str, Any]) -> None:
        short = {"result": line["result"], FIELD: line[FIELD]}  # full records would fill the disk
        store.append(short)
        played[job_of(short)] = short
        progress(len(played), len(wanted))

    missing = [job for job in wanted if job not in played]
    if judge is not None:
        judge.run(settings, missing, seed, workers, finished, on)
    else:
        run_games(settings, [entry], missing, seed, workers, finished, on)
    tables = [_Table([played[job] for job in mine], one) for mine, one in zip(jobs, made, strict=True)]
    cells = []
    for count in numbers:
        base = tables[place[ways[0].name, count]]
        for way in ways:
            number = place[way.name, count]
            same_as = next((w.name for w in ways if place[w.name, count] == number), way.name)
            cells.append(tables[number].cell(way.name, None if same_as == way.name else same_as, base))
    return Study(
        found.name,
        level,
        seed,
        games,
        ways[0].name,
        [way.name for way in ways],
        numbers,
        list(cells[0].sources),
        cells,
    )


def _place(settings: list[Setting], one: Setting) -> int:
    """The index of the setting with the same rules, players and points of a fair start; it is added if it is new."""
    key = one.rules, one.players, one.head_start
    for index, other in enumerate(settings):
        if (other.rules, other.players, other.head_start) == key:
            return index
    settings.append(one)
    return len(settings) - 1


class _Table:
    """The games of one setting as columns, block by block."""

    def __init__(self, lines: Sequence[Mapping[str, Any]], setting: Setting) -> None:
        self.setting = setting
        seats = range(setting.players)
        best = [ranking(line)[0] for line in lines]
        self.wins = np.array([[1 / len(first) if seat in first else 0.0 for seat in seats] for first in best])
        self.ties = sum(len(first) > 1 for first in best)
        scores = np.array([line["result"]["scores"] for line in lines], float)
        ordered = np.sort(scores, axis=1)
        told = all(line[FIELD]["sources"] for line in lines)  # a judge may not know where points come from
        self.sources = {
            name: np.array([np.mean([seat[name] for seat in line[FIELD]["sources"]]) for line in lines])
            for name in (source_names(setting.game) if told else ())
        }
        self.columns = {
            "points": scores.mean(axis=1),
            "margin": ordered[:, -1] - ordered[:, -2],
            "rounds": np.array([line[FIELD]["turns"] for line in lines]) / setting.players,
            "starter": self.wins[:, 0],
            "last": self.wins[:, -1],
        }
        self.decisions = np.array([sum(line[FIELD]["decisions"]) for line in lines], float)

    def cell(self, name: str, same_as: str | None, base: _Table) -> Cell:
        games = len(self.wins)
        effects = source_effects = None
        if base is not self:
            effects = {key: mean(column - base.columns[key]) for key, column in self.columns.items()}
            source_effects = {key: mean(column - base.sources[key]) for key, column in self.sources.items()}
        return Cell(
            variation=name,
            same_as=same_as,
            players=self.setting.players,
            games=games,
            rules=dict(self.setting.rules),
            wins=[share(float(self.wins[:, seat].sum()), games) for seat in range(self.setting.players)],
            points=mean(self.columns["points"]),
            margin=mean(self.columns["margin"]),
            rounds=mean(self.columns["rounds"]),
            decisions=mean(self.decisions),
            ties=share(self.ties, games),
            sources={key: mean(column) for key, column in self.sources.items()},
            effects=effects,
            source_effects=source_effects,
        )
