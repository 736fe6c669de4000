"""Passkeys, personal tokens and all my games over HTTP."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from piazzetta.server.people.archive import zipped
from piazzetta.server.people.credentials.access_tokens import READ, AccessTokens
from piazzetta.server.people.credentials.authentication import Authentication
from piazzetta.server.people.credentials.passkeys import Passkeys, Site
from piazzetta.server.people.people import People
from piazzetta.server.routes.answers import answer
from piazzetta.server.routes.people import a_stranger, kept
from piazzetta.server.routes.tables import asker, read
from piazzetta.server.store.store import Store
from piazzetta.server.wire import credentials as m
from piazzetta.server.wire.people import Nothing
from piazzetta.server.workers.long_work import LongWork


def _site(request: Request) -> Site:
    """The gate has let this origin through."""
    return Site(request.headers.get("origin"))


class _Access:
    """What the routes do."""

    def __init__(
        self,
        *,
        store: Store,
        long_work: LongWork,
        people: People,
        authentication: Authentication,
        passkeys: Passkeys,
        tokens: AccessTokens,
    ) -> None:
        self._store = store
        self._long_work = long_work
        self._people = people
        self._authentication = authentication
        self._passkeys = passkeys
        self._tokens = tokens

    # --- passkeys ---

    async def passkeys(self, request: Request) -> Response:
        if request.method != "POST":
            return answer(m.Passkeys(await self._passkeys.of(await self._authentication.person(request))))
        wish = await read(request, m.PasskeyAnswer)
        person = await self._authentication.person(request)
        return answer(await self._passkeys.add(_site(request), person, wish), 201)

    async def new_passkey(self, request: Request) -> Response:
        await read(request, Nothing)
        person = await self._authentication.person(request)
        return answer(await self._passkeys.ask_for_new(_site(request), person))

    async def remove_passkey(self, request: Request) -> Response:
        await read(request, Nothing)
        await self._passkeys.remove(await self._authentication.person(request), request.path_params["passkey"])
        return answer({})

    async def ask_who(self, request: Request) -> Response:
        await read(request, Nothing)
        return answer(await self._passkeys.ask_who(_site(request)))

    async def enter(self, request: Request) -> Response:
        wish = await read(request, m.PasskeyAnswer)
        await a_stranger(self._people, request)
        return await kept(self._people, request, await self._passkeys.enter(_site(request), wish))

    # --- tokens ---

    async def tokens(self, request: Request) -> Response:
        if request.method != "POST":
            person = await self._authentication.person(request)
            return answer(m.Tokens(await self._tokens.of(person)))
        wish = await read(request, m.NewToken)
        return answer(await self._tokens.create(await self._authentication.person(request), wish), 201)

    async def games(self, request: Request) -> Response:
        """All finished games, as they are written."""
        person = await self._authentication.person(request, READ)
        headers = {"Cache-Control": "no-store", "Content-Disposition": 'attachment; filename="piazzetta-games.zip"'}
        games = zipped(self._store, self._long_work, person, asker(request))
        return StreamingResponse(games, media_type="application/zip", headers=headers)

    async def revoke(self, request: Request) -> Response:
        await read(request, Nothing)
        await self._tokens.revoke(await self._authentication.person(request), request.path_params["token"])
        return answer({})


def credential_routes(**services: Any) -> list[Route]:
    access = _Access(**services)
    return [
        Route("/me/passkeys", access.passkeys, methods=["GET", "POST"]),
        Route("/me/passkeys/options", access.new_passkey, methods=["POST"]),
        Route("/me/passkeys/enter", access.enter, methods=["POST"]),
        Route("/me/passkeys/enter/options", access.ask_who, methods=["POST"]),
        Route("/me/passkeys/{passkey}/remove", access.remove_passkey, methods=["POST"]),
        Route("/me/games.zip", access.games, methods=["GET"]),
        Route("/me/tokens", access.tokens, methods=["GET", "POST"]),
        Route("/me/tokens/{token}/revoke", access.revoke, methods=["POST"]),
    ]
