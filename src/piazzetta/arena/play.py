"""The one way to play many games: a setting, its players, how many games, a seed, and where to play them.

Game number *n* of a seed is the same wherever it is played, and whichever games are played before it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, islice
from types import TracebackType
from typing import Any, Literal, NamedTuple, Self

from piazzetta.arena.games import Games, joined
from piazzetta.arena.pools import Pool, check_place, open_pool
from piazzetta.arena.program import close_programs, head_of
from piazzetta.bots.workers import behave, check_workers
from piazzetta.errors import BadInput
from piazzetta.kernel import cores
from piazzetta.match.setting import Setting

#: Updates a progress bar: games done, and how many there will be.
Progress = Callable[[int, int], None]
#: Gets the number of games that were finished since it was last called.
Advance = Callable[[int], None]


def silent(*counts: int) -> None:
    """Show no progress."""


class Players:
    """Who takes all seats of a table. They play a few games at a time, on one core."""

    name: str  # for tables and reports; it tells one network from another
    portion = 1  # games in one task
    #: How this machine shares tasks out: compiled games to threads, others to processes, or not at all.
    local: Literal["threads", "processes", "here"] = "processes"
    #: Whether ``play_at_once`` is there.
    at_once = False

    def prepare(self, setting: Setting) -> None:
        """Load what the first game needs."""
        self.play(setting, 0, 1, 0)

    def play(self, setting: Setting, first: int, count: int, seed: int) -> Games:
        """Play games number ``first``, … of a seed."""
        raise NotImplementedError

    def play_at_once(self, runs: Sequence[Run], advance: Advance = silent) -> list[Games]:
        """Play several runs side by side."""
        raise NotImplementedError


@dataclass(frozen=True)
class Task:
    """Some games in a row."""

    setting: Setting
    players: Players
    first: int
    count: int
    seed: int
    key: Any = None  # whatever the caller knows these games by

    def play(self) -> Games:
        return self.players.play(self.setting, self.first, self.count, self.seed)


class Run(NamedTuple):
    """Games number 0, … of a seed."""

    setting: Setting
    players: Players
    games: int
    seed: int

    def tasks(self) -> Iterator[Task]:
        size = self.players.portion
        for first in range(0, self.games, size):
            yield Task(self.setting, self.players, first, min(size, self.games - first), self.seed)


class Place:
    """Where games are played: in this process, by its threads, by processes of this machine, or by a Ray cluster.

    ``on`` names a cluster (``pools``). ``workers``: how many play at a time; None for one on each processor. A place is
    a context: leaving it ends the workers that it has started.
    """

    def __init__(self, on: str | None = None, workers: int | None = None, device: str = "cpu") -> None:
        check_place(on)
        if workers is not None:
            check_workers(workers)
        self._on, self._workers, self._device = on, workers, device
        self._pool: Pool | None = None

    def each(self, tasks: Iterable[Task], in_order: bool = True) -> Iterator[tuple[Task, Games]]:
        """Play tasks and yield each with its games, in order or as they finish. Only a few are taken ahead of time."""
        left = iter(tasks)
        first = next(left, None)
        if first is None:
            return
        left = chain((first,), left)
        self.prepare(first.players, first.setting)
        if self._pool is not None:
            yield from _shared_out(self._pool, left, _play_there, _sent, in_order)
        elif self._workers == 1 or first.players.local == "here":
            for task in left:
                yield task, task.play()
        else:
            threads = self._workers or cores()
            with ThreadPoolExecutor(threads) as pool:
                yield from _shared_out(
                    Pool(pool, threads, 2 * threads), left, Task.play, lambda task: (task,), in_order
                )

    def prepare(self, players: Players, setting: Setting) -> None:
        """Start the workers that these players need, and let them load what the first game needs."""
        if self._on is None and (self._workers == 1 or players.local != "processes"):
            players.prepare(setting)
        elif self._pool is None:
            self._pool = open_pool(self._workers, self._on, _prepare, (players, _text(setting)), self._device)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        close_programs()
        if self._pool is None:
            return
        if kind is None:
            self._pool.executor.shutdown()
            return
        # a game of slow bots could take minutes to finish; Python offers this itself from 3.14 on
        processes = list((getattr(self._pool.executor, "_processes", None) or {}).values())
        self._pool.executor.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()


def play_each(runs: Iterable[Run], place: Place, advance: Advance = silent) -> Iterator[Games]:
    """Yield the games of each run, in their order. The next run starts while the last games of one are under way."""
    wanted = list(runs)
    if wanted and wanted[0].players.at_once:
        yield from wanted[0].players.play_at_once(wanted, advance)
        return
    played = place.each(task for run in wanted for task in run.tasks())
    for run in wanted:
        parts: list[Games] = []
        for _ in run.tasks():
            parts.append(next(played)[1])
            advance(len(parts[-1]))
        yield joined(parts)


def play(
    setting: Setting,
    players: Players,
    games: int,
    seed: int = 0,
    *,
    on: Place | str | None = None,
    progress: Progress = silent,
) -> Games:
    """Play games number 0, … of a seed. ``on``: a place, or the name of a Ray cluster; None for this machine."""
    done = 0

    def advance(more: int) -> None:
        nonlocal done
        done += more
        progress(done, games)

    run = Run(setting, players, games, seed)
    if isinstance(on, Place):
        return next(play_each([run], on, advance))
    with Place(on) as place:
        return next(play_each([run], place, advance))


def drawn(setting: Setting, seed: int, first: int, count: int) -> list[tuple[Setting, list[int]]]:
    """The setting as games number ``first``, … of a seed are played, with the lots of a fair start drawn.

    Each setting comes with its rows: 0 is the game ``first``.
    """
    found: dict[tuple[int, ...] | None, tuple[Setting, list[int]]] = {}
    for row in range(count):
        own = setting.of_game(seed, first + row)
        if own is setting:  # there is nothing to draw
            return [(setting, list(range(count)))]
        found.setdefault(own.given, (own, []))[1].append(row)
    return list(found.values())


def _shared_out(
    pool: Pool,
    tasks: Iterator[Task],
    work: Callable[..., Games],
    sent: Callable[[Task], Sequence[Any]],
    in_order: bool,
) -> Iterator[tuple[Task, Games]]:
    running: dict[Future[Games], Task] = {}
    try:
        while True:
            for task in islice(tasks, pool.ahead - len(running)):
                running[pool.executor.submit(work, *sent(task))] = task
            if not running:
                return
            done = [next(iter(running))] if in_order else wait(running, return_when=FIRST_COMPLETED).done
            for future in done:
                games = future.result()
                yield running.pop(future), games
    except BrokenProcessPool:
        raise BadInput("a worker process died; the same command resumes where it stopped") from None
    finally:
        for future in running:
            future.cancel()


@lru_cache(512)  # a study has a setting for every variant and number of players
def _text(setting: Setting) -> str:
    head = head_of(setting)
    if setting.given is None:
        head.pop("head_start", None)  # drawn game by game, where the game is played
    return json.dumps(head)


@lru_cache(512)
def _setting(text: str) -> Setting:
    return Setting.from_json(json.loads(text))


def _sent(task: Task) -> tuple[Any, ...]:
    """A task as it travels to another process: the setting as text."""
    return _text(task.setting), task.players, task.first, task.count, task.seed


def _play_there(text: str, players: Players, first: int, count: int, seed: int) -> Games:
    return players.play(_setting(text), first, count, seed)


def _prepare(players: Players, text: str) -> None:
    """Set up a worker."""
    behave()
    players.prepare(_setting(text))
