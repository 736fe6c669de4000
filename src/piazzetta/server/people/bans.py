"""Bans: the admin keeps a person out of the server.

``check_not_banned`` refuses a banned person wherever they are recognised, by a device's key or an access token. A seat
can be played without a profile, so ``check_seat_not_banned`` is asked before a seat may chat. Connections that are open
when a ban begins are closed by ``moderation/enforcement.py``. The admin's actions are in ``moderation/admin.py``.
"""

from __future__ import annotations

from dataclasses import dataclass

from piazzetta.server.store.database import Statement
from piazzetta.server.store.store import Store
from piazzetta.tables.refusals import Refused

_BAN = (
    "INSERT INTO piazzetta_bans VALUES (:person, :reason, :now) "
    "ON CONFLICT (person_id) DO UPDATE SET reason = excluded.reason"
)
_BANNED_AT = (
    "SELECT b.time FROM piazzetta_seats s JOIN piazzetta_bans b ON b.person_id = s.person_id "
    "WHERE s.table_id = :table AND s.hash = :hash"
)


def check_not_banned(since: int | None) -> None:
    """Refuse a person who is banned. ``since``: the time of the ban; None: there is none."""
    if since is not None:
        raise Refused("banned", "you are banned from this server.")


def ban_of(person: str, reason: str, now: int) -> Statement:
    """Return the statement that bans a person."""
    return _BAN, {"person": person, "reason": reason, "now": now}


def unban_of(person: str) -> Statement:
    """Return the statement that ends a person's ban."""
    return "DELETE FROM piazzetta_bans WHERE person_id = :person", {"person": person}


@dataclass
class Bans:
    _store: Store

    async def is_banned(self, person: str) -> bool:
        return bool(await self._store.read("SELECT 1 FROM piazzetta_bans WHERE person_id = :person", person=person))

    async def check_seat_not_banned(self, table: str, hashed: str) -> None:
        """Refuse a seat whose owner is banned. ``hashed``: the hash of the seat's token."""
        check_not_banned(await self._store.value(_BANNED_AT, table=table, hash=hashed))
