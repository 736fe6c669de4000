"""Measure the table server under load: ``python -m benchmarks.server`` prints a table.

A server process uses a file database, fully durable; a second process holds 500 tables with 4 connected clients each
over loopback. Every table plays at its own pace; their sum is the rate. A move's time runs from sending it until the
last of the table's four clients has received it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import deque
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import msgspec
from rich.console import Console
from rich.table import Table
from websockets.asyncio.client import ClientConnection, connect

ROOT = Path(__file__).parents[1]
START = "from piazzetta.cli import main; main()"
SEATS = 4


def processor_time(pid: int) -> float:
    """Seconds that a process has used so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Server:
    """``piazzetta serve`` as a process."""

    def __init__(self, db: str, *options: str) -> None:
        begun = time.perf_counter()
        command = [sys.executable, "-c", START, "serve", "--port", "0", "--db", db, "--no-address-limits", *options]
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        assert self.process.stdout is not None
        found = re.search(r"http://127.0.0.1:\d+", self.process.stdout.readline())
        assert found is not None
        self.base = found[0]
        with httpx.Client() as client:
            client.get(f"{self.base}/healthz")
            self.first_answer = time.perf_counter() - begun
            client.get(f"{self.base}/api/v1/games", timeout=60)
            self.first_games = time.perf_counter() - begun

    def memory(self) -> int:
        """Bytes private to this process."""
        text = Path(f"/proc/{self.process.pid}/smaps_rollup").read_text()
        return 1024 * sum(int(found) for found in re.findall(r"Private_\w+:\s+(\d+)", text))

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()


class Game:
    """One table and its four clients."""

    def __init__(self, base: str, name: str, number: int, changes: bool = True) -> None:
        self.base = base
        self.name = name
        self.changes = changes  # as the page asks for them; otherwise whole updates, as older clients get them
        self._known: list[Any] = [None] * SEATS  # each client's latest update
        self.rng = random.Random(number)
        self.sockets: list[ClientConnection] = []
        self.sent_at = 0.0
        self.waiting = 0  # clients that have not yet seen the latest move
        self.answered = 0
        self.count = 0
        self.times: list[float] = []
        self.moves = 0
        self.table = ""
        self._at = [0] * SEATS

    async def open(self, http: httpx.AsyncClient) -> None:
        seats = [{"kind": "me"}] + [{"kind": "hotseat"}] * (SEATS - 1)
        wish = {"game": self.name, "seats": seats, "options": {"listed": False}}
        made = (await http.post(f"{self.base}/api/v1/tables", json=wish, timeout=60)).json()
        self.table = made["table"]
        url = f"{self.base.replace('http', 'ws')}/api/v1/tables/{self.table}/live"
        for seat in range(SEATS):
            socket = await connect(url, compression=None, max_size=2**24, ping_interval=None, open_timeout=60)
            key = {"seat": seat, "token": made["tokens"][str(seat)], "contribution": str(seat)}
            wishes = {"notes": False, "changes": True} if self.changes else {}
            await socket.send(json.dumps({"type": "hello", "v": 1, "client": "bench", "seats": [key], **wishes}))
            self.sockets.append(socket)

    async def listen(self, seat: int, pace: Any, done: asyncio.Event) -> None:
        socket = self.sockets[seat]
        while not done.is_set():
            text = await socket.recv()
            assert isinstance(text, str)
            if text.startswith('{"type":"update"'):
                known = self._known[seat] = msgspec.json.decode(text)
            elif text.startswith('{"type":"change"'):
                known = self._known[seat]
                patch(known, msgspec.json.decode(text)["patch"])
            else:
                continue
            at = known["at"]
            if self.waiting and at > self._at[seat] and at >= self.answered:
                self.waiting -= 1
                if not self.waiting:
                    self.times.append(time.perf_counter() - self.sent_at)
                    self.moves += 1
            self._at[seat] = at
            if known["sight"]["asked"] is not None and known["sight"]["mover"] == seat and not known["over"]:
                asyncio.get_running_loop().create_task(self.answer(seat, known, pace))

    async def answer(self, seat: int, message: dict[str, Any], pace: Any) -> None:
        """One of those who may choose at a time, because each move is timed."""
        at, legal = message["at"], message["sight"]["legal"]
        await asyncio.sleep(pace(self.rng))
        move = self.rng.choice(legal)["move"]
        self.count += 1
        self.waiting = SEATS
        self.answered = at + 1
        self.sent_at = time.perf_counter()
        command = {"type": "play", "id": f"m{self.count}", "at": at, "move": move}
        await self.sockets[seat].send(msgspec.json.encode(command).decode())

    async def close(self) -> None:
        await asyncio.gather(*(socket.close() for socket in self.sockets), return_exceptions=True)


def patch(value: Any, operations: list[dict[str, Any]]) -> None:
    """Apply a JSON Patch in place."""
    for one in operations:
        *way, last = one["path"].split("/")[1:]
        place = value
        for name in way:
            place = place[int(name) if isinstance(place, list) else name]
        if isinstance(place, dict):
            place.pop(last) if one["op"] == "remove" else place.__setitem__(last, one["value"])
        elif one["op"] == "add":
            place.append(one["value"])
        elif one["op"] == "remove":
            place.pop()
        else:
            place[int(last)] = one["value"]


def spread(rate: float, tables: int) -> Any:
    """Thinking times with which all tables together make about ``rate`` moves per second."""
    return lambda rng: rng.uniform(0, 2 * tables / rate)


async def load(
    base: str, game: str, tables: int, rate: float, seconds: float, pid: int, changes: bool
) -> dict[str, Any]:
    """Play for a while; return the times, the number of moves and the server's processor time for each."""
    games = [Game(base, game, number, changes) for number in range(tables)]
    async with httpx.AsyncClient() as http:
        gate = asyncio.Semaphore(8)

        async def open_one(one: Game) -> None:
            async with gate:
                await one.open(http)

        await asyncio.gather(*(open_one(one) for one in games))
    done = asyncio.Event()
    pace = spread(rate, tables)
    tasks = [asyncio.create_task(one.listen(seat, pace, done)) for one in games for seat in range(SEATS)]
    await asyncio.sleep(4)  # warm up
    for one in games:
        one.times.clear()
        one.moves = 0
    begun, own, server = time.perf_counter(), time.process_time(), processor_time(pid)
    await asyncio.sleep(seconds)
    took, own, server = time.perf_counter() - begun, time.process_time() - own, processor_time(pid) - server
    times = sorted(one for game_ in games for one in game_.times)
    moves = sum(one.moves for one in games)
    done.set()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await asyncio.gather(*(one.close() for one in games))
    return {
        "rate": moves / took,
        "median": 1000 * times[len(times) // 2] if times else None,
        "p99": 1000 * times[int(len(times) * 0.99)] if times else None,
        "client_cpu": own / took,
        "server_cpu": server / took,
        "cost": 1000 * server / moves if moves else None,  # milliseconds of the server's processor for a move
    }


def run_load(
    server: Server, game: str, tables: int, rate: float, seconds: float, whole: bool = False
) -> dict[str, Any]:
    """Run in a second process, so that it does not slow down what it measures."""
    arguments = [
        "--client",
        server.base,
        "--pid",
        str(server.process.pid),
        "--game",
        game,
        "--tables",
        str(tables),
        "--rate",
        str(rate),
        "--seconds",
        str(seconds),
        *(["--whole"] if whole else []),
    ]
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.server", *arguments], cwd=ROOT, capture_output=True, text=True, check=True
    )
    result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return result


def idle_memory(folder: str, tables: int) -> tuple[float, float]:
    """Bytes for each table that was played at and is now idle: without and with four clients connected."""
    server = Server(f"sqlite:///{folder}/idle.sqlite", "--idle", "1")
    try:
        run_load(server, "portobello", 20, 50, 2)  # load and use everything once
        time.sleep(8)
        base = server.memory()

        async def sit(connected: bool) -> float:
            games = [Game(server.base, "portobello", number) for number in range(tables)]
            async with httpx.AsyncClient() as http:
                for one in games:
                    await one.open(http)
                    if not connected:
                        await one.close()
            await asyncio.sleep(8)
            used = server.memory() - base
            for one in games:
                await one.close()
            return used / tables

        alone = asyncio.run(sit(False))
        together = asyncio.run(sit(True)) - alone
        return alone, together
    finally:
        server.stop()


def stations(game: str, moves: int) -> dict[str, float]:
    """Microseconds of the processor for a move at each station between a command and the bytes, medians."""
    from piazzetta.tables.apply import apply, load
    from piazzetta.tables.commands import Play, decide, open_table
    from piazzetta.tables.seating import Wish, head_of
    from piazzetta.tables.viewers.changes import Changes
    from piazzetta.tables.viewers.viewer_updates import ViewerUpdates
    from piazzetta.tables.waiting import Contribute

    times: dict[str, list[float]] = {}
    seats = [{"kind": "me"}, *[{"kind": "hotseat"}] * (SEATS - 1)]
    rng = random.Random(1)
    table: Any = None
    told: list[dict[str, Any]] = []

    def timed(name: str, work: Any) -> Any:
        begun = time.thread_time()
        result = work()
        times.setdefault(name, []).append(1e6 * (time.thread_time() - begun))
        return result

    for move in range(2 * moves):
        if move == moves:
            times.clear()  # the first half loaded and compiled
        if table is None or table.status == "over":
            head = head_of(
                Wish.from_json({"game": game, "seats": seats}), rng.randbytes(32), dict.fromkeys(range(SEATS), "")
            )
            table, told = load("t", open_table("t", head, 0)), []
            for entry in decide(table, Contribute({seat: str(seat) for seat in range(SEATS)}), 0):
                apply(table, entry)
        chosen = Play(table.match.mover, rng.choice(list(table.match.legal_moves)), table.head)
        entries = timed("decide", lambda: decide(table, chosen, 0))  # noqa: B023
        timed("apply", lambda: deque(map(partial(apply, table), entries), 0))  # noqa: B023
        seen, changes = ViewerUpdates(table), Changes()
        updates = timed("updates", lambda: [seen.update((seat,), table.head - 1, True, False) for seat in range(SEATS)])  # noqa: B023
        pairs = list(zip(told, updates, strict=bool(told)))
        messages = timed("changes", lambda: [changes.message(*pair) for pair in pairs])  # noqa: B023
        timed("encoding changes", lambda: [msgspec.json.encode(message) for message in messages])  # noqa: B023
        timed("(encoding whole updates)", lambda: [msgspec.json.encode(update) for update in updates])  # noqa: B023
        told = updates
    return {name: sorted(of)[len(of) // 2] for name, of in times.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--rates", default="100,250,400,600")
    parser.add_argument("--games", default="portobello,viaggiatore")
    parser.add_argument("--whole", action="store_true", help="clients that do not ask for changes")
    parser.add_argument("--client", help=argparse.SUPPRESS)
    parser.add_argument("--pid", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--game", help=argparse.SUPPRESS)
    parser.add_argument("--rate", type=float, help=argparse.SUPPRESS)
    parser.add_argument("--stations", action="store_true", help="only where the time of a move goes, without a network")
    given = parser.parse_args()
    if given.stations:
        for game in given.games.split(","):
            print(game, {name: f"{of:.0f} µs" for name, of in stations(game, 400).items()})
        return
    if given.client:
        import uvloop

        playing = load(given.client, given.game, given.tables, given.rate, given.seconds, given.pid, not given.whole)
        print(json.dumps(uvloop.run(playing)))
        return
    console = Console()
    table = Table(title=f"The table server: {given.tables} tables, {SEATS} clients each, every move on the disk first")
    for column in ("what", "measured", "bar"):
        table.add_column(column)
    with tempfile.TemporaryDirectory() as folder, console.status("starting …") as status:
        starts = []
        for number in range(4):
            server = Server(f"sqlite:///{folder}/start.sqlite")
            starts.append((server.first_answer, server.first_games))
            server.stop()
            status.update(f"starting, {number + 1} of 4")
        first, games = (min(times) for times in zip(*starts[1:], strict=True))
        table.add_row("start to the first answer", f"{first:.2f} s", "≤ 1.5 s")
        table.add_row("start to the first list of games (engine loaded)", f"{games:.2f} s", "")
        for game in given.games.split(","):
            for rate in given.rates.split(","):
                status.update(f"{game}, {rate} moves a second wanted")
                server = Server(f"sqlite:///{folder}/{game}-{rate}.sqlite")
                result = run_load(server, game, given.tables, float(rate), given.seconds, given.whole)
                server.stop()
                table.add_row(
                    f"{game}: {result['rate']:.0f} moves/s sustained ({rate} wanted)",
                    f"median {result['median']:.1f} ms, 99 % {result['p99']:.0f} ms"
                    if result["median"] is not None
                    else "no move",
                    f"≤ 20 ms, ≤ 150 ms (server {result['server_cpu']:.0%} of a core, "
                    f"{result['cost'] or 0:.2f} ms for a move; clients {result['client_cpu']:.0%})",
                )
        status.update("resting tables")
        alone, together = idle_memory(folder, given.tables)
        table.add_row("memory of a resting table", f"{alone / 1024:.1f} KiB", "≤ 50 KiB")
        table.add_row("the same with four clients connected", f"{together / 1024:.1f} KiB", "")
    console.print(table)


if __name__ == "__main__":
    main()
