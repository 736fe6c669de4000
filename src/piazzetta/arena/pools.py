"""Who plays many games: processes of this machine, or the workers of a Ray cluster.

Both are executors that set up each worker once. What is played never depends on who plays it.
"""

from __future__ import annotations

import multiprocessing
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

from piazzetta import __version__
from piazzetta.bots.workers import behave, check_workers
from piazzetta.errors import BadInput
from piazzetta.extras import install_command
from piazzetta.kernel import cores

_WAITING = 4  # tasks handed to each worker ahead of time, so that none of them is idle
_CLUSTER_WAITING = 32  # tasks ahead of time on a cluster, which sends short tasks together
_CALLS = 2  # calls under way to a worker of a cluster: it works on one while the next is travelling
_CALL_SECONDS = 0.1  # of work in one call, because a call costs some 2 ms of processor time
_START_SECONDS = 300.0  # for the workers of a cluster to start and to load everything


def check_place(on: str | None) -> None:
    """Refuse what is no place to play: None is this machine, ``ray`` or ``ray://HOST:PORT`` a cluster."""
    if on is None:
        return
    if on != "ray" and not on.startswith("ray://"):
        raise BadInput(f"--on takes ray or ray://HOST:PORT, not {on!r}")
    if find_spec("ray") is None:
        raise BadInput(f"a cluster needs Ray: {install_command('ray')}, here and on each of its machines")


class Pool(NamedTuple):
    """Workers, how many there are, and how many tasks to have under way so that none of them is idle."""

    executor: Executor
    workers: int
    ahead: int


def open_pool(
    workers: int | None,
    on: str | None = None,
    prepare: Callable[..., None] = behave,
    arguments: tuple[Any, ...] = (),
    device: str = "cpu",
) -> Pool:
    """Start workers (None: one for each processor), each of which first calls ``prepare`` with the arguments.

    ``device``: on a cluster, ``cuda`` gives each worker a GPU of its own, and None means one for each of these.
    """
    check_place(on)
    if workers is not None:
        check_workers(workers)
    if on is not None:
        there = RayPool(on, workers, prepare, arguments, device)
        return Pool(there, there.workers, _CLUSTER_WAITING * there.workers)
    workers = workers or cores()
    # spawned, not forked: threads of the parent and of Numba do not survive a fork
    here = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), prepare, arguments)
    return Pool(here, workers, _WAITING * workers)


#: A function with its arguments.
_Call = tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]


class _RayWorker:
    """One worker on some machine, a Ray actor. If it dies, Ray starts it again and repeats its calls."""

    def __init__(self, prepare: Callable[..., None], arguments: tuple[Any, ...]) -> None:
        prepare(*arguments)

    def version(self) -> str:
        return __version__

    def work(self, calls: list[_Call]) -> tuple[float, list[tuple[Any, BaseException | None]]]:
        """Make the calls; return the seconds it took and, for each call, its result or its exception."""
        begun = time.perf_counter()
        found: list[tuple[Any, BaseException | None]] = []
        for function, arguments, named in calls:
            try:
                found.append((function(*arguments, **named), None))
            except Exception as problem:
                found.append((None, problem))
        return time.perf_counter() - begun, found


class RayPool(Executor):
    """Workers of a Ray cluster: of a named one, of the one on this machine, or of one started for this run."""

    def __init__(
        self,
        address: str,
        workers: int | None,
        prepare: Callable[..., None],
        arguments: tuple[Any, ...],
        device: str = "cpu",
    ) -> None:
        ray: Any = import_module("ray")  # an extra
        self._ray = ray
        self._own = not ray.is_initialized()
        if self._own:
            try:
                ray.init(
                    None if address == "ray" else address, include_dashboard=False, log_to_driver=False,
                    logging_level="error",
                )  # fmt: skip
            except (ConnectionError, ValueError) as problem:
                raise BadInput(f"no Ray cluster answers at {address}: {str(problem).splitlines()[0]}") from None
        self._workers: list[Any] = []
        self._queue: deque[tuple[Future[Any], _Call]] = deque()
        self._lock = threading.Lock()
        there = ray.cluster_resources()
        most = int(there.get("CPU", 1))
        if device == "cuda":  # Ray shows a worker the GPU that is its own, and others none
            most = min(most, int(there.get("GPU", 0)))
            if most < 1:
                self.shutdown()
                raise BadInput("the cluster has no GPU: --device cpu plays the same games on its processors")
        self.workers = min(workers or most, most)
        gpus = int(device == "cuda")
        actor = ray.remote(num_cpus=1, num_gpus=gpus, max_restarts=-1, max_task_retries=-1)(_RayWorker)
        self._workers = [actor.remote(prepare, arguments) for _ in range(self.workers)]
        self._load = [0] * self.workers
        self._seconds = _CALL_SECONDS  # a task's duration, estimated from the last ones
        self._check_versions()

    def _check_versions(self) -> None:
        """Refuse a cluster with another version of the package, which may play other games."""
        asked = [worker.version.remote() for worker in self._workers]
        try:
            found = set(self._ray.get(asked, timeout=_START_SECONDS))
        except self._ray.exceptions.RayError as problem:
            self.shutdown()
            raise BadInput(f"the cluster's workers do not start: {str(problem).splitlines()[-1]}") from None
        if found != {__version__}:
            self.shutdown()
            raise BadInput(f"the cluster has piazzetta {', '.join(sorted(found))}, this machine {__version__}")

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Queue a call for the next free worker."""
        promised: Future[Any] = Future()
        with self._lock:
            self._queue.append((promised, (fn, args, kwargs)))
        self._send()
        return promised

    def _send(self) -> None:
        """Keep every worker busy. Short tasks go together, but never so many that another worker has none."""
        while True:
            with self._lock:
                number = min(range(self.workers), key=self._load.__getitem__)
                if not self._queue or self._load[number] >= _CALLS:
                    return
                self._load[number] += 1
                most = min(int(_CALL_SECONDS / self._seconds), len(self._queue) // self.workers)
                sent = [self._queue.popleft() for _ in range(max(most, 1))]
            asked = self._workers[number].work.remote([call for _, call in sent]).future()
            asked.add_done_callback(partial(self._finish, number, [promised for promised, _ in sent]))

    def _finish(self, number: int, promised: list[Future[Any]], done: Future[Any]) -> None:
        problem = done.exception()
        seconds, found = done.result() if problem is None else (0.0, [(None, problem)] * len(promised))
        with self._lock:
            self._load[number] -= 1
            if problem is None:
                self._seconds += (max(seconds, 1e-6) / len(found) - self._seconds) / 4
        self._send()  # first: the worker is waiting
        for one, (result, wrong) in zip(promised, found, strict=True):
            if wrong is None:
                one.set_result(result)
            else:  # raised here as it would be if this process had made the call
                one.set_exception(getattr(wrong, "cause", None) or wrong)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        with self._lock:
            left, self._queue = self._queue, deque()
        for promised, _ in left:
            promised.cancel()
        for worker in self._workers:
            self._ray.kill(worker)
        if self._own:
            self._ray.shutdown()
