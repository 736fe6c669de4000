"""Rating a run's network while it learns, in separate processes, so that ratings never affect the learning."""

from __future__ import annotations

import multiprocessing
from collections.abc import Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path
from typing import Any

from piazzetta.bots.named import check_bot
from piazzetta.games.registry import find_game
from piazzetta.match.setting import Setting, game
from piazzetta.train.plan import Folder, TrainingPlan, load_network, save
from piazzetta.train.strength import calibration, measure

CALIBRATION_GAMES = 100


class Ratings:
    """Games of the network at each checkpoint, against ``random`` and levels of the bots."""

    def __init__(self, plan: TrainingPlan, folder: Folder, opponents: Sequence[str], games: int, workers: int) -> None:
        for name in opponents:
            check_bot(name, find_game(plan.game))
        seats = plan.players or tuple(find_game(plan.game).seats)
        self.settings = [game(plan.game, players=count) for count in sorted({seats[0], min(seats[-1], 4)})]
        self.folder, self.opponents, self.games = folder, opponents, games
        context = multiprocessing.get_context("spawn")
        self.pool = ProcessPoolExecutor(workers, context) if opponents else None
        self._under_way: list[Future[list[dict[str, Any]]]] = []

    def rate(self, network: dict[str, Any], decisions: int, seconds: float) -> None:
        """Start rating a network; results available so far go into the log."""
        if self.pool is None:
            return
        file = self.folder.path / f"rated-{decisions}.pt"
        save(network, file)
        head = {"decisions": decisions, "minutes": round(seconds / 60, 3)}
        work = (str(file), self.settings, tuple(self.opponents), self.games, head)
        self._under_way.append(self.pool.submit(rate_all, *work))
        self.collect()

    def collect(self, wait: bool = False) -> None:
        for work in list(self._under_way):
            if wait or work.done():
                self._under_way.remove(work)
                for line in work.result():
                    self.folder.tell(line)

    def close(self) -> None:
        """Wait for everything in progress."""
        self.collect(wait=True)
        if self.pool is not None:
            self.pool.shutdown()


def rate_all(
    file: str, settings: Sequence[Setting], opponents: Sequence[str], games: int, head: dict[str, Any]
) -> list[dict[str, Any]]:
    """All ratings of one network, as lines of the log."""
    found = []
    for setting in settings:
        for number, opponent in enumerate(opponents):
            strength = measure(file, setting, opponent, games, 1000 + number)
            found.append({**head, **strength._asdict()})
        chances = calibration(load_network(file), setting, min(games, CALIBRATION_GAMES), 7)
        found.append({**head, "players": setting.players, "calibration": chances.to_json()})
    Path(file).unlink()
    return found
