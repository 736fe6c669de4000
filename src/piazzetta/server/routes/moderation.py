"""Mute, block and report over HTTP."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from piazzetta.server.moderation.block_list import BlockList
from piazzetta.server.moderation.reports import Reports
from piazzetta.server.people.credentials.authentication import Authentication
from piazzetta.server.people.credentials.device_keys import device_key
from piazzetta.server.people.people import People, Person
from piazzetta.server.rooms.registry import TableRegistry
from piazzetta.server.rooms.seat_keys import Key, held_seats
from piazzetta.server.routes.answers import answer
from piazzetta.server.routes.guard import PersonBuckets
from piazzetta.server.routes.tables import asker, read, seat_keys
from piazzetta.server.settings import Settings
from piazzetta.server.wire import moderation as m
from piazzetta.server.wire.tables import Who
from piazzetta.tables.refusals import Refused
from piazzetta.tables.table import Seat, Table


class _Moderation:
    def __init__(
        self,
        *,
        settings: Settings,
        tables: TableRegistry,
        people: People,
        authentication: Authentication,
        block_list: BlockList,
        reports: Reports,
    ) -> None:
        self._tables = tables
        self._people = people
        self._authentication = authentication
        self._block_list = block_list
        self._reports = reports
        self._rate = PersonBuckets(settings.reports, settings)

    async def mine(self, request: Request) -> Response:
        """Whom I keep away; a change answers with the whole list."""
        if request.method == "POST":
            wish = await read(request, m.TowardsPerson)
            person = await self._authentication.person(request)
            await self._block_list.change(person, wish.person, wish.muted, wish.blocked)
        else:
            person = await self._authentication.person(request)
        return answer(m.AllManners(await self._block_list.of(person)))

    async def at_table(self, request: Request) -> Response:
        """The same for those who sit at a table: guests can be muted by a page only."""
        table = request.path_params["table"]
        if request.method == "POST":
            wish = await read(request, m.TowardsSeat)
            person = await self._authentication.person(request)
            seats = await self._tables.look_at(table, lambda found: list(found.seats))
            found = (await self._block_list.at(person, table)).get(_sitting(seats, wish.about).hash or "")
            if found is None:
                raise Refused(
                    "guest", "about: this player is a guest without a profile; you can mute them at this table only."
                )
            await self._block_list.change(person, found[0], wish.muted, wish.blocked)
        return answer(await self._seats(table, await self._people.find(device_key(request))))

    async def _seats(self, table: str, person: Person | None) -> m.TableManners:
        seats = await self._tables.look_at(table, lambda found: list(found.seats))
        towards = {} if person is None else await self._block_list.at(person, table)
        cards = []
        for number, seat in enumerate(seats):
            other, muted, blocked = towards.get(seat.hash or "", ("", False, False))
            own = person is not None and other == person.id
            cards.append(m.SeatManners(number, bool(other) and not own, muted, blocked))
        return m.TableManners(cards)

    async def report(self, request: Request) -> Response:
        wish = await read(request, m.NewReport)
        table = request.path_params["table"]
        person = await self._people.find(device_key(request))
        keys = await seat_keys(self._authentication, request, Who(wish.seat, wish.token))
        by_name, about, number, lines = await self._tables.look_at(table, lambda found: _evidence(found, wish, keys))
        if person is None and by_name is None:
            raise Refused("not_your_seat", "to report a player, take a seat at this table or create a profile.")
        who = person.id if person else None
        self._rate.check(who, asker(request), "too many reports; please wait a few minutes.")
        owners = await self._block_list.at(None, table)
        other = owners[about.hash][0] if about.hash in owners else ""
        named = person.name if person else by_name or ""
        accused = (other, about.name or "")
        return answer(m.Reported(await self._reports.put(wish, table, number, accused, person, named, lines)), 201)


def _sitting(seats: list[Seat], number: int) -> Seat:
    """A seat on which a person sits."""
    if number >= len(seats) or not seats[number].by_person:
        raise Refused("missing", "about: no player has this seat.")
    return seats[number]


def _evidence(table: Table, wish: m.NewReport, keys: list[Key]) -> tuple[str | None, Seat, int, list[m.Line]]:
    """Who reports, if they sit here; whom; the latest event; and what was said, as everybody here could read it."""
    about = _sitting(table.seats, wish.about)
    held = held_seats(table, keys)
    if wish.about in held:
        raise Refused("bad", "about: this is your own seat.")
    said = {talk.number: talk for talk in table.talk if talk.seat == wish.about}
    unknown = [number for number in wish.lines if number not in said]
    if unknown:
        raise Refused("missing", f"lines: event {unknown[0]} is not a message from this seat.")
    copied = [said[number] for number in sorted(set(wish.lines))]
    lines = [m.Line(one.number, one.time, one.seat, one.name, one.text) for one in copied]
    return (table.seats[held[0]].name or "" if held else None), about, table.head, lines


def moderation_routes(**services: Any) -> list[Route]:
    moderation = _Moderation(**services)
    return [
        Route("/me/manners", moderation.mine, methods=["GET", "POST"]),
        Route("/tables/{table}/manners", moderation.at_table, methods=["GET", "POST"]),
        Route("/tables/{table}/reports", moderation.report, methods=["POST"]),
    ]
