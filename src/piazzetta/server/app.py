"""The assembled server: the gate in front, the page, and the tables behind.

The engine takes a second to load. It loads alongside the event loop, so that the page is available at once; everything
that needs a table waits for it.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Mount, Route, Router
from starlette.types import ASGIApp, Receive, Scope, Send

from piazzetta.server.metrics import Metrics
from piazzetta.server.routes.health import HealthRoutes
from piazzetta.server.routes.http.answers import Reply, refusal_answer
from piazzetta.server.routes.http.declare import endpoints_of
from piazzetta.server.routes.http.gate import Gate
from piazzetta.server.routes.http.rate_limits import RateLimits
from piazzetta.server.routes.page import page_routes
from piazzetta.server.settings import Settings
from piazzetta.server.store.store import Store
from piazzetta.server.wire.common import Problem
from piazzetta.server.workers.pool import Pool
from piazzetta.tables.refusals import Refused

if TYPE_CHECKING:
    from piazzetta.server.services import Services

_CODES = {404: "missing", 405: "not_allowed"}
_SENTENCES = {404: "nothing here.", 405: "this cannot be done here."}


@dataclass
class Engine:
    """The part of the server that needs the engine: its services and their routes, loaded beside the event loop."""

    _settings: Settings
    _store: Store
    _metrics: Metrics
    _limits: RateLimits
    _pool: Pool | None = None
    _loading: asyncio.Task[ASGIApp] | None = None
    _services: Services | None = None

    def begin(self) -> None:
        self._loading = asyncio.create_task(self._load())

    @property
    def ready(self) -> bool:
        return self._loading is not None and self._loading.done() and not self.failed

    @property
    def failed(self) -> bool:
        """Whether loading has failed: then no table will ever open here."""
        loading = self._loading
        return loading is not None and loading.done() and (loading.cancelled() or loading.exception() is not None)

    @property
    def healthy(self) -> bool:
        """Whether nothing has failed: neither loading nor, lately, a task in the background."""
        return not self.failed and (self._services is None or not self._services.background.failing)

    async def _load(self) -> ASGIApp:
        # importing takes a second: beside the event loop, which answers for the page meanwhile
        await asyncio.to_thread(import_module, "piazzetta.server.services")
        from piazzetta.server.services import Services
        from piazzetta.server.workers.kernels import load_components, load_kernels

        await asyncio.to_thread(load_components)
        self._services = Services(self._settings, self._store, self._metrics, self._limits, self._pool)
        await self._services.open()
        self._services.background.spawn(asyncio.to_thread(load_kernels))
        return Router(self._services.routes)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        assert self._loading is not None
        try:
            app = await asyncio.shield(self._loading)
        except asyncio.CancelledError:
            if not self._loading.cancelled():
                raise
            if scope["type"] == "websocket":  # 1001: going away
                await send({"type": "websocket.close", "code": 1001})
                return
            raise Refused("busy", "this server is stopping; please try again.") from None
        await app(scope, receive, send)

    async def describe(self, request: Request, path: str) -> str:
        """Return tags for previews of a link; empty while the engine loads, so that no visitor waits for it."""
        if self._services is None or not self.ready:
            return ""
        return await self._services.previews.tags(request, path)

    async def end(self) -> None:
        if self._loading is not None:
            self._loading.cancel()
            await asyncio.gather(self._loading, return_exceptions=True)
        if self._services is not None:
            await self._services.close()


async def _on_refused(request: Request, refusal: Exception) -> Response:
    assert isinstance(refusal, Refused)
    return refusal_answer(refusal)


async def _on_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    sentence = _SENTENCES.get(error.status_code, "this cannot be done.")
    response = Reply(Problem(_CODES.get(error.status_code, "bad"), sentence), error.status_code)
    response.headers.update(error.headers or {})
    return response


async def _on_failure(request: Request, error: Exception) -> Response:
    """Answer a request that failed by our own mistake, which the gate logs."""
    return Reply(Problem("internal", "something went wrong here; it has been logged."), 500)


async def _on_gone(request: Request, error: Exception) -> Response:
    """Answer a client that disconnected while it sent its request. Nothing went wrong here."""
    return Response(status_code=400)


class Server:
    """The application and the resources it holds. ``page``: the folder of the page; None: the package's own.
    ``pool``: processes for bots that were started before."""

    def __init__(self, settings: Settings, page: Path | None = None, pool: Pool | None = None) -> None:
        self._store = Store(settings.db)
        self._metrics = Metrics(self._store)
        self._stopping = False
        limits = RateLimits(settings)
        self._engine = Engine(settings, self._store, self._metrics, limits, pool)
        health = HealthRoutes(
            settings=settings,
            store=self._store,
            engine=self._engine,
            metrics=self._metrics,
            stopping=lambda: self._stopping,
        )
        app = Starlette(
            routes=[
                *(Route(one.path, getattr(health, one.handler)) for one in endpoints_of(HealthRoutes)),
                Mount("/api/v1", app=self._engine),
                *page_routes(page, self._engine.describe),
            ],
            exception_handlers={
                Refused: _on_refused,
                HTTPException: _on_http,
                ClientDisconnect: _on_gone,
                Exception: _on_failure,
            },
        )
        self.app: ASGIApp = Gate(app, settings, limits, self._metrics)

    async def open(self) -> None:
        """Open the database; ``BadInput`` if that fails."""
        await self._store.open()
        logging.getLogger("piazzetta").addHandler(self._metrics.errors)
        self._engine.begin()

    def stop_soon(self) -> None:
        """Note that the server is about to stop: it still answers, but `/readyz` sends nobody here any more."""
        self._stopping = True

    async def close(self) -> None:
        """Stop. What was decided is still stored."""
        await self._engine.end()
        await self._store.close()
        logging.getLogger("piazzetta").removeHandler(self._metrics.errors)
