"""Plays many games at once: a progress bar, a table with confidence intervals, one record per line."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import IO, Any, NamedTuple

import numpy as np
from rich.console import Console
from rich.table import Table

from piazzetta.arena.pools import check_place, open_pool
from piazzetta.arena.program import head_of
from piazzetta.arena.results.statistics import mean_interval, wilson
from piazzetta.batch import Batch
from piazzetta.batch.playout import random_game
from piazzetta.bots import LEVELS, Bot, Position, bot
from piazzetta.errors import BadInput, check_choice
from piazzetta.games.base import Array
from piazzetta.match.record import Record
from piazzetta.match.setting import Setting
from piazzetta.terminal.progress import progress_bar

# About a tenth of a second of work: the bar moves smoothly, the kernel is not called too often.
_CHUNK_DECISIONS = {"cpu": 400_000, "cuda": 400_000_000}


@dataclass
class SeatResult:
    """One seat's results, with 95 % confidence intervals."""

    seat: int
    bot: str
    points: float
    points_interval: tuple[float, float]
    wins: float
    wins_interval: tuple[float, float]


@dataclass
class Result:
    """The results of a simulation. A shared win counts as a win for each seat that shares it."""

    game: str
    players: int
    starter: int
    edition: str
    rules: dict[str, Any]
    seed: int
    games: int
    seats: list[SeatResult]
    decisions_per_game: float
    decisions_5_95: tuple[float, float]
    seconds: float
    games_per_second: float
    decisions_per_second: float

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def seat_bots(names: Sequence[str], players: int) -> list[str]:
    """The bot of each seat: one name for all, or one for each."""
    for name in names:
        if name not in LEVELS:
            raise BadInput(f"unknown bot level {name!r}; choose from {', '.join(LEVELS)}")
    if len(names) == 1:
        return list(names) * players
    if len(names) != players:
        raise BadInput(f"{len(names)} bots for {players} players; name one for all seats, or one per seat")
    return list(names)


class Part(NamedTuple):
    """Some games in a row, one a row."""

    points: Array  # by seat
    won: Array
    decisions: Array
    records: list[str]  # if wanted


class Task(NamedTuple):
    """Games to play; a worker of another machine gets the setting as text."""

    setting: str
    bots: tuple[str, ...]
    seed: int
    first: int
    games: int
    device: str
    written: bool
    threads: int | None = None  # of random play; None: one for each processor

    def play(self) -> Part:
        return _random(self) if set(self.bots) == {"random"} else _thinking(self)


@lru_cache(1)
def _setting(text: str) -> Setting:
    return Setting.from_json(json.loads(text))


@lru_cache(1)
def _rows(text: str, device: str, threads: int | None) -> Batch:
    return Batch(_setting(text), 1, device=device, observe="none", threads=threads)


def _random(task: Task) -> Part:
    setting = _setting(task.setting)
    played = _rows(task.setting, task.device, task.threads).rollout(task.games, seed=task.seed, first=task.first)
    records = []
    for row in range(task.games if task.written else 0):
        log = random_game(setting, task.seed, task.first + row)
        winners = played.won[row].nonzero()[0].tolist()
        result = {"scores": played.points[row].tolist(), "winners": winners}
        records.append(Record.from_log(setting, log, result).dumps())
    return Part(played.points, played.won, played.decisions, records)


def _thinking(task: Task) -> Part:
    """The same with bots that think: one game after another, on one core."""
    setting = _setting(task.setting)
    players: list[Bot] = [bot(level, task.seed + seat) for seat, level in enumerate(task.bots)]
    points, won, decisions, records = [], [], [], []
    for number in range(task.first, task.first + task.games):
        match = setting.start(task.seed, number=number)
        while not match.over:
            match.play(players[match.mover].choose(Position.of(match)))
        points.append(match.scores)
        won.append([int(seat in match.winners) for seat in range(setting.players)])
        decisions.append(sum(seat >= 0 for seat, _ in match.log))
        if task.written:
            records.append(Record.of(match).dumps())
    return Part(np.array(points), np.array(won), np.array(decisions), records)


def chunk_of(text: str, bots: Sequence[str], device: str, seed: int, here: bool = True) -> int:
    """How many games make a task: of bots that think, one. Unless they are played ``here``, no GPU is needed here."""
    if set(bots) == {"random"}:
        # the same game anywhere; also compiles, before the clock starts
        played = _rows(text, device if here else "cpu", None).rollout(1, seed=seed)
        return max(1, int(_CHUNK_DECISIONS[device] / float(played.decisions[0])))
    if device != "cpu":
        raise BadInput(f"only random play runs on {device}; the bots play on the processor")
    return 1


def simulate(
    setting: Setting,
    games: int,
    seed: int,
    bots: Sequence[str],
    records: Path | None,
    console: Console,
    device: str = "cpu",
    on: str | None = None,
) -> Result:
    """Play ``games`` games and summarise them; the same seed gives the same games, here or ``on`` a Ray cluster."""
    if games < 1:
        raise BadInput(f"games must be at least 1, not {games}")
    check_place(on)
    check_choice("device", device, _CHUNK_DECISIONS)
    seated = seat_bots(bots, setting.players)
    text = json.dumps(head_of(setting))
    size = chunk_of(text, seated, device, seed, on is None)
    threads = None if on is None else 1  # a cluster has a worker for each processor
    tasks = [
        Task(text, tuple(seated), seed, first, min(size, games - first), device, records is not None, threads)
        for first in range(0, games, size)
    ]
    found: list[Part] = []
    with contextlib.ExitStack() as stack:
        file: IO[str] | None = stack.enter_context(records.open("w", encoding="utf-8")) if records else None
        title = f"{setting.game.title}, {', '.join(dict.fromkeys(seated))}, {setting.players} players"
        advance = stack.enter_context(progress_bar(console, title))
        parts: Iterator[Part] = map(Task.play, tasks)
        if on is not None:
            pool = open_pool(None, on, device=device)
            stack.callback(pool.executor.shutdown)
            parts = pool.in_order(Task.play, [(task,) for task in tasks])
        begun = time.perf_counter()
        for task, part in zip(tasks, parts, strict=True):
            found.append(part)
            if file:
                file.writelines(f"{line}\n" for line in part.records)
            advance(task.first + task.games, games)
        seconds = time.perf_counter() - begun
    points, won, decisions = (np.concatenate(column) for column in zip(*(part[:3] for part in found), strict=True))
    return _sum_up(setting, seated, seed, seconds, points, won, decisions)


def _sum_up(
    setting: Setting, bots: list[str], seed: int, seconds: float, points: Array, won: Array, decisions: Array
) -> Result:
    games = len(points)
    seats = []
    for seat in range(setting.players):
        wins = int(won[:, seat].sum())
        own = points[:, seat].astype(float)
        seats.append(
            SeatResult(seat, bots[seat], float(own.mean()), mean_interval(own), wins / games, wilson(wins, games))
        )
    low, high = np.percentile(decisions, [5, 95])
    return Result(
        game=setting.game.name,
        players=setting.players,
        starter=setting.starter,
        edition=setting.edition,
        rules=dict(setting.rules),
        seed=seed,
        games=games,
        seats=seats,
        decisions_per_game=float(decisions.mean()),
        decisions_5_95=(float(low), float(high)),
        seconds=seconds,
        games_per_second=games / seconds,
        decisions_per_second=float(decisions.sum()) / seconds,
    )


def result_table(result: Result) -> Table:
    """The result as a table for people."""
    table = Table(
        title=f"{result.games:,} games, {result.players} players, edition {result.edition}, seed {result.seed}",
        caption=(
            f"{result.decisions_per_game:.1f} decisions a game "
            f"(5–95 %: {result.decisions_5_95[0]:.0f}–{result.decisions_5_95[1]:.0f}), "
            f"{result.games_per_second:,.0f} games/s. Intervals are 95 %; a shared win counts for each."
        ),
    )
    table.add_column("seat")
    table.add_column("bot")
    table.add_column("points", justify="right")
    table.add_column("±", justify="right")
    table.add_column("wins", justify="right")
    table.add_column("interval", justify="right")
    for seat in result.seats:
        half = (seat.points_interval[1] - seat.points_interval[0]) / 2
        starter = " (starts)" if seat.seat == result.starter else ""
        table.add_row(
            f"{seat.seat}{starter}",
            seat.bot,
            f"{seat.points:.2f}",
            f"{half:.2f}",
            f"{seat.wins:.1%}",
            f"{seat.wins_interval[0]:.1%} – {seat.wins_interval[1]:.1%}",
        )
    return table
