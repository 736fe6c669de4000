"""Make it fair: an evolution strategy turns the knobs of a map or deck, and games with fresh luck confirm the result.

All candidates of a generation play with the same luck, which changes from one generation to the next, so that nothing
is fitted to one run of luck. Every evaluation is kept in a journal: the same command replays it and goes on.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from cmaes import CMAwM

from piazzetta.arena.results.statistics import Estimate, mean
from piazzetta.bots.network.play import Progress, play, silent
from piazzetta.errors import BadInput
from piazzetta.games.base import Components
from piazzetta.games.registry import workbench
from piazzetta.match.setting import Setting
from piazzetta.workshop.aim import Aim, Figures

_SPREAD = 0.1  # of a knob's range: how far the first candidates are from the original
_FINALISTS = 6
_CHOOSING, _CONFIRMING = 1 << 20, 1 << 21  # the luck of the last two rounds is never that of a generation


@dataclass(frozen=True)
class Plan:
    """How much to play. ``games`` in all bounds the search; choosing and confirming come on top, as many again."""

    games: int = 6000
    batch: int = 100  # games for a candidate
    candidates: int = 8  # in a generation
    shape: bool = False

    @property
    def generations(self) -> int:
        return self.games // (self.batch * self.candidates)

    @property
    def total(self) -> int:
        """All games, choosing and confirming included."""
        return self.generations * self.batch * self.candidates + self.final * (_FINALISTS + 3)

    @property
    def final(self) -> int:
        """Games for each finalist, and for each of the two that are compared at the end."""
        return max(self.games // 5, self.batch)


@dataclass
class Step:
    """A generation: its best candidate, by its own games."""

    generation: int
    loss: float
    figures: Figures


@dataclass
class Improvement:
    """What was found. ``before`` and ``after`` played with the same fresh luck."""

    components: Components  # the original, if fresh luck does not confirm the change
    before: Figures
    after: Figures
    loss_before: float
    loss_after: float
    uneven: Estimate  # how much nearer to even the farthest seat's wins are (below 0: nearer)
    steps: list[Step]
    changed: list[str]  # knobs
    stopped: bool = False

    @property
    def better(self) -> bool:
        return self.loss_after < self.loss_before

    def to_json(self) -> dict[str, Any]:
        return {
            "before": self.before.to_json() | {"loss": self.loss_before},
            "after": self.after.to_json() | {"loss": self.loss_after},
            "uneven": list(self.uneven),
            "better": self.better,
            "changed": self.changed,
            "stopped": self.stopped,
            "steps": [{"generation": s.generation, "loss": s.loss, **s.figures.to_json()} for s in self.steps],
        }


@dataclass
class Journal:
    """Every evaluation of a search in a file, so that it can be taken up again."""

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


class Search:
    """Tries settings of the knobs."""

    def __init__(
        self, setting: Setting, aim: Aim, plan: Plan, seed: int, journal: Path | None, progress: Progress
    ) -> None:
        if plan.generations < 1:
            raise BadInput(f"games must be at least {plan.batch * plan.candidates}, a generation's, not {plan.games}")
        self.setting, self.aim, self.plan, self.seed = setting, aim, plan, seed
        self._bench = workbench(setting.game.name)
        self.knobs = self._bench.knobs(setting.components, plan.shape)
        self.start = tuple(knob.now for knob in self.knobs)
        kind = {"batch": plan.batch, "candidates": plan.candidates, "shape": plan.shape}
        self._journal = Journal(journal, {"improve": setting.to_json(), "aim": aim.to_json(), "seed": seed, **kind})
        self._progress, self._done = progress, 0

    def turned(self, settings: Sequence[int]) -> Setting:
        return replace(self.setting, components=self._bench.turned(self.setting.components, settings))

    def figures(self, settings: tuple[int, ...], luck: int, games: int) -> Figures:
        """What a candidate is like with a given luck."""
        found = self._journal.known.get((luck, settings))
        if found is None or found.games != games:
            found = Figures.of(play(self._setting_for(settings), games, self.seed + luck))
            self._journal.note(luck, settings, found)
        self._done += games
        self._progress(min(self._done, self.plan.total), self.plan.total)
        return found

    def _setting_for(self, settings: tuple[int, ...]) -> Setting:
        return self.setting if settings == self.start else self.turned(settings)

    def run(self, told: Callable[[Step], None]) -> tuple[list[tuple[int, ...]], list[Step], bool]:
        """Search; returns the finalists, best first, the steps, and whether it was stopped by Ctrl-C."""
        bounds = np.array([(knob.least, knob.most) for knob in self.knobs], float)
        span = bounds[:, 1] - bounds[:, 0]
        moving = span > 0
        if not moving.any():
            raise BadInput("there is nothing that may be changed")
        strategy = CMAwM(
            mean=np.array(self.start, float)[moving] / span[moving],
            sigma=_SPREAD,
            bounds=bounds[moving] / span[moving, None],
            steps=1 / span[moving],
            population_size=self.plan.candidates,
            seed=self.seed % 2**32,
        )
        best: dict[tuple[int, ...], float] = {}
        steps: list[Step] = []
        try:
            for generation in range(self.plan.generations):
                answers = []
                for _ in range(self.plan.candidates):
                    given, internal = strategy.ask()
                    settings = np.array(self.start)
                    settings[moving] = np.round(given * span[moving]).astype(int)
                    chosen = tuple(settings.tolist())
                    figures = self.figures(chosen, generation, self.plan.batch)
                    answers.append((internal, figures.loss(self.aim), chosen, figures))
                strategy.tell([(internal, loss) for internal, loss, _, _ in answers])
                _, loss, chosen, figures = min(answers, key=lambda answer: answer[1])
                best[chosen] = min(loss, best.get(chosen, loss))
                steps.append(Step(generation, loss, figures))
                told(steps[-1])
        except KeyboardInterrupt:
            if not best:
                raise
            return self._finalists(best), steps, True
        return self._finalists(best), steps, False

    def _finalists(self, best: dict[tuple[int, ...], float]) -> list[tuple[int, ...]]:
        return sorted(best, key=lambda settings: best[settings])[:_FINALISTS]


def improve(
    setting: Setting,
    aim: Aim,
    plan: Plan,
    seed: int = 0,
    *,
    journal: Path | None = None,
    told: Callable[[Step], None] = lambda step: None,
    progress: Progress = silent,
) -> Improvement:
    """Search, choose among the last few with fresh luck, and confirm the choice with luck of its own."""
    search = Search(setting, aim, plan, seed, journal, progress)
    finalists, steps, stopped = search.run(told)
    if search.start not in finalists:
        finalists.append(search.start)
    chosen = min(finalists, key=lambda settings: search.figures(settings, _CHOOSING, plan.final).loss(aim))
    final = search.turned(chosen) if chosen != search.start else setting
    before = play(setting, plan.final, seed + _CONFIRMING)
    after = play(final, plan.final, seed + _CONFIRMING)
    progress(plan.total, plan.total)
    was, now = Figures.of(before), Figures.of(after)
    seat = int(np.argmax(np.abs(before.shares.mean(axis=0) - 1 / setting.players)))
    sign = np.sign(before.shares[:, seat].mean() - 1 / setting.players) or 1.0
    confirmed = now.loss(aim) < was.loss(aim)
    return Improvement(
        final.components if confirmed else setting.components,
        was,
        now,
        was.loss(aim),
        now.loss(aim),
        mean(sign * (after.shares[:, seat] - before.shares[:, seat])),
        steps,
        [f"{knob.name}: {knob.now} → {at}" for knob, at in zip(search.knobs, chosen, strict=True) if at != knob.now],
        stopped,
    )
