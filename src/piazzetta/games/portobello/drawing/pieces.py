"""The pieces of Portobello Market as drawings, each in its place on a sheet."""

from __future__ import annotations

from piazzetta.games.seats import SEATS
from piazzetta.games.svg import GOLD, INK, PAPER, Sheet

_VALUES = {1: ("#fbf4e0", "#4b3621"), 2: ("#f3cd82", "#45290c"), 3: ("#b04d1a", "#fff8ea")}
_CLIENTS = {"servant": ("#8b9298", "#44494e"), "burgher": ("#d58a94", "#86404f"), "lord": ("#3a3542", "#0f0d13")}


class Pieces:
    """Draws single pieces on a sheet. Stalls need the players' cloths there (``svg.cloths``)."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet

    def space(self, x: float, y: float, w: float, value: int, angle: float = 0) -> None:
        """A free space of an alley with its value."""
        fill, ink = _VALUES.get(value, _VALUES[3])
        self.sheet.box(x - w / 2, y - 20, w, 40, fill, "#7d6237", 5, _turned(angle, x, y))
        self.sheet.text(x, y, str(value), 24, ink)

    def stall(self, x: float, y: float, w: float, seat: int, value: int | None, angle: float = 0) -> None:
        """A stall; on the board its plate shows the value of the space it covers."""
        deep = SEATS[seat].deep
        self.sheet.box(x - w / 2, y - 20, w, 40, f"url(#cloth{seat})", deep, 5, _turned(angle, x, y))
        if value is not None:
            self.sheet.disc(x, y, 15, PAPER, deep)
            self.sheet.text(x, y, str(value), 20, deep)

    def person(self, client: str, x: float, y: float, size: float = 1.0) -> None:
        """A client, recognisable by the hat: a cap, a bowler, a top hat."""
        fill, deep = _CLIENTS[client]
        shapes = {
            "servant": f'<path d="M-15 -12q2 -12 15 -12q13 0 16 9l8 4h-39z" fill="{deep}"/>',
            "burgher": f'<path d="M-12 -12q0 -14 12 -14q12 0 12 14zM-19 -13h38v4h-38z" fill="{deep}"/>',
            "lord": f'<path d="M-11 -36h22v25h-22zM-20 -13h40v4h-40z" fill="{deep}"/>'
            f'<path d="M-11 -19h22v4h-22z" fill="{GOLD}"/>',
        }
        self.sheet.add(
            f'<g transform="translate({x:.1f} {y + 6 * size:.1f}) scale({size})">'
            f'<path d="M-21 24q0 -22 21 -22q21 0 21 22z" fill="{fill}" stroke="{deep}" stroke-width="2"/>'
            f'<circle r="11" cy="-6" fill="#f1cfae" stroke="{deep}" stroke-width="2"/>{shapes[client]}</g>'
        )

    def bobby(self, x: float, y: float, size: float = 1.25) -> None:
        self.sheet.add(
            f'<g transform="translate({x:.1f} {y:.1f}) scale({size})">'
            f'<circle r="31" fill="{PAPER}" stroke="#22355c" stroke-width="4"/>'
            '<path d="M-19 24q0 -22 19 -22q19 0 19 22z" fill="#22355c"/><circle r="10" cy="-5" fill="#f1cfae"/>'
            '<path d="M-14 -8q0 -20 14 -20q14 0 14 20z" fill="#101b33"/>'
            f'<circle r="3.5" cy="-15" fill="{GOLD}"/></g>'
        )

    def mark(self, x: float, y: float, seat: int, factor: int) -> None:
        """A tile that marks a district."""
        self.sheet.disc(x, y, 25, PAPER, SEATS[seat].deep, 4)
        self.sheet.disc(x, y, 20, SEATS[seat].fill)
        self.sheet.text(x, y, f"×{factor}", 20, SEATS[seat].ink)

    def watch(self, x: float, y: float, seat: int, tile: str, up: bool = True) -> None:
        """A tile: a pocket watch, black and white if neutral, shut if face down."""
        case = INK if tile.startswith("n") else SEATS[seat].fill
        more = "" if up else 'opacity="0.35"'
        self.sheet.box(x - 4, y - 26, 8, 8, case, r=2, more=more)
        self.sheet.disc(x, y, 19, "#ffffff" if up else case, case, 5, more)
        self.sheet.text(x, y, tile.removeprefix("n"), 20, INK if up else PAPER)


def _turned(angle: float, x: float, y: float) -> str:
    return f'transform="rotate({angle:.1f} {x:.1f} {y:.1f})"'
