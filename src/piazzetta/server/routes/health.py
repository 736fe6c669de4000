"""Whether the server is well, and its metrics: outside ``/api/v1``, and there before the engine is loaded."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from typing import Protocol

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from piazzetta.server.metrics import Metrics
from piazzetta.server.routes.http.answers import Reply
from piazzetta.server.routes.http.declare import get
from piazzetta.server.settings import Settings
from piazzetta.server.store.store import Store
from piazzetta.server.wire.common import Health, Readiness
from piazzetta.tables.refusals import Refused


class _Engine(Protocol):
    @property
    def ready(self) -> bool: ...

    @property
    def healthy(self) -> bool: ...


class HealthRoutes:
    def __init__(
        self, *, settings: Settings, store: Store, engine: _Engine, metrics: Metrics, stopping: Callable[[], bool]
    ) -> None:
        self._secret = f"Bearer {settings.metrics_token}".encode() if settings.metrics_token else None
        self._store = store
        self._engine = engine
        self._metrics = metrics
        self._stopping = stopping

    @get("/healthz")
    async def healthz(self, request: Request) -> Reply[Health]:
        """Whether the server is healthy; 503 if it is not."""
        database = await self._store.alive()
        well = database and self._engine.healthy
        return Reply(Health(alive=True, database=database, engine=self._engine.ready), 200 if well else 503)

    @get("/readyz")
    async def readyz(self, request: Request) -> Reply[Readiness]:
        """Whether people may be sent to this server now; 503 if not: the engine is loading, or the server stops."""
        ready = self._engine.ready and not self._stopping() and await self._store.alive()
        return Reply(Readiness(ready), 200 if ready else 503)

    @get("/metrics", media="text/plain")
    async def metrics(self, request: Request) -> Response:
        """Metrics as Prometheus text.

        Needs `Authorization: Bearer TOKEN` with the server's `--metrics-token`; 404 otherwise, and without that option.
        """
        given = request.headers.get("authorization", "").encode()
        if self._secret is None or not hmac.compare_digest(given, self._secret):
            raise Refused("missing", "nothing here.")
        return PlainTextResponse(self._metrics.text(), media_type="text/plain; version=0.0.4")
