"""Passkeys, personal tokens and all my games over HTTP."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from piazzetta.server.people.archive import zipped
from piazzetta.server.people.credentials import access_tokens as tokens
from piazzetta.server.people.credentials.passkeys import Passkeys, Site
from piazzetta.server.rooms.registry import TableRegistry
from piazzetta.server.routes.answers import answer
from piazzetta.server.routes.people import a_stranger, kept, known
from piazzetta.server.routes.tables import asker, read
from piazzetta.server.wire import credentials as m
from piazzetta.server.wire.people import Nothing


def _site(request: Request) -> Site:
    """The gate has let this origin through."""
    return Site(request.headers.get("origin"))


class _Access:
    """What the routes do."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._people = registry.people
        self._passkeys = Passkeys(registry.people)

    # --- passkeys ---

    async def passkeys(self, request: Request) -> Response:
        if request.method != "POST":
            return answer(m.Passkeys(await self._passkeys.of(await known(self._registry, request))))
        wish = await read(request, m.PasskeyAnswer)
        person = await known(self._registry, request)
        return answer(await self._passkeys.add(_site(request), person, wish), 201)

    async def new_passkey(self, request: Request) -> Response:
        await read(request, Nothing)
        person = await known(self._registry, request)
        return answer(await self._passkeys.ask_for_new(_site(request), person))

    async def remove_passkey(self, request: Request) -> Response:
        await read(request, Nothing)
        await self._passkeys.remove(await known(self._registry, request), request.path_params["passkey"])
        return answer({})

    async def ask_who(self, request: Request) -> Response:
        await read(request, Nothing)
        return answer(await self._passkeys.ask_who(_site(request)))

    async def enter(self, request: Request) -> Response:
        wish = await read(request, m.PasskeyAnswer)
        await a_stranger(self._registry, request)
        return await kept(self._registry, request, await self._passkeys.enter(_site(request), wish))

    # --- tokens ---

    async def tokens(self, request: Request) -> Response:
        if request.method != "POST":
            person = await known(self._registry, request)
            return answer(m.Tokens(await tokens.tokens_of(self._people, person)))
        wish = await read(request, m.NewToken)
        return answer(await tokens.make_token(self._people, await known(self._registry, request), wish), 201)

    async def games(self, request: Request) -> Response:
        """All finished games, as they are written."""
        person = await known(self._registry, request, tokens.READ)
        headers = {"Cache-Control": "no-store", "Content-Disposition": 'attachment; filename="piazzetta-games.zip"'}
        games = zipped(self._registry, person, asker(request))
        return StreamingResponse(games, media_type="application/zip", headers=headers)

    async def revoke(self, request: Request) -> Response:
        await read(request, Nothing)
        await tokens.revoke(self._people, await known(self._registry, request), request.path_params["token"])
        return answer({})


def access_routes(registry: TableRegistry) -> list[Route]:
    access = _Access(registry)
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
