"""A real server process with a real database, and clients that talk to it over real sockets and keep every byte."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import re
import secrets
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import httpx
import jsonpatch
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from piazzetta.tables.apply import load
from piazzetta.tables.log import LogEntry
from piazzetta.tables.table import Table
from tests.nursery import ANEW, ROOT, Forked

#: With these options ``ServerProcess.metrics`` may read the metrics.
METRICS = ("--metrics-token", "of the tests")


class ServerProcess:
    """``piazzetta serve`` as a separate process."""

    def __init__(
        self,
        db: str,
        *options: str,
        port: int = 0,
        host: str = "127.0.0.1",
        anew: bool = False,
        older: Path | None = None,
    ) -> None:
        """``anew``: in a process that loads everything itself. ``older``: the package of another version."""
        self._start = ANEW if anew else "from piazzetta.cli import main; main()" if older else ""
        self._source = older or ROOT / "src"
        self.db = db
        self.host = host
        self.port = port
        self.options = options
        self.output: list[str] = []
        self._process: Forked | subprocess.Popen[str] | None = None
        self._http = httpx.Client(timeout=600)

    def start(self) -> ServerProcess:
        command = ["serve", "--port", str(self.port), "--db", self.db, *self.options, "--host", self.host]
        environment = {**os.environ, "PYTHONPATH": str(self._source), "PYTHONUNBUFFERED": "1"}
        process: Forked | subprocess.Popen[str]
        if self._start:
            anew = [sys.executable, "-c", self._start, *command]
            process = subprocess.Popen(
                anew, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
            )
        else:
            process = Forked(*command, env=environment)
        self._process = process
        assert process.stdout is not None
        for line in process.stdout:
            self.output.append(line)
            if found := re.search(rf"http://{re.escape(self.host)}:(\d+)/", line):
                self.port = int(found[1])
                break
        else:
            raise AssertionError(f"the server did not start: {self.output}")
        self._reader = threading.Thread(target=self._read_on, args=(process,), daemon=True)
        self._reader.start()
        deadline = time.monotonic() + 600
        while True:
            try:
                self.get("/healthz")
                return self
            except httpx.TransportError:
                assert time.monotonic() < deadline
                time.sleep(0.02)

    def _read_on(self, process: Forked | subprocess.Popen[str]) -> None:
        """Keep reading: a full pipe would block the server."""
        assert process.stdout is not None
        with process.stdout:
            self.output.extend(process.stdout)

    @property
    def base(self) -> str:
        return f"http://{self.host}:{self.port}"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def parts(self) -> list[int]:
        """The processes that it has started, oldest first: with ``--processes``, those that serve."""
        text = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text()
        return sorted(map(int, text.split()))

    def kill(self) -> None:
        """Kill it, as a power failure would."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()
        self._reader.join()

    def stop(self, by: signal.Signals = signal.SIGINT) -> int:
        assert self._process is not None
        if self._process.poll() is None:
            self._process.send_signal(by)
            try:
                self._process.wait(60)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self._reader.join()
        self._http.close()
        return self._process.wait()

    # --- HTTP ---

    def get(self, path: str, **options: Any) -> httpx.Response:
        return self._request("GET", path, **options)

    def post(self, path: str, body: Any = None, **options: Any) -> httpx.Response:
        return self._request("POST", path, json={} if body is None else body, **options)

    def _request(self, method: str, path: str, **options: Any) -> httpx.Response:
        self._http.cookies.clear()  # each request is a stranger's, unless it says otherwise
        return self._http.request(method, f"{self.base}{path}", **options)

    def metrics(self) -> str:
        """What the server counts, as whoever has its secret reads it."""
        answer = self.get("/metrics", headers={"Authorization": f"Bearer {METRICS[1]}"})
        assert answer.status_code == 200
        return answer.text

    def create(self, game: str, seats: list[str], **more: Any) -> dict[str, Any]:
        """Create a table with seats given as "me", "open", "hotseat" or "bot LEVEL"."""
        wish = [{"kind": seat.split()[0], "level": ([*seat.split(), None])[1]} for seat in seats]
        answer = self.post("/api/v1/tables", {"game": game, "seats": wish, **more})
        assert answer.status_code == 201, answer.text
        made: dict[str, Any] = answer.json()
        return made

    def seated(self, game: str, players: int, **more: Any) -> tuple[str, list[str]]:
        """Create a table for this many people; return it with their tokens."""
        made = self.create(game, ["me"] + ["open"] * (players - 1), **more)
        tokens = [made["tokens"]["0"]]
        for seat in range(1, players):
            answer = self.post(f"/api/v1/tables/{made['table']}/join", {"name": f"P{seat}", "seat": seat})
            tokens.append(answer.json()["token"])
        return made["table"], tokens

    # --- the log, read independently of the server ---

    def entries(self, table: str) -> list[LogEntry]:
        query = "SELECT number, time, kind, body, command FROM piazzetta_events WHERE table_id = $1 ORDER BY number"
        if self.db.startswith("postgresql"):
            rows = fetched(self.db, query, table)
        else:
            with contextlib.closing(sqlite3.connect(self.db.removeprefix("sqlite:///"))) as connection:
                rows = connection.execute(query, (table,)).fetchall()
        return [
            LogEntry(number, at, kind, msgspec.json.decode(body), command) for number, at, kind, body, command in rows
        ]

    def table(self, table: str) -> Table:
        return load(table, self.entries(table))


def fetched(db: str, query: str, *values: Any) -> list[Any]:
    """The rows of a query, from a PostgreSQL database."""
    return asyncio.run(_fetch(db, query, *values))


async def _fetch(db: str, query: str, *values: Any) -> list[Any]:
    import asyncpg

    connection = await asyncpg.connect(db)
    try:
        found: list[Any] = await connection.fetch(query, *values)
        return found
    finally:
        await connection.close()


class Player:
    """A client at a table."""

    def __init__(self, base: str, table: str, seats: dict[int, str] | None = None, **hello: Any) -> None:
        self.url = f"{base.replace('http', 'ws', 1)}/api/v1/tables/{table}/live"
        self.seats = seats or {}
        self.client = secrets.token_hex(6)
        self.contributions = {seat: secrets.token_hex(8) for seat in self.seats}
        self.since: int | None = None
        self.hello = hello
        self.heard: list[str] = []  # every text, as received
        self.messages: list[dict[str, Any]] = []  # a change as the whole update that it leads to
        self.update: dict[str, Any] = {}  # the latest
        self.acknowledged: dict[str, int] = {}  # command -> event
        self.sight: dict[str, Any] | None = None
        self.over = False
        self.socket: ClientConnection | None = None
        self._count = 0

    @property
    def seat(self) -> int:
        return next(iter(self.seats))

    async def enter(self) -> dict[str, Any]:
        """Connect and say hello; return the welcome."""
        # no keepalive: a busy machine may answer a ping later than in its 20 seconds
        self.socket = await connect(self.url, max_size=2**24, ping_interval=None)
        seats = [
            {"seat": seat, "token": token, "contribution": self.contributions[seat]}
            for seat, token in self.seats.items()
        ]
        await self.send(type="hello", v=1, client=self.client, since=self.since, seats=seats, **self.hello)
        return await self.until("welcome")

    async def send(self, **message: Any) -> None:
        assert self.socket is not None
        await self.socket.send(msgspec.json.encode(message).decode())

    async def receive(self) -> dict[str, Any]:
        assert self.socket is not None
        text = await asyncio.wait_for(self.socket.recv(), 600)
        assert isinstance(text, str)
        self.heard.append(text)
        message: dict[str, Any] = msgspec.json.decode(text)
        if message["type"] == "change":
            assert message["from"] == self.update["at"]
            message = jsonpatch.apply_patch(self.update, message["patch"])
        if message["type"] == "update":
            self.update = message
        self.messages.append(message)
        if message.get("at") is not None:
            self.since = max(self.since or 0, message["at"])
        if message["type"] == "update":
            self.over = message["over"]
            self.sight = message.get("sight") or self.sight
        elif message["type"] == "done":
            self.acknowledged[message["id"]] = message["at"]
        return message

    async def until(self, kind: str, **wanted: Any) -> dict[str, Any]:
        while True:
            message = await self.receive()
            if message["type"] == kind and all(message.get(key) == value for key, value in wanted.items()):
                return message

    async def command(self, kind: str, **more: Any) -> dict[str, Any]:
        """Send a command; return its answer."""
        self._count += 1
        name = more.pop("id", f"c{self._count}")
        await self.send(type=kind, id=name, **{"at": self.since or 0, **more})
        while True:
            message = await self.receive()
            if message["type"] in ("done", "refused", "why", "hint") and message["id"] == name:
                return message

    async def turn(self, after: int = 0) -> dict[str, Any]:
        """Wait until this seat gets a question; return the sight."""
        while self.sight is None or (self.sight["asked"] or 0) <= after:
            await self.receive()
        return self.sight

    async def play_on(self, choose: Callable[[dict[str, Any]], str | None], until: int | None = None) -> None:
        """Play until the game is over, or event ``until`` has come; ``choose`` may return None to wait."""
        answered = 0
        while not self.over and (until is None or (self.since or 0) < until):
            sight = self.sight
            if sight is not None and (sight["asked"] or 0) > answered:
                move = choose(sight)
                if move is not None:
                    answered = sight["asked"]
                    self._count += 1
                    await self.send(type="play", id=f"p{self._count}", at=self.since, seat=self.seat, move=move)
            await self.receive()

    async def close(self) -> None:
        if self.socket is not None:
            await self.socket.close()


def any_move(seed: int) -> Callable[[dict[str, Any]], str]:
    """Choose among the legal moves, deterministically for each seed."""
    rng = random.Random(seed)
    return lambda sight: str(rng.choice(sight["legal"])["move"])


@contextlib.asynccontextmanager
async def at_table(*players: Player) -> AsyncIterator[tuple[Player, ...]]:
    """Connect all players."""
    try:
        for player in players:
            await player.enter()
        yield players
    finally:
        for player in players:
            await player.close()


async def one_move(people: list[Player]) -> dict[str, Any]:
    """All of them come to the table, and whoever is asked makes a move; what the server answers."""
    async with at_table(*people):
        for player in people:
            await player.until("update")
        asked = next(player for player in people if player.sight and player.sight["asked"])
        assert asked.sight is not None
        return await asked.command("play", move=any_move(1)(asked.sight))


async def closed_with(player: Player) -> int:
    """Return the code with which the server closes the connection."""
    assert player.socket is not None
    with contextlib.suppress(ConnectionClosed):
        while True:
            player.heard.append(str(await asyncio.wait_for(player.socket.recv(), 600)))
    assert player.socket.close_code is not None
    return player.socket.close_code
