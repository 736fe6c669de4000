"""Make a map or deck fairer: an evolution strategy changes its values, and new games confirm the result.

A journal keeps every evaluation, so that the same command resumes the search.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from cmaes import CMAwM

from piazzetta.arena.play import Place, Players, Progress, Run, play_each, silent
from piazzetta.arena.players import NetworkPlayers
from piazzetta.arena.results.statistics import Estimate
from piazzetta.errors import BadInput
from piazzetta.games.base import Components
from piazzetta.games.registry import workbench
from piazzetta.games.workbench import Knob
from piazzetta.match.setting import Setting
from piazzetta.workshop.aim import Aim, Figures
from piazzetta.workshop.search import CONFIRMING, Ask, Confirmed, Search, SearchPlan, Step
from piazzetta.workshop.strategy import SPREAD, Strategy
from piazzetta.workshop.tally import Tally, tally_of


class Compared(NamedTuple):
    """A figure before and after, each with its interval, and how it has changed in games with the same draws."""

    before: Estimate
    after: Estimate
    change: Estimate


@dataclass
class Improvement(Confirmed):
    """The result of a search, and the way to it."""

    components: Components  # the original, if new games do not confirm the change
    steps: list[Step]
    changed: list[str]  # knobs
    compared: list[Compared]  # wins of each seat, rounds, margin
    played: dict[str, int]  # games: to search, to choose and to confirm, those of an earlier start included
    stopped: bool = False

    def to_json(self) -> dict[str, Any]:
        return {
            **super().to_json(),
            "changed": self.changed,
            "stopped": self.stopped,
            "played": self.played,
            "intervals": [one._asdict() for one in self.compared],
            "steps": [{"generation": s.generation, "loss": s.loss, **s.figures.to_json()} for s in self.steps],
        }


@dataclass
class Journal:
    """Keeps every evaluation of a search in a file, so that it can be resumed."""

    file: Path | None
    head: dict[str, Any]
    known: dict[tuple[int, tuple[int, ...]], Figures] = field(default_factory=dict)

    def __post_init__(self) -> None:
        lines = self.file.read_text("utf-8").splitlines() if self.file and self.file.exists() else []
        if not lines:
            self._write(self.head)
            return
        try:
            head, *found = (json.loads(line) for line in lines)
            for one in found:
                figures = Figures(**{**one["figures"], "wins": tuple(one["figures"]["wins"])})
                self.known[one["luck"], tuple(one["settings"])] = figures
        except (ValueError, KeyError, TypeError):
            raise BadInput(f"{self.file} is not the journal of a search") from None
        if head != self.head:
            raise BadInput(f"{self.file} is the journal of another search: remove it, or ask for the same again")

    def note(self, luck: int, settings: tuple[int, ...], figures: Figures) -> None:
        self.known[luck, settings] = figures
        self._write({"luck": luck, "settings": list(settings), "figures": figures.to_json()})

    def _write(self, line: dict[str, Any]) -> None:
        if self.file:
            with self.file.open("a", encoding="utf-8") as lines:
                lines.write(json.dumps(line) + "\n")


class CovarianceAdaptation:
    """A strategy for whole numbers from a library: CMA-ES with margin."""

    def __init__(self, knobs: Sequence[Knob], candidates: int, seed: int) -> None:
        bounds = np.array([(knob.least, knob.most) for knob in knobs], float)
        span = bounds[:, 1] - bounds[:, 0]
        self._moving = span > 0
        if not self._moving.any():
            raise BadInput("nothing can be changed with these options")
        self._start = np.array([knob.now for knob in knobs])
        self._span = span[self._moving]
        self._bounds = (bounds[self._moving] / self._span[:, None]).T
        self._candidates = candidates
        self._internal: list[Any] = []
        self._cma = CMAwM(
            mean=self._start[self._moving] / self._span,
            sigma=SPREAD,
            bounds=self._bounds.T,
            steps=1 / self._span,
            population_size=candidates,
            seed=seed % 2**32,
        )

    def ask(self) -> list[tuple[int, ...]]:
        drawn = [self._cma.ask() for _ in range(self._candidates)]
        self._internal = [internal for _, internal in drawn]
        return [self._settings(given) for given, _ in drawn]

    def tell(self, losses: Sequence[float]) -> None:
        self._cma.tell(list(zip(self._internal, losses, strict=True)))

    def middle(self) -> tuple[int, ...]:
        return self._settings(np.clip(self._cma.mean, *self._bounds))

    def _settings(self, given: Any) -> tuple[int, ...]:
        settings = self._start.copy()
        settings[self._moving] = np.round(given * self._span).astype(int)
        return tuple(settings.tolist())


class Evaluation:
    """Plays what a search asks for, or finds it in the journal."""

    def __init__(
        self,
        setting: Setting,
        plan: SearchPlan,
        seed: int,
        players: Players,
        place: Place,
        journal: Journal,
        progress: Progress,
    ) -> None:
        self._setting, self._plan, self._seed = setting, plan, seed
        self._players, self._place = players, place
        self._bench = workbench(setting.game.name)
        self._journal, self._progress = journal, progress
        self.played = {"to search": 0, "to choose": 0, "to confirm": 0}

    def count(self, what: str, games: int, left: int) -> None:
        """Count games, and show how many are done and how many there will be."""
        self.played[what] += games
        done = sum(self.played.values())
        self._progress(done, done + left)

    def figures(self, asked: Sequence[Ask], what: str, left: int) -> list[Figures]:
        """The figures of the games asked for. ``left``: how many games will follow."""
        missing = {ask.settings: ask for ask in asked if self._known(ask) is None}  # candidates may be alike
        runs = [self.run(self.turned(ask.settings), ask.games, ask.luck) for ask in missing.values()]
        played = zip(runs, play_each(runs, self._place), strict=True)
        found = []
        for ask in asked:
            figures = self._known(ask)
            if figures is None:
                run, games = next(played)
                figures = Figures.of(tally_of(run.setting, games))
                self._journal.note(ask.luck, ask.settings, figures)
            found.append(figures)
        self.count(what, sum(ask.games for ask in {ask.settings: ask for ask in asked}.values()), left)
        return found

    def run(self, setting: Setting, games: int, luck: int) -> Run:
        return Run(setting, self._players, games, self._seed + luck)

    def _known(self, ask: Ask) -> Figures | None:
        found = self._journal.known.get((ask.luck, ask.settings))
        return found if found is not None and found.games == ask.games else None

    def turned(self, settings: Sequence[int]) -> Setting:
        knobs = self._bench.knobs(self._setting.components, self._plan.shape)
        if all(at == knob.now for at, knob in zip(settings, knobs, strict=True)):
            return self._setting
        return replace(self._setting, components=self._bench.turned(self._setting.components, settings))


def _compared(before: Tally, after: Tally) -> list[Compared]:
    seats = range(before.players)
    found = [
        Compared(before.sums[seat].rate(), after.sums[seat].rate(), after.differences[seat].mean()) for seat in seats
    ]
    for name in ("rounds", "margin"):
        place = before.names.index(name)
        found.append(Compared(before.sums[place].mean(), after.sums[place].mean(), after.differences[place].mean()))
    return found


def improve(
    setting: Setting,
    aim: Aim,
    plan: SearchPlan,
    seed: int = 0,
    *,
    journal: Path | None = None,
    on_step: Callable[[Step], None] = lambda step: None,
    progress: Progress = silent,
    strategy: Callable[[Sequence[Knob], int, int], Strategy] = CovarianceAdaptation,
    players: Players | None = None,
    place: Place | None = None,
) -> Improvement:
    """Search, choose among the last few with fresh draws, and confirm the choice with draws of its own.

    ``players`` take all seats, the game's small network by default. ``place``: where to play, by default this machine.
    """
    if plan.generations < 1:
        raise BadInput(
            f"games must be at least {plan.batch * plan.candidates}, as many as a generation plays, not {plan.games}"
        )
    knobs = workbench(setting.game.name).knobs(setting.components, plan.shape)
    kind = {"batch": plan.batch, "candidates": plan.candidates, "shape": plan.shape}
    kept = Journal(journal, {"improve": setting.to_json(), "aim": aim.to_json(), "seed": seed, **kind})
    search = Search(knobs, aim, plan, strategy(knobs, plan.candidates, seed))
    place = place or Place()
    players = players or NetworkPlayers(setting.game)
    games = Evaluation(setting, plan, seed, players, place, kept, progress)
    stopped = False
    try:
        while not search.choosing and (asked := search.ask()):
            later = plan.total - (len(search.steps) + 1) * plan.batch * plan.candidates
            search.tell(games.figures(asked, "to search", later))
            if not search.choosing:
                on_step(search.steps[-1])
    except KeyboardInterrupt:
        if not search.steps:
            raise
        stopped = True
        search.stop()
    while asked := search.ask():
        search.tell(games.figures(asked, "to choose", 2 * plan.final))
    chosen = games.turned(search.chosen)
    last = play_each([games.run(one, plan.final, CONFIRMING) for one in (setting, chosen)], place)
    before = tally_of(setting, next(last))
    after = tally_of(chosen, next(last), before.rows)
    games.count("to confirm", 2 * plan.final, 0)
    confirmed = search.confirmed(before, after)
    return Improvement(
        **vars(confirmed),
        components=chosen.components if confirmed.better else setting.components,
        steps=search.steps,
        compared=_compared(before, after),
        played=games.played,
        changed=[f"{k.name}: {k.now} → {at}" for k, at in zip(knobs, search.chosen, strict=True) if at != k.now],
        stopped=stopped,
    )
