"""Plays many games in worker processes, which may finish in any order."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import Any

from piazzetta.arena.entries import Entry, warm_up
from piazzetta.arena.program import close_programs, head_of
from piazzetta.arena.seating import Job
from piazzetta.arena.table import play_game, play_quick_game
from piazzetta.bots.workers import behave, check_workers
from piazzetta.errors import BadInput
from piazzetta.match.setting import Setting

_WAITING = 4  # jobs handed to each worker ahead of time, so that none of them is idle

_settings: list[Setting] = []
_entries: dict[str, Entry] = {}


def _prepare(heads: list[dict[str, Any]], entries: list[Entry]) -> None:
    """Set up a worker, once: what all jobs share."""
    behave()
    _settings[:] = [Setting.from_json(head) for head in heads]
    _entries.update({entry.name: entry for entry in entries})
    warm_up(_settings[0], entries)


def _work(job: Job, seed: int) -> dict[str, Any]:
    return _play(_settings[job.setting], _entries, job, seed)


def _play(setting: Setting, entries: Mapping[str, Entry], job: Job, seed: int) -> dict[str, Any]:
    if entries[job.bots[0]].kind == "quick":  # a study has the same bot on every seat
        return play_quick_game(setting, job, seed)
    return play_game(setting, entries, job, seed)


def run_games(
    settings: Sequence[Setting],
    entries: Sequence[Entry],
    jobs: Iterable[Job],
    seed: int,
    workers: int,
    finished: Callable[[dict[str, Any]], None],
) -> None:
    """Play all jobs; ``finished`` gets each line when it is ready. With one worker they are played in this process."""
    check_workers(workers)
    if workers == 1:
        named = {entry.name: entry for entry in entries}
        warm_up(settings[0], entries)
        try:
            for job in jobs:
                finished(_play(settings[job.setting], named, job, seed))
        finally:
            close_programs()
        return
    # spawned, not forked: threads of the parent and of Numba do not survive a fork
    pool = ProcessPoolExecutor(
        workers,
        multiprocessing.get_context("spawn"),
        _prepare,
        ([head_of(setting) for setting in settings], list(entries)),
    )
    left = iter(jobs)
    running: set[Future[dict[str, Any]]] = set()
    try:
        while True:
            fresh = islice(left, workers * _WAITING - len(running))
            running |= {pool.submit(_work, job, seed) for job in fresh}
            if not running:
                break
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                finished(future.result())
    except BrokenProcessPool:
        raise BadInput("a worker process died; the same command resumes where it stopped") from None
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in multiprocessing.active_children():
            process.terminate()  # a game of slow bots could take minutes to finish
        raise
    pool.shutdown()
