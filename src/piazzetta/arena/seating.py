"""Who sits where: every line-up in every seating order, equally often."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from math import comb, factorial, prod
from typing import NamedTuple


class Job(NamedTuple):
    """One game to be played."""

    block: int  # games of a block share their chance outcomes
    bots: tuple[str, ...]  # by seat
    setting: int = 0  # which of the settings, where there are several


def lineups(names: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """Who meets at a table: every selection of as many bots as there are seats.

    If there are fewer bots than seats, they share the seats as evenly as possible.

    >>> lineups(["a", "b", "c"], 2)
    [('a', 'b'), ('a', 'c'), ('b', 'c')]
    >>> lineups(["a", "b"], 3)
    [('a', 'a', 'b'), ('a', 'b', 'b')]
    """
    each, left = divmod(players, len(names)) if len(names) < players else (0, players)
    found = []
    for chosen in combinations(range(len(names)), left):
        seats = [name for place, name in enumerate(names) for _ in range(each + (place in chosen))]
        found.append(tuple(seats))
    return found


def seatings(lineup: Sequence[str]) -> list[tuple[str, ...]]:
    """Every order in which a line-up can sit; seats of the same bot are interchangeable.

    >>> seatings(("a", "a", "b"))
    [('a', 'a', 'b'), ('a', 'b', 'a'), ('b', 'a', 'a')]
    """
    return sorted(set(permutations(lineup)), key=lambda order: [lineup.index(name) for name in order])


def blocks(games: int, lineup: Sequence[str]) -> int:
    """How many times all seatings must be played for a line-up to play at least ``games`` games."""
    return -(-games // len(seatings(lineup)))


def game_count(names: Sequence[str], players: int, games: int) -> int:
    """How many games ``schedule`` yields, without generating them.

    >>> game_count(["a", "b", "c"], 2, 400)
    1200
    """
    chosen = lineups(names[: len(names) if len(names) < players else players], players)[0]
    orders = factorial(players) // prod(factorial(chosen.count(name)) for name in set(chosen))
    tables = comb(len(names), players % len(names) if len(names) < players else players)
    return tables * -(-games // orders) * orders


def schedule(names: Sequence[str], players: int, games: int) -> Iterator[Job]:
    """The games of an arena, at least ``games`` for each line-up. All seatings of a block share their chance outcomes.

    Blocks are played in order, so that the games played so far are always nearly balanced.
    """
    tables = [(seatings(lineup), blocks(games, lineup)) for lineup in lineups(names, players)]
    for block in range(max(count for _, count in tables)):
        for orders, count in tables:
            if block < count:
                yield from (Job(block, order) for order in orders)
