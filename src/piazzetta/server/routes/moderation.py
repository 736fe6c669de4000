"""Mute, block and report over HTTP."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from piazzetta.server.people.credentials.device_keys import device_key
from piazzetta.server.people.people import Person
from piazzetta.server.rooms.registry import TableRegistry
from piazzetta.server.rooms.seat_keys import Key, held_seats
from piazzetta.server.routes.answers import answer
from piazzetta.server.routes.guard import PersonBuckets
from piazzetta.server.routes.people import known
from piazzetta.server.routes.tables import asker, read, seat_keys
from piazzetta.server.wire import moderation as m
from piazzetta.server.wire.tables import Who
from piazzetta.tables.refusals import Refused
from piazzetta.tables.table import Seat, Table


class _Manners:
    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._manners = registry.manners
        self._reports = PersonBuckets(registry.settings.reports, registry.settings)

    async def mine(self, request: Request) -> Response:
        """Whom I keep away; a change answers with the whole list."""
        if request.method == "POST":
            wish = await read(request, m.TowardsPerson)
            person = await known(self._registry, request)
            await self._manners.change(person, wish.person, wish.muted, wish.blocked)
        else:
            person = await known(self._registry, request)
        return answer(m.AllManners(await self._manners.of(person)))

    async def at_table(self, request: Request) -> Response:
        """The same for those who sit at a table: guests can be muted by a page only."""
        table = request.path_params["table"]
        if request.method == "POST":
            wish = await read(request, m.TowardsSeat)
            person = await known(self._registry, request)
            seats = await self._registry.look_at(table, lambda found: list(found.seats))
            found = (await self._manners.at(person, table)).get(_sitting(seats, wish.about).hash or "")
            if found is None:
                raise Refused(
                    "guest", "about: this player is a guest without a profile; you can mute them at this table only."
                )
            await self._manners.change(person, found[0], wish.muted, wish.blocked)
        return answer(await self._seats(table, await self._registry.people.find(device_key(request))))

    async def _seats(self, table: str, person: Person | None) -> m.TableManners:
        seats = await self._registry.look_at(table, lambda found: list(found.seats))
        towards = {} if person is None else await self._manners.at(person, table)
        cards = []
        for number, seat in enumerate(seats):
            other, muted, blocked = towards.get(seat.hash or "", ("", False, False))
            own = person is not None and other == person.id
            cards.append(m.SeatManners(number, bool(other) and not own, muted, blocked))
        return m.TableManners(cards)

    async def report(self, request: Request) -> Response:
        wish = await read(request, m.NewReport)
        table = request.path_params["table"]
        person = await self._registry.people.find(device_key(request))
        keys = await seat_keys(self._registry, request, Who(wish.seat, wish.token))
        by_name, about, number, lines = await self._registry.look_at(table, lambda found: _evidence(found, wish, keys))
        if person is None and by_name is None:
            raise Refused("not_your_seat", "to report a player, take a seat at this table or create a profile.")
        who = person.id if person else None
        self._reports.check(who, asker(request), "too many reports; please wait a few minutes.")
        owners = await self._manners.at(None, table)
        other = owners[about.hash][0] if about.hash in owners else ""
        named = person.name if person else by_name or ""
        accused = (other, about.name or "")
        return answer(
            m.Reported(await self._registry.house.reports.put(wish, table, number, accused, person, named, lines)), 201
        )


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


def manners_routes(registry: TableRegistry) -> list[Route]:
    manners = _Manners(registry)
    return [
        Route("/me/manners", manners.mine, methods=["GET", "POST"]),
        Route("/tables/{table}/manners", manners.at_table, methods=["GET", "POST"]),
        Route("/tables/{table}/reports", manners.report, methods=["POST"]),
    ]
