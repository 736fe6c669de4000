"""A study in the terminal: a table for each number of players, and its files."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from piazzetta.arena import Entry
from piazzetta.arena.play import Players
from piazzetta.arena.players import QuickPlayers, SeatedBots
from piazzetta.arena.reports.findings import cell_label, effect_format
from piazzetta.arena.results.formats import signed
from piazzetta.arena.results.statistics import Estimate
from piazzetta.arena.study import Study
from piazzetta.bots import LEVELS
from piazzetta.bots.quick import QUICK
from piazzetta.errors import BadInput
from piazzetta.terminal.arena import REPORT


def write_study(found: Study, folder: Path, command: str, console: Console) -> None:
    """Write the report of a study, its drawings and its figures into its folder."""
    from piazzetta.arena.reports.study import drawings, study_report

    drawn = drawings(found)
    (folder / REPORT).write_text(study_report(found, drawn, command), encoding="utf-8")
    (folder / "study.json").write_text(json.dumps(found.to_json()) + "\n", encoding="utf-8")
    for file, drawing in drawn.items():
        (folder / f"{file}.svg").write_text(drawing.alone, encoding="utf-8")
    console.print(Text(f"The report is {folder / REPORT}, its plots are beside it."))


def level_or_quick(name: str) -> Players:
    """The bots of ``study --bots``: quick players, or a level."""
    if name == QUICK:
        return QuickPlayers()
    if name not in LEVELS:
        raise BadInput(f"unknown bot level {name!r}; choose from {', '.join([QUICK, *LEVELS])}")
    return SeatedBots([Entry(name, name)])


def _figure(words: str, change: Estimate | None, show: Callable[[float], str]) -> Text:
    if change is None:
        return Text(words)
    small = f"{show(change.value)} ± {show(change.half).lstrip('+')}"
    return Text.assemble(words, "\n", (small, "bold" if change.excludes_zero else "dim"))


def study_table(found: Study) -> RenderableType:
    """Show a study as tables, one for each number of players."""
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
