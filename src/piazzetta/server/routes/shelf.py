"""The shelf over HTTP."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from piazzetta.server.routes.answers import answer
from piazzetta.server.routes.guard import Buckets
from piazzetta.server.routes.tables import asker, read
from piazzetta.server.settings import Settings
from piazzetta.server.shelf.shelf import Shelf
from piazzetta.server.wire import shelf as m
from piazzetta.tables.refusals import Refused


def shelf_routes(*, settings: Settings, shelf: Shelf) -> list[Route]:
    offers = Buckets(settings.offers, settings.address_limits)

    async def show_or_put(request: Request) -> Response:
        """One route for both, so that refusals of other methods name both."""
        if request.method != "POST":
            return answer(m.Shelf(await shelf.listed()))
        offer = await read(request, m.Offer)
        if not offers.take(asker(request)):
            raise Refused("rate", "too many maps and decks at once: please wait a minute.")
        return answer(await shelf.put(offer), 201)

    async def find(request: Request) -> Response:
        return answer(await shelf.find(request.path_params["key"]))

    async def take_down(request: Request) -> Response:
        removal = await read(request, m.Removal)
        await shelf.take_down(request.path_params["key"], removal.token)
        return answer({})

    return [
        Route("/shelf", show_or_put, methods=["GET", "POST"]),
        Route("/shelf/{key}", find, methods=["GET"]),
        Route("/shelf/{key}/take_down", take_down, methods=["POST"]),
    ]
