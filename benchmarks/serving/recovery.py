"""Measure how soon people and bots move again after ``kill -9``: ``python -m benchmarks.serving.recovery``.

A server runs tables of two people and tables of three bots. Its process is killed and, unless it has a standby, started
again at once. A table's time runs from the kill to the first move that is stored afterwards. People reconnect as the
page does. ``--load 8`` keeps so many other processes busy; ``--options`` are options of ``serve``.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from benchmarks.serving.load import children, processor_time

START = "from piazzetta.cli import main; main()"
#: Seconds after which the page tries to reconnect, as in ``web/src/table/connection.ts``.
FIRST_WAIT, LONGEST_WAIT = 0.5, 15.0
SETTLING = 4.0  # seconds of play before a kill
PATIENCE = 60.0  # seconds after which a table counts as dead


class Server:
    """``piazzetta serve``, killed and started again on the same port."""

    def __init__(self, db: str, options: list[str]) -> None:
        self._db, self._options, self._port = db, options, 0
        self.start()

    def start(self) -> None:
        options = ["serve", "--port", str(self._port), "--db", self._db, "--no-address-limits", *self._options]
        self._process = subprocess.Popen([sys.executable, "-c", START, *options], stdout=subprocess.PIPE, text=True)
        output = self._process.stdout
        assert output is not None
        found = re.search(r"http://127.0.0.1:(\d+)", output.readline())
        assert found is not None, "the server did not start"
        self._port = int(found[1])
        threading.Thread(target=output.read, daemon=True).start()

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    @property
    def _supervised(self) -> bool:
        return any(option in self._options for option in ("--standby", "--processes"))

    def strike(self) -> None:
        """Kill the process that serves."""
        if self._supervised:
            os.kill(children(self._process.pid)[0], signal.SIGKILL)
        else:
            self._process.kill()
            self._process.wait()
            self.start()

    def processor_time(self) -> float:
        """Processor seconds of all its processes that run now."""
        found, spent = [self._process.pid], 0.0
        for pid in found:
            with contextlib.suppress(OSError):
                found += children(pid)
                spent += processor_time(pid)[0]
        return spent

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait()


class Table:
    """A table and a page that looks at it. When a game is over, the next one begins."""

    def __init__(self, server: Server, http: httpx.AsyncClient, game: str, seats: list[dict[str, str]]) -> None:
        self._server, self._http = server, http
        self._wish = {"game": game, "seats": seats, "options": {"listed": False}}
        self._rng = random.Random(game)
        self.moved: list[float] = []  # when each move was heard of

    async def play(self) -> None:
        while True:
            with contextlib.suppress(httpx.TransportError):
                made = (await self._http.post(f"{self._server.base}/api/v1/tables", json=self._wish)).json()
                seats = [{"seat": int(seat), "token": key, "contribution": "x"} for seat, key in made["tokens"].items()]
                await self._finish(made["table"], seats)

    async def _finish(self, table: str, seats: list[dict[str, Any]]) -> None:
        """Play one game to its end; reconnect as the page does."""
        url = f"{self._server.base.replace('http', 'ws', 1)}/api/v1/tables/{table}/live"
        wait, over = FIRST_WAIT, False
        while not over:
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                async with connect(url, max_size=None, ping_interval=None) as socket:
                    await socket.send(json.dumps({"type": "hello", "v": 1, "client": "c", "seats": seats}))
                    wait, known = FIRST_WAIT, 0
                    async for text in socket:
                        message = json.loads(text)
                        if message["type"] != "update":
                            continue
                        if known and message["at"] > known:
                            self.moved.append(time.monotonic())
                        known, over = message["at"], message["over"]
                        if over:
                            break
                        await self._answer(socket, message)
            if not over:
                await asyncio.sleep(wait)
                wait = min(2 * wait, LONGEST_WAIT)

    async def _answer(self, socket: Any, update: dict[str, Any]) -> None:
        """Move, if somebody here is asked."""
        asked = [sight for sight in update.get("sights", ()) if sight["legal"]]
        if asked:
            await asyncio.sleep(self._rng.uniform(0.2, 0.6))
            move = {"move": self._rng.choice(asked[0]["legal"])["move"], "seat": asked[0]["viewer"], "at": update["at"]}
            await socket.send(json.dumps({"type": "play", "id": f"{update['at']}", **move}))


@contextlib.contextmanager
def busy(count: int) -> Iterator[None]:
    """Keep so many processes busy."""
    others = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()


async def first_moves(tables: list[Any], since: float) -> list[float]:
    """Return the seconds from a moment to the first move after it at each table."""
    while time.monotonic() < since + PATIENCE and not all(one.moved and one.moved[-1] > since for one in tables):
        await asyncio.sleep(0.1)
    return sorted(next((time - since for time in one.moved if time > since), float("inf")) for one in tables)


def at(times: list[float], share: float) -> float:
    return times[min(len(times) - 1, int(share * len(times)))]


async def measure(server: Server, people: int, bots: int, kills: int, load: int) -> None:
    found: list[list[float]] = [[], []]
    http = httpx.AsyncClient(timeout=PATIENCE)
    games = itertools.cycle(["portobello", "viaggiatore"])
    hotseat, bot = [{"kind": "me"}, {"kind": "hotseat"}], [{"kind": "bot", "level": "medium"}] * 3
    tables = [
        [Table(server, http, "portobello", hotseat) for _ in range(people)],
        [Table(server, http, next(games), bot) for _ in range(bots)],
    ]
    every = [table for kind in tables for table in kind]
    playing = [asyncio.create_task(table.play()) for table in every]
    with busy(load):
        await first_moves(every, time.monotonic())
        for number in range(kills):
            await asyncio.sleep(SETTLING)
            since = time.monotonic()
            await asyncio.to_thread(server.strike)
            again = time.monotonic() - since
            for kind, times in zip(tables, found, strict=True):
                times += await first_moves(kind, since)
            print(
                f"kill {number + 1}: started after {again:.1f} s, slowest people {found[0][-1]:.1f} s, slowest bots "
                f"{found[1][-1]:.1f} s, processor time {server.processor_time():.1f} s, load {os.getloadavg()[0]:.1f}",
                flush=True,
            )
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    await http.aclose()
    for name, times, share, bar in (("people", sorted(found[0]), 0.99, 5.0), ("bots", sorted(found[1]), 0.95, 5.0)):
        print(
            f"{name}: median {at(times, 0.5):.2f} s, {share:.0%} {at(times, share):.2f} s, slowest {times[-1]:.2f} s "
            f"(target {bar:g} s at {share:.0%}: {'met' if at(times, share) <= bar else 'missed'})"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=20, help="tables of two people")
    parser.add_argument("--bots", type=int, default=20, help="tables of three bots")
    parser.add_argument("--kills", type=int, default=3)
    parser.add_argument("--load", type=int, default=0, help="other processes that are busy")
    parser.add_argument("--db", default="")
    parser.add_argument("--options", default="")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(given.db or f"sqlite:///{folder}/recovery.sqlite", given.options.split())
        try:
            asyncio.run(measure(server, given.people, given.bots, given.kills, given.load))
        finally:
            server.stop()


if __name__ == "__main__":
    main()
