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

Numbered = list[tuple[int, Preview]]


def choices(match: Match, kind: str = "") -> RenderableType:
    """The mover's legal moves, numbered from 1, grouped by kind as ``legal`` lists them.

    In a long group, the moves that bring no points are folded into one line; ``kind`` shows those of a kind, all.
    """
    numbered = enumerate((match.preview(action) for action in match.legal_moves.actions), start=1)
    parts: list[RenderableType] = []
    for word, found in groupby(numbered, key=lambda pair: pair[1].move.split()[0]):
        group = list(found)
        if kind:
            if word == kind:
                parts.append(_columns(group) if len(group) > _LONG else _lines(match, group))
            continue
        idle = [pair for pair in group if _brings_nothing(pair[1])] if len(group) > _LONG else []
        if len(idle) > 1:
            group = [pair for pair in group if pair not in idle]
            parts.append(_fold(word, idle))
        if group:
            parts.append(_columns(group) if len(group) > _LONG else _lines(match, group))
    return Group(*parts)


def _brings_nothing(preview: Preview) -> bool:
    """Whether all that there is to say of a move is that it brings 0 points."""
    return bool(preview.remarks) and all(remark.params.get("points") == 0 for remark in preview.remarks)


def _fold(word: str, group: Numbered) -> Text:
    """Many moves as one pattern: "mark D1…D12 x2|x4"."""
    columns = [list(dict.fromkeys(words)) for words in zip(*(one.move.split() for _, one in group), strict=False)]
    pattern = " ".join("|".join(words) if len(words) < 4 else f"{words[0]}…{words[-1]}" for words in columns)
    first, last = group[0][0], group[-1][0]
    return Text.assemble(
        (f"{first:>3}  {pattern}", "bold"),
        f"  {len(group)} choices ({first} to {last}) that bring 0 points: type {word} to list them",
    )


def _lines(match: Match, group: Numbered) -> Table:
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


def _columns(group: Numbered) -> Columns:
    widest = max(len(preview.move) for _, preview in group)
    cells = [
        Text.assemble((f"{number:>3}  {preview.move:<{widest}}", "bold"), f"  {'. '.join(preview.notes)}")
        for number, preview in group
    ]
    return Columns(cells, padding=(0, 2), column_first=True)
