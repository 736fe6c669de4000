"""Plays many games at once: a progress bar, a table with confidence intervals, one record per line."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any

import numpy as np
from rich.console import Console
from rich.table import Table

from piazzetta.arena.results.statistics import mean_interval, wilson
from piazzetta.batch import Batch
from piazzetta.batch.playout import random_game
from piazzetta.bots import LEVELS, Bot, Position, bot
from piazzetta.errors import BadInput
from piazzetta.games.base import Array
from piazzetta.match.dealer import SeededDealer
from piazzetta.match.match import Match
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
            raise BadInput(f"there is no bot {name!r}; there is {', '.join(LEVELS)}")
    if len(names) == 1:
        return list(names) * players
    if len(names) != players:
        raise BadInput(f"{len(names)} bots were named for {players} players; name one for all, or one for each")
    return list(names)


def _chunks(games: int, decisions: float, device: str) -> Iterator[tuple[int, int]]:
    size = max(1, int(_CHUNK_DECISIONS[device] / decisions))
    for first in range(0, games, size):
        yield first, min(size, games - first)


def simulate(
    setting: Setting,
    games: int,
    seed: int,
    bots: Sequence[str],
    records: Path | None,
    console: Console,
    device: str = "cpu",
) -> Result:
    """Play ``games`` games and summarise them; the same seed gives the same games."""
    if games < 1:
        raise BadInput(f"games must be at least 1, not {games}")
    seated = seat_bots(bots, setting.players)
    if set(seated) != {"random"}:
        if device != "cpu":
            raise BadInput(f"only random play runs on {device}; the bots play on the processor")
        return _thinking(setting, games, seed, seated, records, console)
    rows = Batch(setting, 1, device=device, observe="none")
    decisions_guess = float(rows.rollout(1, seed=seed).decisions[0])  # also compiles, before the clock starts
    points, won, decisions = [], [], []
    begun = time.perf_counter()
    with contextlib.ExitStack() as stack:
        file: IO[str] | None = stack.enter_context(records.open("w", encoding="utf-8")) if records else None
        advance = stack.enter_context(progress_bar(console, f"{setting.game.title}, {setting.players} players"))
        for first, count in _chunks(games, decisions_guess, device):
            played = rows.rollout(count, seed=seed, first=first)
            points.append(played.points)
            won.append(played.won)
            decisions.append(played.decisions)
            if file:
                for row in range(count):
                    log = random_game(setting, seed, first + row)
                    winners = played.won[row].nonzero()[0].tolist()
                    result = {"scores": played.points[row].tolist(), "winners": winners}
                    file.write(Record.from_log(setting, log, result).dumps() + "\n")
            advance(first + count, games)
    seconds = time.perf_counter() - begun
    return _sum_up(
        setting, seated, seed, seconds, np.concatenate(points), np.concatenate(won), np.concatenate(decisions)
    )


def _thinking(
    setting: Setting, games: int, seed: int, seated: list[str], records: Path | None, console: Console
) -> Result:
    """The same with bots that think: one game after another, on one core."""
    points, won, decisions = [], [], []
    players: list[Bot] = [bot(level, seed + seat) for seat, level in enumerate(seated)]
    begun = time.perf_counter()
    with contextlib.ExitStack() as stack:
        file: IO[str] | None = stack.enter_context(records.open("w", encoding="utf-8")) if records else None
        advance = stack.enter_context(progress_bar(console, f"{setting.game.title}, {', '.join(seated)}"))
        for number in range(games):
            match = Match(setting, SeededDealer(seed, number))
            while not match.over:
                match.play(players[match.mover].choose(Position.of(match)))
            points.append(match.scores)
            won.append([int(seat in match.winners) for seat in range(setting.players)])
            decisions.append(sum(seat >= 0 for seat, _ in match.log))
            if file:
                file.write(Record.of(match).dumps() + "\n")
            advance(number + 1, games)
    seconds = time.perf_counter() - begun
    return _sum_up(setting, seated, seed, seconds, np.array(points), np.array(won), np.array(decisions))


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
