"""Mute, block and report over HTTP."""

from __future__ import annotations

from dataclasses import dataclass

from piazzetta.server.moderation.block_list import BlockList
from piazzetta.server.moderation.reports import Reports
from piazzetta.server.people.credentials.access_tokens import PLAY
from piazzetta.server.people.people import Person
from piazzetta.server.rooms.registry import TableRegistry
from piazzetta.server.rooms.seat_keys import Key, held_seats
from piazzetta.server.routes.http.checks import DEVICE
from piazzetta.server.routes.http.endpoints import Limit, SeatKeys, get, post
from piazzetta.server.wire import moderation as m
from piazzetta.server.wire.tables import TableId
from piazzetta.tables.refusals import Refused
from piazzetta.tables.table import Seat, Table

_REPORTS = Limit("reports", "too many reports; please wait a few minutes.")


@dataclass
class ModerationRoutes:
    _tables: TableRegistry
    _block_list: BlockList
    _reports: Reports

    @get("/me/blocks", scope=DEVICE)
    async def mine(self, person: Person) -> m.BlockList:
        """My block list: the people I have muted or blocked."""
        return m.BlockList(await self._block_list.of(person))

    @post("/me/blocks", scope=DEVICE)
    async def change_mine(self, person: Person, wish: m.TowardsPerson) -> m.BlockList:
        """Mute, unmute, block or unblock a person."""
        await self._block_list.change(person, wish.person, wish.muted, wish.blocked)
        return m.BlockList(await self._block_list.of(person))

    @get("/tables/{table}/blocks", scope=DEVICE)
    async def at_table(self, table: TableId, person: Person | None) -> m.TableBlocks:
        """The people I have muted or blocked at a table.

        All false for a guest.
        """
        return await self._seats(table, person)

    @post("/tables/{table}/blocks", scope=DEVICE)
    async def change_at_table(self, table: TableId, person: Person, wish: m.TowardsSeat) -> m.TableBlocks:
        """Mute or block the person who sits there, everywhere.

        409 `guest`: nobody with a profile sits there; guests can be muted by a page only.
        """
        seats = await self._tables.look_at(table, lambda found: list(found.seats))
        found = (await self._block_list.at(person, table)).get(_sitting(seats, wish.about).hash or "")
        if found is None:
            raise Refused(
                "guest", "about: this player is a guest without a profile; you can mute them at this table only."
            )
        await self._block_list.change(person, found[0], wish.muted, wish.blocked)
        return await self._seats(table, person)

    async def _seats(self, table: str, person: Person | None) -> m.TableBlocks:
        seats = await self._tables.look_at(table, lambda found: list(found.seats))
        towards = {} if person is None else await self._block_list.at(person, table)
        cards = []
        for number, seat in enumerate(seats):
            other, muted, blocked = towards.get(seat.hash or "", ("", False, False))
            own = person is not None and other == person.id
            cards.append(m.SeatBlocks(number, bool(other) and not own, muted, blocked))
        return m.TableBlocks(cards)

    @post("/tables/{table}/reports", scope=PLAY, status=201, limit=_REPORTS)
    async def report(self, table: TableId, wish: m.NewReport, person: Person | None, keys: SeatKeys) -> m.Reported:
        """[Report](moderation.md) a player to the admin.

        `lines`: numbers of chat events of that seat, which are copied.
        """
        by_name, about, number, lines = await self._tables.look_at(table, lambda found: _evidence(found, wish, keys))
        if person is None and by_name is None:
            raise Refused("not_your_seat", "to report a player, take a seat at this table or create a profile.")
        owners = await self._block_list.at(None, table)
        other = owners[about.hash][0] if about.hash in owners else ""
        named = person.name if person else by_name or ""
        accused = (other, about.name or "")
        return m.Reported(await self._reports.put(wish, table, number, accused, person, named, lines))


def _sitting(seats: list[Seat], number: int) -> Seat:
    """Return a seat on which a person sits."""
    if number >= len(seats) or not seats[number].by_person:
        raise Refused("missing", "about: no player has this seat.")
    return seats[number]


def _evidence(table: Table, wish: m.NewReport, keys: list[Key]) -> tuple[str | None, Seat, int, list[m.Line]]:
    """Return the name of who reports (None: a spectator), the reported seat, the latest event and the lines."""
    about = _sitting(table.seats, wish.about)
    held = held_seats(table, keys)
    if wish.about in held:
        raise Refused("bad", "about: this is your own seat.")
    said = {talk["at"]: talk for talk in table.talk if talk["seat"] == wish.about}
    unknown = [number for number in wish.lines if number not in said]
    if unknown:
        raise Refused("missing", f"lines: event {unknown[0]} is not a message from this seat.")
    copied = [said[number] for number in sorted(set(wish.lines))]
    lines = [m.Line(one["at"], one["time"], one["seat"], one["name"], one["text"]) for one in copied]
    return (table.seats[held[0]].name or "" if held else None), about, table.head, lines
