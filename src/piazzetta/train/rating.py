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
from piazzetta.train.network import Network
from piazzetta.train.plan import Folder, TrainingPlan, load_network, save
from piazzetta.train.search.pool import Pool
from piazzetta.train.strength import calibration, measure

CALIBRATION_GAMES = 100


class Ratings:
    """Games of the network at each checkpoint, against ``random``, levels of the bots and networks.

    A run that learns from searches meets networks in its own search, without simulations and with them.
    """

    def __init__(self, plan: TrainingPlan, folder: Folder, opponents: Sequence[str], games: int, workers: int) -> None:
        for name in opponents:
            check_bot(name, find_game(plan.game))
        networks = [name for name in opponents if name.endswith(".pt")] if plan.search.simulations else []
        opponents = [name for name in opponents if name not in networks]
        every = [game(plan.game, players=count) for count in plan.players or tuple(find_game(plan.game).seats)]
        self.fixed = Pool(networks, every, plan.search.simulations, games, plan.device) if networks else None
        seats = plan.players or tuple(find_game(plan.game).seats)
        self.settings = [game(plan.game, players=count) for count in sorted({seats[0], min(seats[-1], 4)})]
        self.folder, self.opponents, self.games = folder, opponents, games
        context = multiprocessing.get_context("spawn")
        self.pool = ProcessPoolExecutor(workers, context) if opponents else None
        self._under_way: dict[Path, Future[list[dict[str, Any]]]] = {}

    def rate(self, network: dict[str, Any], decisions: int, seconds: float) -> None:
        """Start rating a network; results available so far go into the log."""
        head = {"decisions": decisions, "minutes": round(seconds / 60, 3)}
        if self.fixed is not None:
            for line in self.fixed.meet(Network.from_file(network)):
                self.folder.tell({**head, **line})
        if self.pool is None:
            return
        file = self.folder.path / f"rated-{decisions}.pt"
        save(network, file)
        self._start(file, decisions, seconds)
        self.collect()

    def _start(self, file: Path, decisions: int, seconds: float) -> None:
        assert self.pool is not None
        head = {"decisions": decisions, "minutes": round(seconds / 60, 3)}
        work = (str(file), self.settings, tuple(self.opponents), self.games, head)
        self._under_way[file] = self.pool.submit(rate_all, *work)

    def collect(self, wait: bool = False) -> None:
        for file, work in list(self._under_way.items()):
            if wait or work.done():
                del self._under_way[file]
                for line in work.result():
                    self.folder.tell(line)
                file.unlink()  # one that is left tells a later start that its ratings are missing

    def close(self) -> None:
        """Rate what a killed start has left unrated, and wait for everything in progress."""
        if self.pool is None:
            return
        for file in sorted(set(self.folder.path.glob("rated-*.pt")) - set(self._under_way)):
            decisions = int(file.stem.removeprefix("rated-"))
            seconds = [
                line["seconds"] for line in self.folder.lines() if line["decisions"] <= decisions and "seconds" in line
            ]
            self._start(file, decisions, max(seconds, default=0.0))
        self.collect(wait=True)
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
    return found
