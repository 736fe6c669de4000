"""Ratings of people and bots, for each game and number of players, from the games that count.

Weng and Lin's update of a Plackett-Luce model, by the library ``openskill``: everybody has a mean and an uncertainty,
and a game of any number of players moves them. A rating is nothing but the games that count, taken in the order in
which they ended: it is made from their rows whenever somebody asks, and what was taken before is kept in memory.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from openskill.models import PlackettLuce, PlackettLuceRating

from piazzetta.server.people.results import read_result
from piazzetta.server.store.database import Row
from piazzetta.server.store.store import Store
from piazzetta.server.wire import people as m

#: The library's 25 is shown as 1500, its first uncertainty of 25/3 as ± 1000 (two standard deviations).
_MIDDLE, _SCALE = 1500, 60
_MOST = 100  # lines of a table
_GAMES = (
    "SELECT r.table_id, r.players, r.body FROM piazzetta_results r "
    "WHERE r.game = :game AND r.counted = 1 ORDER BY r.players, r.ended, r.table_id"
)
_OWNERS = (
    "SELECT s.table_id, s.hash, s.person_id FROM piazzetta_seats s JOIN piazzetta_results r ON r.table_id = s.table_id "
    "WHERE r.game = :game AND r.counted = 1"
)
_PEOPLE = "SELECT id, name, avatar, listed, program FROM piazzetta_people"


@dataclass(frozen=True)
class Place:
    """One seat of a game that counts. ``member``: ``person ID``, ``bot LEVEL``, or empty for a guest."""

    member: str
    rank: int
    won: float


@dataclass
class Rated:
    rating: PlackettLuceRating
    games: int = 0
    wins: float = 0.0


@dataclass
class Scale:
    """Everybody's ratings after some games of one kind."""

    model: PlackettLuce = field(default_factory=PlackettLuce)
    members: dict[str, Rated] = field(default_factory=dict)
    taken: list[Sequence[Place]] = field(default_factory=list)

    def take(self, game: Sequence[Place]) -> None:
        """Let a game count. A guest plays with the rating of a newcomer, and is forgotten."""
        self.taken.append(game)
        before = [
            self.members[one.member].rating if one.member in self.members else self.model.rating() for one in game
        ]
        after = self.model.rate([[one] for one in before], ranks=[float(one.rank) for one in game])
        for one, (rating,) in zip(game, after, strict=True):
            if one.member:
                rated = self.members.setdefault(one.member, Rated(rating))
                rated.rating, rated.games, rated.wins = rating, rated.games + 1, rated.wins + one.won


def follow(scale: Scale, games: Sequence[Sequence[Place]]) -> Scale:
    """Return the scale after these games; the part that it has taken before is not taken again."""
    known = len(scale.taken)
    if list(games[:known]) != scale.taken:  # an older game counts differently now, such as one that a guest has claimed
        scale, known = Scale(), 0
    for game in games[known:]:
        scale.take(game)
    return scale


def shown(rating: PlackettLuceRating) -> tuple[int, int]:
    """Return a rating as people read it, and its uncertainty."""
    return round(_MIDDLE + _SCALE * (rating.mu - 25)), round(2 * _SCALE * rating.sigma)


class Ratings:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._scales: dict[tuple[str, int], Scale] = {}
        self._taking = asyncio.Lock()

    async def leaderboards(self, game: str, me: str | None) -> m.Ratings:
        """Return the leaderboards of a game, one for each number of players."""
        games = await self._follow(game)
        people = {row[0]: row[1:] for row in await self._store.read(_PEOPLE)}
        return m.Ratings(game, [self._table(game, players, people, me) for players in games])

    async def lower_bounds(self, game: str) -> dict[tuple[int, str], float]:
        """Return the rating minus its uncertainty of everybody, by the number of players and ``Place.member``."""
        games = await self._follow(game)
        found = {}
        for players in games:
            for member, rated in self._scales[game, players].members.items():
                rating, uncertainty = shown(rated.rating)
                found[players, member] = float(rating - uncertainty)
        return found

    async def _follow(self, game: str) -> list[int]:
        """Let all games that have ended count; the numbers of players with which there were any."""
        async with self._taking:
            games = await self._games(game)
            for players, places in games.items():
                scale = self._scales.get((game, players), Scale())
                self._scales[game, players] = await asyncio.to_thread(follow, scale, places)
        return sorted(games)

    async def _games(self, game: str) -> dict[int, list[Sequence[Place]]]:
        owners = {(table, own): person for table, own, person in await self._store.read(_OWNERS, game=game)}
        games: dict[int, list[Sequence[Place]]] = {}
        for table, players, body in await self._store.read(_GAMES, game=game):
            seats = read_result(body).seats
            places = []
            for seat in seats:
                person = owners.get((table, seat.hash))
                member = f"bot {seat.level}" if seat.kind == "bot" else f"person {person}" if person else ""
                places.append(Place(member, seat.rank, seat.share_of_win(seats)))
            people = [place.member for place in places if place.member.startswith("person")]
            if len(people) == len(set(people)):  # nobody plays against themselves for a rating
                games.setdefault(players, []).append(places)
        return games

    def _table(self, game: str, players: int, people: dict[str, Row], me: str | None) -> m.LeaderboardTable:
        scale = self._scales[game, players]
        order = sorted(scale.members.items(), key=lambda one: 2 * one[1].rating.sigma - one[1].rating.mu)
        members: list[m.Member] = []
        for name, rated in order:
            kind, _, key = name.partition(" ")
            found = (key, "", True, False) if kind == "bot" else people.get(key, ("", "", False, False))
            called, avatar, listed, program = found
            if not listed and key != me:  # also somebody who was deleted in this moment
                continue
            rating, uncertainty = shown(rated.rating)
            members.append(
                m.Member(
                    len(members) + 1,
                    "bot" if kind == "bot" else "person",
                    str(called),
                    str(avatar),
                    rating,
                    uncertainty,
                    rated.games,
                    round(rated.wins, 2),
                    kind == "person" and key == me,
                    bool(program),
                )
            )
        return m.LeaderboardTable(players, len(scale.taken), members[:_MOST])
