"""A server of its own: it starts on the database that is there, stops, hangs, or dies."""

from __future__ import annotations

import asyncio
from concurrent.futures.process import BrokenProcessPool
from random import Random
from typing import Any

import uvicorn
from uvicorn.server import ServerState

from piazzetta.server.app import Server
from piazzetta.server.routes.sockets import LiveSocket, wire
from piazzetta.server.settings import MOST_BYTES, Settings
from piazzetta.server.workers import thinkers
from tests.simulation.loop import SimulatedLoop

DB = "postgresql://simulated@10.0.2.1/piazzetta"


class Process:
    """``number``: which of several servers; ``life``: how often it was started."""

    def __init__(self, loop: SimulatedLoop, number: int, life: int, settings: Settings) -> None:
        self.name = f"server {number}.{life}"
        self.number = number
        self.life = life
        self.context = loop.context_of(self.name)
        self._loop = loop
        self._settings = settings
        self._open = False
        self.opened = 0.0  # when it began to listen
        self.alive = True
        self.paused = False
        self.server: Server | None = None

    @property
    def listening(self) -> bool:
        return self._open and self.alive

    def start(self) -> asyncio.Task[None]:
        return self._loop.create_task(self._start(), context=self.context.copy())

    async def _start(self) -> None:
        settings = self._settings
        self.server = Server(settings)
        await self.server.open()
        self._config: Any = uvicorn.Config(
            self.server.app,
            http=wire(settings),
            ws=LiveSocket,
            log_config=None,
            access_log=False,
            server_header=False,
            date_header=False,
            ws_max_size=MOST_BYTES,
            ws_per_message_deflate=False,
            proxy_headers=False,
            lifespan="off",
        )
        self._config.load()
        self._state = ServerState()
        self._open, self.opened = True, self._loop.now

    async def stop(self) -> None:
        """Stop in good order: say goodbye to everybody, then close."""
        await self._loop.create_task(self._stop(), context=self.context.copy())

    async def _stop(self) -> None:
        assert self.server is not None
        self._open = False
        self.server.stop_soon()
        connections: Any = self._state.connections
        for connection in sorted(connections, key=lambda one: str(one.client)):
            connection.shutdown()
        await asyncio.sleep(1.0)
        await self.server.close()

    def protocol(self) -> asyncio.Protocol:
        made: asyncio.Protocol = self._config.http_protocol_class(
            config=self._config, server_state=self._state, app_state={}
        )
        return made


class Workers:
    """In place of the processes in which bots think: they answer after a while, fail, or hold their answer back."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self.failing = 0.0  # the share of questions at which a worker dies, hangs or answers nonsense
        self.held: asyncio.Event = asyncio.Event()
        self.held.set()

    async def run(self, _: thinkers.Thinkers, seconds: float, function: Any, *arguments: Any) -> Any:
        """In place of ``Thinkers._run``."""
        rng = self._rng
        await asyncio.sleep(rng.uniform(0.01, 0.6))
        await self.held.wait()
        if rng.random() < self.failing:
            fate = rng.choice(["dies", "hangs", "nonsense"])
            if fate == "dies":
                raise BrokenProcessPool("simulated")
            if fate == "hangs":
                await asyncio.sleep(seconds)
                raise TimeoutError
            return -1
        if function is thinkers._choose:
            return rng.choice(thinkers._position(*arguments[:3]).legal())
        raise BrokenProcessPool("only choices are simulated")
