"""A network of bytes: connections between people and servers that delay, cut, half close and fall silent.

The server's end is the transport of Uvicorn's real protocols, so that requests are parsed and WebSockets framed as they
always are. A person's end is in ``client.py``.
"""

from __future__ import annotations

import asyncio
from asyncio import transports
from collections.abc import Callable
from contextvars import Context, copy_context
from random import Random
from typing import Any, Protocol

from tests.simulation.loop import OWNER, SimulatedLoop

_HIGH_WATER = 64 * 1024  # bytes on the way before a writer is told to wait


class Gone(Exception):
    """The connection is over; ``code``: the WebSocket's close code, or 1006."""

    def __init__(self, code: int = 1006, reason: str = "") -> None:
        super().__init__(code, reason)
        self.code = code


class Host(Protocol):
    """A process that can be connected to."""

    name: str
    context: Context

    @property
    def listening(self) -> bool: ...

    def protocol(self) -> asyncio.Protocol: ...


class Network:
    """All connections. ``latency``: seconds for a journey, at most."""

    def __init__(self, loop: SimulatedLoop, rng: Callable[[str], Random]) -> None:
        self.loop = loop
        self._rng = rng
        self.links: list[Link] = []
        self._count = 0
        self.silent_from: Callable[[str], bool] = lambda owner: False  # whose new connections lead nowhere

    async def connect(self, host: Host) -> Link:
        """Open a connection; ``Gone`` if nobody listens there."""
        self._count += 1
        owner = OWNER.get()
        rng = self._rng(f"connection {owner} {self._count}")
        await asyncio.sleep(rng.uniform(0.001, 0.03))
        if not host.listening:
            raise Gone
        link = Link(self, host, rng, owner, self._count)
        link.silent = self.silent_from(owner)
        self.links.append(link)
        link.accept()
        return link

    def end_of(self, name: str) -> None:
        """A process has died: the system closes its connections."""
        for link in list(self.links):
            if link.host.name == name:
                link.cut()


class Link:
    """One connection. What is sent arrives in order, later."""

    def __init__(self, network: Network, host: Host, rng: Random, owner: str, number: int) -> None:
        self.network = network
        self.host = host
        self.owner = owner
        self.number = number
        self.silent = False  # nothing arrives any more, and nobody is told so
        self._loop = network.loop
        self._rng = rng
        self._latency = rng.uniform(0.002, 0.08)
        self._person = copy_context()
        self._arrives = {"server": 0.0, "person": 0.0}
        self.transport = _Transport(self)
        self.incoming: asyncio.Queue[bytes | None] = asyncio.Queue()  # for the person; None: it is over
        self.over = False
        self.on_the_way = 0  # bytes to the person

    def _deliver(self, to: str, what: Callable[[], object]) -> None:
        """Let something happen at one end, after everything that was sent there before."""
        when = max(self._arrives[to], self._loop.now + self._latency * self._rng.uniform(0.5, 1.5))
        self._arrives[to] = when
        context = self.host.context.copy() if to == "server" else self._person.copy()
        self._loop.call_at(when, self._arrive, to, when, what, context=context)

    def _arrive(self, to: str, sent: float, what: Callable[[], object]) -> None:
        what()

    # timers are a little late, each by another time: what arrives is put in order again

    def accept(self) -> None:
        self._to_server: list[Callable[[], object]] = []
        self._to_person: list[Callable[[], object]] = []
        self.send_to_server(self._connected)

    def _connected(self) -> None:
        protocol = self.host.protocol()
        self.transport.set_protocol(protocol)
        protocol.connection_made(self.transport)

    def send_to_server(self, what: Callable[[], object]) -> None:
        self._to_server.append(what)
        self._deliver("server", lambda: self._to_server.pop(0)())

    def send_to_person(self, what: Callable[[], object]) -> None:
        self._to_person.append(what)
        self._deliver("person", lambda: self._to_person.pop(0)())

    # --- from the person ---

    def write(self, data: bytes) -> None:
        if not self.silent and not self.over:
            self.send_to_server(lambda: self.transport.receive(data))

    def half_close(self) -> None:
        """Send nothing more, but read on."""
        if not self.silent and not self.over:
            self.send_to_server(self.transport.receive_end)

    def close(self) -> None:
        """The person's end is closed."""
        if not self.over and not self.silent:
            self.send_to_server(lambda: self.transport.lose(None))
        self._end()

    # --- from the server ---

    def told(self, data: bytes) -> None:
        if self.over:
            return
        self.on_the_way += len(data)
        self._loop.note(data)
        if self.on_the_way > _HIGH_WATER:
            self.transport.hold()
        if not self.silent:
            self.send_to_person(lambda: self._heard(data))

    def _heard(self, data: bytes) -> None:
        self.on_the_way -= len(data)
        if self.on_the_way <= _HIGH_WATER // 4:
            self._loop.call_soon(self.transport.go_on, context=self.host.context.copy())
        if not self.over and not self.silent:
            self.incoming.put_nowait(data)

    def ended(self) -> None:
        """The server has closed its end."""
        if not self.silent and not self.over:
            self.send_to_person(self._end)

    # --- from the world ---

    def cut(self) -> None:
        """Break the connection; both ends are told. What is on the way may still arrive, or not."""
        if self.over:
            return
        if self.silent:
            self._loop.call_soon(self.transport.lose, ConnectionResetError(), context=self.host.context.copy())
            return
        self.send_to_server(lambda: self.transport.lose(ConnectionResetError()))
        self.send_to_person(self._end)

    def _end(self) -> None:
        if not self.over:
            self.over = True
            self.incoming.put_nowait(None)
            if self in self.network.links:
                self.network.links.remove(self)


class _Transport(transports.Transport):
    """The server's end of a connection."""

    def __init__(self, link: Link) -> None:
        super().__init__()
        self._link = link
        self._protocol: Any = None
        self._closing = self._lost = self._held = self._reading_paused = False
        self._unread: list[bytes] = []

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        number = int(self._link.owner.split()[-1]) if self._link.owner[-1].isdigit() else 0
        known = {"peername": (f"10.0.0.{number + 1}", 40000 + self._link.number), "sockname": ("10.0.1.1", 8000)}
        return known.get(name, default)

    def set_protocol(self, protocol: Any) -> None:
        self._protocol = protocol

    def get_protocol(self) -> Any:
        return self._protocol

    def is_closing(self) -> bool:
        return self._closing

    def is_reading(self) -> bool:
        return not self._reading_paused

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """As they are."""

    def get_write_buffer_size(self) -> int:
        return self._link.on_the_way

    def pause_reading(self) -> None:
        self._reading_paused = True

    def resume_reading(self) -> None:
        self._reading_paused = False
        unread, self._unread = self._unread, []
        for data in unread:
            self._link._loop.call_soon(self.receive, data)

    def write(self, data: Any) -> None:
        if not self._closing:
            self._link.told(bytes(data))

    def writelines(self, data: Any) -> None:
        self.write(b"".join(data))

    def close(self) -> None:
        if not self._closing:
            self._closing = True
            self._link.ended()
            self._link._loop.call_soon(self.lose, None)

    def abort(self) -> None:
        self.close()

    def receive(self, data: bytes) -> None:
        if self._closing:
            return
        if self._reading_paused:
            self._unread.append(data)
        else:
            self._protocol.data_received(data)

    def receive_end(self) -> None:
        if not self._closing and not self._protocol.eof_received():
            self.close()

    def hold(self) -> None:
        if not self._held and not self._closing:
            self._held = True
            self._protocol.pause_writing()

    def go_on(self) -> None:
        if self._held and not self._closing:
            self._held = False
            self._protocol.resume_writing()

    def lose(self, problem: Exception | None) -> None:
        if not self._lost and self._protocol is not None:
            self._lost = self._closing = True
            self._protocol.connection_lost(problem)
