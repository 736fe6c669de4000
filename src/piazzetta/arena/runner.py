"""Plays many games in workers, which may finish in any order."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import Any

from piazzetta.arena.entries import Entry, warm_up
from piazzetta.arena.pools import open_pool
from piazzetta.arena.program import close_programs, head_of
from piazzetta.arena.seating import Job
from piazzetta.arena.table import play_game, play_quick_game
from piazzetta.bots.workers import behave
from piazzetta.errors import BadInput
from piazzetta.match.setting import Setting

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
    workers: int | None,
    finished: Callable[[dict[str, Any]], None],
    on: str | None = None,
) -> None:
    """Play all jobs; ``finished`` gets each line when it is ready. One worker of this machine plays in this process.

    ``on``: a Ray cluster that plays them (``pools``); without a number of ``workers`` all of it.
    """
    if workers == 1 and on is None:
        named = {entry.name: entry for entry in entries}
        warm_up(settings[0], entries)
        try:
            for job in jobs:
                finished(_play(settings[job.setting], named, job, seed))
        finally:
            close_programs()
        return
    pool, _, ahead = open_pool(workers, on, _prepare, ([head_of(setting) for setting in settings], list(entries)))
    left = iter(jobs)
    running: set[Future[dict[str, Any]]] = set()
    try:
        while True:
            fresh = islice(left, ahead - len(running))
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
