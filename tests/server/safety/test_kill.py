"""``kill -9`` at any moment: nothing acknowledged is lost, and every table can continue. On both databases, and with
several processes of which one dies at a time."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections.abc import Callable, Iterator, Sized
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import WebSocketException

from piazzetta import Record
from tests.server.store.postgres import postgres
from tests.server.tools import Player, ServerProcess, any_move
from tests.tiers import LONG, tier

pytestmark = pytest.mark.compiled_only

#: Each kind of house, and how often it is struck in a test.
KILLS = {"sqlite": tier(4, 4), "postgresql": tier(3, 4), "processes": tier(3, 4)}
TABLES = tier(2, 4)

Strike = Callable[[], None]


@contextmanager
def house(kind: str, folder: Path, rng: random.Random) -> Iterator[tuple[ServerProcess, Strike]]:
    """A server, and what kills it, or one of its processes, and lets it start again."""
    several = ("--processes", "2") if kind == "processes" else ()
    with nullcontext(f"sqlite:///{folder / 't.sqlite'}") if kind == "sqlite" else postgres() as db:
        server = ServerProcess(db, "--pace", "0.01", "--no-address-limits", *several).start()
        try:
            yield server, lambda: _kill_one(server, rng) if several else _restart(server)
        finally:
            server.stop()


def _restart(server: ServerProcess) -> None:
    server.kill()
    server.start()


def _kill_one(server: ServerProcess, rng: random.Random) -> None:
    """The process that started it starts another one."""
    os.kill(rng.choice(server.parts()), signal.SIGKILL)


async def stubborn(player: Player, acknowledged: dict[tuple[str, str], tuple[int, str]], seed: int) -> None:
    """Play, reconnect when the server is gone, and resend what was not answered."""
    choose = any_move(seed)
    waiting: tuple[str, str] | None = None  # an unanswered command, and its move
    seen: int | None = None
    count = 0
    answered = 0
    while not player.over:
        try:
            await player.enter()
            if waiting is not None:
                await player.send(type="play", id=waiting[0], at=seen, move=waiting[1])
            while not player.over:
                sight = player.sight
                if waiting is None and sight is not None and (sight["asked"] or 0) > answered:
                    answered = sight["asked"]
                    count += 1
                    waiting = (f"k{count}", choose(sight))
                    seen = player.since
                    await player.send(type="play", id=waiting[0], at=seen, move=waiting[1])
                message = await player.receive()
                if message["type"] in ("done", "refused") and waiting and message["id"] == waiting[0]:
                    if message["type"] == "done":
                        acknowledged[player.url, f"{player.seat}:{player.client}:{waiting[0]}"] = (
                            message["at"],
                            waiting[1],
                        )
                    else:
                        assert message["code"] in ("busy", "rate"), message
                        answered = 0
                    waiting = None
        except (OSError, WebSocketException, TimeoutError):
            await asyncio.sleep(0.05)
        finally:
            await player.close()


async def killer(strike: Strike, most: int, acknowledged: Sized, done: asyncio.Event, rng: random.Random) -> int:
    """Strike at any moment after some more moves. Moves decide, since their pace depends on how busy the machine is."""
    kills = 0
    while kills < most:
        enough = len(acknowledged) + rng.randint(5, 20)
        while len(acknowledged) < enough and not done.is_set():
            await asyncio.sleep(rng.uniform(0, 0.05))
        if done.is_set():
            break
        await asyncio.to_thread(strike)
        kills += 1
    return kills


@pytest.mark.parametrize("kind", KILLS)
@pytest.mark.parametrize("seed", range(tier(1, 50)))
def test_nothing_acknowledged_is_lost(tmp_path: Path, kind: str, seed: int) -> None:
    rng = random.Random(seed)
    with house(kind, tmp_path, rng) as (server, strike):
        # the bots' process starts anew with each server, a second of work: in the short tier at one house
        bots = ["bot random"] if LONG or kind == "sqlite" else []
        _play_and_check(server, strike, KILLS[kind], rng, bots)


def _play_and_check(server: ServerProcess, strike: Strike, most: int, rng: random.Random, bots: list[str]) -> None:
    acknowledged: dict[tuple[str, str], tuple[int, str]] = {}
    tables: list[str] = []

    async def story() -> int:
        players = []
        for number in range(TABLES):
            game: tuple[str, dict[str, Any]] = (
                ("viaggiatore", {"rules": {"target": 2}}) if number % 2 else ("portobello", {})
            )
            made = server.create(game[0], ["me", "open", *bots], **game[1])
            tables.append(made["table"])
            joined = server.post(f"/api/v1/tables/{made['table']}/join", {"name": "B"}).json()
            players.append(Player(server.base, made["table"], {0: made["tokens"]["0"]}))
            players.append(Player(server.base, made["table"], {1: joined["token"]}))
        done = asyncio.Event()
        killing = asyncio.create_task(killer(strike, most, acknowledged, done, rng))
        games = [stubborn(player, acknowledged, number) for number, player in enumerate(players)]
        await asyncio.wait_for(asyncio.gather(*games), 600)
        done.set()
        return await killing

    kills = asyncio.run(story())
    assert kills == most, "the games were over too soon to be disturbed"
    assert len(acknowledged) > 100
    # independent of the server: everything acknowledged is in the log, once and unchanged
    for table in tables:
        entries = {entry.command: entry for entry in server.entries(table) if entry.command}
        for (url, command), (number, move) in acknowledged.items():
            if f"/{table}/" in url:
                assert entries[command].number == number
                assert entries[command].body["move"] == move
        numbers = [entry.number for entry in server.entries(table)]
        assert numbers == list(range(1, len(numbers) + 1))
        record = Record.loads(server.get(f"/api/v1/tables/{table}/record").content)
        record.verify()
        decisions = sum(entry.kind == "play" for entry in server.entries(table))
        assert sum(seat >= 0 for seat, _ in record.moves) == decisions
