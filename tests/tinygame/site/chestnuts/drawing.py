"""How Chestnuts looks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text

from piazzetta.games.seats import SEATS
from piazzetta.games.svg import INK, INK_2, PAGE, PANEL, PAPER, RULE, Sheet, names_on_picture


def drawing(view: Mapping[str, Any]) -> Text:
    lines = [Text("Chestnuts", "bold"), Text("  ".join(str(number) for number in view["baskets"]) or "all taken")]
    for seat, points in enumerate(view["points"]):
        card = view["cards"][seat]
        lines.append(Text(f"{SEATS[seat].title}: {points}, card {'?' if card is None else card}"))
    return Text("\n").join(lines)


def svg(view: Mapping[str, Any], names: Sequence[str] = ()) -> str:
    """The row of baskets, each with its chestnuts; below, what each player took, and the cards that may be seen."""
    sheet = Sheet(760, 330)
    sheet.box(0, 0, 760, 330, PAPER, RULE, 14)
    sheet.box(20, 158, 720, 14, PAGE, RULE, 4)  # the shelf they stand on
    width = 720 / max(7, len(view["baskets"]))
    for place, number in enumerate(view["baskets"]):
        _basket(sheet, 20 + width * (place + 0.5), 158, min(40.0, width / 2 - 6), number)
    for seat, (points, name) in enumerate(zip(view["points"], names_on_picture(names, 2), strict=True)):
        left, card = 30 + 360 * seat, view["cards"][seat]
        sheet.box(left, 205, 340, 95, PANEL, RULE, 12)
        sheet.emblem(seat, left + 38, 252, 17)
        sheet.text(left + 70, 238, name, 22, INK, "start")
        sheet.text(left + 70, 270, f"{points} chestnuts", 17, INK_2, "start")
        sheet.box(left + 280, 217, 46, 70, PAPER if card else SEATS[seat].fill, SEATS[seat].deep, 7)
        sheet.text(left + 303, 252, str(card or "?"), 26, INK if card else SEATS[seat].ink)
    return str(sheet)


def _basket(sheet: Sheet, x: float, floor: float, r: float, number: int) -> None:
    for heap in range(number):
        row, column = divmod(heap, 3)
        sheet.disc(x + (column - 1) * r * 0.55, floor - r * (1.05 + 0.42 * row), r * 0.33, "#6b3a1e", "#3d2010", 1.5)
    corners = [(x - r, floor - r), (x + r, floor - r), (x + 0.72 * r, floor), (x - 0.72 * r, floor)]
    sheet.polygon(corners, "#d9a860", "#8a5a28")
    sheet.line((x - 0.9 * r, floor - 0.66 * r), (x + 0.9 * r, floor - 0.66 * r), "#8a5a28", 1.5)
    sheet.text(x, floor - 0.36 * r, str(number), r * 0.62, INK)
