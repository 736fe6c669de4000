"""The pieces of Portobello Market as drawings, each in its place on a sheet: the same art as on the page."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

from piazzetta.games.portobello.drawing.colours import SPACE_EDGE, VALUES
from piazzetta.games.seats import SEATS
from piazzetta.games.svg import Sheet

_PERSON, _BOBBY, _WATCH = (44, 63), (48, 69), (44, 51)
_STALL = 74  # as wide as a stall's cloth in its drawing


@cache
def _drawings() -> dict[str, str]:
    """The pieces by name, with the patterns and gradients that they use (``scripts/pieces.py``)."""
    text = resources.files("piazzetta").joinpath("data/portobello-pieces.svg").read_text("utf-8")
    return {name: line for line in text.split("\n") for name in re.findall(r'^<\w+ id="piece-([\w-]+)"', line)}


class Pieces:
    """Draws single pieces on a sheet."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet

    def piece(self, name: str, x: float, y: float, w: float, h: float, more: str = "") -> None:
        """A piece in a box whose upper left corner is at a point."""
        drawing = _drawings()[name]
        for part in re.findall(r"url\(#piece-([\w-]+)\)", drawing):
            self.sheet.define(part, _drawings()[part])
        self.sheet.define(name, drawing)
        place = f'x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}"'
        self.sheet.add(f'<use xlink:href="#piece-{name}" {place} {more}/>')

    def space(self, x: float, y: float, w: float, value: int, angle: float = 0) -> None:
        """A free space of an alley with its value, and a dot for each point of it at both ends."""
        fill, ink = VALUES.get(value, VALUES[3])
        turn = _turned(angle, x, y)
        self.sheet.box(x - w / 2, y - 20, w, 40, fill, SPACE_EDGE, 5, turn)
        dots = [(side * (w / 2 - 8), 9 * (k - (value - 1) / 2)) for side in (-1, 1) for k in range(min(value, 3))]
        self.sheet.add(f"<g {turn}>")
        for dx, dy in dots:
            self.sheet.disc(x + dx, y + dy, 2.4, ink, more='opacity="0.72"')
        self.sheet.add("</g>")
        self.sheet.text(x, y, str(value), 24, ink)

    def stall(self, x: float, y: float, w: float, seat: int, value: int | None, angle: float = 0) -> None:
        """A stall; on the board its plate shows the value of the space it covers."""
        colour = SEATS[seat].name
        place = f'transform="translate({x:.1f} {y:.1f}) rotate({angle:.1f}) scale({w / _STALL:.3f} 1.1)"'
        self.sheet.add(f"<g {place}>")
        self.piece(f"stall-{colour}", -40, -20, 80, 40)
        self.sheet.add("</g>")
        if value is not None:
            self.piece(f"plate-{colour}", x - 16, y - 18.5, 32, 32)
            self.sheet.text(x, y - (0 if seat == 2 else 2.5), str(value), 18, SEATS[seat].deep)

    def person(self, client: str, x: float, y: float, size: float = 1.0) -> None:
        """A client, recognisable by the hat: a cap, a bowler, a top hat."""
        w, h = (size * side for side in _PERSON)
        self.piece(client, x - w / 2, y - 0.58 * h, w, h)

    def bobby(self, x: float, y: float, size: float = 1.25) -> None:
        w, h = (size * side for side in _BOBBY)
        self.piece("bobby", x - w / 2, y - 0.52 * h, w, h)

    def mark(self, x: float, y: float, seat: int, factor: int) -> None:
        """A tile that marks a district."""
        self.watch(x, y, seat, str(factor))

    def watch(self, x: float, y: float, seat: int, tile: str, up: bool = True) -> None:
        """A tile: a pocket watch, black and white if neutral, shut if face down."""
        kind = "neutral" if tile.startswith("n") else SEATS[seat].name
        w, h = _WATCH
        self.piece(f"clock-{kind}-{tile.removeprefix('n') if up else 'down'}", x - w / 2, y - 0.58 * h, w, h)


def _turned(angle: float, x: float, y: float) -> str:
    return f'transform="rotate({angle:.1f} {x:.1f} {y:.1f})"'
