"""From finished games to a tally, and to figures game by game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np

from piazzetta.arena.results.sources import quick_sources
from piazzetta.bots.network.play import Played
from piazzetta.bots.network.policy import FACTS
from piazzetta.games.base import Array
from piazzetta.games.registry import workbench
from piazzetta.judge.crew import Crew, Wish
from piazzetta.judge.judges import Judge
from piazzetta.match.setting import Setting
from piazzetta.workshop.tally import Tally

#: A tally's games by their number.
Rows = Mapping[int, Sequence[float]]


def tally_of(played: Played, there: Rows | None = None) -> Tally:
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


class Plays:
    """Who plays for a search: so many games on a setting with a given luck."""

    def __call__(self, setting: Setting, games: int, seed: int, there: Rows | None = None) -> Tally:
        """A tally of games; ``there``: the rows of another version to compare with."""
        raise NotImplementedError

    def each(self, wanted: Iterable[tuple[Setting, int, int]]) -> Iterator[Tally]:
        """One tally after the other; whoever can, plays for several at a time."""
        for setting, games, seed in wanted:
            yield self(setting, games, seed)


class SmallNetwork(Plays):
    """The judge's own games, by threads of this process or by a cluster."""

    def __init__(self, crew: Crew) -> None:
        self._crew = crew

    def __call__(self, setting: Setting, games: int, seed: int, there: Rows | None = None) -> Tally:
        return tally_of(next(self._crew.each([Wish(setting, games, seed)])), there)

    def each(self, wanted: Iterable[tuple[Setting, int, int]]) -> Iterator[Tally]:
        return map(tally_of, self._crew.each(Wish(*one) for one in wanted))


small_network = SmallNetwork(Crew())


class LargeNetwork(Plays):
    """Games of another judge, of whom only the results are known: nothing tells how long they were."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge

    def __call__(self, setting: Setting, games: int, seed: int, there: Rows | None = None) -> Tally:
        found = self._judge.results(setting, games, seed)
        tally = Tally(setting.players, there)
        nothing = dict.fromkeys(FACTS.names or (), 0.0)
        for number, (points, shares) in enumerate(zip(found.points.tolist(), found.shares.tolist(), strict=True)):
            tally.add(number, points, [int(share > 0) for share in shares], nothing)
        return tally


def columns(played: Played) -> dict[str, Array]:
    """What is measured, game by game."""
    tally = tally_of(played)
    rows = np.array([tally.rows[number] for number in range(played.games)])
    return {name: rows[:, place] for place, name in enumerate(tally.names)}
