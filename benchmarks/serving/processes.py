"""Measure what a second server process adds: ``python -m benchmarks.serving.processes``.

It runs ``serve --processes`` on PostgreSQL with one process and with two, in turns. Clients and database share the
cores with the server, so wall time would mislead. Instead it counts moves per second of processor time of the *busiest*
server process: that is what the processes could make on cores of their own. Each process gets the same number of tables
and moves. PostgreSQL's processor time is printed separately.
"""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path
from statistics import median

import asyncpg

from benchmarks.server import Server, run_load
from tests.server.store.postgres import postgres


def postmaster(url: str) -> int:
    """The process whose children serve a database's connections, here on this machine."""

    async def ask() -> int:
        connection = await asyncpg.connect(url)
        pid = await connection.fetchval("SELECT pg_backend_pid()")
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        await connection.close()
        return int(fields[1])

    return asyncio.run(ask())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="portobello")
    parser.add_argument("--tables", type=int, default=60, help="for each process")
    parser.add_argument("--rate", type=float, default=120, help="moves a second for each process")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    found: dict[int, list[float]] = {1: [], 2: []}
    with postgres() as url:
        for turn in range(given.rounds):
            for count in sorted(found, reverse=turn % 2 == 1):
                server = Server(url, "--processes", str(count))
                try:
                    tables, rate = count * given.tables, count * given.rate
                    parents = [postmaster(url)]
                    result = run_load(server, given.game, tables, rate, given.seconds, parents=parents)
                finally:
                    server.stop()
                found[count].append(result["capacity"])
                print(
                    f"{count} process{'es' if count > 1 else ''}: {result['rate']:.0f} moves/s, "
                    f"{result['cost']:.2f} ms of the server's processor time for a move, PostgreSQL's "
                    f"{result['beside_cost']:.2f}: {result['capacity']:.0f} moves/s for a core of each process",
                    flush=True,
                )
    one, two = (median(found[count]) for count in (1, 2))
    print(f"{given.game}: {one:.0f} and {two:.0f} moves/s, {two / one:.2f} times as many (bar: 1.7)")


if __name__ == "__main__":
    main()
