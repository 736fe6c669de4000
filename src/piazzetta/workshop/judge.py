"""The judge: plays a map or deck and says what it is like to play on it."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from piazzetta.bots.network.play import Progress, silent
from piazzetta.errors import BadInput
from piazzetta.games.registry import workbench
from piazzetta.judge.crew import Crew, Wish
from piazzetta.match.setting import Setting
from piazzetta.workshop.measure import tally_of
from piazzetta.workshop.player import TRUST, judge_name
from piazzetta.workshop.tally import Tally
from piazzetta.workshop.trials import (
    Trial,
    bars_of,
    holds,
    is_rare,
    restriction,
    rung,
    rungs_of,
    used_of,
    words_of,
)
from piazzetta.workshop.verdict import Verdict, verdict_on

_SOURCE_GAMES = 100  # whose moves are replayed to see where points come from


class Effort(NamedTuple):
    """How many games each part of a verdict gets."""

    games: int
    rungs: int
    bars: int

    @classmethod
    def of(cls, games: int, whole: bool) -> Effort:
        """A quarter of the games for each rung, an eighth for each bar; none unless the verdict is to be whole."""
        return cls(games, max(games // 4, 2) if whole else 0, max(games // 8, 2) if whole else 0)


def judge(
    setting: Setting,
    games: int = 1000,
    seed: int = 0,
    *,
    name: str = "",
    against: Setting | None = None,
    other_name: str = "",
    whole: bool = True,
    progress: Progress = silent,
    threads: int | None = None,
    crew: Crew | None = None,
) -> Verdict:
    """A verdict on a setting. Without ``whole``, no skill ladder and no restricted play. A ``crew`` plays the games, or
    so many ``threads`` of this process."""
    if games < 2:
        raise BadInput(f"games must be at least 2, not {games}")
    if against is not None and against.game.name != setting.game.name:
        raise BadInput(f"{other_name or 'the other version'} is for {against.game.title}, not {setting.game.title}")
    effort = Effort.of(games, whole)
    rungs = rungs_of(setting) if whole else []
    words = words_of(setting) if whole else []
    step = _Steps(progress, games * (2 if against else 1) + effort.rungs * len(rungs) + 2 * effort.bars * len(words))

    def wish(trial: Trial, count: int) -> Wish:
        barred = np.array(trial.barred, np.uint8) if trial.barred else None
        return Wish(setting, count, seed, trial.lineups, barred)

    first = [Wish(setting, games, seed, logged=min(games, _SOURCE_GAMES))]
    if against is not None:
        first.append(Wish(against, games, seed))
    crew = crew or Crew(threads)
    played = crew.each([*first, *[wish(trial, effort.rungs) for trial in rungs]], step.more)
    own = next(played)
    tally = tally_of(own, tally_of(next(played)).rows if against is not None else None)
    found = [rung(trial, tally_of(one)) for trial, one in zip(rungs, played, strict=True)]

    def tried(trials: list[Trial]) -> list[Tally]:
        step.more(effort.bars * (len(words) - len(trials)))
        return [tally_of(one) for one in crew.each([wish(trial, effort.bars) for trial in trials], step.more)]

    used = {word: used_of(setting, word, tally) for word in words}
    often = [word for word in words if not is_rare(used[word])]
    nobody = dict(zip(often, tried([bars_of(setting, word)[0] for word in often]), strict=True))
    held = [word for word in often if holds(nobody[word])]
    alone = tried([bars_of(setting, word)[1] for word in held])
    bars = [restriction(word, used[word], tally.rows, nobody[word], one) for word, one in zip(held, alone, strict=True)]
    bench = workbench(setting.game.name)
    uses = bench.uses(setting.components, games, tally.held, tally.actions)
    return replace(
        verdict_on(setting, tally, uses, seed, judge_name(setting.game), TRUST),
        name=name,
        totals=bench.totals(setting.components),
        ladder=found,
        restrictions=bars,
        against=other_name if against is not None else None,
    )


class _Steps:
    """One progress bar for several runs of games."""

    def __init__(self, progress: Progress, total: int) -> None:
        self._progress, self._total, self._done = progress, total, 0

    def more(self, games: int) -> None:
        self._done += games
        self._progress(self._done, self._total)
