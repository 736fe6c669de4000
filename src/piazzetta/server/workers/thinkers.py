"""Bots think in separate processes, at low priority, and never see more than their seat does."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import random
import secrets
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from piazzetta.games.knowledge import SECONDS
from piazzetta.tables.conditions import known_position

if TYPE_CHECKING:
    from piazzetta.match.match import Match
    from piazzetta.match.setting import Setting

log = logging.getLogger("piazzetta")

_GIVE_UP = 20.0  # seconds until a stuck worker is abandoned


# --- in the worker process ---


def _begin(niceness: int) -> None:
    with contextlib.suppress(OSError, AttributeError):
        os.nice(niceness)
    from piazzetta.bots.workers import behave

    behave()


@lru_cache(maxsize=64)
def _setting(description: bytes) -> Setting:
    from piazzetta.match.setting import Setting

    return Setting.from_json(msgspec.json.decode(description))


def _position(description: bytes, seat: int, state: bytes) -> Any:
    from piazzetta.bots import Position

    setting = _setting(description)
    states = setting.states(1)
    states.view("u1")[:] = bytearray(state)
    return Position(setting, seat, states)


@lru_cache(maxsize=8)
def _bot(level: str, seed: int) -> Any:
    """A bot keeps its search memory, so the latest few stay."""
    from piazzetta.bots import bot

    return bot(level, seed)


def _choose(description: bytes, seat: int, state: bytes, level: str, seed: int) -> int:
    return int(_bot(level, seed).choose(_position(description, seat, state)))


def _hint(description: bytes, seat: int, state: bytes) -> Any:
    """The best few moves as plain data."""
    from piazzetta.bots import hint

    return [move.to_json() for move in hint(_position(description, seat, state))]


def _warm() -> None:
    """Load what thinking needs before anyone waits for it."""
    from piazzetta.bots import Position
    from piazzetta.games.registry import NAMES
    from piazzetta.match.setting import game

    for name in NAMES:
        _bot("medium", 0).choose(Position.of(game(name).start(seed=0)))


# --- in the server ---


@dataclass(frozen=True)
class Assignment:
    """What a worker should think about: a position in which everything its seat cannot know has been redrawn."""

    setting: bytes
    seat: int
    state: bytes
    level: str
    legal: list[int]
    seed: int


def assignment(match: Match, seat: int, level: str, seed: int = 0) -> Assignment:
    """An awaited seat's decision; nothing hidden from the seat leaves this process."""
    setting = msgspec.json.encode(match.setting.to_json(full=False))
    state = known_position(match, seat, secrets.randbits(31)).state.tobytes()
    return Assignment(setting, seat, bytes(state), level, match.choices(seat).actions, seed)


class Overloaded(Exception):
    """No worker was free in time; the question was taken out of the queue."""


async def _call(pool: ProcessPoolExecutor, seconds: float, function: Any, *arguments: Any) -> Any:
    """Run in a worker. Waiting in a queue is not a hang, so the timeout allows for some other jobs."""
    job = pool.submit(function, *arguments)
    try:
        return await asyncio.wait_for(asyncio.wrap_future(job), 4 * seconds)
    except TimeoutError:
        if job.cancelled():  # it had not begun: no process hangs because of it
            raise Overloaded from None
        raise
    except asyncio.CancelledError:
        task = asyncio.current_task()
        if task is not None and task.cancelling():
            raise
        # nobody cancelled the caller: the pool was replaced while this was in its queue
        raise BrokenProcessPool("the pool was replaced") from None


class Thinkers:
    """The worker processes. One that dies or hangs is replaced, and the seat still moves."""

    #: Bots think after everything else, so that the server answers at once.
    niceness = 10

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None

    def start(self) -> None:
        """Let the workers load everything in the background."""
        pool = self._ready()
        for _ in range(self._workers):
            pool.submit(_warm)

    def _ready(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._workers, context, _begin, (self.niceness,))
        return self._pool

    async def choose(self, asked: Assignment) -> int:
        """A bot's choice. After three failures any legal move is played: the others must not wait forever."""
        for _ in range(3):
            pool = self._ready()
            try:
                arguments = (asked.setting, asked.seat, asked.state, asked.level, asked.seed)
                chosen = await _call(pool, SECONDS[asked.level] + _GIVE_UP, _choose, *arguments)
                if chosen in asked.legal:
                    return int(chosen)
                log.error("a %s bot chose a move that is not allowed", asked.level)
            except (BrokenProcessPool, TimeoutError) as error:
                log.error("a %s bot failed (%s); its process is replaced", asked.level, type(error).__name__)
                if self._pool is pool:
                    self.stop()
            except Exception as error:
                log.error("a %s bot failed: %s", asked.level, type(error).__name__)
        return random.SystemRandom().choice(asked.legal)

    async def hint(self, asked: Assignment) -> Any:
        return await self.run(_hint, asked.setting, asked.seat, asked.state)

    async def run(self, function: Any, *arguments: Any, give_up: float = _GIVE_UP) -> Any:
        """Run a slow function in a worker; a broken pool is replaced for the next caller."""
        pool = self._ready()
        try:
            return await _call(pool, give_up, function, *arguments)
        except (BrokenProcessPool, TimeoutError):
            if self._pool is pool:
                self.stop()
            raise

    def stop(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            for process in list((pool._processes or {}).values()):
                process.kill()
            pool.shutdown(wait=True, cancel_futures=True)  # they are gone: this is quick, and cleans up
