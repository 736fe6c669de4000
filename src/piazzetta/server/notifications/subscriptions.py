"""Stored notifications: the channels by which people want them, and which are to be sent or were.

They are no part of a game, so they are no part of the log: a table goes on the same without them. In the database a
channel is a row of ``piazzetta_ways``, a notification one of ``piazzetta_calls``.
"""

from __future__ import annotations

import hmac
import secrets
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import msgspec

from piazzetta.server.notifications.quiet_hours import Quiet
from piazzetta.server.notifications.whose_turn import Turn
from piazzetta.server.people.deletion import HoldsPersonalData
from piazzetta.server.people.people import Person
from piazzetta.server.store.database import Row, Statement
from piazzetta.server.store.store import Store
from piazzetta.server.wire.export import Export, OwnChannel

_AT_ONCE = 200  # notifications in one round
_LEASE = 120_000  # milliseconds for which a notification belongs to the server that is sending it


#: What notifications are for: a player's turn; a quarter of their time is left; the last of it.
TURN, QUARTER, LAST = "turn", "quarter", "last"
Kind = Literal["push", "mail", "webhook"]
SeatHash = tuple[str, str]  # a table, and the hash of a seat's token there


class Target(msgspec.Struct, frozen=True):
    """The details of a channel: how to reach it, its language and its quiet hours."""

    lang: str = "en"
    base: str = ""  # the address of the page, for links
    quiet: Quiet | None = None
    p256dh: str = ""  # of a push subscription
    auth: str = ""
    form: str = "json"  # of a webhook
    chat: str | None = None


@dataclass(frozen=True)
class Channel:
    """``owner``: ``person ID``, ``seat HASH`` or ``table ID``. ``address``: an endpoint, an email address, a URL."""

    id: str
    owner: str
    kind: Kind
    address: str
    target: Target
    confirmed: bool = True


@dataclass(frozen=True)
class Notification:
    """A notification to send now by one channel: of a turn, or as a warning that time runs out."""

    channel: Channel
    table: str
    seat: int
    asked: int  # the event since which the seat is asked
    tries: int
    mark: str = TURN


_COLUMNS = "id, owner, kind, address, body, confirmed"
_PUT = (
    "INSERT INTO piazzetta_ways (id, owner, kind, address, body, confirmed, created) "
    "VALUES (:id, :owner, :kind, :address, :body, :confirmed, :created) "
    "ON CONFLICT (owner, kind, address) DO UPDATE SET body = excluded.body"
)
_NEW = (
    "INSERT INTO piazzetta_calls (way, table_id, seat, mark, asked, due, tries) "
    "VALUES (:way, :table, :seat, :mark, :asked, :due, 0) ON CONFLICT (way, table_id, seat, mark) DO UPDATE SET "
    "asked = excluded.asked, due = excluded.due, tries = 0, called = NULL "
    f"WHERE piazzetta_calls.asked <> excluded.asked AND "
    f"(piazzetta_calls.mark <> '{TURN}' OR piazzetta_calls.asked < :acted)"
)
_JOINED = "JOIN piazzetta_ways w ON w.id = c.way"
_DUE = (
    "SELECT c.table_id, c.seat, c.asked, c.tries, c.mark, c.due, w.id, w.owner, w.kind, w.address, w.body, w.confirmed "
    f"FROM piazzetta_calls c {_JOINED} "
    "WHERE c.called IS NULL AND c.due <= :now AND w.confirmed = 1 ORDER BY c.due LIMIT :most"
)
_THIS = "way = :way AND table_id = :table AND seat = :seat AND mark = :mark"
_CLAIM = f"UPDATE piazzetta_calls SET due = :until WHERE {_THIS} AND called IS NULL AND due = :due"
_MADE = f"UPDATE piazzetta_calls SET called = :now, tap = :tap WHERE {_THIS}"
_AGAIN = f"UPDATE piazzetta_calls SET due = :due, tries = tries + 1 WHERE {_THIS}"
_POSTPONE = f"UPDATE piazzetta_calls SET due = :due WHERE {_THIS}"
_DROP = f"DELETE FROM piazzetta_calls WHERE {_THIS}"
_SECRET = "INSERT INTO piazzetta_secrets (name, value) VALUES (:name, :value) ON CONFLICT (name) DO NOTHING"


def _channel(row: Row) -> Channel:
    found, owner, kind, address, body, confirmed = row
    return Channel(found, owner, kind, address, msgspec.json.decode(body, type=Target), bool(confirmed))


def _removal(channel: str) -> list[Statement]:
    return [
        ("DELETE FROM piazzetta_ways WHERE id = :way", {"way": channel}),
        ("DELETE FROM piazzetta_calls WHERE way = :way", {"way": channel}),
    ]


def _key(notification: Notification) -> dict[str, object]:
    return {
        "way": notification.channel.id,
        "table": notification.table,
        "seat": notification.seat,
        "mark": notification.mark,
    }


class Subscriptions(HoldsPersonalData):
    def __init__(self, store: Store) -> None:
        self._store = store
        self._used: bool | None = None  # not known yet

    async def unused(self) -> bool:
        """Return whether nobody wants notifications: then a move costs nothing more. With several servers on one
        database it is False, because another one may have added a channel."""
        if self._used is None:
            self._used = self._store.postgres or await self.any_channel()
        return not self._used

    async def any_channel(self) -> bool:
        """Return whether there is a channel for notifications."""
        return bool(await self._store.read("SELECT 1 FROM piazzetta_ways LIMIT 1"))

    async def secret(self, name: str, fresh: str) -> str:
        """Return a secret of the server; ``fresh`` becomes it at the first start."""
        await self._store.write((_SECRET, {"name": name, "value": fresh}))
        return str(await self._store.value("SELECT value FROM piazzetta_secrets WHERE name = :name", name=name))

    async def owners_of(self, seats: Collection[SeatHash]) -> dict[SeatHash, list[str]]:
        """Return the owners of channels for each seat: the person it belongs to, unless a guest, for all their tables;
        who has its token, which stays valid in a rematch; and the table. The first of them owns new channels."""
        query = "SELECT table_id, hash, person_id FROM piazzetta_seats WHERE hash IN :hashes"
        hashes = sorted({hashed for _, hashed in seats})
        rows = await self._store.read(query, hashes=hashes)
        people = {(table, hashed): f"person {person}" for table, hashed, person in rows}
        return {
            seat: [*([people[seat]] if seat in people else []), f"seat {seat[1]}", f"table {seat[0]}"] for seat in seats
        }

    # --- channels ---

    async def put(self, channel: Channel, now: int) -> Channel:
        """Add a channel, or change its details, and return it as it is now."""
        self._used = True
        body = msgspec.json.encode(channel.target).decode()
        row = {"id": channel.id, "owner": channel.owner, "kind": channel.kind, "address": channel.address, "body": body}
        await self._store.write((_PUT, {**row, "confirmed": int(channel.confirmed), "created": now}))
        query = f"SELECT {_COLUMNS} FROM piazzetta_ways WHERE owner = :owner AND kind = :kind AND address = :address"
        rows = await self._store.read(query, owner=channel.owner, kind=channel.kind, address=channel.address)
        return _channel(rows[0])

    async def channels_of(self, owners: Collection[str]) -> list[Channel]:
        query = f"SELECT {_COLUMNS} FROM piazzetta_ways WHERE owner IN :owners ORDER BY created"
        rows = await self._store.read(query, owners=list(owners))
        return [_channel(row) for row in rows]

    async def channels_to(self, seats: Collection[SeatHash]) -> dict[SeatHash, list[Channel]]:
        """Return the confirmed channels for the people of these seats."""
        owners_by_seat = await self.owners_of(seats)
        owned = defaultdict(list)
        for channel in await self.channels_of({owner for owners in owners_by_seat.values() for owner in owners}):
            if channel.confirmed:
                owned[channel.owner].append(channel)
        return {
            seat: [channel for owner in owners for channel in owned[owner]] for seat, owners in owners_by_seat.items()
        }

    async def add_to_export(self, export: Export, person: Person) -> None:
        channels = await self.channels_of([f"person {person.id}"])
        export.calls = [OwnChannel(one.kind, one.address, msgspec.to_builtins(one.target)) for one in channels]

    async def deletion_of(self, person: Person, seats: Collection[str]) -> Sequence[Statement]:
        channels = await self.channels_of([f"person {person.id}", *(f"seat {own}" for own in seats)])
        return [statement for one in channels for statement in _removal(one.id)]

    async def find(self, channel: str) -> Channel | None:
        rows = await self._store.read(f"SELECT {_COLUMNS} FROM piazzetta_ways WHERE id = :way", way=channel)
        return _channel(rows[0]) if rows else None

    async def confirm(self, channel: str) -> None:
        await self._store.write(("UPDATE piazzetta_ways SET confirmed = 1 WHERE id = :way", {"way": channel}))

    async def remove(self, channel: str) -> None:
        """Remove a channel and its notifications."""
        await self._store.write(*_removal(channel))

    async def channels_at(self, kind: str, address: str) -> list[Channel]:
        query = f"SELECT {_COLUMNS} FROM piazzetta_ways WHERE kind = :kind AND address = :address"
        return [_channel(row) for row in await self._store.read(query, kind=kind, address=address)]

    async def remove_address(self, kind: str, address: str) -> None:
        """Remove all channels to an address that no longer works."""
        for channel in await self.channels_at(kind, address):
            await self.remove(channel.id)

    # --- notifications ---

    async def schedule(self, notifications: Iterable[tuple[Channel, Turn, str, int]]) -> None:
        """Store notifications to send: channel, turn, what for, when due.

        One that was sent already is not sent again; a warning, not for the same question. Who has moved since they were
        notified has come back, even if the server died before it stored their visit.
        """
        rows = [
            {
                "way": channel.id,
                "table": turn.table,
                "seat": turn.seat,
                "asked": turn.asked,
                "acted": turn.acted,
                "mark": mark,
                "due": due,
            }
            for channel, turn, mark, due in notifications
        ]
        if rows:
            await self._store.write(*((_NEW, row) for row in rows))

    async def claim(self, now: int) -> list[Notification]:
        """Return the notifications that are due. They belong to this server for a while: no other one sends them."""
        found = [
            (Notification(_channel(tuple(channel)), table, seat, asked, tries, mark), due)
            for table, seat, asked, tries, mark, due, *channel in await self._store.read(_DUE, now=now, most=_AT_ONCE)
        ]
        if not found:
            return []
        claims = [(_CLAIM, {**_key(notification), "due": due, "until": now + _LEASE}) for notification, due in found]
        mine = await self._store.write(*claims)
        return [notification for (notification, _), rows in zip(found, mine, strict=True) if rows]

    async def mark_sent(self, notification: Notification, now: int, tap: str | None = None) -> None:
        """Note that a notification was sent. ``tap``: the hash of the token with which its buttons make a move."""
        await self._store.write((_MADE, {**_key(notification), "now": now, "tap": tap}))

    async def retry(self, notification: Notification, due: int) -> None:
        await self._store.write((_AGAIN, {**_key(notification), "due": due}))

    async def postpone(self, notification: Notification, due: int) -> None:
        """Send a notification later: there is more time than when it was scheduled."""
        await self._store.write((_POSTPONE, {**_key(notification), "due": due}))

    async def drop(self, notification: Notification) -> None:
        await self._store.write((_DROP, _key(notification)))

    async def seats_visited(self, seen: Collection[tuple[str, int]]) -> None:
        """Forget the notifications of people who came back to their seats, so their next turn is notified again."""
        query = "SELECT DISTINCT table_id, seat FROM piazzetta_calls WHERE table_id IN :tables"
        tables = sorted({table for table, _ in seen})
        rows = await self._store.read(query, tables=tables)
        gone = [{"table": table, "seat": seat} for table, seat in rows if (table, seat) in seen]
        if gone:
            # who has looked and not moved is still warned when time runs out
            where = f"table_id = :table AND seat = :seat AND mark = '{TURN}'"
            query = f"DELETE FROM piazzetta_calls WHERE {where}"
            await self._store.write(*((query, row) for row in gone))

    async def waiting(self, channel: str) -> int:
        """Return for how many tables this channel has a notification of a turn."""
        query = f"SELECT COUNT(DISTINCT table_id) FROM piazzetta_calls WHERE way = :way AND mark = '{TURN}'"
        return int(await self._store.value(query, way=channel))

    async def find_by_token(self, tap: str) -> tuple[str, int, int, str] | None:
        """Return table, seat and question of the notification with this token, and its language; None if it is used."""
        query = "SELECT c.table_id, c.seat, c.asked, w.body FROM piazzetta_calls c " + _JOINED + " WHERE c.tap = :tap"
        for table, seat, asked, body in await self._store.read(query, tap=tap):
            return table, seat, asked, msgspec.json.decode(body, type=Target).lang
        return None

    async def use_token(self, tap: str, again: bool) -> None:
        """Use up a token. ``again``: the person is asked again, so the notification stays; else it is deleted."""
        spent = "UPDATE piazzetta_calls SET tap = NULL WHERE tap = :tap"
        done = "DELETE FROM piazzetta_calls WHERE tap = :tap"
        await self._store.write((spent if again else done, {"tap": tap}))

    async def delete_old(self, before: int) -> None:
        """Delete notifications that were due before a moment."""
        await self._store.write(("DELETE FROM piazzetta_calls WHERE due < :before", {"before": before}))


def link_key(secret: str, channel: str) -> str:
    """Return the key in the links of an email, which nobody else can make."""
    return f"{channel}.{hmac.digest(secret.encode(), channel.encode(), 'sha256').hex()[:40]}"


def linked_channel(secret: str, key: str) -> str | None:
    """Return the id of the channel that a link's key is for; None if the key is wrong."""
    channel = key.partition(".")[0]
    return channel if hmac.compare_digest(link_key(secret, channel).encode(), key.encode()) else None


def new_channel_id() -> str:
    return secrets.token_hex(8)
