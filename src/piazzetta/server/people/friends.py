"""Friends, friend requests and invitations. Friends see where somebody is only if that person wishes it.

Two friends have a row each; a friend request is one row, of the person who sends it. A request to somebody who has
blocked its sender is stored like any other and never shown, so that the sender does not learn of the block.
"""

from __future__ import annotations

from piazzetta.server.people.deletion import HoldsPersonalData
from piazzetta.server.people.people import Person, now
from piazzetta.server.store.database import Statement
from piazzetta.server.store.store import Store
from piazzetta.server.wire import lobby as m
from piazzetta.server.wire.export import Export, OwnFriend
from piazzetta.tables.refusals import Refused

_MOST = 200  # friends and friend requests together
_FOUND = 20
_HERE = 90_000  # milliseconds since somebody was last seen
_SEEN_AGAIN = 30_000  # so often at most it is written down
_NOTE = 24 * 3600 * 1000

_UNBLOCKED = (
    "NOT EXISTS (SELECT 1 FROM piazzetta_manners b WHERE b.blocked = 1 "
    "AND ((b.person_id = :me AND b.other_id = p.id) OR (b.person_id = p.id AND b.other_id = :me)))"
)
_NOT_BY_ME = (
    "NOT EXISTS (SELECT 1 FROM piazzetta_manners b WHERE b.blocked = 1 AND b.person_id = :me AND b.other_id = p.id)"
)
_NAMED = (
    "SELECT p.id, p.name, p.avatar FROM piazzetta_people p "
    f"WHERE p.name = :name AND p.listed = 1 AND p.id <> :me AND {_UNBLOCKED} ORDER BY p.created, p.id LIMIT :most"
)
_FRIENDS = (
    "SELECT p.id, p.name, p.avatar, COALESCE(s.shown, 0), COALESCE(s.seen, 0) FROM piazzetta_friends f "
    "JOIN piazzetta_people p ON p.id = f.friend_id LEFT JOIN piazzetta_presence s ON s.person_id = p.id "
    "WHERE f.person_id = :me AND f.state = 'friends' ORDER BY p.name, p.id"
)
_ASKING = (
    "SELECT p.id, p.name, p.avatar FROM piazzetta_friends f JOIN piazzetta_people p ON p.id = f.person_id "
    f"WHERE f.friend_id = :me AND f.state = 'asked' AND {_NOT_BY_ME} ORDER BY f.since, p.id"
)
_ASKED = (
    "SELECT p.id, p.name, p.avatar FROM piazzetta_friends f JOIN piazzetta_people p ON p.id = f.friend_id "
    "WHERE f.person_id = :me AND f.state = 'asked' ORDER BY f.since, p.id"
)
_STATE = "SELECT state FROM piazzetta_friends WHERE person_id = :person AND friend_id = :other"
_PUT = (
    "INSERT INTO piazzetta_friends VALUES (:person, :other, :state, :now) "
    "ON CONFLICT (person_id, friend_id) DO UPDATE SET state = excluded.state"
)
_DROP = (
    "DELETE FROM piazzetta_friends WHERE (person_id = :me AND friend_id = :other) "
    "OR (person_id = :other AND friend_id = :me)"
)
_SHOW = (
    "INSERT INTO piazzetta_presence VALUES (:me, :shown, :now) "
    "ON CONFLICT (person_id) DO UPDATE SET shown = excluded.shown, seen = excluded.seen"
)
_SEEN = "UPDATE piazzetta_presence SET seen = :now WHERE person_id = :me AND shown = 1 AND seen < :before"
_PUBLIC = (
    "SELECT t.id FROM piazzetta_seats s JOIN piazzetta_tables t ON t.id = s.table_id WHERE s.person_id = :person "
    "AND ((t.status = 'playing' AND t.watched = 1) OR (t.status = 'waiting' AND t.shown = 1)) "
    "ORDER BY t.created DESC LIMIT 1"
)
_NEAR = (
    "SELECT s.table_id FROM piazzetta_friends f JOIN piazzetta_seats s ON s.person_id = f.friend_id "
    "JOIN piazzetta_tables t ON t.id = s.table_id "
    "WHERE f.person_id = :me AND f.state = 'friends' AND t.status = 'waiting'"
)
_INVITE = (
    "INSERT INTO piazzetta_notes VALUES (:other, :me, :table, :now) "
    "ON CONFLICT (person_id, from_id, table_id) DO UPDATE SET time = excluded.time"
)
_INVITED = "SELECT 1 FROM piazzetta_notes WHERE person_id = :other AND from_id = :me AND table_id = :table"
_OLD_NOTES = "DELETE FROM piazzetta_notes WHERE time < :before"
_NOTES = (
    "SELECT p.name, p.avatar, n.table_id, n.time FROM piazzetta_notes n JOIN piazzetta_people p ON p.id = n.from_id "
    "JOIN piazzetta_tables t ON t.id = n.table_id "
    "WHERE n.person_id = :me AND t.status = 'waiting' AND n.time > :since "
    "AND NOT EXISTS (SELECT 1 FROM piazzetta_seats s WHERE s.table_id = n.table_id AND s.person_id = :me) "
    "ORDER BY n.time DESC LIMIT 20"
)


_DECLINE = "DELETE FROM piazzetta_notes WHERE person_id = :me AND table_id = :table"


class Friends(HoldsPersonalData):
    def __init__(self, store: Store) -> None:
        self._store = store

    async def named(self, me: Person, name: str) -> list[tuple[str, str, str]]:
        """Return listed people of exactly this name. If one of the two has blocked the other, they are left out."""
        rows = await self._store.read(_NAMED, name=name, me=me.id, most=_FOUND)
        return [(one, called, avatar) for one, called, avatar in rows]

    async def see(self, me: Person) -> None:
        """Note that a person is online, if they let their friends see it."""
        await self._store.write((_SEEN, {"me": me.id, "now": now(), "before": now() - _SEEN_AGAIN}))

    async def invitations(self, me: Person) -> list[m.Invitation]:
        """Return the invitations to tables that still wait for players, the latest first."""
        return [m.Invitation(*row) for row in await self._store.read(_NOTES, me=me.id, since=now() - _NOTE)]

    async def of(self, me: Person) -> m.Friends:
        await self.see(me)
        friends = []
        for one, name, avatar, shown, seen in await self._store.read(_FRIENDS, me=me.id):
            here = bool(shown) and now() - seen < _HERE
            table = await self._store.value(_PUBLIC, person=one) if here else None
            friends.append(m.Friend(one, name, avatar, here, table))
        shown = await self._store.value("SELECT shown FROM piazzetta_presence WHERE person_id = :me", me=me.id)
        return m.Friends(
            bool(shown),
            friends,
            [m.Asking(*row) for row in await self._store.read(_ASKING, me=me.id)],
            [m.Asking(*row) for row in await self._store.read(_ASKED, me=me.id)],
            await self.invitations(me),
        )

    async def _state(self, person: str, other: str) -> str | None:
        state: str | None = await self._store.value(_STATE, person=person, other=other)
        return state

    async def ask(self, me: Person, other: str) -> None:
        """Send a friend request to a listed person, or accept theirs."""
        if other == me.id:
            raise Refused("bad", "person: this is your own profile.")
        if await self._state(me.id, other) is not None:
            return
        own = await self.of(me)
        if len(own.friends) + len(own.asked) >= _MOST:
            raise Refused("full", f"you can have at most {_MOST} friends and friend requests: remove one first.")
        moment = now()
        pair: dict[str, object] = {"person": me.id, "other": other, "now": moment}
        if any(one.id == other for one in own.asking):
            back = {"person": other, "other": me.id, "now": moment}
            await self._store.write((_PUT, {**pair, "state": "friends"}), (_PUT, {**back, "state": "friends"}))
            return
        query = "SELECT 1 FROM piazzetta_people WHERE id = :id AND listed = 1"
        if not await self._store.read(query, id=other):
            raise Refused("missing", "person: no profile with this id can be found.")
        await self._store.write((_PUT, {**pair, "state": "asked"}))

    async def remove(self, me: Person, other: str) -> None:
        """Remove a friend, or withdraw or decline a friend request."""
        if await self._store.write((_DROP, {"me": me.id, "other": other})) == [0]:
            raise Refused("missing", "person: neither a friend nor a friend request.")

    async def show(self, me: Person, shown: bool) -> None:
        """Set whether friends see where a person is. Without it, the time of their last visit is not stored."""
        await self._store.write((_SHOW, {"me": me.id, "shown": int(shown), "now": now() if shown else 0}))

    async def invite(self, me: Person, other: str, table: str) -> bool:
        """Invite a friend to a table; return whether they had no such invitation yet."""
        if await self._state(me.id, other) != "friends":
            raise Refused("missing", "person: not one of your friends.")
        old: Statement = (_OLD_NOTES, {"before": now() - _NOTE})
        note = {"me": me.id, "other": other, "table": table}
        known = await self._store.read(_INVITED, **note)
        await self._store.write(old, (_INVITE, {**note, "now": now()}))
        return not known

    async def decline(self, me: Person, table: str) -> None:
        """Remove the invitations to a table."""
        await self._store.write((_DECLINE, {"me": me.id, "table": table}))

    async def tables_of(self, me: Person) -> set[str]:
        """Return the open tables at which friends sit."""
        return {row[0] for row in await self._store.read(_NEAR, me=me.id)}

    async def add_to_export(self, export: Export, person: Person) -> None:
        query = "SELECT friend_id, state, since FROM piazzetta_friends WHERE person_id = :me ORDER BY since"
        export.friends = [OwnFriend(*row) for row in await self._store.read(query, me=person.id)]
