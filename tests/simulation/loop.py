"""An event loop without a clock, sockets or threads: time is virtual, and all that is left to chance comes from a seed.

Whoever runs on it belongs to somebody: a server, a person, or the world (the database, the network). Steps of one of
them run in the order in which asyncio would run them; whose step comes next is drawn. So each is a process of its own,
which can be paused, or die between any two of its steps.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import heapq
import logging
import random
import struct
import warnings
from asyncio import Handle, TimerHandle
from collections import deque
from collections.abc import Callable, Container
from contextvars import Context, ContextVar, copy_context
from typing import Any

WORLD = "world"
#: Whose code is running.
OWNER: ContextVar[str] = ContextVar("owner", default=WORLD)
#: Virtual seconds that a step takes.
_STEP = 20e-6
#: A timer is late by up to so many seconds.
_LATE = 0.002


class Endless(Exception):
    """A night that does not end: somebody works without ever waiting."""


class _Task(asyncio.Task):
    """A task whose hash is the same in each run, because sets of tasks are ordered by it."""

    def __init__(self, work: Any, number: int, **options: Any) -> None:
        self._number = number
        super().__init__(work, **options)

    def __hash__(self) -> int:
        return self._number


class SimulatedLoop(asyncio.BaseEventLoop):
    """``most_steps``: an end for nights that have none."""

    def __init__(self, rng: random.Random, most_steps: int = 2_000_000) -> None:
        super().__init__()
        self.now = 0.0
        self.steps = 0
        self._trace = hashlib.blake2b(digest_size=12)
        self._taken = bytearray()  # whose steps, not yet in the trace
        self._numbers: dict[str, int] = {}  # of their owners
        self.problems: list[dict[str, Any]] = []  # that nobody caught
        #: called before each step of those who are in ``watched``
        self.before_step: Callable[[str], None] = lambda owner: None
        self.watched: Container[str] = ()
        self._rng = rng
        self._most_steps = most_steps
        self._queues: dict[str, deque[Handle]] = {}
        self._awake: list[str] = []  # who has something to do
        self._timers: list[tuple[float, int, TimerHandle]] = []
        self._count = 0
        self._paused: set[str] = set()
        self._dead: set[str] = set()
        self._tasks: list[_Task] = []  # kept: what is collected would be closed, at a moment that differs
        self.set_task_factory(self._new_task)
        self.set_exception_handler(lambda _, problem: self.problems.append(problem))

    def _new_task(self, loop: asyncio.AbstractEventLoop, work: Any, context: Context | None = None) -> _Task:
        task = _Task(work, len(self._tasks), loop=loop, context=context)
        self._tasks.append(task)
        return task

    # --- processes ---

    def context_of(self, owner: str) -> Context:
        """Return a context whose steps belong to somebody."""
        context = copy_context()
        context.run(OWNER.set, owner)
        return context

    def pause(self, owner: str) -> None:
        """Let somebody do nothing until ``resume``, as a suspended process."""
        self._paused.add(owner)
        if owner in self._awake:
            self._awake.remove(owner)

    def resume(self, owner: str) -> None:
        self._paused.discard(owner)
        if self._queues.get(owner) and owner not in self._awake and owner not in self._dead:
            self._awake.append(owner)

    def kill(self, owner: str) -> None:
        """Let somebody never do anything again."""
        self._dead.add(owner)
        if owner in self._queues:
            self._queues[owner].clear()
        if owner in self._awake:
            self._awake.remove(owner)

    # --- what asyncio asks for ---

    def time(self) -> float:
        return self.now

    def _put(self, handle: Handle) -> None:
        owner = handle._context.get(OWNER, WORLD)  # type: ignore[attr-defined]
        if owner in self._dead:
            return
        queue = self._queues.get(owner)
        if queue is None:
            queue = self._queues[owner] = deque()
            self._numbers.setdefault(owner, len(self._numbers) % 256)
        if not queue and owner not in self._paused:
            self._awake.append(owner)
        queue.append(handle)

    def call_soon(self, callback: Any, *args: Any, context: Context | None = None) -> Handle:  # type: ignore[override]
        handle = Handle(callback, args, self, context)
        self._put(handle)
        return handle

    call_soon_threadsafe = call_soon  # type: ignore[assignment]

    def call_at(  # type: ignore[override]
        self, when: float, callback: Any, *args: Any, context: Context | None = None
    ) -> TimerHandle:
        handle = TimerHandle(when, callback, args, self, context)
        self._count += 1
        heapq.heappush(self._timers, (when + _LATE * self._rng.random(), self._count, handle))
        return handle

    def call_later(  # type: ignore[override]
        self, delay: float, callback: Any, *args: Any, context: Context | None = None
    ) -> TimerHandle:
        return self.call_at(self.now + delay, callback, *args, context=context)

    def _timer_handle_cancelled(self, handle: TimerHandle) -> None:
        """It stays in the heap until its time."""

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:  # type: ignore[override]
        """Run a function at once, but answer later: there are no threads."""
        answer = self.create_future()

        def run() -> None:
            if answer.done():
                return
            try:
                answer.set_result(func(*args))
            except Exception as problem:
                answer.set_exception(problem)

        self.call_later(0.005 * self._rng.random(), run)
        return answer

    def _run_once(self) -> None:
        """Take steps until the loop is to stop."""
        timers, awake, queues, random = self._timers, self._awake, self._queues, self._rng.random
        while not self._stopping:  # type: ignore[attr-defined]
            while timers and (timers[0][0] <= self.now or timers[0][2]._cancelled):
                handle = heapq.heappop(timers)[2]
                if not handle._cancelled:
                    self._put(handle)
            if not awake:
                if not timers:
                    raise Endless("everybody waits, and nothing will ever happen")
                self.now = timers[0][0]
                self._taken += struct.pack("<d", self.now)
                continue
            place = int(random() * len(awake)) if len(awake) > 1 else 0
            owner = awake[place]
            queue = queues[owner]
            step = queue.popleft()
            if not queue:
                awake[place] = awake[-1]
                awake.pop()
            if step._cancelled:
                continue
            self.steps += 1
            if self.steps > self._most_steps:
                raise Endless(f"more than {self._most_steps} steps")
            self.now += _STEP
            self._taken.append(self._numbers[owner])
            if owner in self.watched:
                self.before_step(owner)
                if owner in self._dead:
                    continue
            step._run()

    def note(self, data: bytes) -> None:
        """Let bytes that were sent be part of the trace."""
        self._trace.update(self._taken)
        self._trace.update(data)
        self._taken.clear()

    @property
    def trace(self) -> str:
        """The digest of every step and every byte that was sent, until now."""
        self.note(b"")
        return self._trace.hexdigest()

    def _process_events(self, event_list: Any) -> None:
        """There are none."""

    def _write_to_self(self) -> None:
        """Nobody sleeps."""

    def close(self) -> None:
        """End, with everybody who still waits: what they do at their end, and whether it fails, is nobody's concern."""
        logging.disable()
        asyncio._set_running_loop(self)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", RuntimeWarning)  # something was never awaited
                for task in self._tasks:  # may become more meanwhile
                    if not task.done():
                        task._log_destroy_pending = False  # type: ignore[attr-defined]
                        with contextlib.suppress(BaseException):
                            task.get_coro().close()
        finally:
            asyncio._set_running_loop(None)
            logging.disable(logging.NOTSET)
        for owned in (self._tasks, self._queues, self._timers, self._awake):
            owned.clear()
        super().close()
