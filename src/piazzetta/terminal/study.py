"""A study in the terminal: a progress bar, a table for each number of players, and its files."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from piazzetta.arena import reports
from piazzetta.arena.results.findings import cell_label, effect_format
from piazzetta.arena.results.formats import signed
from piazzetta.arena.results.statistics import Estimate
from piazzetta.arena.study import Judge, Study, read_editions, read_players
from piazzetta.arena.study import study as run
from piazzetta.games.registry import find_game
from piazzetta.terminal.arena import REPORT
from piazzetta.terminal.progress import progress_bar

if TYPE_CHECKING:
    from piazzetta.judge.fair import FairStart
    from piazzetta.judge.judges import Judge as ResultsJudge


def study(
    name: str,
    editions: str,
    players: str,
    level: str,
    games: int,
    seed: int,
    workers: int | None,
    folder: Path | None,
    command: str,
    console: Console,
    judge: Judge | None = None,
    on: str | None = None,
) -> Study:
    """Play a study; with a folder, write its report, its drawings and its figures there."""
    if folder is not None:
        reports.require()
    with progress_bar(console, f"study of {name}, {judge.name if judge else level} on every seat") as advance:
        found = run(name, editions, players, level, games, seed, workers, folder, advance, judge, on)
    if folder is not None:
        from piazzetta.arena.reports.study import drawings, study_report

        drawn = drawings(found)
        (folder / REPORT).write_text(study_report(found, drawn, command), encoding="utf-8")
        (folder / "study.json").write_text(json.dumps(found.to_json()) + "\n", encoding="utf-8")
        for file, drawing in drawn.items():
            (folder / f"{file}.svg").write_text(drawing.alone, encoding="utf-8")
        console.print(Text(f"The report is {folder / REPORT}, its plots are beside it."))
    return found


def handicap(
    name: str,
    editions: str,
    players: str,
    games: int,
    seed: int,
    folder: Path | None,
    console: Console,
    judge: ResultsJudge,
) -> list[FairStart]:
    """Look for fair starts, with a progress bar."""
    from piazzetta.judge.fair import fair_starts

    found = find_game(name)
    cells = read_editions(found, editions), read_players(found, players)
    with progress_bar(console, f"fair starts of {name}, judged by {judge.name}") as advance:
        return list(fair_starts(found, *cells, judge, games, seed, folder, advance))


def handicap_table(found: Sequence[FairStart]) -> RenderableType:
    """Fair starts for people: the points in turn order, and the wins with and without them."""
    table = Table(title="Points for each player in turn order, the starter first", title_justify="left")
    for column in ("edition", "players", "points", "wins", "without", "games"):
        table.add_column(column, justify="left" if column == "edition" else "right")
    for one in found:
        wins = " / ".join(f"{100 * e.value:.1f}" for e in one.wins)
        before = " / ".join(f"{100 * e.value:.1f}" for e in one.before)
        points = " ".join(str(p) for p in one.points)
        half = 100 * max(e.half for e in one.wins)
        table.add_row(one.edition, str(one.players), points, f"{wins} ± {half:.1f} %", f"{before} %", f"{one.games:,}")
    return table


def _figure(words: str, change: Estimate | None, show: Callable[[float], str]) -> Text:
    if change is None:
        return Text(words)
    small = f"{show(change.value)} ± {show(change.half).lstrip('+')}"
    return Text.assemble(words, "\n", (small, "bold" if change.excludes_zero else "dim"))


def study_table(found: Study) -> RenderableType:
    """The result for people."""
    tables = []
    for count in found.players:
        table = Table(title=f"{count} players, {found.games:,} games each", title_justify="left")
        table.add_column("", min_width=17, overflow="fold")
        for name in ("points", "margin", "rounds", "starter wins", "last wins"):
            table.add_column(name, justify="right")
        for cell in found.cells:
            if cell.players != count or cell.same_as is not None:
                continue
            effects = cell.effects or {}
            table.add_row(
                cell_label(found, cell),
                _figure(f"{cell.points.value:.1f}", effects.get("points"), signed),
                _figure(f"{cell.margin.value:.1f}", effects.get("margin"), signed),
                _figure(f"{cell.rounds.value:.1f}", effects.get("rounds"), signed),
                _figure(f"{100 * cell.wins[0].value:.1f} %", effects.get("starter"), effect_format("starter")),
                _figure(f"{100 * cell.wins[-1].value:.1f} %", effects.get("last"), effect_format("last")),
            )
        tables.append(table)
    note = f"Below each figure the difference to {found.base} with its 95 % interval, bold where it excludes zero."
    return Group(*tables, Text(note, "dim"))
