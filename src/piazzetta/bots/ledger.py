"""Many games analysed, several at a time, and what they say of each player's luck and skill."""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass

from piazzetta.bots.analysis import Analysis, analyse, positions
from piazzetta.bots.luck import Luck, SeatLuck, Skill, Streak, luck_alone, skill, streak
from piazzetta.bots.workers import behave
from piazzetta.match.record import Record

_AHEAD = 4  # games handed to each worker before its first is done


@dataclass(frozen=True)
class Finding:
    """A game's luck and, unless only its draws were weighed, its analysis."""

    luck: Luck
    analysis: Analysis | None


@dataclass(frozen=True)
class Account:
    """A player's games: won and expected to be won, luck and how likely it was, and what a decision cost."""

    player: str
    games: int
    won: float
    start: float  # the sum of the chances at the start
    luck: Streak
    skill: Skill | None  # None: decisions were not analysed


def find(record: Record, level: str | None) -> Finding:
    """Weigh the draws of a game and, with a level, analyse its decisions, if it has any."""
    match = record.replay()
    if level is None or not positions(match):
        return Finding(luck_alone(match), None)
    found = analyse(record, level)
    assert found.luck is not None
    return Finding(found.luck, found)


def _find(text: str, level: str | None) -> Finding:
    return find(Record.loads(text), level)


def findings(records: Iterable[Record], level: str | None, workers: int = 1) -> Iterator[Finding]:
    """The findings on each of some games, in their order."""
    if workers == 1:
        yield from (find(record, level) for record in records)
        return
    with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), behave) as pool:
        asked: deque[Future[Finding]] = deque()
        try:
            for record in records:
                asked.append(pool.submit(_find, record.dumps(), level))
                if len(asked) == _AHEAD * workers:
                    yield asked.popleft().result()
            while asked:
                yield asked.popleft().result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def accounts(games: Iterable[tuple[Sequence[str], Finding]]) -> list[Account]:
    """What some games say of each player, given who sat where ("": nobody); those of most games first."""
    seats: dict[str, list[SeatLuck]] = {}
    costs: dict[str, list[float]] = {}
    for players, found in games:
        for seat, player in enumerate(players):
            if player:
                seats.setdefault(player, []).append(found.luck.seats[seat])
                if found.analysis is not None:
                    own = [one.gave_away for one in found.analysis.decisions if one.seat == seat]
                    costs.setdefault(player, []).extend(own)
    return [
        Account(
            player,
            len(own),
            sum(one.result for one in own),
            sum(one.start for one in own),
            streak([(one.luck, one.spread) for one in own]),
            skill(costs[player]) if player in costs else None,
        )
        for player, own in sorted(seats.items(), key=lambda pair: (-len(pair[1]), pair[0]))
    ]
