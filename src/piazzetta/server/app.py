"""The server put together: the guard in front, the page, and the tables behind.

The engine takes a second to load. It is loaded beside the event loop, so that the page comes at once; whatever needs a
table waits for it.
"""

from __future__ import annotations

import asyncio
import gc
import logging
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route, Router
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from piazzetta.server.answers import answer, refusal_answer
from piazzetta.server.errors import Refused
from piazzetta.server.guard import HEADERS, AddressBuckets, origin_allowed
from piazzetta.server.messages import Problem
from piazzetta.server.metrics import Metrics
from piazzetta.server.page import page_routes
from piazzetta.server.settings import Settings
from piazzetta.server.store import Store, Unavailable

if TYPE_CHECKING:
    from piazzetta.server.house import House

log = logging.getLogger("piazzetta")

_CODES = {404: "missing", 405: "not_allowed"}
_SENTENCES = {404: "there is nothing here.", 405: "this cannot be done here."}
_RAW_HEADERS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]


class Guard:
    """Rates and caps of addresses."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._connections: Counter[str] = Counter()
        self.requests = AddressBuckets(settings.requests, settings.address_limits)
        self.files = AddressBuckets(settings.files, settings.address_limits)
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


class Tables:
    """The part of the server that needs the engine."""

    def __init__(self, settings: Settings, store: Store, metrics: Metrics, guard: Guard) -> None:
        self._settings = settings
        self._store = store
        self._metrics = metrics
        self._guard = guard
        self._loading: asyncio.Task[ASGIApp] | None = None
        self.house: House | None = None

    def begin(self) -> None:
        self._loading = asyncio.create_task(self._load())

    async def _load(self) -> ASGIApp:
        await asyncio.to_thread(_load_engine)
        from piazzetta.server.house import House
        from piazzetta.server.http import routes
        from piazzetta.server.live import live_route

        self.house = House(self._settings, self._store, self._metrics)
        await self.house.open()
        self.house.spawn(asyncio.to_thread(_load_kernels))
        return Router([*routes(self.house), live_route(self.house, self._guard)])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        assert self._loading is not None
        app = await asyncio.shield(self._loading)
        await app(scope, receive, send)

    async def end(self) -> None:
        if self._loading is not None:
            self._loading.cancel()
            await asyncio.gather(self._loading, return_exceptions=True)
        if self.house is not None:
            await self.house.close()


def _load_engine() -> None:
    """Import everything that tables need."""
    import piazzetta.server.http
    import piazzetta.server.live  # noqa: F401


def _load_kernels() -> None:
    """Have both games' kernels at hand before the first table needs them."""
    from piazzetta.games.registry import NAMES
    from piazzetta.match.setting import game

    for name in NAMES:
        match = game(name).start(seed=0)
        for move in list(match.legal_moves)[:2]:
            match.preview(move)
        match.play(next(iter(match.legal_moves)))
        match.view(0)
        match.events(0)
    # what is loaded by now stays: without this every collection would walk through all of Numba, and people would wait
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


class Gate:
    """In front of every HTTP request: rates, origins, headers. No error goes out with its insides."""

    def __init__(self, app: ASGIApp, settings: Settings, guard: Guard, metrics: Metrics) -> None:
        self._app = app
        self._settings = settings
        self._guard = guard
        self._metrics = metrics

    def _check(self, request: Request) -> None:
        address = request.client.host if request.client else ""
        changes = request.method not in ("GET", "HEAD", "OPTIONS")
        bucket = self._guard.requests if request.url.path.startswith("/api/") else self._guard.files
        if not bucket.take(address) or (changes and not self._guard.changes.take(address)):
            raise Refused("rate", "that was too much at once; please wait a moment.")
        if changes and not origin_allowed(self._settings, request.headers):
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
                self._metrics.requests[message["status"]] += 1
                present = {name for name, _ in message["headers"]}
                message["headers"] += [(name, value) for name, value in _RAW_HEADERS if name not in present]
            await send(message)

        try:
            self._check(request)
            await self._app(scope, receive, guarded)
        except Refused as refusal:
            if not begun:
                await refusal_answer(refusal)(scope, receive, guarded)
        except Exception as error:
            log.error("a request failed: %s %s", request.method, request.url.path, exc_info=error)
            if not begun:
                problem = Problem("internal", "something went wrong here; it has been logged.")
                await answer(problem, 500)(scope, receive, guarded)


async def _on_refused(request: Request, refusal: Exception) -> Response:
    assert isinstance(refusal, Refused)
    return refusal_answer(refusal)


async def _on_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    sentence = _SENTENCES.get(error.status_code, "this cannot be done.")
    response = answer(Problem(_CODES.get(error.status_code, "bad"), sentence), error.status_code)
    response.headers.update(error.headers or {})
    return response


async def _on_unavailable(request: Request, error: Exception) -> Response:
    return refusal_answer(Refused("busy", "the database does not answer just now; please try again."))


class Server:
    """The application with what it holds open. ``page``: the folder of the page; None: the one of the package."""

    def __init__(self, settings: Settings, page: Path | None = None) -> None:
        self._store = Store(settings.db)
        self._metrics = Metrics(self._store)
        guard = Guard(settings)
        self._tables = Tables(settings, self._store, self._metrics, guard)
        app = Starlette(
            routes=[
                Route("/healthz", self._healthz),
                Route("/metrics", self._show_metrics),
                Mount("/api/v1", app=self._tables),
                *page_routes(page),
            ],
            exception_handlers={Refused: _on_refused, HTTPException: _on_http, Unavailable: _on_unavailable},
        )
        self.app: ASGIApp = Gate(app, settings, guard, self._metrics)

    async def open(self) -> None:
        """Open the database; ``BadInput`` if that cannot be done."""
        await self._store.open()
        self._tables.begin()

    async def close(self) -> None:
        await self._tables.end()
        await self._store.close()

    async def _healthz(self, request: Request) -> Response:
        alive = await self._store.alive()
        ready = self._tables.house is not None
        return answer({"alive": True, "database": alive, "engine": ready}, 200 if alive else 503)

    async def _show_metrics(self, request: Request) -> Response:
        text = self._metrics.text(self._tables.house)
        return PlainTextResponse(text, media_type="text/plain; version=0.0.4")
