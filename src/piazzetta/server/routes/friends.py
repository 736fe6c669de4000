"""Friends over HTTP."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from piazzetta.games.registry import names
from piazzetta.server.people.credentials.access_tokens import PLAY
from piazzetta.server.people.credentials.authentication import Authentication
from piazzetta.server.people.friends import Friends
from piazzetta.server.people.people import Person, plain_name
from piazzetta.server.people.ratings import Ratings
from piazzetta.server.rooms.registry import TableRegistry
from piazzetta.server.rooms.seat_keys import held_seats
from piazzetta.server.routes.answers import answer
from piazzetta.server.routes.guard import PersonBuckets
from piazzetta.server.routes.tables import asker, read
from piazzetta.server.settings import Settings
from piazzetta.server.wire import lobby as m
from piazzetta.tables.refusals import Refused


class _Friends:
    def __init__(
        self,
        *,
        settings: Settings,
        tables: TableRegistry,
        authentication: Authentication,
        friends: Friends,
        ratings: Ratings,
    ) -> None:
        self._tables = tables
        self._authentication = authentication
        self._friends = friends
        self._ratings = ratings
        self._asks = PersonBuckets(settings.asks, settings)

    async def _me(self, request: Request) -> Person:
        return await self._authentication.person(request)

    def _check(self, me: Person, request: Request) -> None:
        self._asks.check(me.id, asker(request), "that was a lot at once; please wait a moment.")

    async def list(self, request: Request) -> Response:
        return answer(await self._friends.of(await self._me(request)))

    async def find(self, request: Request) -> Response:
        """People of exactly this name who are listed, with what tells them apart: picture and rating."""
        me = await self._me(request)
        name = request.query_params.get("name", "")
        if not 1 <= len(name) <= 40 or "\0" in name:
            raise Refused("bad", "name: must be a full name of at most 40 characters.")
        self._check(me, request)
        found = await self._friends.named(me, plain_name(name))
        best = await self._best() if found else {}
        return answer(m.Found([m.Somebody(one, called, avatar, best.get(one)) for one, called, avatar in found]))

    async def _best(self) -> dict[str, int]:
        best: dict[str, int] = {}
        for game in names():
            for (_, member), sure in (await self._ratings.lower_bounds(game)).items():
                kind, _, person = member.partition(" ")
                if kind == "person":
                    best[person] = max(best.get(person, round(sure)), round(sure))
        return best

    async def ask(self, request: Request) -> Response:
        wish = await read(request, m.Befriend)
        me = await self._me(request)
        self._check(me, request)
        await self._friends.ask(me, wish.person)
        return answer(await self._friends.of(me))

    async def remove(self, request: Request) -> Response:
        wish = await read(request, m.Befriend)
        me = await self._me(request)
        await self._friends.remove(me, wish.person)
        return answer(await self._friends.of(me))

    async def presence(self, request: Request) -> Response:
        wish = await read(request, m.Presence)
        me = await self._me(request)
        await self._friends.show(me, wish.shown)
        return answer(await self._friends.of(me))

    async def invite(self, request: Request) -> Response:
        wish = await read(request, m.Invite)
        me = await self._me(request)
        self._check(me, request)
        keys = await self._authentication.seat_keys(request, wish.table, PLAY)
        seated, free = await self._tables.look_at(
            wish.table,
            lambda table: (
                bool(held_seats(table, keys)),
                table.status == "waiting" and any(seat.kind == "open" for seat in table.seats),
            ),
        )
        if not seated:
            raise Refused("not_your_seat", "table: you have no seat there.")
        if not free:
            raise Refused("taken", "table: no seat is free.")
        await self._friends.invite(me, wish.person, wish.table)
        return answer({})


def friend_routes(**services: Any) -> list[Route]:
    friends = _Friends(**services)
    return [
        Route("/me/friends", friends.list, methods=["GET"]),
        Route("/me/friends/find", friends.find, methods=["GET"]),
        Route("/me/friends/ask", friends.ask, methods=["POST"]),
        Route("/me/friends/remove", friends.remove, methods=["POST"]),
        Route("/me/friends/presence", friends.presence, methods=["POST"]),
        Route("/me/friends/invite", friends.invite, methods=["POST"]),
    ]
