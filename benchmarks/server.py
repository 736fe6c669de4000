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
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import msgspec
from rich.console import Console
from rich.table import Table

from benchmarks.serving import boardgame_io
from benchmarks.serving.boardgame_io import Match
from benchmarks.serving.load import SEATS, Game, children, load, spread

ROOT = Path(__file__).parents[1]
PEER = "boardgame.io"
START = "from piazzetta.cli import main; main()"


class Server:
    """``piazzetta serve`` as a process."""

    def __init__(self, db: str, *options: str) -> None:
        begun = time.perf_counter()
        self._parts = "--processes" in options
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

    @property
    def pids(self) -> list[int]:
        """Its process, and those it has started to serve with."""
        own = self.process.pid
        return [own, *(children(own) if self._parts else [])]

    def memory(self) -> int:
        """Bytes private to this process."""
        text = Path(f"/proc/{self.process.pid}/smaps_rollup").read_text()
        return 1024 * sum(int(found) for found in re.findall(r"Private_\w+:\s+(\d+)", text))

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()


def run_load(
    server: Any, game: str, tables: int, rate: float, seconds: float, whole: bool = False, parents: Sequence[int] = ()
) -> dict[str, Any]:
    """Run in a second process, so that it does not slow down what it measures. ``parents``: see ``load``."""
    arguments = [
        "--client",
        server.base,
        "--pids",
        ",".join(map(str, server.pids)),
        "--parents",
        ",".join(map(str, parents)),
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
            games = [Game(server.base, "portobello", number, lambda rng: 600.0) for number in range(tables)]
            async with httpx.AsyncClient() as http:
                for one in games:
                    await one.open(http)
                    if not connected:
                        one.close()
            await asyncio.sleep(8)
            used = server.memory() - base
            for one in games:
                one.close()
            return used / tables

        alone = asyncio.run(sit(False))
        together = asyncio.run(sit(True)) - alone
        return alone, together
    finally:
        server.stop()


def stations(game: str, moves: int) -> dict[str, float]:
    """Microseconds of the processor for a move at each station between a command and the bytes, medians."""
    from piazzetta.games.base import Parts
    from piazzetta.tables.apply import apply, load
    from piazzetta.tables.commands import Play, decide, open_table
    from piazzetta.tables.messages import UpdateMessage
    from piazzetta.tables.seating import Wish, head_of
    from piazzetta.tables.viewers.changes import Changes
    from piazzetta.tables.viewers.viewer_updates import ViewerUpdates
    from piazzetta.tables.waiting import Contribute

    times: dict[str, list[float]] = {}
    seats = [{"kind": "me"}, *[{"kind": "hotseat"}] * (SEATS - 1)]
    rng = random.Random(1)
    table: Any = None
    told: list[UpdateMessage] = []
    parts = Parts()

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
            table, told, parts = load("t", open_table("t", head, 0)), [], Parts()
            for entry in decide(table, Contribute({seat: str(seat) for seat in range(SEATS)}), 0):
                apply(table, entry)
        chosen = Play(table.match.mover, rng.choice(list(table.match.legal_moves)), table.head)
        entries = timed("decide", lambda: decide(table, chosen, 0))  # noqa: B023
        timed("apply", lambda: deque(map(partial(apply, table), entries), 0))  # noqa: B023
        seen, changes = ViewerUpdates(table, parts), Changes()
        every, since = range(SEATS), table.head - 1
        timed("views", lambda: [seen._view(seat) for seat in every])  # noqa: B023
        timed("previews", lambda: [seen._legal(seat, True, False) for seat in every])  # noqa: B023
        timed("what happened", lambda: [seen.happened(seat, since) for seat in every])  # noqa: B023
        updates = timed("the rest", lambda: [seen.update((seat,), since, True, False) for seat in every])  # noqa: B023
        pairs = list(zip(told, updates, strict=bool(told)))
        messages = timed("changes", lambda: [changes.message(*pair) for pair in pairs])  # noqa: B023
        timed("encoding changes", lambda: [msgspec.json.encode(message) for message in messages])  # noqa: B023
        timed("(encoding whole updates)", lambda: [msgspec.json.encode(update) for update in updates])  # noqa: B023
        told = updates
    return {name: sorted(of)[len(of) // 2] for name, of in times.items()}


def _told(game: str, rate: str, result: dict[str, Any]) -> tuple[str, str]:
    """What was measured, in words."""
    what = f"{game}: {result['rate']:.0f} moves/s sustained ({rate} wanted)"
    if result["median"] is None:
        return what, "no move"
    return what, (
        f"median {result['median']:.1f} ms, 99 % {result['p99']:.0f} ms; server {result['server_cpu']:.0%} of a core, "
        f"{result['cost']:.2f} ms for a move, of which {result['kernel_cost']:.2f} in system calls; clients "
        f"{result['client_cost']:.2f} ms"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--rates", default="100,250,400,600")
    parser.add_argument("--games", default="portobello,viaggiatore")
    parser.add_argument("--peer", action="store_true", help=f"{PEER} too, installed by npm for the occasion")
    parser.add_argument("--options", default="", help="further options of serve, such as --processes 2")
    parser.add_argument("--db", default="", help="postgresql://… instead of SQLite files")
    parser.add_argument("--whole", action="store_true", help="clients that do not ask for changes")
    parser.add_argument("--client", help=argparse.SUPPRESS)
    parser.add_argument("--pids", help=argparse.SUPPRESS)
    parser.add_argument("--parents", default="", help=argparse.SUPPRESS)
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

        async def play() -> dict[str, Any]:
            pace = spread(given.rate, given.tables)
            games: list[Any]
            if given.game == PEER:
                games = [Match(given.client, one, pace) for one in range(given.tables)]
            else:
                games = [Game(given.client, given.game, one, pace, not given.whole) for one in range(given.tables)]
            pids, parents = ([int(pid) for pid in of.split(",") if pid] for of in (given.pids, given.parents))
            return await load(games, given.seconds, pids, parents)

        print(json.dumps(uvloop.run(play())))
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
                database = given.db or f"sqlite:///{folder}/{game}-{rate}.sqlite"
                server = Server(database, *given.options.split())
                result = run_load(server, game, given.tables, float(rate), given.seconds, given.whole)
                server.stop()
                table.add_row(*_told(game, rate, result), "≤ 20 ms, ≤ 150 ms")
        if given.peer:
            status.update(f"installing {PEER}")
            home = Path(folder, "peer")
            home.mkdir()
            boardgame_io.install(home)
            for rate in given.rates.split(","):
                status.update(f"{PEER}, {rate} moves a second wanted")
                peer = boardgame_io.Server(home)
                result = run_load(peer, PEER, given.tables, float(rate), given.seconds)
                peer.stop()
                table.add_row(*_told(f"{PEER} {boardgame_io.VERSION}, in memory", rate, result), "")
        status.update("resting tables")
        alone, together = idle_memory(folder, given.tables)
        table.add_row("memory of a resting table", f"{alone / 1024:.1f} KiB", "≤ 50 KiB")
        table.add_row("the same with four clients connected", f"{together / 1024:.1f} KiB", "")
    console.print(table)


if __name__ == "__main__":
    main()
