"""Tables and people as the admin sees them: what is stored, without loading any game."""

from __future__ import annotations

import msgspec

from piazzetta.server.store.store import Store
from piazzetta.server.wire import moderation as m

_MOST = 100
_TABLES = (
    "SELECT t.id, t.created, t.status, t.shown, t.watched, e.number, e.time FROM piazzetta_tables t "
    "JOIN piazzetta_events e ON e.table_id = t.id AND e.number = "
    "(SELECT max(number) FROM piazzetta_events x WHERE x.table_id = t.id) "
    "WHERE (:status = '' OR t.status = :status) ORDER BY e.time DESC, t.id LIMIT :most"
)
_SEATED = (
    "SELECT table_id, kind, body FROM piazzetta_events WHERE table_id IN :tables AND kind IN ('created', 'joined') "
    "ORDER BY table_id, number"
)
_PEOPLE = (
    "SELECT p.id, p.name, p.created, (SELECT max(used) FROM piazzetta_devices d WHERE d.person_id = p.id), "
    "(SELECT count(*) FROM piazzetta_seats s WHERE s.person_id = p.id), "
    "(SELECT count(*) FROM piazzetta_reports r WHERE r.person_id = p.id), "
    "(SELECT count(*) FROM piazzetta_bans b WHERE b.person_id = p.id) "
    "FROM piazzetta_people p WHERE (:name = '' OR lower(p.name) LIKE :likely) ORDER BY p.created DESC, p.id LIMIT :most"
)
STATUSES = ("waiting", "playing", "over", "closed")


class AdminLists:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def tables(self, status: str = "", most: int = _MOST) -> list[m.AdminTable]:
        """Return the tables in which something happened last; of one status, or all."""
        rows = await self._store.read(_TABLES, status=status, most=most)
        if not rows:
            return []
        games: dict[str, str] = {}
        names: dict[str, list[str]] = {}
        for table, kind, body in await self._store.read(_SEATED, tables=[row[0] for row in rows]):
            said = msgspec.json.decode(body)
            if kind == "created":
                games[table] = said["game"]
            sat = said["seats"] if kind == "created" else [said]
            names.setdefault(table, []).extend(seat["name"] for seat in sat if seat.get("hash") and seat.get("name"))
        return [
            m.AdminTable(
                *(table, games.get(table, ""), state, created, latest, number, bool(shown or watched)),
                list(dict.fromkeys(names.get(table, []))),
            )
            for table, created, state, shown, watched, number, latest in rows
        ]

    async def people(self, name: str = "", most: int = _MOST) -> list[m.AdminPerson]:
        """Return the profiles whose name has this part, the newest first."""
        part = name.lower().replace("%", "").replace("_", "")
        rows = await self._store.read(_PEOPLE, name=part, likely=f"%{part}%", most=most)
        return [
            m.AdminPerson(one, called, created, used, games, reports, bool(banned))
            for one, called, created, used, games, reports, banned in rows
        ]

    async def counts(self) -> tuple[int, int, int]:
        """Return how many unfinished tables, profiles and open reports there are."""
        people = await self._store.value("SELECT count(*) FROM piazzetta_people")
        reports = await self._store.value("SELECT count(*) FROM piazzetta_reports WHERE settled = 0")
        return await self._store.count_tables(), people, reports
