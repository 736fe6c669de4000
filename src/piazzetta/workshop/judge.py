"""The judge of a map or deck: plays many games and says what they were like."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from piazzetta.arena.play import Place, Progress, Run, play_each, silent
from piazzetta.arena.players import NetworkPlayers
from piazzetta.bots.knowledge import network_digest
from piazzetta.errors import BadInput
from piazzetta.games.base import Game
from piazzetta.games.registry import workbench
from piazzetta.match.setting import Setting
from piazzetta.workshop.tally import Tally, tally_of
from piazzetta.workshop.trials import Trial, bars_of, holds, is_rare, restriction, rung, rungs_of, used_of, words_of
from piazzetta.workshop.verdict import Verdict, verdict_on

_SOURCE_GAMES = 100  # whose moves are replayed to see where points come from
#: How far to trust a verdict.
TRUST = (
    "It plays every seat alike and does not think ahead: intervals cover chance, not its mistakes. The levels that "
    "search are stronger, so an advantage that only deep thought finds is not seen; on maps and decks unlike those it "
    "learned on (5 to 16 squares, 96 cards) it plays worse than elsewhere."
)


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
    place: Place | None = None,
) -> Verdict:
    """Return a verdict on a setting. Without ``whole``, it has no skill ladder and no restricted play.

    ``against``: another version, which plays with the same draws. ``place``: where to play, by default this machine.
    """
    if games < 2:
        raise BadInput(f"games must be at least 2, not {games}")
    if against is not None and against.game.name != setting.game.name:
        raise BadInput(f"{other_name or 'the other version'} is for {against.game.title}, not {setting.game.title}")
    effort = Effort.of(games, whole)
    rungs = rungs_of(setting) if whole else []
    words = words_of(setting) if whole else []
    step = _Steps(progress, games * (2 if against else 1) + effort.rungs * len(rungs) + 2 * effort.bars * len(words))

    def run(trial: Trial, count: int) -> Run:
        barred = np.array(trial.barred, np.uint8) if trial.barred else None
        return Run(setting, NetworkPlayers(setting.game, trial.lineups, barred), count, seed)

    first = [Run(setting, NetworkPlayers(setting.game, logged=min(games, _SOURCE_GAMES)), games, seed)]
    if against is not None:
        first.append(Run(against, NetworkPlayers(setting.game), games, seed))
    place = place or Place()
    played = play_each([*first, *[run(trial, effort.rungs) for trial in rungs]], place, step.more)
    own = next(played)
    tally = tally_of(setting, own, tally_of(against, next(played)).rows if against is not None else None)
    found = [rung(trial, tally_of(setting, one)) for trial, one in zip(rungs, played, strict=True)]

    def tried(trials: list[Trial]) -> list[Tally]:
        step.more(effort.bars * (len(words) - len(trials)))
        runs = [run(trial, effort.bars) for trial in trials]
        return [tally_of(setting, one) for one in play_each(runs, place, step.more)]

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


def judge_name(game: Game) -> str:
    """Who plays for a verdict: the network by its digest, and how it plays."""
    how = "without search, moves drawn by the square of its policy"
    return f"the small network of {game.name} ({network_digest(game)}), {how}"


class _Steps:
    """One progress bar for several runs of games."""

    def __init__(self, progress: Progress, total: int) -> None:
        self._progress, self._total, self._done = progress, total, 0

    def more(self, games: int) -> None:
        self._done += games
        self._progress(self._done, self._total)
