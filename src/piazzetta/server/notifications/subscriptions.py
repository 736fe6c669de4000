"""What the database knows of calls: in which ways people want to be called, and which calls are to be made or were.

This is no part of a game, so it is no part of the log: a table goes on the same without it.
"""

from __future__ import annotations

import hmac
import secrets
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import msgspec
from sqlalchemy import bindparam, text

from piazzetta.server.notifications.quiet_hours import Quiet
from piazzetta.server.store.store import Store

_AT_ONCE = 200  # calls in one round
_LEASE = 120_000  # milliseconds for which a call belongs to the server that is making it


#: What calls are for: somebody is asked; a quarter of their time is left; the last of it.
TURN, QUARTER, LAST = "turn", "quarter", "last"
Kind = Literal["push", "mail", "webhook"]
SeatHash = tuple[str, str]  # a table, and the hash of a seat's token there


class Target(msgspec.Struct, frozen=True):
    """The details of a way: how to reach it, and how to speak there."""

    lang: str = "en"
    base: str = ""  # the address of the page, for links
    quiet: Quiet | None = None
    p256dh: str = ""  # of a push subscription
    auth: str = ""
    form: str = "json"  # of a webhook
    chat: str | None = None


@dataclass(frozen=True)
class Way:
    """``owner``: whose it is, see ``owners.py``. ``address``: an endpoint, a mail address, a URL."""

    id: str
    owner: str
    kind: Kind
    address: str
    target: Target
    confirmed: bool = True


@dataclass(frozen=True)
class Call:
    """One to be made now, in one way: for the turn of a seat, or as a warning that its time runs out."""

    way: Way
    table: str
    seat: int
    asked: int  # the event since which the seat is asked
    tries: int
    mark: str = TURN


_WAY = "id, owner, kind, address, body, confirmed"
_PUT = text(
    "INSERT INTO piazzetta_ways (id, owner, kind, address, body, confirmed, created) "
    "VALUES (:id, :owner, :kind, :address, :body, :confirmed, :created) "
    "ON CONFLICT (owner, kind, address) DO UPDATE SET body = excluded.body"
)
_NEW = text(
    "INSERT INTO piazzetta_calls (way, table_id, seat, mark, asked, due, tries) "
    "VALUES (:way, :table, :seat, :mark, :asked, :due, 0) ON CONFLICT (way, table_id, seat, mark) DO UPDATE SET "
    "asked = excluded.asked, due = excluded.due, tries = 0, called = NULL "
    f"WHERE piazzetta_calls.mark <> '{TURN}' AND piazzetta_calls.asked <> excluded.asked"
)
_JOINED = "JOIN piazzetta_ways w ON w.id = c.way"
_DUE = text(
    "SELECT c.table_id, c.seat, c.asked, c.tries, c.mark, c.due, w.id, w.owner, w.kind, w.address, w.body, w.confirmed "
    f"FROM piazzetta_calls c {_JOINED} "
    "WHERE c.called IS NULL AND c.due <= :now AND w.confirmed = 1 ORDER BY c.due LIMIT :most"
)
_THIS = "way = :way AND table_id = :table AND seat = :seat AND mark = :mark"
_CLAIM = text(f"UPDATE piazzetta_calls SET due = :until WHERE {_THIS} AND called IS NULL AND due = :due")
_MADE = text(f"UPDATE piazzetta_calls SET called = :now, tap = :tap WHERE {_THIS}")
_AGAIN = text(f"UPDATE piazzetta_calls SET due = :due, tries = tries + 1 WHERE {_THIS}")
_POSTPONE = text(f"UPDATE piazzetta_calls SET due = :due WHERE {_THIS}")
_DROP = text(f"DELETE FROM piazzetta_calls WHERE {_THIS}")
_SECRET = text("INSERT INTO piazzetta_secrets (name, value) VALUES (:name, :value) ON CONFLICT (name) DO NOTHING")


def _way(row: Sequence[Any]) -> Way:
    found, owner, kind, address, body, confirmed = row
    return Way(found, owner, kind, address, msgspec.json.decode(body, type=Target), bool(confirmed))


def _key(call: Call) -> dict[str, Any]:
    return {"way": call.way.id, "table": call.table, "seat": call.seat, "mark": call.mark}


class Book:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._used: bool | None = None  # not known yet

    async def unused(self) -> bool:
        """Whether nobody wants to be called: then a move costs nothing more. Other servers may add ways unseen."""
        if self._used is None:
            self._used = self._store.postgres or bool(
                await self._store.read(text("SELECT 1 FROM piazzetta_ways LIMIT 1"))
            )
        return not self._used

    async def secret(self, name: str, fresh: str) -> str:
        """A secret of the server, made at its first start; of several that start at once, one makes it."""
        await self._store.write((_SECRET, {"name": name, "value": fresh}))
        rows = await self._store.read(text("SELECT value FROM piazzetta_secrets WHERE name = :name"), name=name)
        return str(rows[0][0])

    async def callers(self, seats: Collection[SeatHash]) -> dict[SeatHash, list[str]]:
        """Who may say how to call each seat: the person it belongs to, if the server knows one, for all their tables;
        whoever has its token, which stays valid in a rematch; and all at the table. One's own ways are the first's."""
        query = text("SELECT table_id, hash, person_id FROM piazzetta_seats WHERE hash IN :hashes")
        hashes = sorted({hashed for _, hashed in seats})
        rows = await self._store.read(query.bindparams(bindparam("hashes", expanding=True)), hashes=hashes)
        people = {(table, hashed): f"person {person}" for table, hashed, person in rows}
        return {
            seat: [*([people[seat]] if seat in people else []), f"seat {seat[1]}", f"table {seat[0]}"] for seat in seats
        }

    # --- ways ---

    async def put(self, way: Way, now: int) -> Way:
        """Add a way, or change how it speaks; returns it as it is now."""
        self._used = True
        body = msgspec.json.encode(way.target).decode()
        row = {"id": way.id, "owner": way.owner, "kind": way.kind, "address": way.address, "body": body}
        await self._store.write((_PUT, {**row, "confirmed": int(way.confirmed), "created": now}))
        query = f"SELECT {_WAY} FROM piazzetta_ways WHERE owner = :owner AND kind = :kind AND address = :address"
        rows = await self._store.read(text(query), owner=way.owner, kind=way.kind, address=way.address)
        return _way(rows[0])

    async def ways_of(self, owners: Collection[str]) -> list[Way]:
        query = text(f"SELECT {_WAY} FROM piazzetta_ways WHERE owner IN :owners ORDER BY created")
        rows = await self._store.read(query.bindparams(bindparam("owners", expanding=True)), owners=list(owners))
        return [_way(row) for row in rows]

    async def ways_to(self, seats: Collection[SeatHash]) -> dict[SeatHash, list[Way]]:
        """How to call the people of these seats."""
        callers = await self.callers(seats)
        owned = defaultdict(list)
        for way in await self.ways_of({owner for owners in callers.values() for owner in owners}):
            if way.confirmed:
                owned[way.owner].append(way)
        return {seat: [way for owner in owners for way in owned[owner]] for seat, owners in callers.items()}

    async def find(self, way: str) -> Way | None:
        rows = await self._store.read(text(f"SELECT {_WAY} FROM piazzetta_ways WHERE id = :way"), way=way)
        return _way(rows[0]) if rows else None

    async def confirm(self, way: str) -> None:
        await self._store.write((text("UPDATE piazzetta_ways SET confirmed = 1 WHERE id = :way"), {"way": way}))

    async def forget(self, way: str) -> None:
        own = {"way": way}
        await self._store.write(
            (text("DELETE FROM piazzetta_ways WHERE id = :way"), own),
            (text("DELETE FROM piazzetta_calls WHERE way = :way"), own),
        )

    async def ways_at(self, kind: str, address: str) -> list[Way]:
        query = text(f"SELECT {_WAY} FROM piazzetta_ways WHERE kind = :kind AND address = :address")
        return [_way(row) for row in await self._store.read(query, kind=kind, address=address)]

    async def forget_address(self, kind: str, address: str) -> None:
        """Nobody is reached there any more."""
        for way in await self.ways_at(kind, address):
            await self.forget(way.id)

    # --- calls ---

    async def expect(self, calls: Iterable[tuple[Way, str, int, int, str, int]]) -> None:
        """Calls to make: way, table, seat, asked since, what for, due. One that was made already is not made again; a
        warning, not for the same question."""
        rows = [
            {"way": way.id, "table": table, "seat": seat, "asked": asked, "mark": mark, "due": due}
            for way, table, seat, asked, mark, due in calls
        ]
        if rows:
            await self._store.write(*((_NEW, row) for row in rows))

    async def claim(self, now: int) -> list[Call]:
        """The calls that are due. They belong to this server for a while, so that no other makes them too."""
        found = [
            (Call(_way(way), table, seat, asked, tries, mark), due)
            for table, seat, asked, tries, mark, due, *way in await self._store.read(_DUE, now=now, most=_AT_ONCE)
        ]
        if not found:
            return []
        claims = [(_CLAIM, {**_key(call), "due": due, "until": now + _LEASE}) for call, due in found]
        mine = await self._store.write(*claims)
        return [call for (call, _), rows in zip(found, mine, strict=True) if rows]

    async def made(self, call: Call, now: int, tap: str | None = None) -> None:
        """``tap``: the hash of the token with which the call itself can be answered."""
        await self._store.write((_MADE, {**_key(call), "now": now, "tap": tap}))

    async def again(self, call: Call, due: int) -> None:
        await self._store.write((_AGAIN, {**_key(call), "due": due}))

    async def postpone(self, call: Call, due: int) -> None:
        """There is more time than when the call was written down."""
        await self._store.write((_POSTPONE, {**_key(call), "due": due}))

    async def drop(self, call: Call) -> None:
        await self._store.write((_DROP, _key(call)))

    async def came(self, seen: Collection[tuple[str, int]]) -> None:
        """People came back to their seats, so that their next turn is worth a call again."""
        query = text("SELECT DISTINCT table_id, seat FROM piazzetta_calls WHERE table_id IN :tables")
        tables = sorted({table for table, _ in seen})
        rows = await self._store.read(query.bindparams(bindparam("tables", expanding=True)), tables=tables)
        gone = [{"table": table, "seat": seat} for table, seat in rows if (table, seat) in seen]
        if gone:
            # who has looked and not moved is still warned when time runs out
            where = f"table_id = :table AND seat = :seat AND mark = '{TURN}'"
            query = text(f"DELETE FROM piazzetta_calls WHERE {where}")
            await self._store.write(*((query, row) for row in gone))

    async def waiting(self, way: str) -> int:
        """How many tables have called in this way and wait still."""
        rows = await self._store.read(
            text(f"SELECT COUNT(DISTINCT table_id) FROM piazzetta_calls WHERE way = :way AND mark = '{TURN}'"), way=way
        )
        return int(rows[0][0])

    async def tapped(self, tap: str) -> tuple[str, int, int, str] | None:
        """The table, seat and question of a call that is answered in its own notification, and its language."""
        query = text(
            "SELECT c.table_id, c.seat, c.asked, w.body FROM piazzetta_calls c " + _JOINED + " WHERE c.tap = :tap"
        )
        for table, seat, asked, body in await self._store.read(query, tap=tap):
            return table, seat, asked, msgspec.json.decode(body, type=Target).lang
        return None

    async def answered(self, tap: str, again: bool) -> None:
        """The token is used. ``again``: they are still asked, which they were told; else they are done here."""
        spent = text("UPDATE piazzetta_calls SET tap = NULL WHERE tap = :tap")
        done = text("DELETE FROM piazzetta_calls WHERE tap = :tap")
        await self._store.write((spent if again else done, {"tap": tap}))

    async def tidy(self, before: int) -> None:
        """Calls of long ago, which nobody came for."""
        await self._store.write((text("DELETE FROM piazzetta_calls WHERE due < :before"), {"before": before}))


def link_key(secret: str, way: str) -> str:
    """The key in a mail's links, which no one else can make."""
    return f"{way}.{hmac.digest(secret.encode(), way.encode(), 'sha256').hex()[:40]}"


def linked_way(secret: str, key: str) -> str | None:
    """The way that a key in a link is for."""
    way = key.partition(".")[0]
    return way if hmac.compare_digest(link_key(secret, way).encode(), key.encode()) else None


def new_way_id() -> str:
    return secrets.token_hex(8)
