"""The judge: plays a map or deck and says what it is like to play on it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from piazzetta.bots.network.play import Progress, play, silent
from piazzetta.errors import BadInput
from piazzetta.games.registry import workbench
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
from piazzetta.workshop.verdict import Restriction, Verdict, verdict_on

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
) -> Verdict:
    """A verdict on a setting. Without ``whole``, no skill ladder and no restricted play."""
    if games < 2:
        raise BadInput(f"games must be at least 2, not {games}")
    if against is not None and against.game.name != setting.game.name:
        raise BadInput(f"{other_name or 'the other version'} is for {against.game.title}, not {setting.game.title}")
    effort = Effort.of(games, whole)
    rungs = rungs_of(setting) if whole else []
    words = words_of(setting) if whole else []
    total = games * (2 if against else 1) + effort.rungs * len(rungs) + 2 * effort.bars * len(words)
    step = _Steps(progress, total)
    played = play(setting, games, seed, logged=min(games, _SOURCE_GAMES), progress=step.of(games), threads=threads)
    there = None
    if against is not None:
        there = tally_of(play(against, games, seed, progress=step.of(games), threads=threads)).rows
    tally = tally_of(played, there)

    def tried(trial: Trial, count: int) -> Tally:
        barred = np.array(trial.barred, np.uint8) if trial.barred else None
        return tally_of(
            play(setting, count, seed, lineups=trial.lineups, barred=barred, progress=step.of(count), threads=threads)
        )

    def restricted(word: str) -> Restriction | None:
        used = used_of(setting, word, tally)
        if is_rare(used):
            step.of(2 * effort.bars)
            return None
        for_all, for_one = bars_of(setting, word)
        nobody = tried(for_all, effort.bars)
        if not holds(nobody):
            step.of(effort.bars)
            return None
        return restriction(word, used, tally.rows, nobody, tried(for_one, effort.bars))

    found = [rung(trial, tried(trial, effort.rungs)) for trial in rungs]
    bars = [restricted(word) for word in words]
    bench = workbench(setting.game.name)
    uses = bench.uses(setting.components, games, tally.held, tally.actions)
    return replace(
        verdict_on(setting, tally, uses, seed, judge_name(setting.game), TRUST),
        name=name,
        totals=bench.totals(setting.components),
        ladder=found,
        restrictions=[bar for bar in bars if bar is not None],
        against=other_name if against is not None else None,
    )


class _Steps:
    """One progress bar for several runs of games."""

    def __init__(self, progress: Progress, total: int) -> None:
        self._progress, self._total, self._done = progress, total, 0

    def of(self, games: int) -> Callable[[int, int], None]:
        before = self._done
        self._done += games
        return lambda done, _: self._progress(before + done, self._total)
