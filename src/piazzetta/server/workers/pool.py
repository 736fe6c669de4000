"""The processes in which bots think. They are started before anything else is loaded, so that they load meanwhile."""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import os
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from piazzetta.bots.levels import Bot

log = logging.getLogger("piazzetta")

T = TypeVar("T")

#: Bots think after everything else, so that the server answers at once,
NICENESS = 10
#: but not in these first seconds of a worker: after a start all bots wait, and on a busy machine they would for long.
_EQUAL_SECONDS = 10.0


@dataclass
class Pool:
    """Worker processes, and what each of them still loads."""

    executor: ProcessPoolExecutor
    loading: Sequence[Future[None]]

    def end(self) -> None:
        """End all processes."""
        for process in list((self.executor._processes or {}).values()):
            process.kill()
        self.executor.shutdown(wait=True, cancel_futures=True)  # they are gone: this is quick, and cleans up


def start_pool(
    workers: int,
    niceness: int = NICENESS,
    further: Mapping[str, Mapping[str, str]] | None = None,
    forked: bool = False,
    shut: Sequence[int] = (),
) -> Pool:
    """Start worker processes, which load what they need in the background.

    ``further``: the bots beside the levels, by game and name.
    ``forked``: as copies of this process, which has loaded it all and has no threads yet; ``shut``: what they close.
    """
    context = multiprocessing.get_context("fork" if forked else "spawn")
    executor = ProcessPoolExecutor(workers, context, _begin, (tuple(shut) if forked else (),))
    return Pool(executor, [executor.submit(_load, niceness, further or {}) for _ in range(workers)])


# --- in the worker process ---


def _begin(shut: Sequence[int]) -> None:
    for file in shut:
        with contextlib.suppress(OSError):
            os.close(file)
    from piazzetta.bots.workers import behave

    behave()


_make_way: Callable[[], None] | None = None  # if this process has not made way for others yet


def _load(niceness: int, further: Mapping[str, Mapping[str, str]]) -> None:
    """Load what thinking needs before anyone waits for it; only some time later make way for others."""
    global _make_way
    warm(further)
    until = time.monotonic() + _EQUAL_SECONDS

    def make_way() -> None:
        global _make_way
        if time.monotonic() >= until:
            _make_way = None
            with contextlib.suppress(OSError, AttributeError):
                if os.nice(0) < niceness:
                    os.nice(niceness - os.nice(0))

    _make_way = make_way


def do(function: Callable[..., T], *arguments: object) -> T:
    """Run a function in this worker."""
    if _make_way is not None:
        _make_way()
    return function(*arguments)


@lru_cache(maxsize=8)
def bot_of(level: str, seed: int) -> Bot:
    """Return a bot. It keeps its search memory, so the latest few stay."""
    from piazzetta.bots import bot

    return bot(level, seed)


def warm(further: Mapping[str, Mapping[str, str]] | None = None) -> None:
    """Let a bot of each game make a move, and so the bots beside the levels."""
    from piazzetta.bots import Position
    from piazzetta.games.registry import NAMES, names
    from piazzetta.match.setting import game

    for name in names():
        try:
            for bot in ("medium", *(further or {}).get(name, {}).values()):
                bot_of(bot, 0).choose(Position.of(game(name).start(seed=0)))
        except Exception:  # a game of another package must not keep the bots of the others from thinking
            if name in NAMES:
                raise
            log.exception("the bots of %s could not be loaded", name)
