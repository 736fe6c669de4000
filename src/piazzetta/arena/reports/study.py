"""A study as a page, and its drawings as separate files for documents."""

from __future__ import annotations

from piazzetta.arena.reports import charts
from piazzetta.arena.reports.drawing import Drawing
from piazzetta.arena.reports.findings import cell_label, clear_effects, correction, effect_format
from piazzetta.arena.reports.page import ReportTable, TableCell, render
from piazzetta.arena.results.formats import one_digit, one_digit_percent, seat_names, with_interval
from piazzetta.arena.results.statistics import Estimate
from piazzetta.arena.study import EFFECTS, Cell, Study
from piazzetta.games.registry import find_game


def study_report(found: Study, drawn: dict[str, Drawing], command: str) -> str:
    """Return the report of a study as HTML, with its ``drawings``."""
    return render(
        "study.html",
        title=find_game(found.game).title,
        found=found,
        effects=EFFECTS,
        clear=clear_effects(found),
        correction=correction(found),
        drawings=drawn,
        tables={count: _table(found, count) for count in found.players},
        command=command,
    )


def drawings(found: Study) -> dict[str, Drawing]:
    """Every drawing of the report, by a name that can be used for a file."""
    made: dict[str, Drawing] = {}
    tables = [f"{count} players" for count in found.players]
    ways = [cell for cell in _own(found, found.players[0]) if cell.effects is not None]
    for effect, words in EFFECTS.items():
        rows = []
        for way in ways:
            cells = [found.cell(way.variation, count) for count in found.players]
            rows.append((cell_label(found, way), [cell.effects[effect] for cell in cells if cell.effects is not None]))
        title = f"What each rule changes: {words}, against {found.base}"
        made[f"effect-{effect}"] = charts.grouped(title, rows, tables, effect_format(effect), 0.0)
    for count in found.players:
        own = _own(found, count)
        made[f"seats-{count}"] = charts.grouped(
            f"Wins by seat, {count} players",
            [(cell_label(found, cell), cell.wins) for cell in own],
            seat_names(count),
            reference=1 / count,
        )
        made[f"sources-{count}"] = charts.stacks(
            f"Where the points of a seat come from, {count} players",
            [(cell_label(found, cell), {name: e.value for name, e in cell.sources.items()}) for cell in own],
            found.sources,
        )
    return made


def _own(found: Study, players: int) -> list[Cell]:
    """The cells for a number of players; rules identical to an earlier cell's are not shown twice."""
    return [cell for cell in found.cells if cell.players == players and cell.same_as is None]


def _table(found: Study, players: int) -> ReportTable:
    rows = [
        [
            TableCell(cell_label(found, cell)),
            _figure(cell, "points", _number(cell.points)),
            _figure(cell, "margin", _number(cell.margin)),
            _figure(cell, "rounds", _number(cell.rounds)),
            _figure(cell, "starter", _share(cell.wins[0])),
            _figure(cell, "last", _share(cell.wins[-1])),
            TableCell(_number(cell.decisions)),
            TableCell(_share(cell.ties)),
        ]
        for cell in _own(found, players)
    ]
    head = ["", "points", "margin", "rounds", "starter wins", "last seat wins", "decisions", "shared wins"]
    return ReportTable(head, rows)


def _number(e: Estimate) -> str:
    return with_interval(e, one_digit)


def _share(e: Estimate) -> str:
    return with_interval(e, one_digit_percent)


def _figure(cell: Cell, effect: str, words: str) -> TableCell:
    """A figure, and below it the difference from the default edition."""
    if cell.effects is None:
        return TableCell(words)
    change, show = cell.effects[effect], effect_format(effect)
    tint = ("gain" if change.value > 0 else "cost") if effect in cell.clear else ""
    return TableCell(words, f"{show(change.value)} ± {show(change.half).lstrip('+')}", tint)
