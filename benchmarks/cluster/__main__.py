"""Measure how much of a local pool's work a Ray cluster does on the same cores (target: at least 85%).

``python -m benchmarks.cluster [--seconds 6] [--rounds 5]`` runs `study`, `simulate` and `workshop judge` in turns on
processes of this machine and on a cluster started here, with as many workers. Each run ends after ``--seconds``; the
start of the workers and the first two seconds after it are not counted as play. Both sides run at the same niceness. A
shared machine slows both, so it compares neighbouring runs: the median ratio of all rounds, with the lowest and the
highest.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import count
from statistics import median
from typing import Any, NamedTuple

import piazzetta
from piazzetta.arena.entries import Entry
from piazzetta.arena.play import Place, Players, Run, Task
from piazzetta.arena.players import NetworkPlayers, QuickPlayers, RandomPlayers, SeatedBots
from piazzetta.kernel import cores

BAR = 0.85
SETTLING = 2.0  # seconds until the last worker has loaded everything


class Enough(Exception):
    """The time is over."""


class Speed(NamedTuple):
    """Games a second once all workers play, and how long the first result took."""

    rate: float
    start: float


class Clock:
    """Counts games once all workers play, and raises ``Enough`` when the time is over."""

    def __init__(self, seconds: float) -> None:
        self._begun, self._seconds = time.perf_counter(), seconds
        self._first = self._counted = self._last = 0.0
        self._games = 0

    def more(self, games: int) -> None:
        self._last = time.perf_counter()
        self._first = self._first or self._last
        if not self._counted:
            self._counted = self._last if self._last > self._first + SETTLING else 0.0
            return
        self._games += games
        if self._last > self._counted + self._seconds:
            raise Enough

    def run(self) -> Speed:
        return Speed(self._games / (self._last - self._counted), self._first - self._begun)


def _play(tasks: Iterator[Task], on: str | None, workers: int, clock: Clock) -> None:
    with Place(on, workers) as place:
        for task, _ in place.each(tasks):
            clock.more(task.count)


def study(on: str | None, workers: int, clock: Clock) -> None:
    """Variants of the rules by quick players, as ``piazzetta study portobello`` plays them."""
    settings = [piazzetta.game("portobello", players=players) for players in (2, 3, 4)]
    _play((Task(one, QuickPlayers(), block, 1, 1) for block in count() for one in settings), on, workers, clock)


def simulate_random(on: str | None, workers: int, clock: Clock) -> None:
    """``piazzetta simulate viaggiatore --players 4``, shared out to workers in both places."""
    setting = piazzetta.game("viaggiatore", players=4)
    players: Players = RandomPlayers(setting, threads=1)
    players.local = "processes"
    size = players.portion
    _play((Task(setting, players, first, size, 1) for first in count(0, size)), on, workers, clock)


def simulate_easy(on: str | None, workers: int, clock: Clock) -> None:
    """The same with bots that think."""
    setting = piazzetta.game("viaggiatore", players=4)
    players = SeatedBots([Entry("easy", "easy")])
    _play((Task(setting, players, number, 1, 1) for number in count()), on, workers, clock)


def judge(on: str | None, workers: int, clock: Clock) -> None:
    """The games of ``piazzetta workshop judge portobello``."""
    setting = piazzetta.game("portobello", players=2)
    players: Players = NetworkPlayers(setting.game)
    players.local = "processes"
    _play(Run(setting, players, 10**6, 1).tasks(), on, workers, clock)


def measured(work: Callable[[str | None, int, Clock], None], on: str | None, workers: int, seconds: float) -> Speed:
    clock = Clock(seconds)
    with contextlib.suppress(Enough):
        work(on, workers, clock)
    return clock.run()


def rounds(work: Callable[..., None], workers: int, seconds: float, times: int) -> Iterator[tuple[Speed, Speed]]:
    for number in range(times):
        places = (None, "ray") if number % 2 else ("ray", None)
        found = {on: measured(work, on, workers, seconds) for on in places}
        yield found[None], found["ray"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--workers", type=int, default=cores())
    parser.add_argument("--only", default="", help="a part of the name of what is measured")
    given = parser.parse_args()
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # says what Ray's warning asks for
    os.environ["RAY_worker_niceness"] = "0"  # noqa: SIM112  Ray spells it so
    ray: Any = import_module("ray")  # an extra
    ray.init(
        num_cpus=given.workers, include_dashboard=False, log_to_driver=False, logging_level="error",
        _node_ip_address="127.0.0.1",
    )  # fmt: skip
    print(f"{given.workers} workers, {given.rounds} rounds of {given.seconds:g} s in turns, Ray {ray.__version__}")
    print(
        f"{'':<18}{'here, games/s':>15}{'on ray':>10}{'ratio':>8}{'lowest–highest':>17}{'start here':>12}{'on ray':>9}"
    )
    for work in (study, simulate_random, simulate_easy, judge):
        if given.only not in work.__name__:
            continue
        found = list(rounds(work, given.workers, given.seconds, given.rounds))
        ratios = sorted(there.rate / here.rate for here, there in found)
        here, there = (median(pair[side].rate for pair in found) for side in range(2))
        starts = [median(pair[side].start for pair in found) for side in range(2)]
        ratio = median(ratios)
        print(
            f"{work.__name__:<18}{here:>15,.0f}{there:>10,.0f}{ratio:>7.0%} {ratios[0]:>8.0%} – {ratios[-1]:.0%}"
            f"{starts[0]:>10.1f} s{starts[1]:>7.1f} s  {'met' if ratio >= BAR else 'missed'}",
            flush=True,
        )
    ray.shutdown()


if __name__ == "__main__":
    main()
