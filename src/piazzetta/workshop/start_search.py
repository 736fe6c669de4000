"""The search for a fair start, played by any players: points in turn order that let all seats win equally often.

A round of games is played with the points found so far, by players who know them. Its final points say which further
points would have made the wins even; with a part of those the next round is played. Where no points are even by
themselves, lots decide between some. New games confirm what was found: only those count. Plain numbers, no arrays: the
page searches with the same lines, translated.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from piazzetta.arena.results.statistics import Estimate, share

#: The wins count as even when no seat is further from its even share than this.
EVEN = 0.01
#: Added to the seed of the games that confirm; no round has it.
CONFIRMING = 1000
_STEPS = 150

#: Points in turn order, and how likely they are drawn, in hundredths.
Lot = tuple[int, tuple[int, ...]]


class StartAsk(NamedTuple):
    """Games to play: with these points in turn order, and a number (``luck``) that is added to the seed."""

    points: tuple[int, ...]
    luck: int
    games: int


def distance(shares: Sequence[float]) -> float:
    """How far the wins of the farthest seat are from an even share."""
    return max([abs(one - 1 / len(shares)) for one in shares])


def even_points(net: Sequence[Sequence[int]]) -> list[int]:
    """Whole points, the smallest 0, that make the wins in games with these final points as even as possible.

    >>> even_points([[10, 7], [12, 8], [11, 9], [9, 7]])
    [0, 3]
    """
    seats = len(net[0])
    alike: dict[tuple[int, ...], int] = {}  # only differences matter
    for row in net:
        key = tuple([one - min(row) for one in row])
        alike[key] = alike.get(key, 0) + 1
    given = [0.0 for _ in range(seats)]
    spread = _spread(net) + 1
    for step in range(_STEPS):  # small steps towards an even share, ever smaller
        shares = _shares_with(alike, given)
        given = [one + spread * (1 / seats - own) / (1 + step / 30) for one, own in zip(given, shares, strict=True)]
    best = _from_zero([round(one - min(given)) for one in given])
    cost = _cost(alike, best)
    while True:
        near = []
        for seat in range(seats):
            for change in (1, -1):
                near.append(_from_zero([one + change * (place == seat) for place, one in enumerate(best)]))
        costs = [_cost(alike, one) for one in near]
        if min(costs) >= cost:
            return best
        cost = min(costs)
        best = near[costs.index(cost)]


def _spread(net: Sequence[Sequence[int]]) -> float:
    """The standard deviation of all final points."""
    count = len(net) * len(net[0])
    middle = sum([sum(row) for row in net]) / count
    squares = sum([sum([(one - middle) ** 2 for one in row]) for row in net])
    return float((squares / count) ** 0.5)


def _shares_with(alike: dict[tuple[int, ...], int], given: Sequence[float]) -> list[float]:
    """Each seat's share of the wins if these points were added to the final ones; a shared win is shared."""
    shares = [0.0 for _ in given]
    games = 0
    for row, count in alike.items():
        games += count
        total = [one + more for one, more in zip(row, given, strict=True)]
        best = max(total)
        winners = total.count(best)
        for seat, one in enumerate(total):
            if one == best:
                shares[seat] += count / winners
    return [one / games for one in shares]


def _cost(alike: dict[tuple[int, ...], int], points: Sequence[int]) -> float:
    """How uneven points are; of those that are equally even, fewer cost less."""
    return distance(_shares_with(alike, points)) + 1e-8 * sum(points)


def _from_zero(points: Sequence[int]) -> list[int]:
    least = min(points)
    return [one - least for one in points]


def even_lots(points: Sequence[tuple[int, ...]], shares: Sequence[Sequence[float]]) -> list[Lot]:
    """Lots, in hundredths, between candidates with these shares of the wins, that make them as even as possible: the
    least squares, and of those that are equally even, few points. The likeliest comes first.

    >>> even_lots([(0, 0), (0, 1)], [[0.62, 0.38], [0.38, 0.62]])
    [(50, (0, 0)), (50, (0, 1))]
    """
    places = range(len(points))
    even = 1 / len(shares[0])

    def away(lots: Sequence[int]) -> float:
        wins = [sum([lots[place] * shares[place][seat] for place in places]) / 100 for seat in range(len(shares[0]))]
        return sum([(one - even) ** 2 for one in wins]) + 1e-9 * sum(
            [lots[place] * sum(points[place]) for place in places]
        )

    alone = [[100 * int(place == one) for place in places] for one in places]
    lots = min(alone, key=away)
    for size in (50, 20, 10, 5, 2, 1):  # hundredths go from one lot to another as long as that helps
        while True:
            moved = [
                [lots[at] + size * (int(at == there) - int(at == here)) for at in places]
                for here in places
                for there in places
                if here != there and lots[here] >= size
            ]
            nearest = min([lots, *moved], key=away)
            if away(nearest) >= away(lots):
                break
            lots = nearest
    drawn = [(lots[place], points[place]) for place in places if lots[place]]
    return sorted(drawn, key=lambda one: -one[0])


class StartSearch:
    """Decides which games to play next, from the results of those before.

    A round has a quarter of the games that confirm.
    """

    def __init__(self, players: int, games: int, rounds: int = 10) -> None:
        self.players = players
        self.games = games
        self.rounds = rounds
        self.tried: dict[tuple[int, ...], list[float]] = {}  # each seat's share of the wins
        self.steps: list[float] = []  # round by round: how far the farthest seat was from even
        self._wanted = [0.0 for _ in range(players)]
        self._change = [0.0 for _ in range(players)]  # what the last round's final points suggest
        self._number = 0
        self._stopped = False

    @property
    def batch(self) -> int:
        return max(self.games // 4, 1)

    @property
    def total(self) -> int:
        """The most games that the search may take."""
        return self.rounds * self.batch + 2 * self.games

    def ask(self) -> StartAsk | None:
        """Return the next round; None when it is time to choose."""
        while not self._stopped and self._number < self.rounds:
            given = self._given()
            if given not in self.tried:
                return StartAsk(given, self._number, self.batch)
            self._step()
        return None

    def tell(self, net: Sequence[Sequence[int]], shares: Sequence[float]) -> None:
        """Take a round's results: each game's final points, and each seat's share of the wins in all of them."""
        self.tried[self._given()] = list(shares)
        self.steps.append(distance(shares))
        if distance(shares) <= EVEN / 2:
            self._stopped = True
            return
        change = even_points(net)
        middle = sum(change) / self.players
        self._change = [one - middle for one in change]
        self._step()

    def stop(self) -> None:
        """Play no more rounds, and choose among what was found."""
        self._stopped = True

    def points(self) -> tuple[int, ...]:
        """The most even points by themselves."""
        return min(self.tried, key=lambda one: distance(self.tried[one]))

    def lots(self) -> list[Lot]:
        """The most even points; several with lots, if those are further from even than chance mostly explains."""
        best = self.points()
        even = 1 / self.players
        chance = (even * (1 - even) / self.batch) ** 0.5  # a standard deviation
        if distance(self.tried[best]) <= max(EVEN, chance):
            return [(100, best)]
        candidates = list(self.tried)
        return even_lots(candidates, [self.tried[one] for one in candidates])

    def confirming(self) -> list[StartAsk]:
        """Return the games that confirm: without points first, then with each lot's."""
        asks = [StartAsk(tuple([0 for _ in range(self.players)]), CONFIRMING, self.games)]
        for number, (lot, points) in enumerate(self.lots()):
            asks.append(StartAsk(points, CONFIRMING + 1 + number, max(round(self.games * lot / 100), 1)))
        return asks

    def confirmed(self, found: Sequence[Sequence[float]]) -> ConfirmedStart:
        """Return the result, from each seat's wins in each of the confirming games."""
        asks = self.confirming()
        played = sum([ask.games for ask in asks[1:]])
        before = [share(one, self.games) for one in found[0]]
        after = [share(sum([wins[seat] for wins in found[1:]]), played) for seat in range(self.players)]
        return ConfirmedStart(self.lots(), before, after, played)

    def _given(self) -> tuple[int, ...]:
        return tuple([round(one) for one in self._wanted])

    def _step(self) -> None:
        """Points given change how players play, so what the final points suggest is followed by ever smaller steps."""
        wanted = [one + more / (1 + self._number / 2) for one, more in zip(self._wanted, self._change, strict=True)]
        self._wanted = [one - min(wanted) for one in wanted]
        self._number += 1


class ConfirmedStart(NamedTuple):
    """A fair start, and each seat's wins in new games with and without it."""

    lots: list[Lot]
    before: list[Estimate]
    after: list[Estimate]
    games: int

    @property
    def better(self) -> bool:
        return distance([one.value for one in self.after]) < distance([one.value for one in self.before])

    def to_json(self) -> dict[str, Any]:
        return {
            "lots": [[lot, list(points)] for lot, points in self.lots],
            "before": [list(one) for one in self.before],
            "after": [list(one) for one in self.after],
            "games": self.games,
            "better": self.better,
        }
