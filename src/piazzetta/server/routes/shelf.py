"""Maps and decks of this server's people, over HTTP."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from piazzetta.server.routes.http.endpoints import Limit, get, post
from piazzetta.server.shelf.shelf import Shelf
from piazzetta.server.wire import shelf as m
from piazzetta.server.wire.common import Empty

ShelfKey = Annotated[str, Meta(max_length=32)]


@dataclass
class ShelfRoutes:
    _shelf: Shelf

    @get("/shelf")
    async def listed(self) -> m.Shelf:
        """Maps and decks that people of this server have shared, the newest first."""
        return m.Shelf(await self._shelf.listed())

    @post("/shelf", status=201, limit=Limit("offers", "too many maps and decks at once: please wait a minute."))
    async def put(self, offer: m.Offer) -> m.Put:
        """Share a map or deck, if the engine can play it.

        At most 200 in all. The same one again is refused (`taken`).
        """
        return await self._shelf.put(offer)

    @get("/shelf/{key}")
    async def find(self, key: ShelfKey) -> m.ShelvedPiece:
        """One of them, with its file."""
        return await self._shelf.find(key)

    @post("/shelf/{key}/take_down")
    async def take_down(self, key: ShelfKey, removal: m.Removal) -> Empty:
        """Take a map or deck down.

        With the token of whoever shared it or the admin's key (`serve --host-key`, or `PIAZZETTA_HOST_KEY`;
        `/workshop#host=KEY` tells it to the page).
        """
        await self._shelf.take_down(key, removal.token)
        return Empty()
