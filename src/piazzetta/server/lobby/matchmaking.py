"""Matchmaking: the queue for quick matches. Who waits has a ticket, a row in the database, which all processes see.

Asking for a ticket's status also creates a table if a group is complete. The table is stored together with one row for
each of its tickets; of two processes that seat the same ticket, only one can. Leaving the queue writes the same row, so
that nobody is seated who has left. A ticket whose status nobody asks for does not wait any more.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from piazzetta.errors import BadInput
from piazzetta.games.registry import find_game, listing, names
from piazzetta.match.provable_draws import new_seed
from piazzetta.server.moderation.block_list import BlockList
from piazzetta.server.people.deletion import HoldsPersonalData
from piazzetta.server.people.people import Person, new_seat, now, plain_name
from piazzetta.server.rooms.registry import TableRegistry
from piazzetta.server.rooms.seat_keys import held_seats, new_token, token_hash
from piazzetta.server.settings import Settings
from piazzetta.server.store.database import Conflict, Statement
from piazzetta.server.store.store import Store
from piazzetta.server.wire import lobby as m
from piazzetta.tables.log import Created
from piazzetta.tables.refusals import Refused
from piazzetta.tables.seating import SeatWish, Wish, head_of
from piazzetta.tables.table import Options

#: Seconds for each move.
CLOCKS = {"live": 120, "days": 24 * 3600}
_SILENT = 15_000  # milliseconds without a question, after which a ticket is not waiting any more
_OLD = 24 * 3600 * 1000
_BOTS = "medium"

_PUT = (
    "INSERT INTO piazzetta_tickets "
    "VALUES (:hash, :person, :name, :game, :players, :pace, :bots, :now, :now, :credential) "
    "ON CONFLICT (hash) DO NOTHING"
)
_ONE_EACH = "DELETE FROM piazzetta_tickets WHERE person_id = :person AND person_id <> '' AND hash <> :hash"
_TIDY = "DELETE FROM piazzetta_tickets WHERE seen < :before"
_TIDY_SEATINGS = "DELETE FROM piazzetta_seatings WHERE time < :before"
_SEEN = "UPDATE piazzetta_tickets SET seen = :now WHERE hash = :hash"
_FIND = (
    "SELECT t.game, t.players, t.pace, t.bots, t.since, s.table_id FROM piazzetta_tickets t "
    "LEFT JOIN piazzetta_seatings s ON s.hash = t.hash WHERE t.hash = :hash"
)
_WAITING = (
    "SELECT t.hash, t.person_id, t.name, t.bots, t.since, t.credential FROM piazzetta_tickets t "
    "LEFT JOIN piazzetta_seatings s ON s.hash = t.hash "
    "WHERE s.hash IS NULL AND t.game = :game AND t.players = :players AND t.pace = :pace AND t.seen >= :since "
    "ORDER BY t.since, t.hash LIMIT 200"
)
_COUNTS = (
    "SELECT t.game, t.players, t.pace, count(*) FROM piazzetta_tickets t "
    "LEFT JOIN piazzetta_seatings s ON s.hash = t.hash WHERE s.hash IS NULL AND t.seen >= :since "
    "GROUP BY t.game, t.players, t.pace ORDER BY t.game, t.players, t.pace"
)
_SEAT = "INSERT INTO piazzetta_seatings VALUES (:hash, :table, :now)"


class Matchmaking(HoldsPersonalData):
    """The queue for quick matches."""

    def __init__(self, settings: Settings, store: Store, tables: TableRegistry, block_list: BlockList) -> None:
        self._bots_after = int(1000 * settings.match_after)
        self._store = store
        self._tables = tables
        self._block_list = block_list

    async def join(self, wish: m.NewTicket, person: Person | None) -> m.Ticket:
        """Put a player into the queue and return the ticket, which replaces an older one of the same person.

        With a token that somebody has chosen, asking again returns the same ticket: the first answer may have been
        lost, or its statements may come late.
        """
        if wish.game not in names():
            raise Refused("bad", f"game: must be one of {', '.join(names())}.")
        least, *_, most = listing(wish.game).seats
        if not least <= wish.players <= most:
            raise Refused("bad", f"players: must be a number from {least} to {most}.")
        token = wish.token or new_token()
        values = {
            "hash": token_hash(token),
            "person": person.id if person else "",
            "credential": person.credential if person else "",
            "name": plain_name(wish.name),
            "game": wish.game,
            "players": wish.players,
            "pace": wish.pace,
            "bots": int(wish.bots),
            "now": now(),
        }
        old: list[Statement] = [
            (_TIDY, {"before": now() - _OLD}),
            (_TIDY_SEATINGS, {"before": now() - _OLD}),
            (_ONE_EACH, {"person": values["person"], "hash": values["hash"]}),
        ]
        await self._store.write(*old, (_PUT, values))
        return m.Ticket(token)

    async def counts(self) -> list[m.Waiting]:
        """Return how many wait for which games."""
        return [m.Waiting(*row) for row in await self._store.read(_COUNTS, since=now() - _SILENT)]

    async def status(self, token: str) -> m.Place:
        """Return whether a ticket waits or has its seat, and note that its player still waits."""
        hashed = token_hash(token)
        rows = await self._store.read(_FIND, hash=hashed)
        if not rows:
            raise Refused("missing", "this ticket does not exist.")
        game, players, pace, bots, since, table = rows[0]
        waiting: list[Ticket] = []
        if table is None:
            await self._store.write((_SEEN, {"hash": hashed, "now": now()}))
            waiting = await self._waiting(game, players, pace)
            await self._seat(game, players, pace, waiting)
            table = (await self._store.read(_FIND, hash=hashed))[0][-1]
        if table == "":
            raise Refused("missing", "this ticket was cancelled.")
        if table is None:
            return m.Place("waiting", len(waiting), since, since + self._bots_after if bots else None)
        seats = await self._tables.look_at(table, lambda found: held_seats(found, [(0, token)]))
        return m.Place("seated", 0, since, None, table, seats[0] if seats else None)

    async def leave(self, token: str) -> None:
        """Take a ticket out of the queue; ``taken`` if it has its seat already."""
        hashed = token_hash(token)
        if not await self._store.read(_FIND, hash=hashed):
            raise Refused("missing", "this ticket does not exist.")
        try:
            await self._store.write((_SEAT, {"hash": hashed, "table": "", "now": now()}))
        except Conflict:
            raise Refused("taken", "this ticket already has a seat or was cancelled.") from None

    async def _waiting(self, game: str, players: int, pace: str) -> list[Ticket]:
        rows = await self._store.read(_WAITING, game=game, players=players, pace=pace, since=now() - _SILENT)
        return [Ticket(hashed, person, name, bool(bots), *more) for hashed, person, name, bots, *more in rows]

    async def _seat(self, game: str, players: int, pace: str, waiting: list[Ticket]) -> None:
        """Create the next table, if a group is complete."""
        apart = await self._block_list.apart([one.person for one in waiting])
        before = now() - self._bots_after
        found = group(waiting, players, apart, before)
        if found is None:
            return
        head = _head(game, players, pace, found)

        def seatings(table: str) -> list[Statement]:
            return [
                *((_SEAT, {"hash": one.hash, "table": table, "now": now()}) for one in found),
                *(new_seat(one.person, table, one.hash, one.credential) for one in found if one.person),
            ]

        try:
            await self._tables.begin(head, seatings)
        except Conflict:  # another process was faster, or one of them has gone: the next look finds out
            return

    async def deletion_of(self, person: Person, seats: Collection[str]) -> Sequence[Statement]:
        return [(_ONE_EACH, {"person": person.id, "hash": ""})]


def _head(game: str, players: int, pace: str, people: list[Ticket]) -> Created:
    """Return the first event of a group's table: the draw decides who sits where and who starts, and the start is fair.

    Among strangers there are neither hints nor undone moves.
    """
    bots = [SeatWish("bot", level=_BOTS)] * (players - len(people))
    wish = Wish(
        game,
        [*(SeatWish("person", one.name) for one in people), *bots],
        rules={"handicap": "fair"} if "handicap" in find_game(game).switches else {},
        options=Options(undo=False, hints=False, clock=CLOCKS[pace]),
        draw_starter=True,
        draw_seats=True,
    )
    try:
        return head_of(wish, new_seed(), {seat: one.hash for seat, one in enumerate(people)})
    except BadInput as problem:
        raise Refused("bad", str(problem)) from None


@dataclass(frozen=True)
class Ticket:
    """A player who waits. ``hash``: of the token of their future seat; ``person``: their id, empty for a guest."""

    hash: str
    person: str
    name: str
    bots: bool
    since: int
    credential: str = ""  # the device or access token with which they asked


def _fit(one: Ticket, others: Sequence[Ticket], apart: Collection[tuple[str, str]]) -> bool:
    """Return whether two may play together: neither the same person, nor one who has blocked the other."""
    return all(
        not one.person or (one.person != other.person and (one.person, other.person) not in apart) for other in others
    )


def _around(first: Ticket, tickets: Sequence[Ticket], most: int, apart: Collection[tuple[str, str]]) -> list[Ticket]:
    """Return a ticket and those that fit it, the longest waiting first."""
    found = [first]
    for one in tickets:
        if len(found) < most and one is not first and _fit(one, found, apart):
            found.append(one)
    return found


def group(
    tickets: Sequence[Ticket], players: int, apart: Collection[tuple[str, str]], before: int
) -> list[Ticket] | None:
    """Return the people of the next table, or None if nobody can begin yet. ``tickets``: the longest waiting first.

    A group that is complete plays. Otherwise those who agree to bots play with them as soon as one of them has waited
    since ``before``; a group of fewer than ``players`` is to be completed.
    """
    for first in tickets:
        found = _around(first, tickets, players, apart)
        if len(found) == players:
            return found
    willing = [one for one in tickets if one.bots]
    for first in willing:
        if first.since <= before:
            return _around(first, willing, players, apart)
    return None
