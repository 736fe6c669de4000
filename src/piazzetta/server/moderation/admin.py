"""The host's rights and deeds. Whatever the host does, from a browser or with ``piazzetta admin``, is a row of
``piazzetta_deeds``, written together with what it changes: who did what when, and the news that every server process
reads (``keeping.py``)."""

from __future__ import annotations

from sqlalchemy import text

from piazzetta.server.moderation.reports import Reports
from piazzetta.server.people.people import now, readable
from piazzetta.server.rooms.seat_keys import new_id, new_token, token_hash
from piazzetta.server.store.store import Conflict, Statement, Store
from piazzetta.server.wire import moderation as m
from piazzetta.tables.refusals import Refused
from piazzetta.tables.seating import plain_text

LINK_SECONDS = 600
#: The host of a deed done in a terminal.
COMMAND = "command"
_KIND = "host"  # of a code
_ATTEMPTS = 5

_DEED = text(
    "INSERT INTO piazzetta_deeds SELECT COALESCE(MAX(id), 0) + 1, :time, :host, :deed, :about, :words "
    "FROM piazzetta_deeds"
)
_NEWS = text("SELECT id, time, host, deed, about, words FROM piazzetta_deeds WHERE id > :seen ORDER BY id")
_LATEST = text("SELECT id, time, host, deed, about, words FROM piazzetta_deeds ORDER BY id DESC LIMIT :most")
_SAID = text("SELECT words FROM piazzetta_deeds WHERE deed = 'announce' ORDER BY id DESC LIMIT 1")
_SILENCED = text(
    "SELECT 1 FROM piazzetta_seats s JOIN piazzetta_bans b ON b.person_id = s.person_id "
    "WHERE s.table_id = :table AND s.hash = :hash"
)
_ROWS_OF_A_TABLE = ("events", "leases", "seats", "desk", "results", "calls", "seatings", "notes")


def erased(table: str) -> list[Statement]:
    """What takes a table out of the database. Reports about it stay: they have their own time."""
    rows = [text(f"DELETE FROM piazzetta_{one} WHERE table_id = :table") for one in _ROWS_OF_A_TABLE]
    ways = text("DELETE FROM piazzetta_ways WHERE owner = :owner")
    return [
        *((one, {"table": table}) for one in rows),
        (text("DELETE FROM piazzetta_tables WHERE id = :table"), {"table": table}),
        (ways, {"owner": f"table {table}"}),
    ]


class House:
    def __init__(self, store: Store) -> None:
        self._store = store
        self.reports = Reports(store)
        self.announcement = ""  # as last read
        self._seen: int | None = None

    # --- whose browser is the host's ---

    async def new_code(self) -> str:
        """A code for one browser, once, for ten minutes."""
        code = new_token()
        old = text("DELETE FROM piazzetta_codes WHERE kind = :kind AND expires < :now")
        new = text("INSERT INTO piazzetta_codes VALUES (:hash, '', :kind, :expires)")
        values = {"hash": token_hash(readable(code)), "kind": _KIND, "expires": now() + 1000 * LINK_SECONDS}
        await self._store.write((old, {"kind": _KIND, "now": now()}), (new, values))
        await self.do(COMMAND, "link")
        return code

    async def enter(self, entry: m.HostEntry) -> str:
        """Make a browser the host's; its key."""
        hashed = token_hash(readable(entry.code))
        used = text("DELETE FROM piazzetta_codes WHERE hash = :hash AND kind = :kind AND expires >= :now")
        if await self._store.write((used, {"hash": hashed, "kind": _KIND, "now": now()})) == [0]:
            raise Refused("no_code", "this code is wrong, expired or already used: get a new one.")
        key, device = new_token(), new_id()
        new = text("INSERT INTO piazzetta_hosts VALUES (:hash, :id, :label, :now)")
        label = plain_text(entry.device)
        values = {"hash": token_hash(key), "id": device, "label": label, "now": now()}
        await self.do(device, "enter", "", label, (new, values))
        return key

    async def host(self, key: str | None) -> str | None:
        """Which of the host's devices has this key."""
        if not key:
            return None
        query = text("SELECT id FROM piazzetta_hosts WHERE hash = :hash")
        rows = await self._store.read(query, hash=token_hash(key))
        return rows[0][0] if rows else None

    async def leave(self, host: str) -> None:
        gone = text("DELETE FROM piazzetta_hosts WHERE id = :id")
        await self.do(host, "leave", "", "", (gone, {"id": host}))

    # --- deeds ---

    async def do(self, host: str, deed: str, about: str = "", words: str = "", *statements: Statement) -> None:
        """Do something, and write down that it was done."""
        values = {"time": now(), "host": host, "deed": deed, "about": about, "words": words}
        for _ in range(_ATTEMPTS):
            try:
                await self._store.write((_DEED, values), *statements)
                return
            except Conflict:  # somebody else did something in the same moment
                continue
        raise Refused("busy", "another admin action is being saved; please try again.")

    async def ban(self, host: str, person: str, reason: str) -> None:
        await self._find_person(person)
        put = text(
            "INSERT INTO piazzetta_bans VALUES (:person, :reason, :now) "
            "ON CONFLICT (person_id) DO UPDATE SET reason = excluded.reason"
        )
        reason = plain_text(reason)
        await self.do(host, "ban", person, reason, (put, {"person": person, "reason": reason, "now": now()}))

    async def unban(self, host: str, person: str) -> None:
        rows = await self._store.read(text("SELECT 1 FROM piazzetta_bans WHERE person_id = :id"), id=person)
        if not rows:
            raise Refused("missing", "person: nobody with this id is banned.")
        drop = text("DELETE FROM piazzetta_bans WHERE person_id = :person")
        await self.do(host, "unban", person, "", (drop, {"person": person}))

    async def delete_table(self, host: str, table: str) -> None:
        rows = await self._store.read(text("SELECT 1 FROM piazzetta_tables WHERE id = :id"), id=table)
        if not rows:
            raise Refused("missing", "table: no table has this id.")
        await self.do(host, "delete-table", table, "", *erased(table))

    async def announce(self, host: str, words: str) -> None:
        await self.do(host, "announce", "", plain_text(words))

    async def settle(self, host: str, report: str) -> None:
        if not await self.reports.waits(report):
            raise Refused("missing", "report: no open report has this id.")
        await self.do(host, "settle", report, "", *self.reports.settled(report))

    async def _find_person(self, person: str) -> None:
        if not await self._store.read(text("SELECT 1 FROM piazzetta_people WHERE id = :id"), id=person):
            raise Refused("missing", "person: no profile has this id.")

    async def latest(self, most: int = 50) -> list[m.Deed]:
        return [m.Deed(*row) for row in await self._store.read(_LATEST, most=most)]

    # --- what servers need to know ---

    async def news(self) -> list[m.Deed]:
        """What was done since the last look. Nothing at the first one: a server that starts has nothing to undo."""
        if self._seen is None:
            latest = await self.latest(1)
            self._seen = latest[0].id if latest else 0
            self.announcement = await self.said()
            return []
        found = [m.Deed(*row) for row in await self._store.read(_NEWS, seen=self._seen)]
        for deed in found:
            self._seen = deed.id
            if deed.deed == "announce":
                self.announcement = deed.words
        return found

    async def said(self) -> str:
        """The announcement that stands, or an empty text."""
        rows = await self._store.read(_SAID)
        return str(rows[0][0]) if rows else ""

    async def silenced(self, table: str, hashed: str) -> bool:
        """Whether whoever has this seat is banned."""
        return bool(await self._store.read(_SILENCED, table=table, hash=hashed))


def farewell(person: str) -> list[Statement]:
    """What a deleted person leaves of what the host did about them."""
    values = {"person": person}
    return [
        (text("DELETE FROM piazzetta_bans WHERE person_id = :person"), values),
        (text("UPDATE piazzetta_deeds SET about = '', words = '' WHERE about = :person"), values),
    ]
