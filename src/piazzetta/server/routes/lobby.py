"""Finding each other over HTTP: quick matches and games to watch."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import Request

from piazzetta.server.lobby.matchmaking import Matchmaking
from piazzetta.server.lobby.watching import Watching
from piazzetta.server.people.credentials.access_tokens import PLAY
from piazzetta.server.people.people import Person
from piazzetta.server.routes.http.answers import Reply
from piazzetta.server.routes.http.endpoints import Limit, get, post
from piazzetta.server.wire import lobby as m
from piazzetta.server.wire.common import Empty

_LONGEST = 64
_TICKETS = Limit("tickets", "that was a lot of tickets; please wait a moment.")


@dataclass
class LobbyRoutes:
    _matchmaking: Matchmaking
    _watching: Watching

    @get("/match")
    async def queue(self, request: Request) -> m.Match:
        """Who waits for a [quick match](lobby.md).

        With `Authorization: Bearer match.{token}` also how that ticket stands: ask every two seconds, for a ticket that
        nobody asks about for 15 seconds is not waiting. Once seated, the token is that of the seat. 404: no such
        ticket.
        """
        token = _ticket(request)
        place = None if token is None else await self._matchmaking.status(token)
        return m.Match(await self._matchmaking.counts(), place)

    @post("/match", scope=PLAY, status=201, limit=_TICKETS)
    async def join(self, wish: m.NewTicket, person: Person | None) -> m.Ticket:
        """Join the queue for a quick match.

        A person's new ticket takes the place of the old one.
        """
        return await self._matchmaking.join(wish, person)

    @post("/match/cancel")
    async def cancel(self, ticket: m.Cancel) -> Empty:
        """Leave the queue.

        409 `taken` if the ticket has its seat already.
        """
        await self._matchmaking.leave(ticket.token)
        return Empty()

    @get("/watch")
    async def watch(self) -> Reply[m.Watch]:
        """Games to watch, at most twelve, [the best one first](lobby.md)."""
        return Reply(await self._watching.found())


def _ticket(request: Request) -> str | None:
    scheme, _, given = request.headers.get("authorization", "").partition(" ")
    return given[6 : 6 + _LONGEST] if scheme.lower() == "bearer" and given.startswith("match.") else None
