"""Bots think in separate processes, at low priority, and never see more than their seat does."""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

import msgspec

from piazzetta.games.knowledge import SECONDS
from piazzetta.interpreted import is_compiling
from piazzetta.server.workers.fair_queue import FairQueue
from piazzetta.server.workers.pool import NICENESS, Pool, bot_of, do, start_pool
from piazzetta.tables.conditions import known_position
from piazzetta.tables.messages import Json
from piazzetta.tables.table import STAND_IN

if TYPE_CHECKING:
    from piazzetta.bots import Position
    from piazzetta.match.match import Match
    from piazzetta.match.setting import Setting

log = logging.getLogger("piazzetta")

T = TypeVar("T")

_GIVE_UP = 20.0  # seconds until a stuck worker is abandoned
_SLICE = 1.5  # seconds for which hints, analyses and the like keep a worker: three decisions of level hard
_LOADING = 300.0  # until one that is still loading is: the first time, kernels may have to be compiled


# --- in the worker process ---


@lru_cache(maxsize=64)
def _setting(description: bytes) -> Setting:
    from piazzetta.match.setting import Setting

    return Setting.from_json(msgspec.json.decode(description))


def _position(description: bytes, seat: int, state: bytes) -> Position:
    from piazzetta.bots import Position

    setting = _setting(description)
    states = setting.states(1)
    states.view("u1")[:] = bytearray(state)
    return Position(setting, seat, states)


def _choose(description: bytes, seat: int, state: bytes, level: str, seed: int) -> int:
    return int(bot_of(level, seed).choose(_position(description, seat, state)))


def _hint(description: bytes, seat: int, state: bytes) -> Json:
    """Return the best few moves as plain data."""
    from piazzetta.bots import hint

    return [move.to_json() for move in hint(_position(description, seat, state))]


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
    """Return an awaited seat's decision; nothing hidden from the seat leaves this process."""
    setting = msgspec.json.encode(match.setting.to_json(full=False))
    state = known_position(match, seat, secrets.randbits(31)).state.tobytes()
    return Assignment(setting, seat, bytes(state), level, match.choices(seat).actions, seed)


class Overloaded(Exception):
    """No worker was free in time; the question was taken out of the queue."""


async def _loaded(jobs: Sequence[Future[None]]) -> None:
    """Wait for workers that load what they need. A caller that stops waiting does not stop them."""
    loading = [asyncio.wrap_future(job) for job in jobs if not job.done()]
    for one in loading:  # nobody may be left to take its error
        one.add_done_callback(lambda done: done.cancelled() or done.exception())
    if loading:
        done, late = await asyncio.wait(loading, timeout=_LOADING)
        if late or any(one.cancelled() or one.exception() is not None for one in done):
            raise BrokenProcessPool("a worker could not load what it needs")


async def _call(pool: ProcessPoolExecutor, seconds: float, function: Callable[..., T], *arguments: object) -> T:
    """Run in a worker that is free."""
    job = pool.submit(do, function, *arguments)
    try:
        return await asyncio.wait_for(asyncio.wrap_future(job), seconds)
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


class Expected:
    """A question to a bot, from when it is put until it is answered.

    ``seconds``: what it may take. ``within``: the seconds until then, if it and all that is ahead of it take as long as
    they may.
    """

    def __init__(self, thinkers: Thinkers, seconds: float) -> None:
        self._thinkers = thinkers
        self._seconds = seconds
        self._open = True
        others = _SLICE * (1 + thinkers.questions // FairQueue.SHARE) if thinkers.others else 0.0
        self.within = (thinkers.ahead + others) / thinkers.workers + self._seconds
        thinkers.ahead += self._seconds
        thinkers.questions += 1

    def answered(self) -> None:
        """Note that the bot has answered, or need not."""
        if self._open:
            self._open = False
            self._thinkers.ahead -= self._seconds
            self._thinkers.questions -= 1


class Thinkers:
    """The worker processes. One that dies or hangs is replaced, and the seat still moves.

    A question goes to a worker only when one is free; until then it waits here, where its asker can withdraw it, and
    where everybody gets a turn. Bots that have to move come first.
    """

    niceness = NICENESS

    def __init__(
        self, workers: int, pool: Pool | None = None, further: Mapping[str, Mapping[str, str]] | None = None
    ) -> None:
        """``pool``: processes that were started before. ``further``: the bots beside the levels, by game and name."""
        self._further = further or {}
        self.workers = workers
        self._pool = pool
        self._turns = FairQueue(workers)
        self.ahead = 0.0  # seconds that bots may take for all questions put and not yet answered
        self.questions = 0  # how many these are
        self.others = 0  # hints, analyses and the like that are wanted or made
        self.replaced = 0  # how often workers were

    @property
    def waiting(self) -> int:
        """How many questions wait for a free worker."""
        return len(self._turns)

    def start(self) -> None:
        """Start the workers; they load everything in the background."""
        if self._pool is None:
            self._pool = start_pool(self.workers, self.niceness, self._further)

    async def choose(self, asked: Assignment, table: str = "") -> int:
        """Return a bot's choice. After three failures any legal move is played: the others must not wait forever."""
        what = self._plays(asked.level)
        for _ in range(3):
            try:
                arguments = (asked.setting, asked.seat, asked.state, what, asked.seed)
                async with self._turns.turn(table, game=True):
                    chosen = await self._run(SECONDS.get(what, 0) + _GIVE_UP, _choose, *arguments)
                if chosen in asked.legal:
                    return int(chosen)
                log.error("a %s bot chose a move that is not allowed", asked.level)
            except Exception as error:
                log.error("a %s bot failed: %s", asked.level, type(error).__name__)
        return random.SystemRandom().choice(asked.legal)

    def _plays(self, level: str) -> str:
        """Return what plays under a bot's name. A network that this server no longer has is replaced by a level."""
        further = {name: what for bots in self._further.values() for name, what in bots.items()}
        if level not in SECONDS and level not in further:
            log.error("no bot is called %s here (serve --bots): a %s bot plays", level, STAND_IN)
            return STAND_IN
        return further.get(level, level)

    async def hint(self, asked: Assignment, person: str) -> Json:
        return await self.run(person, _hint, asked.setting, asked.seat, asked.state)

    async def run(self, asker: str, function: Callable[..., T], *arguments: object, give_up: float = _GIVE_UP) -> T:
        """Run a slow function in a worker when it is the asker's turn; ``Overloaded`` if it does not come soon."""
        begun = False
        self.others += 1
        try:
            async with asyncio.timeout(4 * give_up) as waiting, self._turns.turn(asker):
                begun = True
                waiting.reschedule(None)
                return await self._run(give_up, function, *arguments)
        except TimeoutError:
            if begun:
                raise
            raise Overloaded from None
        finally:
            self.others -= 1

    async def _run(self, seconds: float, function: Callable[..., T], *arguments: object) -> T:
        """Run a function in a free worker; one that dies or hangs is replaced."""
        self.start()
        pool = self._pool
        assert pool is not None
        if is_compiling():  # a search waits for its kernels
            seconds += _LOADING
        try:
            await _loaded(pool.loading)
            return await _call(pool.executor, seconds, function, *arguments)
        except (BrokenProcessPool, TimeoutError) as error:
            if self._pool is pool:
                log.error("a bot worker failed and was replaced (%s)", type(error).__name__)
                self.replaced += 1
                self._pool = None
                await asyncio.to_thread(pool.end)
            raise

    def stop(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.end()
