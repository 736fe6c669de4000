"""Measure what a move cannot do without: ``python -m benchmarks.serving.floor`` prints processor time a message.

A server of three parts that the field uses, and no game: uvloop, ``websockets``, and SQLite with ``synchronous=FULL``.
A client at each table sends a text of 70 bytes; the server inserts it durably, with whatever else waits, and then sends
1,000 bytes to each of the table's four clients. Piazzetta follows in the same minute, under the same load.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import uvloop
from websockets.asyncio.server import ServerConnection, broadcast, serve

from benchmarks.server import ROOT, Server, run_load
from benchmarks.serving.load import SEATS, Socket, load, spread

_QUESTION, _ANSWER = b"x" * 70, "y" * 1000
_BETWEEN = 0.02  # seconds between two commits, as in Piazzetta


async def floor(file: str) -> None:
    database = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    for pragma in ("journal_mode=WAL", "synchronous=FULL"):
        database.execute(f"PRAGMA {pragma}")
    database.execute("CREATE TABLE events (place TEXT, number INTEGER, body TEXT, PRIMARY KEY (place, number))")
    tables: dict[str, set[ServerConnection]] = defaultdict(set)
    waiting: list[tuple[str, int, str]] = []
    more = asyncio.Event()

    def commit(batch: list[tuple[str, int, str]]) -> None:
        database.execute("BEGIN")
        database.executemany("INSERT INTO events VALUES (?, ?, ?)", batch)
        database.execute("COMMIT")

    async def write() -> None:
        while True:
            await more.wait()
            more.clear()
            batch = waiting.copy()
            waiting.clear()
            await asyncio.to_thread(commit, batch)
            for place, _, _ in batch:
                broadcast(tables[place], _ANSWER)
            await asyncio.sleep(_BETWEEN)

    async def sit(socket: ServerConnection) -> None:
        assert socket.request is not None
        place = socket.request.path
        tables[place].add(socket)
        async for text in socket:
            waiting.append((place, time.monotonic_ns(), str(text)))
            more.set()

    async with serve(sit, "127.0.0.1", 0, compression=None) as server:
        print(next(iter(server.sockets)).getsockname()[1], flush=True)
        await write()


class Place:
    """Four clients, one of which sends at a pace."""

    def __init__(self, port: int, number: int, pace: Callable[[random.Random], float]) -> None:
        self._port, self._number, self._pace = port, number, pace
        self._rng = random.Random(number)
        self._sockets: list[Socket] = []
        self._heard, self._sent = 0, 0.0
        self.times: list[float] = []

    async def open(self, http: httpx.AsyncClient) -> None:
        loop = asyncio.get_running_loop()
        for _ in range(SEATS):
            _, socket = await loop.create_connection(
                lambda: Socket("127.0.0.1", f"/{self._number}", self._hear), "127.0.0.1", self._port
            )
            await socket.opened
            self._sockets.append(socket)
        self._ask()

    def _ask(self) -> None:
        asyncio.get_running_loop().call_later(self._pace(self._rng), self._send)

    def _send(self) -> None:
        self._heard, self._sent = 0, time.perf_counter()
        self._sockets[0].send(_QUESTION)

    def _hear(self, text: bytes) -> None:
        self._heard += 1
        if self._heard == SEATS:
            self.times.append(time.perf_counter() - self._sent)
            self._ask()

    def close(self) -> None:
        for socket in self._sockets:
            socket.transport.abort()


def measure_floor(tables: int, rate: float, seconds: float, file: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "benchmarks.serving.floor", "--serve", file]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    try:
        assert process.stdout is not None
        port, pace = int(process.stdout.readline()), spread(rate, tables)
        places = [Place(port, number, pace) for number in range(tables)]
        return uvloop.run(load(places, seconds, [process.pid]))
    finally:
        process.terminate()
        process.wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--rate", type=float, default=150)
    parser.add_argument("--seconds", type=float, default=12)
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        uvloop.run(floor(given.serve))
        return
    with tempfile.TemporaryDirectory() as folder:
        least = measure_floor(given.tables, given.rate, given.seconds, str(Path(folder, "floor.sqlite")))
        print(f"load {os.getloadavg()[0]:.1f}; floor: {least['cost']:.2f} ms a message at {least['rate']:.0f} a second")
        for game in ("portobello", "viaggiatore"):
            server = Server(f"sqlite:///{folder}/{game}.sqlite")
            found = run_load(server, game, given.tables, given.rate, given.seconds)
            server.stop()
            times = found["cost"] / least["cost"]
            print(f"{game}: {found['cost']:.2f} ms a move at {found['rate']:.0f} a second, {times:.1f} times the floor")


if __name__ == "__main__":
    main()
