"""Measure the memory of started games: ``python -m benchmarks.serving.memory`` prints KiB for each.

Every game has four seats. All four connect, which starts it, and three leave again.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile

import httpx

from benchmarks.server import Server
from benchmarks.serving.load import Game

_FIRST = 60  # games that are not counted: they load what all games share


async def play(server: Server, name: str, count: int) -> float:
    """Return the KiB that a started game with one connection takes."""
    games: list[Game] = []

    async def start(number: int) -> None:
        async with httpx.AsyncClient() as http:
            for _ in range(number):
                game = Game(server.base, name, len(games), lambda rng: 600.0)
                games.append(game)
                await game.open(http)
                await game.started()
                game.close(keep=1)
        await asyncio.sleep(6)

    await start(_FIRST)
    before = server.memory()
    await start(count)
    used = server.memory() - before
    for game in games:
        game.close()
    return used / count / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--games", default="portobello,viaggiatore")
    given = parser.parse_args()
    for name in given.games.split(","):
        with tempfile.TemporaryDirectory() as folder:
            server = Server(f"sqlite:///{folder}/tables.sqlite")
            try:
                print(f"{name}: {asyncio.run(play(server, name, given.count)):.1f} KiB", flush=True)
            finally:
                server.stop()


if __name__ == "__main__":
    main()
