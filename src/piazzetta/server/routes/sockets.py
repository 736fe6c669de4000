"""Below HTTP and WebSocket: how many connections an address may have, how large and how slow the head of a request may
be, and texts to a WebSocket without a task and a queue for each."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Coroutine
from typing import Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State
from websockets.utils import apply_mask

from piazzetta.server.cluster.processes import Part
from piazzetta.server.routes.http.rate_limits import counted_address
from piazzetta.server.settings import Settings

_MOST_HEAD = 32 * 1024  # bytes of a request's line and headers
_HEAD_SECONDS = 15.0  # for all of them
_QUEUED = 256  # messages a slow reader may fall behind, besides the 64 KiB that wait in the transport
_LAST_SECONDS = 5.0  # for a slow reader, to hear why its connection is closed

PING_EVERY = 20.0  # seconds; a client that has not answered after as many more is gone

#: The first byte of a frame: a whole text; a close, ping or pong.
_TEXT, _CONTROL = 0x81, (0x88, 0x89, 0x8A)

#: Where a WebSocket's scope has its ``LiveSocket``.
EXTENSION = "piazzetta.live"


class Limits:
    """The connections of each address. A web server in front stands for many, and has limits of its own."""

    def __init__(self, settings: Settings) -> None:
        self._most = settings.most_requests_at_once if settings.address_limits else None
        self._proxy = counted_address(settings.proxy)
        self._open: Counter[str] = Counter()

    def admit(self, host: str) -> bool:
        address = counted_address(host)
        if self._most is not None and address != self._proxy and self._open[address] >= self._most:
            return False
        self._open[address] += 1
        return True

    def dismiss(self, host: str) -> None:
        address = counted_address(host)
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]


class _Wire(HttpToolsProtocol):
    """One connection, until it becomes a WebSocket: those are counted where they are served."""

    limits: Limits
    part: Part | None  # this process, if it is one of several
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
        owner = None if self.part is None else self.part.elsewhere(self.url.partition(b"?")[0].decode("latin-1"))
        if self.part is None or owner is None or not self._hand_over(self.part, owner):
            super().handle_websocket_upgrade()

    def _hand_over(self, part: Part, owner: int) -> bool:
        """Let the process that runs the table answer."""
        lines = [self.scope["method"].encode() + b" " + self.url + b" HTTP/1.1"]
        lines += [name + b": " + value for name, value in self.scope["headers"]]
        self.transport.pause_reading()
        if not part.hand_over(owner, b"\r\n".join(lines) + b"\r\n\r\n", self.transport.get_extra_info("socket")):
            self.transport.resume_reading()
            return False
        self.connections.discard(self)
        self.transport.abort()  # here only: the other process holds the connection too
        return True

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


def wire(settings: Settings, part: Part | None = None) -> type[Any]:
    """Return the protocol for a server with these settings, or for one part of it."""
    return type("Wire", (_Wire,), {"limits": Limits(settings), "part": part})


class _Inbox:
    """What one connection has received, for the one task that reads it: an empty ``asyncio.Queue`` takes 3 KB."""

    def __init__(self) -> None:
        self._received: list[Any] = []  # short: the protocol pauses reading while something waits here
        self._reader: asyncio.Future[None] | None = None

    def put_nowait(self, message: Any) -> None:
        self._received.append(message)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> Any:
        while not self._received:
            self._reader = asyncio.get_running_loop().create_future()
            await self._reader
        return self._received.pop(0)

    def empty(self) -> bool:
        return not self._received

    @property
    def crowded(self) -> bool:
        """Whether a message waits behind another one."""
        return len(self._received) > 1


class _Flag:
    """Like ``asyncio.Event``, which takes 700 bytes even if nobody ever waits for it."""

    __slots__ = ("_cleared",)

    def __init__(self) -> None:
        self._cleared: asyncio.Event | None = None

    def is_set(self) -> bool:
        return self._cleared is None

    def clear(self) -> None:
        self._cleared = self._cleared or asyncio.Event()

    def set(self) -> None:
        if self._cleared is not None:
            self._cleared.set()
            self._cleared = None

    async def wait(self) -> None:
        if self._cleared is not None:
            await self._cleared.wait()


class _Open:
    """In place of the timer that closes a connection: it is open, and the application is not the one to close it."""

    def cancel(self) -> None:
        """There is nothing to cancel."""


class LiveSocket(WebSocketsSansIOProtocol):
    """A WebSocket to which texts are written directly: a move sends several, and through a queue and a task for each
    connection they would cost it 12% more processor time. Texts that arrive in one piece, as nearly all do, are read
    directly too. Everything else goes through Uvicorn as usual.

    Once somebody has come in, the application returns and ``go_on`` reads what follows: all that the application's
    layers keep would take half the memory of a connection, and each message would wake them one after the other.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.queue = _Inbox()  # type: ignore[assignment]
        self.writable = _Flag()  # type: ignore[assignment]
        self._rest: Coroutine[Any, Any, None] | None = None  # what follows the application
        self._between_frames = True  # the parser waits for the beginning of a frame
        self._heard = 0.0  # when the client last sent something
        self._said: list[bytes] = []  # frames of this step of the event loop, to be written together
        self._waiting: list[bytes] = []  # not a deque: an empty one takes 600 bytes

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):  # it was no bad request
            extensions: Any = self.scope["extensions"]
            extensions[EXTENSION] = self

    # --- after the application ---

    def go_on(self, rest: Coroutine[Any, Any, None]) -> None:
        """Let a task of its own serve the connection when the application has returned."""
        self._rest = rest

    async def run_asgi(self) -> None:
        opened: Any = _Open()
        self.close_timer = opened
        await super().run_asgi()
        if self.close_timer is opened:
            self.close_timer = None
        if self._rest is not None:
            task = self.loop.create_task(self._rest)
            self._rest = None
            self.tasks.add(task)
            task.add_done_callback(self._served)
            self._forget_request()
        elif self.close_timer is None:
            self.transport.close()

    def _forget_request(self) -> None:
        """Keep nothing of how the connection began."""
        del self.scope, self.request, self.response
        if self._between_frames:  # the parser waits: another one may wait in its place, which has not read the request
            self.conn.parser = self.conn.parse()
            next(self.conn.parser)

    def _served(self, task: asyncio.Task[None]) -> None:
        self.on_task_complete(task)
        if not task.cancelled() and (problem := task.exception()) is not None:
            self.logger.error("a WebSocket ends by our own mistake", exc_info=problem)
        if self.close_timer is None:
            self.transport.close()

    # --- reading ---

    def data_received(self, data: bytes) -> None:
        self._heard = self.loop.time()
        at = 0
        if not self.handshake_complete:  # the head of the request, and nothing that follows it
            self._between_frames &= not self.handshake_initiated and data.find(b"\r\n\r\n") == len(data) - 4
        elif self._between_frames:
            while at < len(data) and (end := self._frame_read(data, at)):
                at = end
            if at == len(data):
                return
            self._between_frames = False  # the parser may from now on have half a frame, or half a message
        super().data_received(data[at:])

    def _frame_read(self, data: bytes, at: int) -> int:
        """Read a frame (RFC 6455, 5.2) that is here as a whole and has a whole text, or is about the connection. Return
        where it ends; 0 for every other one, which is left to the parser."""
        if len(data) - at < 6:
            return 0
        begin, size = at + 6, data[at + 1] - 0x80  # a client's frames are masked
        if size == 126:
            begin, size = at + 8, int.from_bytes(data[at + 2 : at + 4], "big")
        end = begin + size
        if not 0 <= size <= self.config.ws_max_size or data[at + 1] == 0xFF or end > len(data):
            return 0
        if data[at] == _TEXT and self.conn.state is State.OPEN:
            try:
                text = apply_mask(data[begin:end], data[begin - 4 : begin]).decode()
            except UnicodeDecodeError:
                return 0
            if not self.close_sent:
                self.queue.put_nowait({"type": "websocket.receive", "text": text})
                if self.queue.crowded and not self.read_paused:  # type: ignore[attr-defined]
                    self.read_paused = True
                    self.transport.pause_reading()
            return end
        if data[at] in _CONTROL:
            super().data_received(data[at:end])
            return end
        return 0

    def send_keepalive_ping(self) -> None:
        """Ask whether the client is there, unless it has just shown that."""
        assert self.ping_interval is not None
        left = self._heard + self.ping_interval - self.loop.time()
        if left > 0:
            self.ping_timer = self.loop.call_later(left, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    # --- writing ---

    def say(self, text: bytes) -> bool:
        """Send a text; false if the reader has fallen too far behind."""
        if self.close_sent or self.disconnected:
            return True
        if self._waiting or not self.writable.is_set():
            self._waiting.append(text)
            return len(self._waiting) <= _QUEUED
        if not self._said:
            self.loop.call_soon(self._write_said)
        self._said.append(_framed(text))
        return True

    def _write_said(self) -> None:
        if self._said and not self.close_sent and not self.disconnected:
            self.transport.write(b"".join(self._said))
        self._said.clear()

    def wake(self) -> None:
        """Wake the task that waits for a message."""
        self.queue.put_nowait({"type": "websocket.receive", "text": ""})

    @property
    def broken_off(self) -> bool:
        """Whether the client has not said that it closes the connection."""
        return self.conn.close_rcvd is None

    def keepalive_timeout(self) -> None:
        """End the connection of a client that answers no ping. What waits in the transport would keep it open."""
        super().keepalive_timeout()
        self.transport.abort()

    def shutdown(self) -> None:
        self._write_said()
        super().shutdown()

    def resume_writing(self) -> None:
        super().resume_writing()
        while self._waiting and self.writable.is_set() and not self.close_sent:
            self.transport.write(_framed(self._waiting.pop(0)))

    async def say_goodbye(self, code: int, reason: str, drop: bool) -> None:
        """Close the connection and say why."""
        self.finish(drop)
        await self.send({"type": "websocket.close", "code": code, "reason": reason})

    def finish(self, drop: bool) -> None:
        """Write what waits, before the connection is closed. ``drop``: drop it instead, and cut the connection if the
        client does not even read why it is closed."""
        self._write_said()
        if drop:
            self.loop.call_later(_LAST_SECONDS, self.transport.abort)
        else:
            for text in self._waiting:
                self.transport.write(_framed(text))
        self._waiting.clear()
        self.writable.set()


def _framed(text: bytes) -> bytes:
    """Return a text as one frame of a server, as RFC 6455 (5.2) has it: not masked."""
    size = len(text)
    if size < 126:
        return bytes((0x81, size)) + text
    if size < 2**16:
        return b"\x81\x7e" + size.to_bytes(2, "big") + text
    return b"\x81\x7f" + size.to_bytes(8, "big") + text
