"""Counts games one by one and in any order: all that a verdict needs of them.

Plain numbers, no arrays (except in ``tally_of``): the page counts with the same lines, translated.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from piazzetta.arena.games import Games
from piazzetta.arena.results.figures import figure_names, figures
from piazzetta.arena.results.statistics import Estimate, Z, share
from piazzetta.games.registry import workbench
from piazzetta.games.workbench import Held
from piazzetta.match.setting import Setting
from piazzetta.tables.sources import quick_sources


class Moments:
    """A figure's number, sum and sum of squares."""

    def __init__(self) -> None:
        self.count = 0
        self.total = 0.0
        self.squares = 0.0

    def add(self, value: float) -> None:
        self.count += 1
        self.total += value
        self.squares += value * value

    def mean(self) -> Estimate:
        """The mean with its interval."""
        count = self.count
        if not count:
            return Estimate(math.nan, math.nan, math.nan)
        middle = self.total / count
        variance = max(self.squares - middle * self.total, 0.0) / max(count - 1, 1)
        spread = Z * math.sqrt(variance / count)
        return Estimate(middle, middle - spread, middle + spread)

    def rate(self) -> Estimate:
        """The share of games, for a figure from 0 to 1."""
        return share(self.total, self.count)


class Tally:
    """The games of one version of a map or deck.

    With the rows of another version (``there``) it also counts the differences in the games that both have played: game
    number *n* has the same draws in both.
    """

    def __init__(self, players: int, there: Mapping[int, Sequence[float]] | None = None) -> None:
        self.players = players
        self.names = figure_names(players)
        self.rows: dict[int, Sequence[float]] = {}  # by the game's number
        self.sums = [Moments() for _ in self.names]
        self.sources: dict[str, Moments] = {}
        self.source_games = 0
        self.scoreless = 0  # games in which nobody scored
        self.wanted = 0.0  # decisions in which a move was barred
        self.waived = 0.0  # of these, where nothing else was legal
        self.actions: list[int] = []
        self.held: dict[str, Held] = {}
        self.there = there
        self.there_sums = [Moments() for _ in self.names]
        self.differences = [Moments() for _ in self.names]

    @property
    def games(self) -> int:
        return len(self.rows)

    def sum_of(self, name: str) -> Moments:
        return self.sums[self.names.index(name)]

    def add(self, number: int, points: Sequence[int], won: Sequence[int], fact: Mapping[str, float]) -> None:
        """Count a game."""
        row = figures(points, won, fact)
        self.rows[number] = row
        if min(points) == max(points) == 0:
            self.scoreless += 1
        self.wanted += fact.get("wanted", 0)
        self.waived += fact.get("waived", 0)
        for place, value in enumerate(row):
            self.sums[place].add(value)
        other = self.there.get(number) if self.there is not None else None
        if other is not None:
            for place, value in enumerate(row):
                self.there_sums[place].add(other[place])
                self.differences[place].add(value - other[place])

    def add_uses(self, actions: Sequence[int], held: Mapping[str, Held]) -> None:
        """Count how often each action was chosen in some games, and what they ended with."""
        self.actions = _added(self.actions, actions)
        for field, (times, total) in held.items():
            before = self.held.get(field, ([], []))
            self.held[field] = (_added(before[0], times), _added(before[1], total))

    def add_sources(self, by_seat: Sequence[Mapping[str, int]]) -> None:
        """Count where the points of a game came from, as the mean of its seats."""
        self.source_games += 1
        for name in by_seat[0]:
            mean = sum(seat[name] for seat in by_seat) / len(by_seat)
            self.sources.setdefault(name, Moments()).add(mean)


def _added(sums: Sequence[int], more: Sequence[int]) -> list[int]:
    return [one + other for one, other in zip(sums, more, strict=True)] if sums else list(more)


def tally_of(setting: Setting, games: Games, there: Mapping[int, Sequence[float]] | None = None) -> Tally:
    """Count games; ``there`` has the rows of another version, which was played with the same draws.

    A large network tells only results: then nothing is known of a game's length, moves and sources.
    """
    tally = Tally(setting.players, there)
    noted = games.facts
    names = noted.dtype.names or () if noted is not None else ()
    for number, (points, won) in enumerate(zip(games.points.tolist(), games.won.tolist(), strict=True)):
        fact = {name: noted[name][number].item() for name in names} if noted is not None else {}
        tally.add(number, points, won, fact)
    if games.states is not None and games.uses is not None:
        held = {field: games.states[field] for field in workbench(setting.game.name).fields}
        sums = {name: ((of > 0).sum(axis=0).tolist(), of.sum(axis=0, dtype=int).tolist()) for name, of in held.items()}
        tally.add_uses(games.uses.tolist(), sums)
    for log, points in games.logs or ():
        tally.add_sources(quick_sources(setting, log.tolist(), points.tolist()))
    return tally
