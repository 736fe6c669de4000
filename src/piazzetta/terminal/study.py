"""A study in the terminal: a table for each number of players, and its files."""

from __future__ import annotations

import json
from pathlib import Path

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from piazzetta.arena import Entry
from piazzetta.arena.play import Players
from piazzetta.arena.players import QuickPlayers, SeatedBots
from piazzetta.arena.reports.findings import cell_label, correction
from piazzetta.arena.results.formats import is_uneven
from piazzetta.arena.results.statistics import Estimate
from piazzetta.arena.study import Cell, Study
from piazzetta.bots import LEVELS
from piazzetta.bots.named import JUDGE, NAMES_IN_WORDS, bot_digest, check_bot, is_file
from piazzetta.bots.quick import QUICK
from piazzetta.errors import BadInput
from piazzetta.games.registry import find_game
from piazzetta.terminal.arena import REPORT
from piazzetta.terminal.tables import titled


def write_study(found: Study, folder: Path, command: str, console: Console) -> None:
    """Write the report of a study, its drawings and its figures into its folder."""
    from piazzetta.arena.reports.study import drawings, study_report

    drawn = drawings(found)
    (folder / REPORT).write_text(study_report(found, drawn, command), encoding="utf-8")
    (folder / "study.json").write_text(json.dumps(found.to_json()) + "\n", encoding="utf-8")
    for file, drawing in drawn.items():
        (folder / f"{file}.svg").write_text(drawing.alone, encoding="utf-8")
    console.print(Text(f"The report is {folder / REPORT}, its plots are beside it."))


def bots_of_study(name: str, game: str) -> Players:
    """The bots of ``study --bots``: quick players, a level, ``judge`` or a network's file."""
    if name == QUICK:
        return QuickPlayers()
    if name not in (*LEVELS, JUDGE) and not is_file(name):
        raise BadInput(f"unknown bot {name!r}; choose from {QUICK}, {NAMES_IN_WORDS}")
    check_bot(name, find_game(game))
    label = f"{name} {digest}" if (digest := bot_digest(name)) else name  # a study resumes with the same network only
    return SeatedBots([Entry(label, name, "network" if digest else "level")])


def _figure(e: Estimate, cell: Cell, name: str, scale: float = 1) -> Text:
    """A figure with its interval, and below it the difference from the base."""
    words = f"{scale * e.value:.1f} ±{scale * e.half:.1f}"
    if is_uneven(e):
        words = f"{scale * e.value:.0f} ({scale * e.low:.0f}–{scale * e.high:.0f})"
    if cell.effects is None:
        return Text(words)
    effect, clear = cell.effects[name], name in cell.clear
    value, half = scale * effect.value, scale * effect.half
    digits = 0 if max(abs(value), half) >= 10 else 1
    sign = "" if round(value, digits) == 0 else "+" if value > 0 else "−"
    small = f"{'*' if clear else ''}{sign}{abs(value):.{digits}f} ±{half:.{digits}f}"
    return Text.assemble(words, "\n", (small, "bold" if clear else "dim"))


def study_table(found: Study) -> RenderableType:
    """Show a study as tables, one for each number of players."""
    tables: list[RenderableType] = []
    for count in found.players:
        table = Table(padding=(0, 0, 0, 1))  # 80 columns have room for the names of rules
        table.add_column("", overflow="fold")
        for name in ("points", "margin", "rounds", "starter\nwins %", "last\nwins %"):
            table.add_column(name, justify="right", min_width=10)
        for cell in found.cells:
            if cell.players != count or cell.same_as is not None:
                continue
            table.add_row(
                cell_label(found, cell),
                _figure(cell.points, cell, "points"),
                _figure(cell.margin, cell, "margin"),
                _figure(cell.rounds, cell, "rounds"),
                _figure(cell.wins[0], cell, "starter", 100),
                _figure(cell.wins[-1], cell, "last", 100),
            )
        tables.append(titled(f"{count} players, {found.games:,} games each", table))
    note = (
        f"Each figure has its 95% interval; below it the difference to {found.base}, with * where it is beyond doubt. "
        f"{correction(found)}"
    )
    return Group(*tables, Text(note, "dim"))
