"""Finding each other over HTTP."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from piazzetta.server.lobby.matchmaking import Matching
from piazzetta.server.lobby.watching import Watching
from piazzetta.server.people.credentials.access_tokens import PLAY
from piazzetta.server.people.credentials.device_keys import who_asks
from piazzetta.server.rooms.registry import TableRegistry
from piazzetta.server.routes.answers import answer
from piazzetta.server.routes.guard import PersonBuckets
from piazzetta.server.routes.tables import asker, read
from piazzetta.server.wire import lobby as m

_LONGEST = 64


class _Meeting:
    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._matching = Matching(registry)
        self._watching = Watching(registry)
        self._tickets = PersonBuckets(registry.settings.tickets, registry.settings)

    async def match(self, request: Request) -> Response:
        """Who waits for which games, and how a ticket stands; or a new ticket."""
        if request.method != "POST":
            token = _ticket(request)
            place = None if token is None else await self._matching.look(token)
            return answer(m.Match(await self._matching.counts(), place))
        wish = await read(request, m.NewTicket)
        person = await who_asks(self._registry.people, request, PLAY)
        who = person.id if person else None
        self._tickets.check(who, asker(request), "that was a lot of tickets; please wait a moment.")
        return answer(await self._matching.wait(wish, person), 201)

    async def cancel(self, request: Request) -> Response:
        await self._matching.cancel((await read(request, m.Cancel)).token)
        return answer({})

    async def watch(self, request: Request) -> Response:
        return answer(await self._watching.found())


def _ticket(request: Request) -> str | None:
    scheme, _, given = request.headers.get("authorization", "").partition(" ")
    return given[6 : 6 + _LONGEST] if scheme.lower() == "bearer" and given.startswith("match.") else None


def meeting_routes(registry: TableRegistry) -> list[Route]:
    meeting = _Meeting(registry)
    return [
        Route("/match", meeting.match, methods=["GET", "POST"]),
        Route("/match/cancel", meeting.cancel, methods=["POST"]),
        Route("/watch", meeting.watch, methods=["GET"]),
    ]
