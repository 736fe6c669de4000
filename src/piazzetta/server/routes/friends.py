"""Friends over HTTP."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta
from starlette.requests import Request

from piazzetta.games.registry import names
from piazzetta.server.notifications.notifier import Notifier
from piazzetta.server.notifications.wording import invited_to
from piazzetta.server.people.credentials.access_tokens import PLAY
from piazzetta.server.people.credentials.authentication import Authentication
from piazzetta.server.people.friends import Friends
from piazzetta.server.people.my_games import MyGames
from piazzetta.server.people.people import Person, plain_name
from piazzetta.server.people.ratings import Ratings
from piazzetta.server.rooms.registry import TableRegistry
from piazzetta.server.rooms.seat_keys import held_seats
from piazzetta.server.routes.http.checks import DEVICE
from piazzetta.server.routes.http.endpoints import Limit, get, post
from piazzetta.server.wire import lobby as m
from piazzetta.server.wire.common import Empty
from piazzetta.server.wire.people import GuestSeats
from piazzetta.tables.refusals import Refused

_ASKS = Limit("asks", "that was a lot at once; please wait a moment.")
_FULL_NAME = "must be a full name of at most 40 characters"
FullName = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[^\x00]*$", description=_FULL_NAME)]


@dataclass
class FriendRoutes:
    _tables: TableRegistry
    _authentication: Authentication
    _friends: Friends
    _ratings: Ratings
    _my_games: MyGames
    _notifier: Notifier

    @get("/me/pending", scope=DEVICE)
    async def pending(self, person: Person | None) -> m.Pending:
        """What waits for me: my turns, unread messages and invitations; nothing for a guest."""
        if person is None:
            return m.Pending([], [], 0)
        await self._friends.see(person)
        games, others = await self._my_games.pending(person)
        return m.Pending(games, await self._friends.invitations(person), others)

    @post("/pending")
    async def pending_of_guest(self, wish: GuestSeats) -> m.Pending:
        """What waits for a guest, by the tokens of their seats: their turns and unread messages."""
        games, others = await self._my_games.pending_of_guest(wish.seats)
        return m.Pending(games, [], others)

    @get("/me/friends", scope=DEVICE)
    async def listed(self, person: Person) -> m.Friends:
        """My friends, friend requests and invitations."""
        return await self._friends.of(person)

    @get("/me/friends/find", scope=DEVICE, limit=_ASKS)
    async def find(self, person: Person, name: FullName) -> m.Found:
        """Listed people of exactly this name, with what tells them apart."""
        found = await self._friends.named(person, plain_name(name))
        best = await self._best() if found else {}
        return m.Found([m.Somebody(one, called, avatar, best.get(one)) for one, called, avatar in found])

    async def _best(self) -> dict[str, int]:
        best: dict[str, int] = {}
        for game in names():
            for (_, member), sure in (await self._ratings.lower_bounds(game)).items():
                kind, _, person = member.partition(" ")
                if kind == "person":
                    best[person] = max(best.get(person, round(sure)), round(sure))
        return best

    @post("/me/friends/ask", scope=DEVICE, limit=_ASKS)
    async def ask(self, person: Person, wish: m.Befriend) -> m.Friends:
        """Send a friend request, or accept one."""
        await self._friends.ask(person, wish.person)
        return await self._friends.of(person)

    @post("/me/friends/remove", scope=DEVICE)
    async def remove(self, person: Person, wish: m.Befriend) -> m.Friends:
        """Remove a friend, withdraw a friend request, or decline one."""
        await self._friends.remove(person, wish.person)
        return await self._friends.of(person)

    @post("/me/friends/presence", scope=DEVICE)
    async def presence(self, person: Person, wish: m.Presence) -> m.Friends:
        """Choose whether friends see that I am online, and my public table."""
        await self._friends.show(person, wish.shown)
        return await self._friends.of(person)

    @post("/me/friends/invite", scope=DEVICE, limit=_ASKS)
    async def invite(self, request: Request, person: Person, wish: m.Invite) -> Empty:
        """Invite a friend to a waiting table with a free seat, at which I sit."""
        keys = await self._authentication.seat_keys(request, wish.table, PLAY)
        seated, free, invited = await self._tables.look_at(
            wish.table,
            lambda table: (
                bool(held_seats(table, keys)),
                table.status == "waiting" and any(seat.kind == "open" for seat in table.seats),
                invited_to(table, person.name),
            ),
        )
        if not seated:
            raise Refused("not_your_seat", "table: you have no seat there.")
        if not free:
            raise Refused("taken", "table: no seat is free.")
        if await self._friends.invite(person, wish.person, wish.table):
            self._notifier.invited(wish.person, invited)
        return Empty()

    @post("/me/friends/decline", scope=DEVICE)
    async def decline(self, person: Person, wish: m.DeclineInvitation) -> Empty:
        """Decline all invitations to a table."""
        await self._friends.decline(person, wish.table)
        return Empty()
