"""Passkeys, access tokens and all my games over HTTP."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from piazzetta.server.people.archive import zipped
from piazzetta.server.people.credentials.access_tokens import READ, AccessTokens
from piazzetta.server.people.credentials.passkeys import Passkeys, Site
from piazzetta.server.people.people import People, Person
from piazzetta.server.routes.http.answers import Reply
from piazzetta.server.routes.http.checks import DEVICE
from piazzetta.server.routes.http.endpoints import get, post
from piazzetta.server.routes.http.rate_limits import address_of
from piazzetta.server.routes.people import signed_in
from piazzetta.server.store.store import Store
from piazzetta.server.wire import credentials as m
from piazzetta.server.wire.common import Empty
from piazzetta.server.wire.people import SignedIn
from piazzetta.server.workers.fair_queue import LongWork

CredentialId = Annotated[str, Meta(max_length=16)]


def _site(request: Request) -> Site:
    """Return the page that asks. The gate has let its origin through."""
    return Site(request.headers.get("origin"))


@dataclass
class CredentialRoutes:
    _store: Store
    _long_work: LongWork
    _people: People
    _passkeys: Passkeys
    _tokens: AccessTokens

    @get("/me/passkeys", scope=DEVICE)
    async def passkeys(self, person: Person) -> m.Passkeys:
        """My passkeys."""
        return m.Passkeys(await self._passkeys.of(person))

    @post("/me/passkeys", scope=DEVICE, status=201)
    async def add_passkey(self, request: Request, wish: m.PasskeyAnswer, person: Person) -> m.Passkey:
        """Store a new passkey.

        403 `no_passkey` if it is wrong or older than five minutes.
        """
        return await self._passkeys.add(_site(request), person, wish)

    @post("/me/passkeys/options", scope=DEVICE)
    async def new_passkey(self, request: Request, person: Person) -> m.PasskeyOptions:
        """What the browser needs to create a passkey: for `navigator.credentials.create`.

        409 `no_passkeys` where the page is not secure or has no name (the `Origin` of the request).
        """
        return await self._passkeys.ask_for_new(_site(request), person)

    @post("/me/passkeys/enter", stranger=True)
    async def enter(self, request: Request, wish: m.PasskeyAnswer) -> Reply[SignedIn]:
        """Sign in with any passkey of this page.

        Also sets the device's cookie.
        """
        return await signed_in(self._people, request, await self._passkeys.enter(_site(request), wish))

    @post("/me/passkeys/enter/options")
    async def ask_who(self, request: Request) -> m.PasskeyOptions:
        """What the browser needs to ask for a passkey: for `navigator.credentials.get`."""
        return await self._passkeys.ask_who(_site(request))

    @post("/me/passkeys/{passkey}/remove", scope=DEVICE)
    async def remove_passkey(self, passkey: CredentialId, person: Person) -> Empty:
        """Remove a passkey."""
        await self._passkeys.remove(person, passkey)
        return Empty()

    @get("/me/tokens", scope=DEVICE)
    async def tokens(self, person: Person) -> m.Tokens:
        """My access tokens, with the last use of each."""
        return m.Tokens(await self._tokens.of(person))

    @post("/me/tokens", scope=DEVICE, status=201)
    async def new_token(self, wish: m.NewToken, person: Person) -> m.MadeToken:
        """Create an access token for a program."""
        return await self._tokens.create(person, wish)

    @post("/me/tokens/{token}/revoke", scope=DEVICE)
    async def revoke(self, token: CredentialId, person: Person) -> Empty:
        """Revoke an access token."""
        await self._tokens.revoke(person, token)
        return Empty()

    @get("/me/games.zip", scope=READ, media="application/zip")
    async def games(self, request: Request, person: Person) -> Response:
        """All my finished games as records, in a ZIP file that is written while it is sent."""
        headers = {"Cache-Control": "no-store", "Content-Disposition": 'attachment; filename="piazzetta-games.zip"'}
        games = zipped(self._store, self._long_work, person, address_of(request))
        return StreamingResponse(games, media_type="application/zip", headers=headers)
