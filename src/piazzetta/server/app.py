"""The server put together: routes, the guard in front of them, the page behind them."""

from __future__ import annotations

import logging
from collections import Counter
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from piazzetta.server.errors import Refused
from piazzetta.server.guard import HEADERS, AddressBuckets, origin_allowed
from piazzetta.server.house import House
from piazzetta.server.http import ROUTES, answer
from piazzetta.server.live import live
from piazzetta.server.messages import Problem
from piazzetta.server.page import page_routes
from piazzetta.server.settings import Settings
from piazzetta.server.store import Unavailable

log = logging.getLogger("piazzetta")

_CODES = {404: "missing", 405: "not_allowed"}
_SENTENCES = {404: "there is nothing here.", 405: "this cannot be done here."}


class Guard:
    """Rates and caps of addresses."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._connections: Counter[str] = Counter()
        self.requests = AddressBuckets(settings.requests, settings.address_limits)
        self.changes = AddressBuckets(settings.changes, settings.address_limits)
        self.joins = AddressBuckets(settings.joins, settings.address_limits)

    def admit(self, address: str) -> bool:
        """Whether one more connection of an address is welcome; if so it is counted."""
        settings = self._settings
        many = settings.address_limits and self._connections[address] >= settings.most_per_address
        if many or self._connections.total() >= settings.most_connections:
            return False
        self._connections[address] += 1
        return True

    def dismiss(self, address: str) -> None:
        self._connections[address] -= 1
        if not self._connections[address]:
            del self._connections[address]


class Gate:
    """In front of every HTTP request: rates, origins, headers; behind it: no error goes out with its insides."""

    def __init__(self, app: ASGIApp, house: House, guard: Guard) -> None:
        self._app = app
        self.house = house
        self._guard = guard

    def _check(self, request: Request) -> None:
        address = request.client.host if request.client else ""
        changes = request.method not in ("GET", "HEAD", "OPTIONS")
        if not self._guard.requests.take(address) or (changes and not self._guard.changes.take(address)):
            raise Refused("rate", "that was too much at once; please wait a moment.")
        if changes and not origin_allowed(self.house.settings, request.headers):
            raise Refused("foreign", "this page may not do that here. Whoever runs the server can allow it: --origin.")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope, receive)
        begun = False

        async def guarded(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                self.house.metrics.requests[message["status"]] += 1
                present = {name for name, _ in message["headers"]}
                message["headers"] += [(name, value) for name, value in _RAW_HEADERS if name not in present]
            await send(message)

        try:
            self._check(request)
            await self._app(scope, receive, guarded)
        except Refused as refusal:
            if not begun:
                await refused(request, refusal)(scope, receive, guarded)
        except Exception as error:
            log.error("a request failed: %s %s", request.method, request.url.path, exc_info=error)
            if not begun:
                problem = Problem("internal", "something went wrong here; it has been logged.")
                await answer(problem, 500)(scope, receive, guarded)


_RAW_HEADERS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]


def refused(request: Request, refusal: Refused) -> Response:
    return answer(Problem(refusal.code, refusal.sentence, refusal.clause), refusal.status)


async def _on_refused(request: Request, refusal: Exception) -> Response:
    assert isinstance(refusal, Refused)
    return refused(request, refusal)


async def _on_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    sentence = _SENTENCES.get(error.status_code, "this cannot be done.")
    response = answer(Problem(_CODES.get(error.status_code, "bad"), sentence), error.status_code)
    response.headers.update(error.headers or {})
    return response


async def _on_unavailable(request: Request, error: Exception) -> Response:
    return refused(request, Refused("busy", "the database does not answer just now; please try again."))


async def healthz(request: Request) -> Response:
    alive = await request.app.state.house.store.alive()
    return answer({"alive": True, "database": alive}, 200 if alive else 503)


async def metrics(request: Request) -> Response:
    house: House = request.app.state.house
    return PlainTextResponse(house.metrics.text(house), media_type="text/plain; version=0.0.4")


def make_app(settings: Settings, page: Path | None = None) -> Gate:
    """The application; its ``house`` has to be opened before and closed after.

    ``page``: the folder of the page; None: the one that comes with the package.
    """
    house = House(settings)
    guard = Guard(settings)

    api = [*ROUTES, WebSocketRoute("/tables/{table}/live", live)]
    app = Starlette(
        routes=[
            Route("/healthz", healthz),
            Route("/metrics", metrics),
            Mount("/api/v1", routes=api),
            *page_routes(page),
        ],
        exception_handlers={Refused: _on_refused, HTTPException: _on_http, Unavailable: _on_unavailable},
    )
    app.state.house = house
    app.state.guard = guard
    return Gate(app, house, guard)
