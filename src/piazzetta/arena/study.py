"""The effects of rules: equal bots play every edition and every single switch, at every number of players.

All variants get the same chance outcomes, game by game, so that a difference between two rules is a difference between
games that began alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from piazzetta.arena.lines import FIELD, job_of, line_of
from piazzetta.arena.play import Place, Players, Progress, Task, silent
from piazzetta.arena.players import QuickPlayers, SeatedBots
from piazzetta.arena.program import head_of
from piazzetta.arena.results.comparisons import holm, p_value
from piazzetta.arena.results.figures import figure_names, figures
from piazzetta.arena.results.statistics import Estimate, mean, share
from piazzetta.arena.seating import Job
from piazzetta.arena.store import Store
from piazzetta.errors import BadInput
from piazzetta.games.base import Game, Value
from piazzetta.games.registry import find_game
from piazzetta.match.setting import Setting, game
from piazzetta.tables.sources import source_names

#: The measures to compare: name and unit.
EFFECTS = {
    "points": "points of a seat",
    "margin": "points between winner and second",
    "rounds": "rounds",
    "starter": "wins of the starting seat",
    "last": "wins of the last seat",
}


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
    clear: list[str] = field(default_factory=list)  # the effects beyond doubt, among all comparisons of the study


@dataclass
class Study:
    """What a study found. Intervals are 95%."""

    game: str
    bot: str
    seed: int
    games: int  # per variant
    base: str
    variations: list[str]
    players: list[int]
    sources: list[str]
    cells: list[Cell]
    comparisons: int = 0  # differences that were looked at; ``Cell.clear`` is corrected for their number

    def cell(self, variation: str, players: int) -> Cell:
        return next(cell for cell in self.cells if (cell.variation, cell.players) == (variation, players))

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def variations(found: Game, editions: Sequence[str], rules: Mapping[str, str] | None = None) -> list[Variation]:
    """The requested editions, the default one first, then each switch by itself, or only the given ``rules``."""
    base = found.default_edition
    named = [Variation(edition, edition, {}) for edition in dict.fromkeys([base, *editions])]
    if rules:
        return named + [_of_rule(found, base, name, value) for name, value in rules.items()]
    single = []
    for name, switch in found.switches.items():
        values: Sequence[Value] = switch.studied if isinstance(switch.choices, range) else list(switch.choices)
        single += [Variation(f"{name} {value}", base, {name: value}) for value in values
                   if value != found.editions[base][name]]  # fmt: skip
    return named + single


def _of_rule(found: Game, base: str, name: str, value: str) -> Variation:
    read = found.rules(base, {name: value})[name]  # refuses an unknown name or value
    if read == found.editions[base][name]:
        raise BadInput(f"{name} is {read} in edition {base} already: there is nothing to compare")
    return Variation(f"{name} {read}", base, {name: read})


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
    seated: Players | None = None,
    games: int = 400,
    seed: int = 0,
    workers: int | None = 1,
    folder: Path | None = None,
    progress: Progress = silent,
    on: str | None = None,
    rules: Mapping[str, str] | None = None,
) -> Study:
    """Play ``games`` games of each variant and compare them. With a folder, an interrupted study can be continued.

    ``rules``: only these changes, each by itself, instead of every switch. ``seated`` takes every seat,
    quick players by default. ``on`` names a Ray cluster that plays.
    """
    if games < 2:
        raise BadInput(f"games must be at least 2, not {games}")
    found = find_game(name)
    ways = variations(found, read_editions(found, editions), rules)
    numbers = read_players(found, players)
    seated = seated or QuickPlayers()
    bot = seated.name
    made: list[Setting] = []
    place: dict[tuple[str, int], int] = {}  # index of the setting; identical rules are played once
    for way in ways:
        for count in numbers:
            one = game(name, players=count, edition=way.edition, rules=way.changes)
            place[way.name, count] = _place(made, one)
    settings: list[Setting] = []  # as they are played: those with lots once for each lot
    dealt = [[_place(settings, one.of_game(seed, block)) for block in range(games)] for one in made]
    head = {"study": [head_of(setting) for setting in settings], "seed": seed}
    kind = {SeatedBots: "level", QuickPlayers: "quick"}.get(type(seated), "network")
    store = Store(folder, head, {bot: {"name": bot, "what": bot, "kind": kind}})
    jobs = [[Job(block, (bot,) * settings[number].players, number) for block, number in enumerate(drawn)]
            for drawn in dealt]  # fmt: skip
    wanted = [job for block in zip(*jobs, strict=True) for job in block]  # block by block: a study is cut short evenly
    known = set(wanted)
    played = {job: line for line in store.lines if (job := job_of(line)) in known}
    progress(len(played), len(wanted))
    missing = [job for job in wanted if job not in played]
    with Place(on, workers) as where:
        for task, some in where.each(_tasks(settings, seated, missing, seed), in_order=False):
            for job in task.key:
                line = line_of(job, some, job.block - task.first)
                short = {"result": line["result"], FIELD: line[FIELD]}  # full records would fill the disk
                store.append(short)
                played[job] = short
                progress(len(played), len(wanted))
    measured = [_Measured([played[job] for job in mine], one) for mine, one in zip(jobs, made, strict=True)]
    cells = []
    for count in numbers:
        base = measured[place[ways[0].name, count]]
        for way in ways:
            number = place[way.name, count]
            same_as = next((w.name for w in ways if place[w.name, count] == number), way.name)
            cells.append(measured[number].cell(way.name, None if same_as == way.name else same_as, base))
    comparisons = _mark_clear(cells)
    return Study(
        found.name,
        bot,
        seed,
        games,
        ways[0].name,
        [way.name for way in ways],
        numbers,
        list(cells[0].sources),
        cells,
        comparisons,
    )


def _mark_clear(cells: Sequence[Cell]) -> int:
    """Note which effects are beyond doubt by Holm's method, and return how many differences were compared."""
    asked = [
        (cell, effect, e)
        for cell in cells
        if cell.effects is not None and cell.same_as is None
        for effect, e in cell.effects.items()
    ]
    for (cell, effect, _), clear in zip(asked, holm([p_value(e) for *_, e in asked]), strict=True):
        if clear:
            cell.clear.append(effect)
    return len(asked)


def _place(settings: list[Setting], one: Setting) -> int:
    """The index of the setting with the same rules, players and points of a fair start; it is added if it is new."""
    key = one.rules, one.players, one.head_start
    for index, other in enumerate(settings):
        if (other.rules, other.players, other.head_start) == key:
            return index
    settings.append(one)
    return len(settings) - 1


def _tasks(settings: Sequence[Setting], seated: Players, jobs: Iterable[Job], seed: int) -> Iterator[Task]:
    """The tasks in which all jobs are played. A portion of many games begins at a multiple of its size."""
    portions: dict[tuple[int, int], list[Job]] = {}
    for job in jobs:
        portions.setdefault((job.block // seated.portion, job.setting), []).append(job)
    for (number, place), own in portions.items():
        first = number * seated.portion
        yield Task(settings[place], seated, first, 1 + max(job.block for job in own) - first, seed, own)


class _Measured:
    """The figures of one setting's games, block by block."""

    def __init__(self, lines: Sequence[Mapping[str, Any]], setting: Setting) -> None:
        self.setting = setting
        rows = [_figures(line, setting.players) for line in lines]
        columns = dict(zip(figure_names(setting.players), np.array(rows).T.copy(), strict=True))
        self.wins = [columns[f"wins of seat {seat + 1}"] for seat in range(setting.players)]
        self.ties = columns["ties"]
        with_sources = all(line[FIELD]["sources"] for line in lines)  # a network may not know where points come from
        self.sources = {
            name: np.array([np.mean([seat[name] for seat in line[FIELD]["sources"]]) for line in lines])
            for name in (source_names(setting.game) if with_sources else ())
        }
        self.columns = {name: columns[name] for name in ("points", "margin", "rounds")}
        self.columns |= {"starter": self.wins[0], "last": self.wins[-1]}
        self.decisions = columns["decisions"]

    def cell(self, name: str, same_as: str | None, base: _Measured) -> Cell:
        games = len(self.ties)
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
            wins=[share(float(wins.sum()), games) for wins in self.wins],
            points=mean(self.columns["points"]),
            margin=mean(self.columns["margin"]),
            rounds=mean(self.columns["rounds"]),
            decisions=mean(self.decisions),
            ties=share(int(self.ties.sum()), games),
            sources={key: mean(column) for key, column in self.sources.items()},
            effects=effects,
            source_effects=source_effects,
        )


def _figures(line: Mapping[str, Any], players: int) -> list[float]:
    result, facts = line["result"], line[FIELD]
    won = [int(seat in result["winners"]) for seat in range(players)]
    return figures(result["scores"], won, {"turns": facts["turns"], "decisions": sum(facts["decisions"])})
