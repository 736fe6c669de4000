"""Plays many games at once: a progress bar, a table with confidence intervals, one record per line."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import IO, Any

import msgspec
import numpy as np
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from piazzetta.arena.entries import Entry
from piazzetta.arena.games import Games, joined
from piazzetta.arena.lines import FIELD
from piazzetta.arena.play import Place, Players, Run, Task
from piazzetta.arena.players import RandomPlayers, SeatedBots
from piazzetta.arena.pools import check_place
from piazzetta.arena.results.statistics import mean_interval, wilson
from piazzetta.bots.named import check_bot, is_file
from piazzetta.errors import BadInput
from piazzetta.interpreted import is_compiling
from piazzetta.match.setting import Setting
from piazzetta.terminal.progress import progress_bar
from piazzetta.terminal.tables import titled


@dataclass
class SeatResult:
    """One seat's results, with 95% confidence intervals."""

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


def seat_bots(names: Sequence[str], setting: Setting) -> list[str]:
    """The bot of each seat: one name for all, or one for each."""
    players = setting.players
    if len(names) not in (1, players):
        raise BadInput(f"{len(names)} bots for {players} players; name one for all seats, or one per seat")
    for name in dict.fromkeys(names):
        check_bot(name, setting.game)
    return list(names) * (players // len(names))


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
    seated = seat_bots(bots, setting)
    players = _players(setting, seated, device, on, records is not None)
    run = Run(setting, players, games, seed)
    found: list[Games] = []
    with contextlib.ExitStack() as stack:
        file: IO[bytes] | None = stack.enter_context(records.open("wb")) if records else None
        title = f"{setting.game.title}, {', '.join(dict.fromkeys(seated))}, {setting.players} players"
        advance = stack.enter_context(progress_bar(console, title))
        place = stack.enter_context(Place(on, None if on else 1, device))
        place.prepare(players, setting)  # before the clock starts
        begun = time.perf_counter()
        for task, part in place.each(_tasks(run)):
            if file:
                file.writelines(_plain(one) + b"\n" for one in part.records or ())
            found.append(replace(part, records=None, sources=None))
            advance(task.first + task.count, games)
        seconds = time.perf_counter() - begun
    return _sum_up(setting, seated, seed, seconds, joined(found))


def _tasks(run: Run) -> Iterator[Task]:
    """The games of a run, one by one while kernels are interpreted: they switch over between two tasks."""
    first = 0
    while first < run.games:
        count = min(1 if is_compiling() else run.players.portion, run.games - first)
        yield Task(run.setting, run.players, first, count, run.seed)
        first += count


def _players(setting: Setting, seated: list[str], device: str, on: str | None, records: bool) -> Players:
    if set(seated) == {"random"}:  # a cluster has a worker for each processor
        return RandomPlayers(setting, device, None if on is None else 1, records=records)
    if device != "cpu":
        raise BadInput(f"only random play runs on {device}; the bots play on the processor")
    return SeatedBots([Entry(name, name, "network" if is_file(name) else "level") for name in seated])


def _plain(record: dict[str, Any]) -> bytes:
    """A record as one line, without what an arena observed."""
    return msgspec.json.encode({key: value for key, value in record.items() if key != FIELD})


def _sum_up(setting: Setting, bots: list[str], seed: int, seconds: float, played: Games) -> Result:
    games = len(played)
    decisions = played.decisions
    assert decisions is not None
    seats = []
    for seat in range(setting.players):
        wins = int(played.won[:, seat].sum())
        own = played.points[:, seat].astype(float)
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


def result_table(result: Result) -> RenderableType:
    """Show a result as a table."""
    title = f"{result.games:,} games, {result.players} players, edition {result.edition}, seed {result.seed}"
    note = (
        f"{result.decisions_per_game:.1f} decisions per game "
        f"(5–95%: {result.decisions_5_95[0]:.0f}–{result.decisions_5_95[1]:.0f}), "
        f"{result.games_per_second:,.0f} games/s. Intervals are 95%; a shared win counts for each."
    )
    if len({seat.bot for seat in result.seats}) > 1:
        note += " The seats are fixed, so the starter's advantage counts: to compare bots, piazzetta arena swaps them."
    table = Table()
    for name in ("seat", "bot", "points", "±", "wins", "interval"):
        table.add_column(name, justify="left" if name in ("seat", "bot") else "right")
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
    return Group(titled(title, table), Text(note, "dim"))
