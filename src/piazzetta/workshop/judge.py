"""The judge: plays a map or deck and says what it is like to play on it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from piazzetta.arena.results.statistics import mean
from piazzetta.bots.network.play import JUDGE, Played, Progress, play, silent
from piazzetta.errors import BadInput
from piazzetta.games.registry import workbench
from piazzetta.match.setting import Setting
from piazzetta.workshop.measure import rate, tally_of
from piazzetta.workshop.player import TRUST, judge_name, ladder
from piazzetta.workshop.verdict import Restriction, Rung, Verdict, verdict_on

_SOURCE_GAMES = 100  # whose moves are replayed to see where points come from
_RARE = 0.05  # a move made less often than this in a game is not barred
_HOLDS = 0.5  # a bar that is waived more often than this says nothing


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
    rungs = ladder(setting.game) if whole else []
    words = _optional(setting) if whole else []
    total = games * (2 if against else 1) + effort.rungs * max(len(rungs) - 1, 0) + 2 * effort.bars * len(words)
    step = _Steps(progress, total)
    played = play(setting, games, seed, logged=min(games, _SOURCE_GAMES), progress=step.of(games), threads=threads)
    there = None
    if against is not None:
        there = tally_of(play(against, games, seed, progress=step.of(games), threads=threads)).rows
    tally = tally_of(played, there)
    found = []
    for weaker, better in pairwise(rungs):
        seats = range(setting.players)
        lineups = [[better if seat == turn else weaker for seat in seats] for turn in seats]
        climb = play(setting, effort.rungs, seed, lineups=lineups, progress=step.of(effort.rungs), threads=threads)
        theirs = climb.shares[np.arange(climb.games), np.arange(climb.games) % setting.players]
        found.append(Rung(better.name, weaker.name, rate(theirs)))
    bars = [_restricted(played, word, effort.bars, seed, step, threads) for word in words]
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


def _optional(setting: Setting) -> list[str]:
    """The first words of all decisions."""
    return list(dict.fromkeys(text.split()[0] for text in setting.texts[: setting.decision_count]))


def _restricted(
    free: Played, word: str, games: int, seed: int, step: _Steps, threads: int | None
) -> Restriction | None:
    """Games in which nobody may make a kind of move, and games in which one seat may not; None if it hardly matters."""
    setting = free.setting
    players, texts = setting.players, setting.texts
    of_word = np.array([text.split()[0] == word for text in texts], np.uint8)
    of_word[setting.decision_count :] = 0
    used = float((free.uses * of_word).sum()) / free.games
    bars = [step.of(games), step.of(games)]
    if used < _RARE:
        return None
    for_all = np.broadcast_to(of_word, (1, players, len(texts))).copy()
    nobody = play(setting, games, seed, barred=for_all, progress=bars[0], threads=threads)
    waived = float(nobody.facts["waived"].sum()) / max(float(nobody.facts["wanted"].sum()), 1.0)
    if waived > _HOLDS:
        return None
    for_one = np.zeros((players, players, len(texts)), np.uint8)
    for_one[range(players), range(players)] = of_word
    one = play(
        setting, games, seed, lineups=[[JUDGE] * players] * players, barred=for_one, progress=bars[1], threads=threads
    )
    rows, seats = np.arange(games), np.arange(games) % players
    points = nobody.points.mean(axis=1) - free.points[:games].mean(axis=1)
    wins = one.shares[rows, seats] - free.shares[rows, seats]
    return Restriction(word, used, mean(points), mean(wins), waived)
