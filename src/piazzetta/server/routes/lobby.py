"""Finding each other over HTTP."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from piazzetta.server.lobby.matchmaking import Matchmaking
from piazzetta.server.lobby.watching import Watching
from piazzetta.server.people.credentials.access_tokens import PLAY
from piazzetta.server.people.credentials.authentication import Authentication
from piazzetta.server.routes.answers import answer
from piazzetta.server.routes.guard import PersonBuckets
from piazzetta.server.routes.tables import asker, read
from piazzetta.server.settings import Settings
from piazzetta.server.wire import lobby as m

_LONGEST = 64


class _Lobby:
    def __init__(
        self, *, settings: Settings, authentication: Authentication, matchmaking: Matchmaking, watching: Watching
    ) -> None:
        self._authentication = authentication
        self._matchmaking = matchmaking
        self._watching = watching
        self._tickets = PersonBuckets(settings.tickets, settings)

    async def match(self, request: Request) -> Response:
        """Who waits for which games, and how a ticket stands; or a new ticket."""
        if request.method != "POST":
            token = _ticket(request)
            place = None if token is None else await self._matchmaking.status(token)
            return answer(m.Match(await self._matchmaking.counts(), place))
        wish = await read(request, m.NewTicket)
        person = await self._authentication.person_or_guest(request, PLAY)
        who = person.id if person else None
        self._tickets.check(who, asker(request), "that was a lot of tickets; please wait a moment.")
        return answer(await self._matchmaking.join(wish, person), 201)

    async def cancel(self, request: Request) -> Response:
        await self._matchmaking.leave((await read(request, m.Cancel)).token)
        return answer({})

    async def watch(self, request: Request) -> Response:
        return answer(await self._watching.found())


def _ticket(request: Request) -> str | None:
    scheme, _, given = request.headers.get("authorization", "").partition(" ")
    return given[6 : 6 + _LONGEST] if scheme.lower() == "bearer" and given.startswith("match.") else None


def lobby_routes(**services: Any) -> list[Route]:
    lobby = _Lobby(**services)
    return [
        Route("/match", lobby.match, methods=["GET", "POST"]),
        Route("/match/cancel", lobby.cancel, methods=["POST"]),
        Route("/watch", lobby.watch, methods=["GET"]),
    ]
