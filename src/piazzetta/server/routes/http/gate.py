"""In front of every HTTP request."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from piazzetta.server.metrics import Metrics
from piazzetta.server.routes.http.answers import Reply, refusal_answer
from piazzetta.server.routes.http.headers import headers_for, origin_allowed
from piazzetta.server.routes.http.rate_limits import RateLimits, TooMuch, address_of
from piazzetta.server.settings import Settings
from piazzetta.server.wire.common import Problem
from piazzetta.tables.refusals import Refused

log = logging.getLogger("piazzetta")


@dataclass
class Gate:
    """Middleware for every HTTP request: rate limits, origins, headers. No error response reveals internals."""

    _app: ASGIApp
    _settings: Settings
    _limits: RateLimits
    _metrics: Metrics

    def _check(self, request: Request) -> None:
        address = address_of(request)
        changes = request.method not in ("GET", "HEAD", "OPTIONS")
        bucket = self._limits.requests if request.url.path.startswith("/api/") else self._limits.files
        for limit in [bucket, *([self._limits.changes] if changes else [])]:
            if not limit.take(address):
                raise TooMuch("that was too much at once; please wait a moment.", limit.due(address))
        if changes and not origin_allowed(self._settings, request):
            raise Refused(
                "foreign", "requests from this page are not allowed. The admin can allow its address with --origin."
            )

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
                message["headers"] += [(name, value) for name, value in headers_for(request) if name not in present]
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
                await Reply(problem, 500)(scope, receive, guarded)
