"""Everything that is stored about a person, to take along, and its deletion.

Deletion is the one exception to "an event never changes": the games stay, but the person's name, what they said and the
hashes of their seats' tokens are taken out of the stored events themselves, because a name that a query can still find
is not deleted. Nothing else of an event changes, so that every game replays as before and its draws can be checked.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import text

from piazzetta.server.moderation.admin import farewell as house_farewell
from piazzetta.server.moderation.reports import farewell as reports_farewell
from piazzetta.server.people.credentials.access_tokens import tokens_of
from piazzetta.server.people.credentials.passkeys import Passkeys
from piazzetta.server.people.people import Person
from piazzetta.server.rooms.registry import TableRegistry
from piazzetta.server.rooms.seat_keys import Key, Proven
from piazzetta.server.store.store import Statement
from piazzetta.server.wire import people as m
from piazzetta.tables.log import Entry
from piazzetta.tables.refusals import Refused

_SEATS = text("SELECT table_id, hash, hidden, read_to FROM piazzetta_seats WHERE person_id = :person ORDER BY table_id")
_RESULT = text("SELECT body FROM piazzetta_results WHERE table_id = :table")
_HOLIDAYS = text("SELECT begun, until FROM piazzetta_holidays WHERE person_id = :person ORDER BY begun")
_CHANGE = text("UPDATE piazzetta_events SET body = :body WHERE table_id = :table AND number = :number")
_CHANGE_RESULT = text("UPDATE piazzetta_results SET body = :body WHERE table_id = :table")
_OFF_THE_DESKS = text("DELETE FROM piazzetta_desk WHERE table_id = :table")
#: Every table with rows of a person.
_OWNED = tuple(
    f"piazzetta_{rows}"
    for rows in (
        *("devices", "codes", "seats", "passkeys", "tokens", "holidays"),
        *("manners", "tickets", "friends", "presence", "notes"),
    )
)
#: Rows of others about a person, and the column that names them.
_ABOUT = (("manners", "other_id"), ("friends", "friend_id"), ("notes", "from_id"))


async def export(registry: TableRegistry, person: Person) -> m.Export:
    """All of it, in one document."""
    people = registry.people
    games = []
    for table, own, hidden, read_to in await people.store.read(_SEATS, person=person.id):
        entries = await people.store.load(table)
        rows = await people.store.read(_RESULT, table=table)
        games.append(
            {
                "table": table,
                "hidden": bool(hidden),
                "read_to": read_to,
                "name": next((seat["name"] for seat in _seats_in(entries) if seat.get("hash") == own), None),
                "said": [{"time": one.time, "text": one.body["text"]} for one in _said_by(entries, own)],
                "result": _own_result(rows[0][0], own) if rows else None,
            }
        )
    ways = [
        {"kind": way.kind, "address": way.address, "target": msgspec.to_builtins(way.target)}
        for way in await registry.book.ways_of([f"person {person.id}"])
    ]
    rows = await people.store.read(_HOLIDAYS, person=person.id)
    return m.Export(
        me=await people.me(person),
        devices=await people.devices(person),
        games=games,
        calls=ways,
        passkeys=[msgspec.to_builtins(one) for one in await Passkeys(people).of(person)],
        tokens=[msgspec.to_builtins(one) for one in await tokens_of(people, person)],
        holidays=[{"begun": begun, "until": until} for begun, until in rows],
        kept_away=[msgspec.to_builtins(one) for one in await registry.manners.of(person)],
        friends=await registry.friends.rows_of(person),
        reports=await registry.house.reports.by(person),
    )


def _own_result(body: str, own: str) -> dict[str, Any] | None:
    result = msgspec.json.decode(body)
    mine = next((seat for seat in result["seats"] if seat["hash"] == own), None)
    if mine is None:
        return None
    return {key: result[key] for key in ("game", "edition", "players", "ended")} | {
        key: mine[key] for key in ("score", "won", "rank", "sources")
    }


async def delete(registry: TableRegistry, person: Person, name: str) -> None:
    """Delete a person for good. Bots play on for them; their games stay, nameless."""
    if name != person.name:
        raise Refused("bad", "name: this is not your name, so nothing was deleted.")
    people = registry.people
    seats = await people.store.read(_SEATS, person=person.id)
    for table, own, _, _ in seats:
        keys: list[Key] = [(0, Proven(own))]
        try:
            await registry.leave(table, keys, None)
        except Refused as refusal:  # over or gone already; anything else stops us before something is lost
            if refusal.code not in ("over", "missing", "damaged", "not_your_seat"):
                raise
    for table, own, _, _ in seats:
        await registry.rewrite(table, await _nameless(registry, table, own))
    gone: list[Statement] = [
        (text(f"DELETE FROM {rows} WHERE person_id = :person"), {"person": person.id}) for rows in _OWNED
    ]
    gone += [
        (text(f"DELETE FROM piazzetta_{rows} WHERE {column} = :person"), {"person": person.id})
        for rows, column in _ABOUT
    ]
    gone += [*reports_farewell(person.id), *house_farewell(person.id)]
    for way in await registry.book.ways_of([f"person {person.id}", *(f"seat {own}" for _, own, _, _ in seats)]):
        await registry.book.forget(way.id)
    gone.append((text("DELETE FROM piazzetta_people WHERE id = :person"), {"person": person.id}))
    await people.store.write(*gone)


async def _nameless(registry: TableRegistry, table: str, own: str) -> list[Statement]:
    """What takes somebody out of a table's stored events and of its result."""
    store = registry.people.store
    entries = await store.load(table)
    changes: list[Statement] = [(_OFF_THE_DESKS, {"table": table})]  # others' desks make it anew
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
    for (result,) in await store.read(_RESULT, table=table):
        found = msgspec.json.decode(result)
        found["seats"] = [_cleared(seat, own, number) for number, seat in enumerate(found["seats"])]
        changes.append((_CHANGE_RESULT, {"body": msgspec.json.encode(found).decode(), "table": table}))
    return changes


def _cleared(seat: dict[str, Any], own: str, number: int) -> dict[str, Any]:
    """A seat without its owner. ``Player 2`` is what nameless people have always been called."""
    return {**seat, "name": f"Player {number + 1}", "hash": None} if seat.get("hash") == own else seat


def _seats_in(entries: Sequence[Entry]) -> list[dict[str, Any]]:
    """Everybody who ever sat down, as they did."""
    found: list[dict[str, Any]] = []
    for entry in entries:
        found += entry.body["seats"] if entry.kind == "created" else [entry.body] if entry.kind == "joined" else []
    return found


def _said_by(entries: Sequence[Entry], own: str) -> list[Entry]:
    """What somebody said, wherever they sat when they said it."""
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
