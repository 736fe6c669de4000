"""How Chestnuts looks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from piazzetta.games.seats import SEATS
from piazzetta.games.svg import INK, PAPER, Sheet


def drawing(view: Mapping[str, Any]) -> Text:
    lines = [Text("Chestnuts", "bold"), Text("  ".join(str(number) for number in view["baskets"]) or "all taken")]
    for seat, points in enumerate(view["points"]):
        card = view["cards"][seat]
        lines.append(Text(f"{SEATS[seat].title}: {points}, card {'?' if card is None else card}"))
    return Text("\n").join(lines)


def svg(view: Mapping[str, Any]) -> str:
    sheet = Sheet(520, 160)
    sheet.box(0, 0, 520, 160, PAPER)
    for place, number in enumerate(view["baskets"]):
        sheet.text(40 + 40 * place, 50, str(number), 24, INK)
    for seat, points in enumerate(view["points"]):
        sheet.emblem(seat, 40 + 200 * seat, 115, 14)
        sheet.text(80 + 200 * seat, 115, str(points), 24, INK)
    return str(sheet)
