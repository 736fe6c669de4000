"""How Acorns looks: in the terminal, and as a picture on the page's plain table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text

from piazzetta.games.seats import SEATS
from piazzetta.games.svg import INK, INK_2, PANEL, PAPER, RULE, Sheet, names_on_picture

_ROW = 20  # stones in a row


def drawing(view: Mapping[str, Any]) -> Text:
    """A view for the terminal."""
    lines = [Text("Acorns", "bold"), Text("● " * view["stones"] or "the heap is empty")]
    for seat, points in enumerate(view["scores"]):
        lines.append(Text(f"{SEATS[seat].title}: {points}", SEATS[seat].style))
    return Text("\n").join(lines)


def svg(view: Mapping[str, Any], names: Sequence[str] = ()) -> str:
    """A view as a picture: the heap, and below it what everyone has taken."""
    players = len(view["scores"])
    sheet = Sheet(760, 330)
    sheet.box(0, 0, 760, 330, PAPER, RULE, 14)
    for stone in range(view["stones"]):
        row, column = divmod(stone, _ROW)
        sheet.disc(48 + 35 * column, 36 + 34 * row, 13, "#8a6a45", "#4f3a22")
    width = 720 / players
    for seat, (points, name) in enumerate(zip(view["scores"], names_on_picture(names, players), strict=True)):
        left = 20 + width * seat
        sheet.box(left + 4, 222, width - 8, 88, PANEL, RULE, 12)
        sheet.emblem(seat, left + 34, 266, 15)
        sheet.text(left + 62, 252, name, 18, INK, "start")
        sheet.text(left + 62, 282, f"{points} points", 16, INK_2, "start")
    return str(sheet)
