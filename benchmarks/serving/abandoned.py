"""Measure a start on many abandoned tables: ``python -m benchmarks.serving.abandoned --tables 2000``.

A person plays some moves against two bots and leaves; the log is copied as often as there are tables, each a little
older than the one before, up to ``--hours``. Then the server starts. It prints how long it takes until the tables of
the last hour and all tables are loaded, how long a person's moves at another table take meanwhile (at first as at any
start) and afterwards, and how soon somebody who comes meanwhile is shown one of the oldest tables, which are loaded
last.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import sqlite3
import tempfile
import time
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from benchmarks.serving.recovery import Server, at

SEATS = [{"kind": "me"}, {"kind": "bot", "level": "easy"}, {"kind": "bot", "level": "easy"}]
PATIENCE = 300.0  # seconds
OPTIONS = ["--pace", "0", "--idle", "3600", "--metrics-token", "bench"]


async def created(base: str, seats: list[dict[str, str]]) -> dict[str, Any]:
    async with httpx.AsyncClient(timeout=60) as http:
        wish = {"game": "portobello", "seats": seats, "options": {"listed": False}}
        found: dict[str, Any] = (await http.post(f"{base}/api/v1/tables", json=wish)).json()
        return found


async def play(base: str, made: dict[str, Any], moves: int, pause: float, times: list[tuple[float, float]]) -> None:
    """Make so many moves; note when each was sent and how long its answer took."""
    url = f"{base.replace('http', 'ws', 1)}/api/v1/tables/{made['table']}/live"
    seats = [{"seat": int(seat), "token": key, "contribution": "x"} for seat, key in made["tokens"].items()]
    rng = random.Random(1)
    sent: dict[str, float] = {}
    thinking: set[asyncio.Task[None]] = set()
    async with connect(url, max_size=None, ping_interval=None) as socket:

        async def answer(at: int, seat: int, move: str) -> None:
            await asyncio.sleep(pause)
            sent[str(at)] = time.monotonic()
            with suppress(ConnectionClosed):  # enough
                await socket.send(json.dumps({"type": "play", "id": str(at), "at": at, "seat": seat, "move": move}))

        await socket.send(json.dumps({"type": "hello", "v": 1, "client": "c", "seats": seats}))
        while len(times) < moves:
            message = json.loads(await socket.recv())
            if message["type"] == "done":
                times.append((sent[message["id"]], time.monotonic() - sent[message["id"]]))
            if message["type"] != "update":
                continue
            if message["over"]:
                return
            asked = [sight for sight in message.get("sights") or [message["sight"]] if sight["legal"]]
            if asked:
                move = rng.choice(asked[0]["legal"])["move"]
                task = asyncio.create_task(answer(message["at"], asked[0]["viewer"], move))
                thinking.add(task)
                task.add_done_callback(thinking.discard)


async def visit(base: str, tables: list[str], pause: float, times: list[float]) -> None:
    """Open one table after the other to watch, and note how long it takes until the game is shown."""
    for table in tables:
        begun = time.monotonic()
        async with connect(f"{base.replace('http', 'ws', 1)}/api/v1/tables/{table}/live", max_size=None) as socket:
            await socket.send(json.dumps({"type": "hello", "v": 1, "client": "c", "watch": True}))
            while json.loads(await socket.recv())["type"] != "update":
                pass
            times.append(time.monotonic() - begun)
        await asyncio.sleep(pause)


def multiply(file: Path, table: str, count: int, hours: float) -> tuple[int, list[str]]:
    """Copy a table so many times; return the number of its events, and the copies, the oldest last."""
    older = 3_600_000 * hours / max(1, count)  # milliseconds
    with closing(sqlite3.connect(file)) as database, database:
        for name, key in (("piazzetta_events", "table_id"), ("piazzetta_tables", "id")):
            columns = [row[1] for row in database.execute(f"PRAGMA table_info({name})") if row[1] != key]
            when = columns.index("time" if name == "piazzetta_events" else "created")
            rows = database.execute(f"SELECT {', '.join(columns)} FROM {name} WHERE {key} = ?", (table,)).fetchall()
            into = f"INSERT INTO {name} ({key}, {', '.join(columns)}) VALUES ({', '.join('?' * (len(columns) + 1))})"
            rng = random.Random(1)
            copies = [f"{rng.getrandbits(40):x}" for _ in range(count)]
            for number, copy in enumerate(copies):
                aged = [(*row[:when], row[when] - int(number * older), *row[when + 1 :]) for row in rows]
                database.executemany(into, [(copy, *row) for row in aged])
        found: tuple[int] = database.execute(
            "SELECT count(*) FROM piazzetta_events WHERE table_id = ?", (table,)
        ).fetchone()
    return found[0], copies


async def loaded(http: httpx.AsyncClient, base: str) -> int:
    with suppress(httpx.TransportError):
        text = (await http.get(f"{base}/metrics", headers={"Authorization": "Bearer bench"})).text
        found = [line for line in text.splitlines() if line.startswith("piazzetta_tables_loaded ")]
        return int(float(found[0].split()[1])) if found else 0
    return 0


async def watch(server: Server, steps: list[int], begun: float, oldest: list[str]) -> None:
    """Wait until so many tables are loaded, one number after the other, while somebody plays and somebody looks."""
    shown: list[float] = []
    visiting = asyncio.create_task(visit(server.base, oldest, 0.5, shown))
    times: list[tuple[float, float]] = []

    async def somebody() -> None:
        while True:
            made = await created(server.base, [{"kind": "me"}, {"kind": "hotseat"}])
            await play(server.base, made, 10**6, 0.1, times)

    playing = asyncio.create_task(somebody())
    ends = [begun]
    async with httpx.AsyncClient(timeout=60) as http:
        for wanted in steps:
            while time.monotonic() < begun + PATIENCE and await loaded(http, server.base) < wanted:
                await asyncio.sleep(0.25)
            ends.append(time.monotonic())
            took, spent = ends[-1] - begun, server.processor_time()
            print(f"{wanted} tables are loaded {took:.1f} s after the start, processor time {spent:.1f} s", flush=True)
    await asyncio.sleep(5)
    playing.cancel()
    await visiting
    print(f"{len(shown)} of the oldest tables shown: {at(sorted(shown), 0.5):.2f} s, at most {max(shown):.2f} s")
    names = ("while the first are loaded", "while the others are", "afterwards")
    for name, since, until in zip(names, ends, [*ends[1:], float("inf")], strict=True):
        some = sorted(took for sent, took in times if since <= sent < until)
        told = [f"{share:.0%} {1000 * at(some, share):.0f} ms" for share in (0.5, 0.95, 0.99) if some]
        print(f"{len(some)} moves {name}: {', '.join(told)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=2000)
    parser.add_argument("--moves", type=int, default=30, help="that the person has made before leaving")
    parser.add_argument("--hours", type=float, default=20, help="since the oldest game was abandoned")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        db = f"sqlite:///{folder}/abandoned.sqlite"
        server = Server(db, OPTIONS)
        made = asyncio.run(created(server.base, SEATS))
        asyncio.run(play(server.base, made, given.moves, 0, []))
        time.sleep(1)
        server.stop()
        events, copies = multiply(Path(folder) / "abandoned.sqlite", made["table"], given.tables - 1, given.hours)
        print(f"{given.tables} tables with {events} events each, load {os.getloadavg()[0]:.1f}")
        recent = int(given.tables / max(1.0, given.hours))
        begun = time.monotonic()
        server = Server(db, OPTIONS)
        try:
            print(f"listening after {time.monotonic() - begun:.1f} s")
            asyncio.run(watch(server, [recent, given.tables], begun, copies[:-21:-1]))
        finally:
            server.stop()


if __name__ == "__main__":
    main()
