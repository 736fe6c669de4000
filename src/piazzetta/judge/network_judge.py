"""A trained network in place of the bots of a study."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import as_completed
from functools import lru_cache
from pathlib import Path
from typing import Any

import torch

from piazzetta.arena.entries import seed_of
from piazzetta.arena.pools import open_pool
from piazzetta.arena.program import head_of
from piazzetta.arena.seating import Job
from piazzetta.arena.table import FIELD
from piazzetta.judge.judges import Results
from piazzetta.judge.selfplay import Games, results, self_play
from piazzetta.match.setting import Setting
from piazzetta.train.network import Network
from piazzetta.train.plan import load_network

#: Games side by side in a worker: enough to keep a core busy, few enough that an interruption loses little.
ROWS = 256


class NetworkJudge:
    """Plays the games of a study in batches, in worker processes or, with one worker, in this one."""

    def __init__(self, file: Path, game: str, device: str = "cpu") -> None:
        load_network(file, game)  # refuses what is no network of this game
        self.file, self.device = file, device
        digest = hashlib.sha256(file.read_bytes()).hexdigest()[:8]
        self.name = f"{file.stem} {digest}"

    def run(
        self,
        settings: Sequence[Setting],
        jobs: Iterable[Job],
        seed: int,
        workers: int | None,
        finished: Callable[[dict[str, Any]], None],
        on: str | None = None,
    ) -> None:
        """Play the jobs; ``finished`` gets each line. Batches are played whole: block *b* is row *b* mod ``ROWS``."""
        wanted: dict[tuple[int, int], list[Job]] = {}
        for job in jobs:
            wanted.setdefault((job.block // ROWS, job.setting), []).append(job)
        tasks = []
        for (part, number), own in wanted.items():
            games = 1 + max(job.block for job in own) % ROWS
            tasks.append((str(self.file.resolve()), self.device, head_of(settings[number]), games, seed_of(seed, part)))
        if workers == 1 and on is None:
            for task, own in zip(tasks, wanted.values(), strict=True):
                _tell(_play(*task), own, finished)
            return
        with open_pool(workers, on, device=self.device).executor as pool:
            under_way = {pool.submit(_play, *task): own for task, own in zip(tasks, wanted.values(), strict=True)}
            for done in as_completed(under_way):
                _tell(done.result(), under_way[done], finished)

    def results(self, setting: Setting, games: int, seed: int) -> Results:
        """Only how games end, all of them at once in this process."""
        return results([_network(str(self.file))], setting, games, seed, self.device)


@lru_cache(1)
def _network(file: str) -> Network:
    torch.set_num_threads(1)
    return load_network(file)


def _play(file: str, device: str, head: dict[str, Any], games: int, seed: int) -> Games:
    return self_play(_network(file), Setting.from_json(head), games, seed, device)


def _tell(played: Games, jobs: Sequence[Job], finished: Callable[[dict[str, Any]], None]) -> None:
    for job in jobs:
        row = job.block % ROWS
        winners = played.shares[row].nonzero()[0].tolist()
        facts = {
            "block": job.block,
            "bots": list(job.bots),
            "turns": int(played.turns[row]),
            "decisions": played.decisions[row].tolist(),
            "sources": None if played.sources is None else played.sources[row],
            "forfeit": None,
            "setting": job.setting,
        }
        finished({"result": {"scores": played.points[row].tolist(), "winners": winners}, FIELD: facts})
