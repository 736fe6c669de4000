"""Run a long load and watch memory and latency: ``python -m benchmarks.serving.soak --minutes 30``.

Both games are played. Every second the players of one table in a hundred leave and open a new one. Memory must stay
flat, and nothing may be refused.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from typing import Any

import httpx
import uvloop

from benchmarks.server import Server
from benchmarks.serving.load import Game, spread


def at(times: list[float], share: float) -> float:
    """Milliseconds within which this share of moves was seen by all."""
    return 1000 * sorted(times)[min(len(times) - 1, int(share * len(times)))] if times else float("nan")


async def soak(server: Server, tables: int, rate: float, minutes: float) -> None:
    pace = spread(rate, tables)
    rng = random.Random(1)
    made = 0

    def game() -> Game:
        nonlocal made
        made += 1
        return Game(server.base, rng.choice(["portobello", "viaggiatore"]), made, pace)

    async with httpx.AsyncClient() as http:
        games: list[Any] = []
        for _ in range(tables):
            games.append(game())
            await games[-1].open(http)
        print(f"{'minute':>6} {'moves/s':>8} {'median ms':>10} {'99% ms':>8} {'memory MB':>10} {'tables':>7}")
        begun = time.monotonic()
        while time.monotonic() - begun < 60 * minutes:
            then = time.monotonic()
            while time.monotonic() - then < min(60.0, 60 * minutes / 3):
                await asyncio.sleep(1)
                for index in rng.sample(range(tables), max(1, tables // 100)):  # they leave, others come
                    games[index].close()
                    times = games[index].times
                    games[index] = game()
                    games[index].times.extend(times)
                    await games[index].open(http)
            moves = [one for each in games for one in each.times]
            for each in games:
                each.times.clear()
            took = time.monotonic() - then
            print(
                f"{(time.monotonic() - begun) / 60:6.1f} {len(moves) / took:8.0f} {at(moves, 0.5):10.1f} "
                f"{at(moves, 0.99):8.0f} {server.memory() / 1e6:10.1f} {made:7}",
                flush=True,
            )
        for each in games:
            each.close()
        metrics = (await http.get(f"{server.base}/metrics", headers={"Authorization": "Bearer soak"})).text
    for line in metrics.splitlines():
        if line.startswith(("piazzetta_errors_total", "piazzetta_workers_replaced_total", "piazzetta_refusals_total")):
            print(line)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--rate", type=float, default=200)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(f"sqlite:///{folder}/soak.sqlite", "--idle", "20", "--metrics-token", "soak")
        try:
            uvloop.run(soak(server, given.tables, given.rate, given.minutes))
        finally:
            server.stop()


if __name__ == "__main__":
    main()
