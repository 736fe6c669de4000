"""From finished games to a tally, and to figures game by game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from piazzetta.arena.results.sources import quick_sources
from piazzetta.bots.network.play import Played, play
from piazzetta.bots.network.policy import FACTS
from piazzetta.games.base import Array
from piazzetta.games.registry import workbench
from piazzetta.judge.judges import Judge
from piazzetta.match.setting import Setting
from piazzetta.workshop.tally import Tally


def tally_of(played: Played, there: Mapping[int, Sequence[float]] | None = None) -> Tally:
    """A tally of games; ``there``: the rows of another version's, with the same luck."""
    setting = played.setting
    tally = Tally(setting.players, there)
    for number, (points, won) in enumerate(zip(played.points.tolist(), played.won.tolist(), strict=True)):
        tally.add(number, points, won, {name: played.facts[name][number].item() for name in played.facts.dtype.names})
    fields = workbench(setting.game.name).fields
    held = {field: played.states[field] for field in fields}
    sums = {field: ((of > 0).sum(axis=0).tolist(), of.sum(axis=0, dtype=int).tolist()) for field, of in held.items()}
    tally.add_uses(played.uses.tolist(), sums)
    for log, points in played.logs:
        tally.add_sources(quick_sources(setting, log.tolist(), points.tolist()))
    return tally


#: Who plays for a search: a setting, so many games, their luck, and the rows of another version to compare with.
Plays = Callable[[Setting, int, int, "Mapping[int, Sequence[float]] | None"], Tally]


def small_network(setting: Setting, games: int, seed: int, there: Mapping[int, Sequence[float]] | None = None) -> Tally:
    """The judge's own games."""
    return tally_of(play(setting, games, seed), there)


def large_network(judge: Judge) -> Plays:
    """Games of another judge, of whom only the results are known: nothing tells how long they were."""

    def plays(setting: Setting, games: int, seed: int, there: Mapping[int, Sequence[float]] | None = None) -> Tally:
        found = judge.results(setting, games, seed)
        tally = Tally(setting.players, there)
        nothing = dict.fromkeys(FACTS.names or (), 0.0)
        for number, (points, shares) in enumerate(zip(found.points.tolist(), found.shares.tolist(), strict=True)):
            tally.add(number, points, [int(share > 0) for share in shares], nothing)
        return tally

    return plays


def columns(played: Played) -> dict[str, Array]:
    """What is measured, game by game."""
    tally = tally_of(played)
    rows = np.array([tally.rows[number] for number in range(played.games)])
    return {name: rows[:, place] for place, name in enumerate(tally.names)}
