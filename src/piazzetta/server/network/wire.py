"""Below HTTP: how many connections an address may have, and how large and how slow the head of a request may be."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from piazzetta.server.settings import Settings

_MOST_HEAD = 32 * 1024  # bytes of a request's line and headers
_HEAD_SECONDS = 15.0  # for all of them


class Limits:
    """The connections of each address. A web server in front stands for many, and has limits of its own."""

    def __init__(self, settings: Settings) -> None:
        self._most = settings.most_requests_at_once if settings.address_limits else None
        self._proxy = settings.proxy
        self._open: Counter[str] = Counter()

    def admit(self, address: str) -> bool:
        if self._most is not None and address != self._proxy and self._open[address] >= self._most:
            return False
        self._open[address] += 1
        return True

    def dismiss(self, address: str) -> None:
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]


class _Wire(HttpToolsProtocol):
    """One connection, until it becomes a WebSocket: those are counted where they are served."""

    limits: Limits
    _late: asyncio.TimerHandle | None = None  # while the head of a request is awaited
    _head = 0  # its bytes so far, as the parser tells them
    _unfinished = 0  # and with those of a header that has not ended, which the parser keeps for itself
    _admitted = False

    # --- the connection ---

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._address = self.client[0] if self.client else ""
        self._admitted = self.limits.admit(self._address)
        if not self._admitted:
            transport.abort()
            return
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._dismiss()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        self._dismiss()
        super().handle_websocket_upgrade()

    def _dismiss(self) -> None:
        self._head_is_here()
        if self._admitted:
            self._admitted = False
            self.limits.dismiss(self._address)

    # --- the head of a request ---

    def _await_head(self) -> None:
        self._head = self._unfinished = 0
        if self._late is None:
            self._late = self.loop.call_later(_HEAD_SECONDS, self._refuse, 408, "the request came too slowly")

    def _head_is_here(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def on_message_begin(self) -> None:
        self._await_head()
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        self._count(len(url))

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        self._count(len(name) + len(value))

    def _count(self, size: int) -> None:
        self._head += size
        if self._head > _MOST_HEAD:
            raise ValueError("the head is too large")  # the parser stops, and ``send_400_response`` follows

    def on_headers_complete(self) -> None:
        self._head_is_here()
        super().on_headers_complete()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._late is not None:
            self._unfinished += len(data)
            if self._unfinished > _MOST_HEAD:
                self._refuse(431, "the head of the request is too large")

    def send_400_response(self, msg: str) -> None:
        self._refuse(431 if self._head > _MOST_HEAD else 400, msg)

    def _refuse(self, status: int, sentence: str) -> None:
        self._head_is_here()
        head = STATUS_LINE[status] + b"content-type: text/plain; charset=utf-8\r\nconnection: close\r\n"
        self.transport.write(head + f"content-length: {len(sentence)}\r\n\r\n{sentence}".encode())
        self.transport.close()


def wire(settings: Settings) -> type[Any]:
    """The protocol for a server with these settings."""
    return type("Wire", (_Wire,), {"limits": Limits(settings)})
