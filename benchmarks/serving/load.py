"""Play as the clients of ``benchmarks.server``: 500 tables with 4 clients each in one process.

The clients share two cores with the server, so they must be cheap: they parse only what the next move needs, and speak
WebSocket by themselves, in some twenty microseconds per message instead of a hundred.
"""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

import httpx
import msgspec

SEATS = 4
_TICKS = os.sysconf("SC_CLK_TCK")


def processor_time(pid: int) -> tuple[float, float]:
    """Return the processor seconds of a process so far: all of them, and those in the kernel (sockets, disk)."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    own, kernel = int(fields[11]), int(fields[12])
    return (own + kernel) / _TICKS, kernel / _TICKS


def children(pid: int) -> list[int]:
    """Return the running child processes of a process."""
    return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _spent(pids: list[int], before: dict[int, tuple[float, float]]) -> list[tuple[float, float]]:
    """Return the processor seconds of each process since ``before``."""
    now = {pid: processor_time(pid) for pid in pids}
    nothing = (0.0, 0.0)
    return [(now[pid][0] - before.get(pid, nothing)[0], now[pid][1] - before.get(pid, nothing)[1]) for pid in pids]


class Socket(asyncio.Protocol):
    """A WebSocket client that reads whole, unmasked text frames and masks its own with zeros."""

    def __init__(self, host: str, path: str, on_text: Callable[[bytes], None]) -> None:
        self._host, self._path, self._on_text = host, path, on_text
        self._rest = b""
        self.opened = asyncio.get_running_loop().create_future()
        self.transport: Any = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        self.transport.write(
            f"GET {self._path} HTTP/1.1\r\nHost: {self._host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("the server refused"))

    def data_received(self, data: bytes) -> None:
        data = self._rest + data if self._rest else data
        at = 0
        if not self.opened.done():
            at = data.find(b"\r\n\r\n") + 4
            if at < 4:
                self._rest = data
                return
            assert data.startswith(b"HTTP/1.1 101"), data[:200]
            self.opened.set_result(None)
        while len(data) - at >= 2:
            size, begin = data[at + 1], at + 2
            if size == 126:
                size, begin = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
            elif size == 127:
                size, begin = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
            if len(data) < begin + size or begin > len(data):
                break
            kind, text = data[at] & 15, data[begin : begin + size]
            at = begin + size
            if kind == 1:
                self._on_text(text)
            elif kind == 9:
                self._write(0x8A, text)
        self._rest = data[at:]

    def send(self, text: bytes) -> None:
        self._write(0x81, text)

    def _write(self, kind: int, text: bytes) -> None:
        if self.transport.is_closing():  # the load is over
            return
        assert len(text) < 2**16
        size = bytes([0x80 | len(text)]) if len(text) < 126 else b"\xfe" + len(text).to_bytes(2, "big")
        self.transport.write(bytes([kind]) + size + b"\0\0\0\0" + text)


class Choice(msgspec.Struct):
    move: str


class Sight(msgspec.Struct):
    mover: int
    asked: int | None
    legal: list[Choice]


class Update(msgspec.Struct):
    at: int
    sight: Sight
    over: bool


class Operation(msgspec.Struct):
    path: str
    value: msgspec.Raw = msgspec.Raw()


class Change(msgspec.Struct):
    at: int
    patch: list[Operation]


_UPDATE = msgspec.json.Decoder(Update).decode
_CHANGE = msgspec.json.Decoder(Change).decode
_LEGAL = msgspec.json.Decoder(list[Choice]).decode
_NUMBER = msgspec.json.Decoder(int | None).decode


class Playing(Protocol):
    """A table under load."""

    times: list[float]

    async def open(self, http: httpx.AsyncClient) -> None:
        """Create the table and connect its clients."""

    def close(self) -> None:
        """Disconnect them."""


class Game:
    """One table and its four clients."""

    def __init__(
        self, base: str, name: str, number: int, pace: Callable[[random.Random], float], changes: bool = True
    ) -> None:
        self._base = base
        self._name = name
        self._changes = changes  # as the page asks for them; otherwise whole updates, as older clients get them
        self._pace = pace
        self._rng = random.Random(number)
        self._known: list[Update | None] = [None] * SEATS  # what each client knows
        self._sockets: list[Socket] = []
        self._sent_at = 0.0
        self._waiting = 0  # clients that have not yet seen the latest move
        self._answered = 0
        self._asked = 0  # the latest event after which a client has begun to think
        self._count = 0
        self.times: list[float] = []
        self.table = ""

    async def open(self, http: httpx.AsyncClient) -> None:
        seats = [{"kind": "me"}] + [{"kind": "hotseat"}] * (SEATS - 1)
        wish = {"game": self._name, "seats": seats, "options": {"listed": False}}
        made = (await http.post(f"{self._base}/api/v1/tables", json=wish, timeout=60)).json()
        self.table = made["table"]
        host, port = self._base.removeprefix("http://").split(":")
        for seat in range(SEATS):
            path = f"/api/v1/tables/{self.table}/live"

            def made_socket(path: str = path, seat: int = seat) -> Socket:
                return Socket(f"{host}:{port}", path, lambda text: self._hear(seat, text))

            _, socket = await asyncio.get_running_loop().create_connection(made_socket, host, int(port))
            await asyncio.wait_for(socket.opened, 60)
            key = {"seat": seat, "token": made["tokens"][str(seat)], "contribution": str(seat)}
            wishes = {"notes": False, "changes": True} if self._changes else {}
            socket.send(msgspec.json.encode({"type": "hello", "v": 1, "client": "bench", "seats": [key], **wishes}))
            self._sockets.append(socket)

    def _hear(self, seat: int, text: bytes) -> None:
        if text.startswith(b'{"type":"change"'):
            known = self._known[seat]
            assert known is not None
            change = _CHANGE(text)
            known.at = change.at
            for one in change.patch:
                if one.path == "/sight/legal":
                    known.sight.legal = _LEGAL(one.value)
                elif one.path == "/sight/asked":
                    known.sight.asked = _NUMBER(one.value)
                elif one.path == "/sight/mover":
                    known.sight.mover = int(bytes(one.value))
                elif one.path == "/over":
                    known.over = bytes(one.value) == b"true"
        elif text.startswith(b'{"type":"update"'):
            known = self._known[seat] = _UPDATE(text)
        else:
            assert not text.startswith(b'{"type":"refused"'), text
            return
        if self._waiting and known.at >= self._answered:
            self._waiting -= 1
            if not self._waiting:
                self.times.append(time.perf_counter() - self._sent_at)
        sight = known.sight
        if sight.mover == seat and sight.asked is not None and not known.over and known.at > self._asked:
            # one of those who may choose at a time, because each move is timed
            self._asked = known.at
            asyncio.get_running_loop().call_later(self._pace(self._rng), self._answer, seat, known.at)

    def _answer(self, seat: int, at: int) -> None:
        known = self._known[seat]
        assert known is not None
        move = self._rng.choice(known.sight.legal).move
        self._count += 1
        self._waiting = SEATS
        self._answered = at + 1
        self._sent_at = time.perf_counter()
        self._sockets[seat].send(msgspec.json.encode({"type": "play", "id": f"m{self._count}", "at": at, "move": move}))

    async def started(self) -> None:
        """Wait until all its clients know that the game runs."""
        while any(known is None or known.sight.mover < 0 for known in self._known):
            await asyncio.sleep(0.01)

    def close(self, keep: int = 0) -> None:
        """Disconnect the clients, except for the first ``keep`` of them."""
        for socket in self._sockets[keep:]:
            socket.transport.abort()


def spread(rate: float, tables: int) -> Callable[[random.Random], float]:
    """Thinking times with which all tables together make about ``rate`` moves per second."""
    return lambda rng: rng.uniform(0, 2 * tables / rate)


async def load(games: list[Any], seconds: float, pids: list[int], parents: Sequence[int] = ()) -> dict[str, Any]:
    """Play for a while; return the times, the number of moves and the server's processor time for each.

    ``parents``: processes whose children serve too, such as a database's; they are counted apart.
    """
    async with httpx.AsyncClient() as http:
        gate = asyncio.Semaphore(8)

        async def open_one(one: Playing) -> None:
            async with gate:
                await one.open(http)

        await asyncio.gather(*(open_one(one) for one in games))
    await asyncio.sleep(15)  # warm up: a server goes on loading after its start
    for one in games:
        one.times.clear()

    def others() -> list[int]:
        return [child for parent in parents for child in children(parent)]

    begun, own = time.perf_counter(), time.process_time()
    before = {pid: processor_time(pid) for pid in (*pids, *others())}
    await asyncio.sleep(seconds)
    took, own = time.perf_counter() - begun, time.process_time() - own
    spent, beside = _spent(pids, before), _spent(others(), before)
    server, kernel = (sum(each) for each in zip(*spent, strict=True))
    times = sorted(one for game in games for one in game.times)
    for one in games:
        one.close()
    moves = len(times)
    return {
        "rate": moves / took,
        "median": 1000 * times[moves // 2] if times else None,
        "p99": 1000 * times[int(moves * 0.99)] if times else None,
        "client_cpu": own / took,
        "client_cost": 1000 * own / moves if moves else None,
        "server_cpu": server / took,
        "cost": 1000 * server / moves if moves else None,  # milliseconds of the server's processor for a move
        "kernel_cost": 1000 * kernel / moves if moves else None,  # of these, in system calls
        # the busiest of its processes has no more time than there is: so many moves a second, and no more
        "capacity": moves / max(all_of_it for all_of_it, _ in spent) if moves else None,
        "beside_cost": 1000 * sum(all_of_it for all_of_it, _ in beside) / moves if moves else None,
    }
