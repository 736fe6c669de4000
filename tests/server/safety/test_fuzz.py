"""Garbage of every kind: 4xx, refusals and close codes, never a 5xx, a traceback, a stuck table or growing memory.

``make test-long`` sends 100,000 messages instead of 3,000, and 40 times as many requests.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import random
import re
import resource
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from piazzetta.server.app import Server
from piazzetta.server.routes.sockets import LiveSocket, wire
from piazzetta.server.settings import MOST_BYTES, Settings
from piazzetta.tables.seating import Wish
from tests.server.tools import Player, ServerProcess, at_table, one_move
from tests.tiers import tier

pytestmark = pytest.mark.compiled_only

REQUESTS = tier(1, 200)  # of each operation, in each phase
MESSAGES = tier(2_000, 100_000)
AT_A_TABLE = 500
CONFIG = Path(__file__).with_name("schemathesis.toml")
PLENTY = (1e9, 1e9)


def test_http(server: ServerProcess, tmp_path: Path) -> None:
    """Schemathesis, with all its checks: requests that fit the description and requests that do not, and what follows
    from the answers. Whoever finds a failure here finds the request to repeat it in the output."""
    made = server.create("viaggiatore", ["me", "open"])
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(CONFIG)]
    command += ["run", f"{server.base}/api/v1/openapi.json", "--checks", "all", "--max-examples", str(REQUESTS)]
    command += tier(["--phases", "examples,fuzzing,stateful"], [])
    command += ["--seed", "1", "--warnings", "off", "--no-color", "--generation-database", "none"]
    run = subprocess.run(command, capture_output=True, text=True, timeout=3000, cwd=tmp_path)
    assert run.returncode == 0, run.stdout[-8000:]
    counts = re.search(r"Selected: (\d+)/\d+\s+Tested: (\d+)", run.stdout)
    assert counts
    assert counts[1] == counts[2]
    assert server.get("/readyz").status_code == 200
    assert server.get(f"/api/v1/tables/{made['table']}").status_code == 200


# --- WebSockets ---

SEEDS: list[dict[str, Any]] = [
    {"type": "ping", "id": "p1"},
    {"type": "play", "id": "m1", "at": 3, "seat": 0, "move": "auction"},
    {"type": "play", "id": "m2", "at": 3, "move": "bid 3"},
    {"type": "undo", "id": "u1", "at": 3},
    {"type": "chat", "id": "c1", "text": "ciao"},
    {"type": "why", "id": "w1", "at": 3, "move": "card 9"},
    {"type": "bot_for", "id": "b1", "absent": 1},
    {"type": "take_back_seat", "id": "t1"},
    {"type": "change_seat", "id": "s1", "to": 1},
    {"type": "fill_seats", "id": "f1", "level": "easy", "names": ["Ada"]},
    {"type": "decline_end", "id": "d1"},
    {"type": "hello", "v": 1, "client": "x", "since": 2, "seats": [{"seat": 0, "token": "0" * 40}]},
]
STRANGE: list[Any] = [
    *(None, True, -1, 0, 1.5, 5, 6, 2**31, 2**63, -(2**70), 1e308, "", "-", "0", "\0", "\u202e", "\ud83d\ude00" * 30),
    *("a" * 70, "a" * 5000, "auction", "bluff", "../..", "'; --", [], [[]], {}, {"type": "play"}, [0, "x"], ["a"] * 99),
]


def mutated(rng: random.Random) -> str | bytes:
    """A message of the protocol, changed in one place or several: fields, values, or its very characters."""
    message = dict(rng.choice(SEEDS))
    for _ in range(rng.randrange(3)):
        field = rng.choice([*message, "seat", "at", "id", "move", "text", "x"])
        match rng.randrange(4):
            case 0:
                message.pop(field, None)
            case 1:
                message[field] = rng.choice(list(rng.choice(SEEDS).values()))
            case _:
                message[field] = rng.choice(STRANGE)
    text = json.dumps(message)
    while rng.random() < 0.3:
        place = rng.randrange(len(text) + 1)
        match rng.randrange(5):
            case 0:
                text = text[:place]
            case 1:
                text = text[:place] + chr(rng.choice([0, 34, 44, 91, 92, 123, 125, 0x2028, 0x1F600])) + text[place:]
            case 2:
                text = text[:place] + text[place + rng.randrange(1, 9) :]
            case 3:
                text = text + text
            case _:
                text = "[" * rng.randrange(3000) + text
    return text.encode() if rng.random() < 0.03 else text


@contextlib.asynccontextmanager
async def inside(folder: Path) -> AsyncIterator[tuple[Server, str]]:
    """A server within this process, which nobody can ask too much."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        settings = Settings(
            port=port,
            db=f"sqlite:///{folder / 't.sqlite'}",
            address_limits=False,
            idle=0.5,
            messages=PLENTY,
            bad_messages=PLENTY,
            chats=PLENTY,
        )
        server = Server(settings)
        await server.open()
        config = uvicorn.Config(
            server.app, http=wire(settings), ws=LiveSocket, log_config=None, lifespan="off", ws_max_size=MOST_BYTES
        )
        running = uvicorn.Server(config)
        serving = asyncio.create_task(running._serve([listener]))
        try:
            yield server, f"http://127.0.0.1:{port}"
        finally:
            running.should_exit = running.force_exit = True
            await serving
            await server.close()


async def pelt(player: Player, rng: random.Random, count: int) -> None:
    """Send mutated messages, and read the answers meanwhile; connect again whenever the server has had enough."""
    left = count
    while left:
        async with connect(player.url, max_size=2**24) as bare:  # sometimes as the first message
            if rng.random() < 0.5:
                left -= 1
                await bare.send(mutated(rng))
            else:
                await hello(bare, player)
                with contextlib.suppress(ConnectionClosed):
                    for _ in range(min(left, rng.randrange(20, 100))):
                        left -= 1
                        await bare.send(mutated(rng))
                    await bare.send('{"type": "ping", "id": "the-last"}')
                    while '"the-last"' not in str(await asyncio.wait_for(bare.recv(), 600)):
                        pass
        # 1006: data still in transit met a closed connection
        assert bare.close_code in (1000, 1006, 1007, 1009, 4400, 4401, 4404, 4429), bare.close_code


async def hello(bare: ClientConnection, player: Player) -> None:
    seats = [{"seat": seat, "token": token} for seat, token in player.seats.items()]
    await bare.send(json.dumps({"type": "hello", "v": 1, "seats": seats}))


async def is_alive(people: list[Player]) -> None:
    """Both see the table, and the game goes on."""
    answer = await one_move(people)
    assert answer["type"] == "done" or answer["code"] == "stale", answer


def test_websocket_messages(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    wish = Wish.from_json({"game": "viaggiatore", "seats": [{"kind": "me"}, {"kind": "open"}]})
    rng = random.Random(20)
    memory: list[int] = []

    async def story() -> None:
        async with inside(tmp_path) as (server, base):
            while not server._engine.ready:
                await asyncio.sleep(0.05)
            assert server._engine._services is not None
            registry = server._engine._services.tables
            for _ in range(MESSAGES // AT_A_TABLE):
                table, _, tokens = await registry.create(wish)
                _, other, _ = await registry.join(table, "Leo", 1)
                people = [Player(base, table, {0: tokens[0]}), Player(base, table, {1: other})]
                async with at_table(*people):
                    pass
                await pelt(people[0], rng, AT_A_TABLE)
                await is_alive(people)
                gc.collect()
                memory.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)

    asyncio.run(asyncio.wait_for(story(), 600 + MESSAGES / 20))
    assert [line for line in caplog.records if line.levelname == "ERROR"] == []
    settled = memory[len(memory) // 3]
    assert memory[-1] - settled < 40 * 1024, f"memory grows (KiB): {memory}"
