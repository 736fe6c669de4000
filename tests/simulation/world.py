"""The world of a night: servers on one database, the network, and everybody who plays."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from piazzetta.errors import BadInput
from piazzetta.server.routes.live import Connection
from piazzetta.server.settings import Settings
from piazzetta.server.workers.thinkers import Thinkers
from tests.simulation.chance import Chance, Clocks, chance_from
from tests.simulation.client import request
from tests.simulation.club.webhooks import Webhooks
from tests.simulation.database import Database
from tests.simulation.faults import KINDS_OF_STATEMENTS, Fault
from tests.simulation.loop import OWNER, WORLD, SimulatedLoop
from tests.simulation.network import Gone, Network
from tests.simulation.page import Page
from tests.simulation.process import DB, Process, Workers
from tests.simulation.truth import Truth

if TYPE_CHECKING:
    from tests.simulation.club.lobby import Seeker
    from tests.simulation.club.profiles import Profile
    from tests.simulation.club.visits import Absentee

#: Seconds after the end of a fault for which it may be felt.
_FELT = 45.0
#: Seconds within which a server must have noticed that its database is away.
_NOTICED = 8.0


class Broken(AssertionError):
    """Something that must hold did not."""


@dataclass(frozen=True)
class Acknowledged:
    """A command that the server has called done, as event ``at``."""

    table: str
    key: str
    at: int
    kind: str


class _Errors(logging.Handler):
    """Keeps what servers log; an error with a stack is a mistake of ours, however bad the night."""

    def __init__(self, world: World) -> None:
        super().__init__()
        self._world = world

    def emit(self, record: logging.LogRecord) -> None:
        self._world.said.append(f"{self._world.loop.now:8.3f} {OWNER.get()}: {record.getMessage()}")
        if record.exc_info and record.exc_info[0] is not None:
            told = logging.Formatter().formatException(record.exc_info)
            self._world.broken(f"{OWNER.get()} logs an error of its own: {record.getMessage()}\n{told}")


class World:
    def __init__(self, seed: int, servers: int, path: Path) -> None:
        self.chance = Chance(seed)
        self.loop = SimulatedLoop(self.chance.of("order"))
        self.clocks = Clocks(self.loop)
        self.database = Database(self.loop, self.chance.of("database"), path)
        self.network = Network(self.loop, self.chance.of)
        self.workers = Workers(self.chance.of("workers"))
        self.truth = Truth(self.database)
        self.settings = Settings(db=DB, waiting=15.0, idle=20.0, pace=2.0, call_after=8.0)
        self.processes = [Process(self.loop, number, 0, self.settings) for number in range(servers)]
        self.webhooks = Webhooks(self, self.chance.of("webhooks"))
        self.pages: list[Page] = []
        self.profiles: list[Profile] = []
        self.absentees: list[Absentee] = []
        self.seekers: list[Seeker] = []
        self.acknowledged: list[Acknowledged] = []
        self.waiting: dict[str, float] = {}  # commands that are not answered, and since when
        self._storm_until = 0.0
        self.trouble_until = 0.0  # until then, a fault may be felt
        self._away_since = 0.0  # since when the database is away; 0: it is not
        self.clocks_agree = True  # of all servers, as long as nobody has set one: they share out what to send by them
        self.outages: list[tuple[float, float]] = []  # when the database was away
        self.starts_alone: list[float] = []  # when a server began to listen while no other one did
        self.hushed = False  # nobody begins anything any more
        self.problems: list[str] = []
        self.said: list[str] = []  # what servers have logged
        self._fuses: dict[str, tuple[int, Fault]] = {}  # who dies, after how many steps
        self.loop.watched, self.loop.before_step = self._fuses, self._burn
        self._hashes = 0

    def broken(self, what: str) -> None:
        """Something that must hold did not."""
        self.problems.append(f"{self.loop.now:.3f} s: {what}")

    # --- the frame around ---

    @contextlib.contextmanager
    def running(self) -> Iterator[None]:
        """Replace the world around the servers by this one."""
        workers, errors = self.workers, _Errors(self)

        def numbered(connection: Any) -> int:
            if not hasattr(connection, "_simulated"):
                self._hashes += 1
                connection._simulated = self._hashes
            number: int = connection._simulated
            return number

        log = logging.getLogger()
        before, log.handlers = log.handlers, [errors]
        with (
            chance_from(self.chance, self.clocks),
            patch("asyncpg.connect", self.database.connect),
            patch("asyncpg.create_pool", self.database.create_pool),
            patch.object(Thinkers, "_run", lambda thinkers, *question: workers.run(thinkers, *question)),
            patch.object(Thinkers, "start", lambda thinkers: None),
            patch("piazzetta.server.workers.kernels.load_kernels", lambda: None),
            patch.object(Connection, "__hash__", numbered),
            patch("piazzetta.server.notifications.senders.webhooks.post", self.webhooks.post),
            # what takes minutes takes less, but longer than any fault
            patch("piazzetta.server.notifications.notifier._RETRY_AFTER", (5, 10, 20)),
            patch("piazzetta.server.notifications.subscriptions._LEASE", 45_000),
            patch("piazzetta.server.people.results._AGAIN", 30.0),
        ):
            try:
                yield
            finally:
                log.handlers = before
                self.loop.close()
                self.database.close()

    # --- servers ---

    @property
    def listening(self) -> list[Process]:
        return [process for process in self.processes if process.listening]

    def host(self) -> Process | None:
        """A server for whoever connects now, as a web server in front would choose it."""
        found = [process for process in self.listening if not process.paused] or self.listening
        return self.chance.here.choice(found) if found else None

    async def start(self, process: Process) -> None:
        """Start a server, again and again while the database is away."""
        while True:
            try:
                await process.start()
                if all(one.opened >= process.opened for one in self.listening):
                    self.starts_alone.append(process.opened)
                return
            except (BadInput, OSError):
                self.loop.kill(process.name)
                self.database.forget(process.name)
                await asyncio.sleep(1.0)
                process = self._successor(process)

    def _successor(self, process: Process) -> Process:
        """The next life of a server."""
        new = Process(self.loop, process.number, process.life + 1, self.settings)
        self.processes[process.number] = new
        return new

    def kill(self, process: Process, fault: Fault) -> None:
        """Let a server die, and another one start in its place."""
        if not process.alive:
            return
        process.alive = False
        self.loop.kill(process.name)
        self.database.forget(process.name)
        self.network.end_of(process.name)
        self.clocks.ahead.pop(process.name, None)
        self._soon(self._revive(process, fault))

    async def _revive(self, process: Process, fault: Fault) -> None:
        await asyncio.sleep(fault.lasts)
        new = self._successor(process)
        if fault.count > 1 and self.loop.now < self._storm_until:  # one of its first statements suffers
            self.database.weather.aimed[new.name] = (fault.whom % 12, fault.fate)
        await self.start(new)

    def _soon(self, work: Any) -> None:
        self.loop.create_task(work, context=self.loop.context_of(WORLD))

    def _burn(self, owner: str) -> None:
        left, fault = self._fuses[owner]
        self._fuses[owner] = (left - 1, fault)
        if left <= 0:
            del self._fuses[owner]
            found = next((one for one in self.processes if one.name == owner), None)
            if found is not None:
                self.kill(found, fault)

    async def ask(
        self, process: Process, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
    ) -> tuple[int, Any]:
        return await request(self.network, process, method, path, body, headers)

    async def insist(self, path: str, body: Any, headers: dict[str, str] | None = None) -> tuple[int, Any]:
        """Send something until there is an answer."""
        while True:
            process = self.host()
            if process is not None:
                with contextlib.suppress(Gone):
                    status, answer = await self.ask(process, "POST", path, body, headers)
                    if status < 500 and status != 429:
                        return status, answer
            await asyncio.sleep(1.0)

    async def watch(self) -> None:
        """Ask every server how it is, again and again, as a web server in front does."""
        while not self.hushed:
            await asyncio.sleep(3.0)
            for process in self.listening:
                self._soon(self._look_at(process))

    async def _look_at(self, process: Process) -> None:
        with contextlib.suppress(Gone):
            await self.ask(process, "GET", "/healthz")

    # --- faults ---

    async def suffer(self, faults: list[Fault], seconds: float) -> None:
        """Let everything on the list happen, within so many seconds."""
        begin = self.loop.now
        self._storm_until = begin + seconds
        for fault in faults:
            await asyncio.sleep(max(0.0, begin + fault.at - self.loop.now))
            self.said.append(f"{self.loop.now:8.3f} {fault}")
            self.trouble_until = max(self.trouble_until, self.loop.now + fault.lasts + _FELT)
            getattr(self, "_" + fault.kind.replace(" ", "_"))(fault)
        await asyncio.sleep(max(0.0, self._storm_until - self.loop.now))

    @property
    def stormy(self) -> bool:
        """Whether things go wrong."""
        return self.loop.now < self._storm_until

    def clear(self) -> None:
        """From now on, nothing goes wrong any more."""
        weather = self.database.weather
        self._end_outage()
        weather.down = weather.silent = False
        weather.slow = 0.0
        weather.due.clear()
        weather.aimed.clear()
        weather.young = 0
        for session in self.database.sessions:
            session.breaks_after = None
        self._fuses.clear()
        self.workers.failing = self.webhooks.failing = 0.0
        for process in self.processes:
            self._resume(process)

    def _begin_outage(self) -> None:
        if not self._away_since:
            self._away_since = self.loop.now

    def _end_outage(self) -> None:
        """Note for how long the database was away."""
        if self._away_since:
            self.outages.append((self._away_since, self.loop.now))
            self._away_since = 0.0

    def _resume(self, process: Process) -> None:
        if process.paused:
            process.paused = False
            self.loop.resume(process.name)

    def _statement(self, fault: Fault) -> None:
        kind = fault.whom % KINDS_OF_STATEMENTS if fault.whom < 40 else None
        after = fault.after if kind is None else fault.after % 8
        due = self.database.weather.due
        due.append((kind, after, fault.fate))
        due.extend([(kind, 0, fault.fate)] * (fault.count - 1))

    def _database_restarts(self, fault: Fault) -> None:
        weather = self.database.weather
        weather.down = True
        self._begin_outage()
        self.database.restart()

        async def back() -> None:
            await asyncio.sleep(fault.lasts)
            weather.down = False
            self._end_outage()
            weather.young = fault.after % 4  # it comes back, but not at once for good
            await asyncio.sleep(2.0)
            weather.young = 0

        self._soon(back())
        if fault.lasts > _NOTICED + 1:
            for process in self.listening:
                self._soon(self._is_unwell(process))

    async def _is_unwell(self, process: Process) -> None:
        """A server whose database is away must say so."""
        await asyncio.sleep(_NOTICED)
        if process.paused or not self.database.weather.down:
            return
        begun = self.loop.now
        with contextlib.suppress(Gone):
            status, _ = await self.ask(process, "GET", "/healthz")
            if status == 200 and self.database.weather.down and not process.paused and self.loop.now - begun < 1:
                self.broken(f"{process.name} is well, and its database has been away for {_NOTICED:g} s")

    def _database_silent(self, fault: Fault) -> None:
        self.database.weather.silent = True
        self._begin_outage()
        sessions = list(self.database.sessions)

        async def back() -> None:
            await asyncio.sleep(fault.lasts)
            self.database.weather.silent = False
            self._end_outage()
            for session in sessions:  # the database has given them up
                if fault.count > 1:
                    session.die()

        self._soon(back())

    def _database_slow(self, fault: Fault) -> None:
        self.database.weather.slow = fault.count / 2

        async def back() -> None:
            await asyncio.sleep(fault.lasts)
            self.database.weather.slow = 0.0

        self._soon(back())

    def _server_dies(self, fault: Fault) -> None:
        process = self.processes[fault.whom % len(self.processes)]
        self._fuses[process.name] = (fault.after, fault)

    def _server_stops(self, fault: Fault) -> None:
        process = self.processes[fault.whom % len(self.processes)]
        if process.listening and not process.paused:
            self._soon(self._stop(process, fault))

    async def _stop(self, process: Process, fault: Fault) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(20):
                await process.stop()
        self.kill(process, fault)

    def _server_hangs(self, fault: Fault) -> None:
        process = self.processes[fault.whom % len(self.processes)]
        if process.paused or not process.alive:
            return
        process.paused = True
        self.loop.pause(process.name)

        async def back() -> None:
            await asyncio.sleep(fault.lasts)
            self._resume(process)

        self._soon(back())

    def _listener_breaks(self, fault: Fault) -> None:
        listening = [session for session in self.database.sessions if session.listeners]
        if listening:
            listening[fault.whom % len(listening)].die()
        self._statement(fault)

    def _connection_cut(self, fault: Fault) -> None:
        if self.network.links:
            self.network.links[fault.whom % len(self.network.links)].cut()

    def _connection_silent(self, fault: Fault) -> None:
        if self.network.links:
            self.network.links[fault.whom % len(self.network.links)].silent = True

    def _connection_half_closed(self, fault: Fault) -> None:
        if self.network.links:
            self.network.links[fault.whom % len(self.network.links)].half_close()

    def _clock_jumps(self, fault: Fault) -> None:
        process = self.processes[fault.whom % len(self.processes)]
        self.clocks_agree = False
        self.clocks.ahead[process.name] = (fault.whom - 30) * 60.0

    def _workers_fail(self, fault: Fault) -> None:
        self.workers.failing = 0.5

        async def back() -> None:
            await asyncio.sleep(fault.lasts)
            self.workers.failing = 0.0

        self._soon(back())
