"""The speed of the engine on this machine: random play, matches, records, and installed peers for comparison.

Every figure is the best of several rounds, and the rounds of all workloads alternate, so that other load on the machine
affects all of them alike.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.peers import baselines
from piazzetta.batch.playout import random_game, random_games
from piazzetta.games.registry import listing, names
from piazzetta.kernel import cores
from piazzetta.match.match import Match
from piazzetta.match.record import Record
from piazzetta.match.setting import Setting, game
from piazzetta.terminal.playing.verify import verify
from piazzetta.terminal.progress import progress_bar

ROUNDS = 5
_TRUE_COST = 0.25  # minimum seconds of a round, so that its start-up does not matter
_GAMES = 4000  # that one core plays in one go
_RECORDS = 200  # that are verified in one go


@dataclass
class Workload:
    """Something to measure: ``run`` does it once and returns how many units it did."""

    name: str
    run: Callable[[], int]
    best: float = 0.0

    def measure(self) -> None:
        done = 0
        begun = time.perf_counter()
        while (seconds := time.perf_counter() - begun) < _TRUE_COST or not done:
            done += self.run()
        self.best = max(self.best, done / seconds)


def _random_play(setting: Setting, threads: int, games: int) -> Callable[[], int]:
    def run() -> int:
        return int(random_games(setting, games, seed=1, threads=threads).decisions.sum())

    return run


def _logs(setting: Setting, count: int) -> list[list[tuple[int, int]]]:
    return [random_game(setting, 1, number) for number in range(count)]


def _match_moves(setting: Setting, viewed: bool) -> Callable[[], int]:
    """Play recorded games by text through ``Match``; with a view for the next mover after each move."""
    texts = [[setting.text(action) for _, action in log] for log in _logs(setting, 2 if viewed else 10)]

    def run() -> int:
        moves = 0
        for game_texts in texts:
            match = Match(setting)  # without a dealer: the recorded game includes its chance outcomes
            for text in game_texts:
                match.play(text)
                if viewed:
                    match.view(max(match.mover, 0))
            moves += len(game_texts)
        return moves

    return run


def _verify(setting: Setting, folder: Path) -> Callable[[], int]:
    """Check a file of records as ``piazzetta verify`` does."""
    file = folder / f"{setting.game.name}.jsonl"
    matches = (Record.from_log(setting, log, None).replay() for log in _logs(setting, _RECORDS))
    file.write_text("".join(Record.of(match).dumps() + "\n" for match in matches), encoding="utf-8")
    quiet = Console(quiet=True)

    def run() -> int:
        right, wrong = verify([file], quiet, quiet)
        assert not wrong
        return right.total()

    return run


def _players(name: str) -> int:
    """Halfway between the fewest and the most."""
    seats = listing(name).seats
    return seats[len(seats) // 2]


def workloads(folder: Path) -> list[Workload]:
    found = []
    for name in names():
        setting = game(name, players=_players(name))
        both = min(2, cores())
        found += [
            Workload(f"{name}.decisions_per_second", _random_play(setting, 1, _GAMES)),
            Workload(f"{name}.two_cores", _random_play(setting, both, 2 * _GAMES)),
            Workload(f"{name}.match_moves_per_second", _match_moves(setting, viewed=False)),
            Workload(f"{name}.viewed_moves_per_second", _match_moves(setting, viewed=True)),
            Workload(f"{name}.verified_per_second", _verify(setting, folder)),
        ]
    return found


def bench(console: Console, rounds: int = ROUNDS) -> dict[str, Any]:
    """Measure everything. Returns ``{"portobello": {"decisions_per_second": …}, …, "peers": {…}}``."""
    with TemporaryDirectory() as folder:
        return _bench(workloads(Path(folder)), console, rounds)


def _bench(own: list[Workload], console: Console, rounds: int) -> dict[str, Any]:
    others = [Workload(name, run) for name, run in baselines().items()]
    for workload in own + others:
        workload.run()  # compile and load before the clock starts
    with progress_bar(console, "measuring", brief=True) as advance:
        for done in range(rounds):
            advance(done, rounds)
            for workload in own + others:
                workload.measure()
    result: dict[str, Any] = {}
    for workload in own:
        name, figure = workload.name.split(".")
        result.setdefault(name, {})[figure] = round(workload.best)
    for figures in (result[name] for name in names()):
        figures["two_cores_ratio"] = round(figures["two_cores"] / figures["decisions_per_second"], 2)
    result["peers"] = {workload.name: round(workload.best) for workload in others}
    result["ratios"] = {
        f"{name}/{peer}": round(result[name]["decisions_per_second"] / rate, 1)
        for name in names()
        for peer, rate in result["peers"].items()
    }
    return result


def bench_table(result: dict[str, Any]) -> Table:
    table = Table(title="Best of several rounds on this machine", caption=_peer_note(result))
    table.add_column("work")
    for name in names():
        table.add_column(f"{name}, {_players(name)} players", justify="right")
    rows = {
        "decisions_per_second": "random play, one core (decisions/s)",
        "two_cores": "random play, two cores (decisions/s)",
        "two_cores_ratio": "two cores to one",
        "match_moves_per_second": "Match, moves by text (moves/s)",
        "viewed_moves_per_second": "Match, a view after each (moves/s)",
        "verified_per_second": "records verified, text to result (games/s)",
    }
    for key, label in rows.items():
        table.add_row(label, *(f"{result[name][key]:,}" for name in names()))
    for peer, rate in result["peers"].items():
        ours = [f"{result['ratios'][f'{name}/{peer}']:,} ×" for name in names()]
        table.add_row(f"to {peer} ({rate:,} decisions/s)", *ours)
    return table


def _peer_note(result: dict[str, Any]) -> str | None:
    return None if result["peers"] else "No peer is installed: make bench installs them and compares."
