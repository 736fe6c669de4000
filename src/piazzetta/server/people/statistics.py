"""The statistics of a person, from the results of their finished games."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from piazzetta.server.people.people import Person
from piazzetta.server.people.results import GameResult, SeatResult, read_result
from piazzetta.server.store.store import Store
from piazzetta.server.wire import people as m

_LATEST = 60  # games, for the plot
_OPPONENTS = 50
_RESULTS = (
    "SELECT s.table_id, s.hash, r.body FROM piazzetta_seats s JOIN piazzetta_results r ON r.table_id = s.table_id "
    "WHERE s.person_id = :person ORDER BY r.ended, s.table_id, s.hash"
)
_OTHERS = (
    "SELECT o.table_id, o.hash, p.id, p.name FROM piazzetta_seats s "
    "JOIN piazzetta_seats o ON o.table_id = s.table_id JOIN piazzetta_people p ON p.id = o.person_id "
    "WHERE s.person_id = :person AND o.person_id <> :person"
)


@dataclass
class _Sum:
    games: int = 0
    wins: int = 0  # alone or shared
    points: int = 0
    with_sources: int = 0  # games whose sources are known
    sources: Counter[str] = field(default_factory=Counter)


class Statistics:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, person: Person) -> m.Statistics:
        """Return a person's statistics."""
        rows = await self._store.read(_RESULTS, person=person.id)
        others = await self._store.read(_OTHERS, person=person.id)
        known = {(table, own): (other, name) for table, own, other, name in others}
        return summed_up(((table, own, read_result(body)) for table, own, body in rows), known)


def summed_up(
    results: Iterable[tuple[str, str, GameResult]], known: dict[tuple[str, str], tuple[str, str]]
) -> m.Statistics:
    """Return the statistics of a person.

    ``results``: table, the hash of the person's seat, and the result, the oldest first. ``known``: id and name of other
    profiles, by table and hash.
    """
    sums: defaultdict[tuple[str, str, int], _Sum] = defaultdict(_Sum)
    met: dict[tuple[str, str], m.Opponent] = {}
    latest: list[m.Played] = []
    wins, streak, best = 0, 0, 0
    for table, own_hash, result in results:
        own = result.seat_of(own_hash)
        if own is None:
            continue
        wins += own.won
        streak = streak + 1 if own.won else 0
        best = max(best, streak)
        kind = sums[result.game, result.edition, result.players]
        kind.games, kind.wins, kind.points = kind.games + 1, kind.wins + own.won, kind.points + own.score
        if own.sources:
            kind.with_sources += 1
            for source, points in own.sources.items():
                kind.sources[source] += points
        for seat in result.seats:
            if seat is not own:
                _meet(met, seat, own, known.get((table, seat.hash or "")))
        game = (table, result.game, result.ended, result.players)
        latest.append(m.Played(*game, own.score, own.rank, own.won))
    return m.Statistics(
        len(latest),
        wins,
        streak,
        best,
        [_tally(*key, one) for key, one in sorted(sums.items())],
        sorted(met.values(), key=lambda one: (-one.games, one.name))[:_OPPONENTS],
        latest[-_LATEST:],
    )


def _meet(
    met: dict[tuple[str, str], m.Opponent], seat: SeatResult, own: SeatResult, known: tuple[str, str] | None
) -> None:
    if seat.kind == "bot":
        one = m.Opponent("bot", seat.level or "", 0, 0, 0)
    elif known is not None:
        one = m.Opponent("person", known[1], 0, 0, 0)
    else:
        one = m.Opponent("guest", seat.name or "", 0, 0, 0)
    one = met.setdefault((one.kind, known[0] if one.kind == "person" and known else one.name), one)
    one.games += 1
    one.ahead += own.rank < seat.rank
    one.behind += own.rank > seat.rank


def _tally(game: str, edition: str, players: int, one: _Sum) -> m.Tally:
    sources = (
        {source: round(points / one.with_sources, 2) for source, points in one.sources.items()}
        if one.with_sources
        else {}
    )
    return m.Tally(game, edition, players, one.games, one.wins, round(one.points / one.games, 2), sources)
