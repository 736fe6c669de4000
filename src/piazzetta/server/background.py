"""Background tasks: those that end, and those that must run as long as the server does."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Coroutine
from typing import TypeVar

from piazzetta.tables.refusals import Refused

log = logging.getLogger("piazzetta")

T = TypeVar("T")

_FIRST_PAUSE, _LONGEST_PAUSE = 1.0, 30.0  # seconds before a task that failed is started again
_WELL_AFTER = 10.0  # seconds without an error after which a restarted task counts as well


class Background:
    """Tasks of the server whose end nothing awaits; failures are logged."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[object]] = set()
        self.restarts: Counter[str] = Counter()  # by the name of the task
        self.failing: set[str] = set()  # tasks that have failed and have not run well since

    def spawn(self, work: Coroutine[object, None, T]) -> asyncio.Task[T]:
        """Start a task that ends by itself."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def supervise(self, name: str, work: Callable[[], Coroutine[object, None, object]]) -> asyncio.Task[None]:
        """Start a task that must not stop with an error: it is then logged, counted and started again."""
        return self.spawn(self._keep_running(name, work))

    async def _keep_running(self, name: str, work: Callable[[], Coroutine[object, None, object]]) -> None:
        loop, pause = asyncio.get_running_loop(), _FIRST_PAUSE
        while True:
            begun = loop.time()
            well = loop.call_later(_WELL_AFTER, self.failing.discard, name)
            try:
                await work()
                self.failing.discard(name)
                return
            except Exception as problem:
                if loop.time() - begun > _LONGEST_PAUSE:
                    pause = _FIRST_PAUSE
                self.restarts[name] += 1
                self.failing.add(name)
                _report(f"the task to {name} failed and is started again in {pause:g} s", problem)
            finally:
                well.cancel()
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    def _ended(self, task: asyncio.Task[T]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (problem := task.exception()) is not None:
            _report("a background task failed", problem)

    async def close(self) -> None:
        """Cancel all tasks and wait for their end."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _report(what: str, problem: BaseException) -> None:
    """Log an error: in one line if it is no mistake of ours, such as a database that is down; else with its stack."""
    reason = getattr(problem, "reason", None) or f"{type(problem).__name__}: {problem}"
    expected = isinstance(problem, Refused | OSError)
    log.error("%s: %s", what, reason, exc_info=None if expected else problem)
