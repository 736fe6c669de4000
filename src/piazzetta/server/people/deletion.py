"""The export of everything that is stored about a person, and its deletion.

Deletion is the one exception to "an event never changes": the games stay, but the person's name, what they said and the
hashes of their seats' tokens are taken out of the stored events themselves, because a name that a query can still find
is not deleted. Nothing else of an event changes, so that every game replays as before and its draws can be checked.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import msgspec

from piazzetta.server.people.people import People, Person
from piazzetta.server.people.results import DROP_ROW, read_result
from piazzetta.server.rooms.registry import TableRegistry
from piazzetta.server.rooms.seat_keys import Key, Proven
from piazzetta.server.store.database import Statement
from piazzetta.server.store.store import Store
from piazzetta.server.wire import export as m
from piazzetta.server.wire.export import Export
from piazzetta.tables.log import LogEntry
from piazzetta.tables.messages import JsonObject
from piazzetta.tables.refusals import Refused
from piazzetta.tables.seating import plain_text

_SEATS = "SELECT table_id, hash, hidden, read_to FROM piazzetta_seats WHERE person_id = :person ORDER BY table_id"
_RESULT = "SELECT body FROM piazzetta_results WHERE table_id = :table"
_HOLIDAYS = "SELECT begun, until FROM piazzetta_holidays WHERE person_id = :person ORDER BY begun"
_CHANGE = "UPDATE piazzetta_events SET body = :body WHERE table_id = :table AND number = :number"
_CHANGE_RESULT = "UPDATE piazzetta_results SET body = :body WHERE table_id = :table"
#: The tables of this folder with rows of a person.
_OWNED = tuple(
    f"piazzetta_{rows}"
    for rows in (
        *("devices", "codes", "seats", "passkeys", "tokens", "holidays", "friends", "presence", "notes"),
        *("moments", "reviews"),
    )
)
#: Rows of others about a person, and the column that names them.
_ABOUT = (("friends", "friend_id"), ("notes", "from_id"))


class HoldsPersonalData:
    """A part of the server that stores something about people. It overrides what concerns it."""

    async def add_to_export(self, export: Export, person: Person) -> None:
        """Add what it stores about a person to their export."""

    async def deletion_of(self, person: Person, seats: Collection[str]) -> Sequence[Statement]:
        """Return the statements that delete what it stores about a person. ``seats``: the hashes of their seats."""
        return []


@dataclass
class PersonalData:
    """All that is stored about a person, here and in the other ``parts``."""

    _store: Store
    _tables: TableRegistry
    _people: People
    _parts: Sequence[HoldsPersonalData]

    async def export(self, person: Person) -> m.Export:
        """Return all of it, in one document."""
        export = m.Export(
            me=await self._people.me(person),
            devices=await self._people.devices(person),
            games=[await self._game(*row) for row in await self._store.read(_SEATS, person=person.id)],
            holidays=[m.OwnHoliday(*row) for row in await self._store.read(_HOLIDAYS, person=person.id)],
        )
        for part in self._parts:
            await part.add_to_export(export, person)
        return export

    async def _game(self, table: str, own: str, hidden: int, read_to: int) -> m.OwnGame:
        entries = await self._store.load(table)
        result = await self._store.value(_RESULT, table=table)
        name = next((seat["name"] for seat in _seats_in(entries) if seat.get("hash") == own), None)
        said = [m.OwnMessage(one.time, one.body["text"]) for one in _said_by(entries, own)]
        return m.OwnGame(table, bool(hidden), read_to, name, said, _own_result(result, own) if result else None)

    async def delete(self, person: Person, name: str) -> None:
        """Delete a person for good, who confirms it with their name. Bots play on for them; their games stay, without
        their name."""
        if plain_text(name) != person.name:
            raise Refused("not_your_name", "this is not your name, so nothing was deleted.")
        seats = await self._store.read(_SEATS, person=person.id)
        for table, own, _, _ in seats:
            keys: list[Key] = [(0, Proven(own))]
            try:
                await self._tables.leave(table, keys, None)
            except Refused as refusal:  # over or gone already; anything else stops us before something is lost
                if refusal.code not in ("over", "missing", "damaged", "old_rules", "not_your_seat"):
                    raise
        for table, own, _, _ in seats:
            await self._tables.rewrite(table, await self._without_name(table, own))
        gone: list[Statement] = []
        for part in self._parts:
            gone += await part.deletion_of(person, [own for _, own, _, _ in seats])
        gone += [(f"DELETE FROM {rows} WHERE person_id = :person", {"person": person.id}) for rows in _OWNED]
        gone += [
            (f"DELETE FROM piazzetta_{rows} WHERE {column} = :person", {"person": person.id}) for rows, column in _ABOUT
        ]
        gone.append(("DELETE FROM piazzetta_people WHERE id = :person", {"person": person.id}))
        await self._store.write(*gone)

    async def _without_name(self, table: str, own: str) -> list[Statement]:
        """Return the statements that take a person out of a table's stored events and of its result."""
        entries = await self._store.load(table)
        changes: list[Statement] = [(DROP_ROW, {"table": table})]  # it is made again for the others
        said = {entry.number for entry in _said_by(entries, own)}
        for entry in entries:
            body = entry.body
            if entry.kind == "created":
                body = {**body, "seats": [_cleared(seat, own, number) for number, seat in enumerate(body["seats"])]}
            elif entry.kind == "joined":
                body = _cleared(body, own, body["seat"])
            elif entry.number in said:
                body = {**body, "name": f"Player {body['seat'] + 1}", "text": "…"}
            if body != entry.body:
                written = msgspec.json.encode(body).decode()
                changes.append((_CHANGE, {"body": written, "table": table, "number": entry.number}))
        for (result,) in await self._store.read(_RESULT, table=table):
            found = read_result(result)
            for number, seat in enumerate(found.seats):
                if seat.hash == own:
                    seat.name, seat.hash = f"Player {number + 1}", None
            changes.append((_CHANGE_RESULT, {"body": msgspec.json.encode(found).decode(), "table": table}))
        return changes


def _own_result(body: str, own: str) -> m.OwnResult | None:
    one = read_result(body)
    mine = one.seat_of(own)
    if mine is None:
        return None
    return m.OwnResult(one.game, one.edition, one.players, one.ended, mine.score, mine.won, mine.rank, mine.sources)


def _cleared(seat: JsonObject, own: str, number: int) -> JsonObject:
    """Return a seat without its owner, who is called ``Player 2`` and so on, as guests without a name are."""
    return {**seat, "name": f"Player {number + 1}", "hash": None} if seat.get("hash") == own else seat


def _seats_in(entries: Sequence[LogEntry]) -> list[JsonObject]:
    """Return the seats of a table as each person took them."""
    found: list[JsonObject] = []
    for entry in entries:
        found += entry.body["seats"] if entry.kind == "created" else [entry.body] if entry.kind == "joined" else []
    return found


def _said_by(entries: Sequence[LogEntry], own: str) -> list[LogEntry]:
    """Return what a person said, wherever they sat when they said it."""
    seats: dict[int, str | None] = {}
    said = []
    for entry in entries:
        body = entry.body
        if entry.kind == "created":
            seats = {number: seat.get("hash") for number, seat in enumerate(body["seats"])}
        elif entry.kind == "joined":
            seats[body["seat"]] = body["hash"]
        elif entry.kind == "chat" and seats.get(body["seat"]) == own:
            said.append(entry)
        if "seating" in body and entry.kind in ("seated", "started"):
            seats = {body["seating"][seat]: held for seat, held in seats.items()}
    return said
