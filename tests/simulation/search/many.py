"""Many nights on many processors: each process takes the next seed, so one that hangs holds up no other."""

from __future__ import annotations

import multiprocessing
import queue
import time
from collections.abc import Generator
from typing import Any

from piazzetta.server.workers.kernels import load_kernels
from tests.simulation.night import Night, Outcome, run

#: Seconds in which nights that have begun may end when the time is over.
_GRACE = 15.0


def nights(first: int, last: int, cores: int, seconds: float) -> Generator[tuple[int, Outcome], None, None]:
    """Run the nights of seeds in so many processes, until all are over or the time is; each as soon as it is over."""
    until = time.monotonic() + seconds
    if cores > 1:
        yield from _side_by_side(first, last, cores, until)
        return
    for seed in range(first, last):
        if time.monotonic() > until:
            return
        yield seed, run(Night.drawn(seed))


def _side_by_side(first: int, last: int, cores: int, until: float) -> Generator[tuple[int, Outcome], None, None]:
    load_kernels()  # once: the processes are forks of this one
    context = multiprocessing.get_context("fork")
    next_seed, told = context.Value("q", first), context.Queue()
    workers = [context.Process(target=_work, args=(next_seed, last, until, told)) for _ in range(cores)]
    for worker in workers:
        worker.start()
    left = last - first
    try:
        while left and time.monotonic() < until + _GRACE:
            try:
                yield told.get(timeout=1.0)
                left -= 1
            except queue.Empty:
                if not any(worker.is_alive() for worker in workers) and told.empty():
                    return
    finally:
        for worker in workers:
            worker.terminate()
            worker.join()


def _work(next_seed: Any, last: int, until: float, told: Any) -> None:
    while time.monotonic() < until:
        with next_seed.get_lock():
            seed = next_seed.value
            next_seed.value = seed + 1
        if seed >= last:
            return
        told.put((seed, run(Night.drawn(seed))))
