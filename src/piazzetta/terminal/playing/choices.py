"""The legal moves as a numbered list: each with a description, its cost and its gain."""

from __future__ import annotations

from itertools import groupby

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from piazzetta.games.base import Preview
from piazzetta.match.match import Match

_LONG = 12  # longer groups of moves are shown in columns, without words, to fit the screen


def choices(match: Match) -> RenderableType:
    """The mover's legal moves, numbered from 1, grouped by kind as ``legal`` lists them."""
    numbered = enumerate((match.preview(action) for action in match.legal_moves.actions), start=1)
    parts: list[RenderableType] = []
    for _, kind in groupby(numbered, key=lambda pair: pair[1].move.split()[0]):
        group = list(kind)
        parts.append(_columns(group) if len(group) > _LONG else _lines(match, group))
    return Group(*parts)


def _lines(match: Match, group: list[tuple[int, Preview]]) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(justify="right", style="bold", min_width=3, no_wrap=True)
    table.add_column(style="bold", min_width=11, no_wrap=True)
    table.add_column()
    for number, preview in group:
        table.add_row(str(number), Text(preview.move), Text(_words(match, preview)))
    return table


def _words(match: Match, preview: Preview) -> str:
    """What the move does, and its notes. The notes name the gains, so the sentence does not repeat them."""
    notes = ". ".join(preview.notes)
    if not preview.events:
        return notes
    sentence = match.setting.game.say(match.setting.components, preview.events[0])
    words = (
        sentence.removeprefix(f"{match.setting.game.seat_looks[match.mover].title} ")
        .removesuffix(".")
        .partition(": ")[0]
    )
    return f"{words}: {notes}" if notes else words


def _columns(group: list[tuple[int, Preview]]) -> Columns:
    widest = max(len(preview.move) for _, preview in group)
    cells = [
        Text.assemble((f"{number:>3}  {preview.move:<{widest}}", "bold"), f"  {'. '.join(preview.notes)}")
        for number, preview in group
    ]
    return Columns(cells, padding=(0, 2), column_first=True)
