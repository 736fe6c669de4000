"""A tournament of an arena from start to finish: plan the games, play the missing ones, summarise."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path

from piazzetta.arena.entries import Entry
from piazzetta.arena.lines import job_of, line_of
from piazzetta.arena.play import Place, Progress, Task, silent
from piazzetta.arena.players import SeatedBots
from piazzetta.arena.program import head_of
from piazzetta.arena.results.summary import Summary, summarise
from piazzetta.arena.seating import game_count, schedule
from piazzetta.arena.sequential import Question, SequentialTest
from piazzetta.arena.store import Store, sort_key
from piazzetta.errors import BadInput
from piazzetta.match.setting import Setting

MOST_GAMES = 10_000_000


def tournament(
    setting: Setting,
    entries: Sequence[Entry],
    games: int = 400,
    seed: int = 0,
    workers: int | None = 1,
    folder: Path | None = None,
    progress: Progress = silent,
    question: Question | None = None,
    on: str | None = None,
) -> Summary:
    """Let the entries play at least ``games`` games of each line-up, every seating order equally often.

    With a ``folder``, every finished game is stored there, and games found there are not played again. ``progress`` is
    called with the number of games done and the total. With a ``question`` about the first bot, the games end as soon
    as a sequential test answers it, and ``games`` is the most that are played. ``on`` names a Ray cluster
    that plays them.
    """
    if games < 1:
        raise BadInput(f"games must be at least 1, not {games}")
    names = [entry.name for entry in entries]
    if not names or len(set(names)) < len(names):
        raise BadInput("an arena needs at least one entry, and each entry needs its own name")
    for entry in entries:
        entry.check(setting.game)
    total = game_count(names, setting.players, games)
    if total > MOST_GAMES:
        raise BadInput(f"that would be {total:,} games, and {MOST_GAMES:,} is the limit; choose fewer bots or games")
    jobs = list(schedule(names, setting.players, games))
    head = {"setting": head_of(setting), "seed": seed}
    store = Store(folder, head, {entry.name: entry.to_json() for entry in entries})
    wanted = set(jobs)
    played = {job: line for line in store.lines if (job := job_of(line)) in wanted}
    test = SequentialTest(question, names, jobs) if question else None
    if test:
        test.count(played)
    progress(len(played), len(jobs))

    named = {entry.name: entry for entry in entries}
    missing = [job for job in jobs if job not in played]
    tasks = (
        Task(setting, SeatedBots([named[bot] for bot in job.bots]), job.block, 1, seed, job)
        for job in takewhile(lambda _: not (test and test.over), missing)
    )
    with Place(on, workers) as place:
        for task, found in place.each(tasks, in_order=False):
            line = line_of(task.key, found)
            store.append(line)
            played[task.key] = line
            if test:
                test.count(played)
            progress(len(played), len(jobs))
    counted = [line for job, line in played.items() if test is None or test.counted(job)]
    result = summarise(setting, entries, seed, sorted(counted, key=sort_key))
    result.sprt = test.found if test else None
    return result
