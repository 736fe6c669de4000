"""What this server's people share, over HTTP: maps and decks with everyone, studies by their link."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from piazzetta.server.routes.http.endpoints import Limit, get, post
from piazzetta.server.routes.http.rate_limits import address_of
from piazzetta.server.routes.tables import drawn
from piazzetta.server.shelf.shelf import Shelf
from piazzetta.server.shelf.studies import SharedStudies, shown_at
from piazzetta.server.wire import shelf as m
from piazzetta.server.wire import studies as s
from piazzetta.server.wire.common import Empty
from piazzetta.server.workers.fair_queue import LongWork
from piazzetta.server.workers.pictures import Pictures

ShelfKey = Annotated[str, Meta(max_length=32)]
StudyKey = Annotated[str, Meta(max_length=24)]
Version = Annotated[int, Meta(ge=0)]
_MOST = 2**20  # bytes


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

        With the token from sharing it or the admin's key (`serve --host-key`, or `PIAZZETTA_HOST_KEY`;
        `/workshop#host=KEY` tells it to the page).
        """
        await self._shelf.take_down(key, removal.token)
        return Empty()


@dataclass
class StudyRoutes:
    _studies: SharedStudies
    _pictures: Pictures
    _long_work: LongWork

    @post(
        "/studies",
        status=201,
        limit=Limit("offers", "too many studies at once: please wait a minute."),
        most=_MOST,
    )
    async def share(self, offer: s.StudyOffer) -> s.SharedStudyToken:
        """Share a study, or the record of a game, with everybody who has its key."""
        return await self._studies.share(offer)

    @get("/studies/{study}")
    async def find(self, study: StudyKey, after: Version | None = None) -> s.SharedStudy:
        """A shared study. With `after`, its text is left out if that has not changed since this version."""
        return await self._studies.find(study, after or 0)

    @get("/studies/{study}/picture", media="image/png")
    async def picture(self, request: Request, study: StudyKey) -> Response:
        """A picture of a shared study, for previews of its link.

        1200 × 630 pixels: the position at which its author looks, with all cards open. The page at
        `/study?shared={study}` names it in Open Graph tags.
        """
        found = await self._studies.find(study)
        shown = await self._long_work.run(address_of(request), lambda: shown_at(found))
        return await drawn(self._pictures.find(shown))

    @post("/studies/{study}", most=_MOST)
    async def change(self, study: StudyKey, change: s.StudyChange) -> s.StudyVersion:
        """Change a study, or where its author looks. Everybody who follows it sees that."""
        return s.StudyVersion(await self._studies.change(study, change))

    @post("/studies/{study}/remove")
    async def remove(self, study: StudyKey, removal: s.StudyRemoval) -> Empty:
        """Stop sharing a study, with its token or the admin's key."""
        await self._studies.remove(study, removal.token)
        return Empty()
