"""Drawing tools for the pictures of all games: a sheet that collects shapes, the colours, the players' signs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from xml.sax.saxutils import escape

import numpy as np

from piazzetta.games.seats import SEATS

Point = tuple[float, float]

PAPER, PANEL, PAGE, RULE = "#fffaf0", "#f8f0de", "#efe3c8", "#cdb98d"
INK, INK_2, INK_3 = "#2a2018", "#55432f", "#68533b"
BOTTLE, GOLD, BRICK = "#1f3a31", "#c99a3b", "#96321f"


_CORNERS: dict[int, list[Point]] = {
    0: [(0, -1.1), (1.1, 0), (0, 1.1), (-1.1, 0)],
    2: [(0, -1.05), (1.1, 0.9), (-1.1, 0.9)],
    4: [(math.sin(k * math.pi / 5) * r, -math.cos(k * math.pi / 5) * r) for k, r in enumerate((1.2, 0.55) * 5)],
    5: [(-0.55, -1), (0.55, -1), (1.1, 0), (0.55, 1), (-0.55, 1), (-1.1, 0)],
}


_LONGEST_NAME = 14


def names_on_picture(names: Sequence[str], players: int) -> list[str]:
    """What to call each seat: its player, if known, otherwise its colour. Long names are shortened."""
    known = [*names, *[""] * players]
    short = [name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1].rstrip() + "…" for name in known]
    return [short[seat] or SEATS[seat].title for seat in range(players)]


def hidden(points: np.ndarray, middle: Point, half: Point) -> int:
    """How many points lie in a box, given by its middle and half its sides. The page has a version of its own."""
    return int((np.abs(points - middle) < half).all(axis=1).sum())


class Sheet:
    """A picture in progress: shapes are drawn on top of each other. ``left`` and ``top``: its first corner."""

    def __init__(self, width: float, height: float, left: float = 0, top: float = 0) -> None:
        self.width = width
        self.height = height
        self.left = left
        self.top = top
        self._parts: list[str] = []
        self._defined: set[str] = set()

    def add(self, markup: str) -> None:
        self._parts.append(markup)

    def define(self, name: str, markup: str) -> None:
        """Add what is drawn by its name, once: a symbol, a pattern."""
        if name not in self._defined:
            self._defined.add(name)
            self.add(f"<defs>{markup}</defs>")

    def box(
        self,
        x: float,
        y: float,
        w: float,
        h: float,
        fill: str,
        line: str = "none",
        r: float = 8,
        more: str = "",
        width: float = 2,
    ) -> None:
        self.add(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}" rx="{r:g}" fill="{fill}" stroke="{line}" '
            f'stroke-width="{width:g}" {more}/>'
        )

    def disc(
        self, x: float, y: float, r: float, fill: str, line: str = "none", width: float = 2, more: str = ""
    ) -> None:
        self.add(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}" fill="{fill}" '
            f'stroke="{line}" stroke-width="{width:g}" {more}/>'
        )

    def polygon(self, points: Sequence[Point], fill: str, line: str = "none", width: float = 2, more: str = "") -> None:
        places = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self.add(
            f'<polygon points="{places}" fill="{fill}" '
            f'stroke="{line}" stroke-width="{width:g}" stroke-linejoin="round" {more}/>'
        )

    def line(self, a: Point, b: Point, colour: str, width: float, more: str = 'stroke-linecap="round"') -> None:
        self.add(
            f'<line x1="{a[0]:.1f}" y1="{a[1]:.1f}" x2="{b[0]:.1f}" y2="{b[1]:.1f}" stroke="{colour}" '
            f'stroke-width="{width:g}" {more}/>'
        )

    def bow(self, a: Point, pull: Point, b: Point, colour: str, width: float) -> None:
        """A curved line, drawn towards ``pull``."""
        places = " ".join(f"{x:.1f} {y:.1f}" for x, y in (pull, b))
        self.add(
            f'<path d="M{a[0]:.1f} {a[1]:.1f}Q{places}" fill="none" stroke="{colour}" '
            f'stroke-width="{width:g}" stroke-linecap="round"/>'
        )

    def text(
        self, x: float, y: float, words: str, size: float, fill: str = INK, anchor: str = "middle", halo: str = ""
    ) -> None:
        """Text centred vertically on ``y``; a halo sets it off from what lies below."""
        style = f'font-size="{size:g}" fill="{fill}" text-anchor="{anchor}"'
        place = f'x="{x:.1f}" y="{y + 0.35 * size:.1f}"'
        if halo:
            self.add(f'<text {place} {style} stroke="{halo}" stroke-width="{size / 4:.1f}">{escape(words)}</text>')
        self.add(f"<text {place} {style}>{escape(words)}</text>")

    def emblem(self, seat: int, x: float, y: float, r: float) -> None:
        """A seat's sign, recognisable by shape alone."""
        colours = SEATS[seat]
        fill, line = colours.fill, colours.deep
        if seat == 1:
            self.disc(x, y, r, fill, line)
        elif seat == 3:
            self.box(x - r * 0.88, y - r * 0.88, r * 1.76, r * 1.76, fill, line, 2)
        else:
            self.polygon([(x + r * dx, y + r * dy) for dx, dy in _CORNERS[seat]], fill, line)

    @property
    def inside(self) -> str:
        """All shapes, to be put into another picture."""
        return "".join(self._parts)

    def __str__(self) -> str:
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
            f'width="{self.width:g}" height="{self.height:g}" '
            f'viewBox="{self.left:g} {self.top:g} {self.width:g} {self.height:g}" '
            'font-family="FreeSans, Cabin, Helvetica, Arial, sans-serif" font-weight="bold">' + self.inside + "</svg>"
        )


def cloths() -> str:
    """The players' cloths as SVG patterns, each with its own weave: #cloth0, #cloth1, …"""
    weaves = (
        '<rect width="7" height="14" fill="{light}"/>',
        '<circle cx="7" cy="7" r="3" fill="{deep}"/>',
        '<path d="M-4 4L4 -4M0 14L14 0M10 18L18 10" stroke="{light}" stroke-width="4"/>',
        '<path d="M0 0h7v7h-7zM7 7h7v7h-7z" fill="{light}"/>',
    )
    patterns = "".join(
        f'<pattern id="cloth{seat}" width="14" height="14" patternUnits="userSpaceOnUse">'
        f'<rect width="14" height="14" fill="{SEATS[seat].fill}"/>{weave.format(**SEATS[seat]._asdict())}</pattern>'
        for seat, weave in enumerate(weaves)
    )
    return f"<defs>{patterns}</defs>"
