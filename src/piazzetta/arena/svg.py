"""A small kit for drawings in SVG, in the colours of the house. Text is real text, and every drawing has a title."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from html import escape

#: The colours of the house, by day and by lamplight. A page sets them once; a drawing on its own gets those by day.
DAY = {
    "paper-0": "#fffaf0", "paper-1": "#f8f0de", "paper-2": "#efe3c8", "paper-3": "#e2d2ae", "paper-4": "#cdb98d",
    "ink-1": "#2a2018", "ink-2": "#55432f", "ink-3": "#68533b", "rule": "#d9c79f", "rule-strong": "#8d744c",
    "bottle": "#1f3a31", "on-bottle": "#f8f0de", "on-bottle-2": "#c9d3c2", "brick": "#96321f", "gold": "#c99a3b",
    "gold-ink": "#7a5510", "gold-soft": "#f2dca4", "gain": "#1d6b40", "cost": "#9b2c1c", "info": "#2a5590",
    "gain-soft": "#dcebd3", "cost-soft": "#f6dcd0", "street": "#2b4d41", "toll": "#7d8388", "lord": "#2a2730",
    "p-red": "#c03a2b", "p-yellow": "#eab12c", "p-green": "#23804f", "p-blue": "#2c62ab", "p-violet": "#7a4a8c",
    "p-orange": "#c8641e",
}  # fmt: skip
NIGHT = DAY | {
    "paper-0": "#2c2a24", "paper-1": "#23221d", "paper-2": "#171814", "paper-3": "#11120f", "paper-4": "#4d4738",
    "ink-1": "#f4ead3", "ink-2": "#d3c5a6", "ink-3": "#b3a586", "rule": "#3d392e", "rule-strong": "#8f8260",
    "bottle": "#16302a", "brick": "#f0947c", "gold": "#dcb257", "gold-ink": "#e8c473", "gold-soft": "#4b3c18",
    "gain": "#8ed6a4", "cost": "#ff9f8b", "info": "#9cc3fb", "gain-soft": "#1c3a27", "cost-soft": "#47201a",
    "street": "#4f8a76", "toll": "#9aa0a5", "lord": "#8d86a3", "p-red": "#e2604f", "p-blue": "#5a93e0",
    "p-green": "#3fae72", "p-violet": "#b184c6",
}  # fmt: skip
TEXT_FONT = 'Cabin,"Gill Sans","Gill Sans MT","Trebuchet MS",system-ui,sans-serif'
DISPLAY_FONT = 'Fraunces,"Iowan Old Style","Palatino Linotype",Palatino,Georgia,serif'
_STYLE = f"text{{font:13px {TEXT_FONT}}}.d{{font-family:{DISPLAY_FONT};font-weight:600}}.s{{font-size:12px}}"
#: A seat is never shown by colour alone: it has a sign as well.
SEATS = (
    ("Red", "p-red", "diamond"), ("Yellow", "p-yellow", "circle"), ("Green", "p-green", "triangle"),
    ("Blue", "p-blue", "square"), ("Violet", "p-violet", "heart"), ("Orange", "p-orange", "club"),
)  # fmt: skip


def number(value: float) -> str:
    """A coordinate, as short as a tenth of a pixel allows."""
    return f"{value:.1f}".rstrip("0").rstrip(".")


def _corner(k: int) -> tuple[float, float]:
    """A corner of an octagon."""
    turn = (k + 0.5) * math.pi / 4
    return 1.2 * math.cos(turn), 1.2 * math.sin(turn)


class Scale:
    """From values to pixels, with round numbers for an axis."""

    def __init__(self, low: float, high: float, start: float, end: float, log: bool = False) -> None:
        if log:
            low, high = math.log10(low), math.log10(high)
        if high <= low:
            low, high = low - 0.5, high + 0.5
        self.low, self.high, self.start, self.end, self.log = low, high, start, end, log

    def __call__(self, value: float) -> float:
        if self.log:
            value = math.log10(max(value, 10**self.low))
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)

    def ticks(self, about: int = 6) -> list[float]:
        if self.log:
            return [10.0**power for power in range(math.ceil(self.low - 1e-9), math.floor(self.high + 1e-9) + 1)]
        raw = (self.high - self.low) / max(about, 1)
        power = 10 ** math.floor(math.log10(raw))
        step = next(power * k for k in (1, 2, 2.5, 5, 10) if power * k >= raw * (1 - 1e-9))
        first = math.ceil(self.low / step - 1e-9)
        return [round(k * step, 10) for k in range(first, math.floor(self.high / step + 1e-9) + 1)]


class Drawing:
    """An SVG drawing under construction."""

    def __init__(self, width: float, height: float, title: str) -> None:
        self.width, self.height, self.title = width, height, title
        self._parts: list[str] = []

    def line(
        self, x1: float, y1: float, x2: float, y2: float, colour: str = "rule", width: float = 1, dash: str = ""
    ) -> None:
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        self._parts.append(
            f'<line x1="{number(x1)}" y1="{number(y1)}" x2="{number(x2)}" y2="{number(y2)}" '
            f'stroke="var(--{colour})" stroke-width="{number(width)}" stroke-linecap="round"{dashes}/>'
        )

    def rect(self, x: float, y: float, width: float, height: float, colour: str, round_by: float = 2) -> None:
        self._parts.append(
            f'<rect x="{number(x)}" y="{number(y)}" width="{number(max(width, 0))}" height="{number(height)}" '
            f'rx="{number(round_by)}" fill="var(--{colour})"/>'
        )

    def dot(self, x: float, y: float, radius: float, colour: str, edge: str = "paper-1", label: str = "") -> None:
        inside = f"<title>{escape(label)}</title>" if label else ""
        self._parts.append(
            f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" fill="var(--{colour})" '
            f'stroke="var(--{edge})" stroke-width="1.5">{inside}</circle>'
        )

    def sign(self, seat: int, x: float, y: float, r: float = 6) -> None:
        """The sign of a seat."""
        _, colour, shape = SEATS[seat]
        paint = f'fill="var(--{colour})" stroke="var(--paper-1)" stroke-width="1.2"'
        if shape == "circle":
            self._parts.append(f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(r)}" {paint}/>')
            return
        corners = {
            "diamond": [(0, -1.2), (1.2, 0), (0, 1.2), (-1.2, 0)],
            "triangle": [(0, -1.15), (1.1, 0.9), (-1.1, 0.9)],
            "square": [(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)],
            "heart": [(0, 1.2), (-1.2, -0.2), (-0.6, -1), (0, -0.5), (0.6, -1), (1.2, -0.2)],
            "club": [_corner(k) for k in range(8)],
        }[shape]  # fmt: skip
        points = " ".join(f"{number(x + r * dx)},{number(y + r * dy)}" for dx, dy in corners)
        self._parts.append(f'<polygon points="{points}" {paint}/>')

    def path(self, points: Sequence[tuple[float, float]], colour: str, width: float = 2, dash: str = "") -> None:
        """A line through points."""
        d = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        self._parts.append(
            f'<path d="{d}" fill="none" stroke="var(--{colour})" stroke-width="{number(width)}" '
            f'stroke-linejoin="round"{dashes}/>'
        )

    def text(
        self, x: float, y: float, words: str, colour: str = "ink-1", anchor: str = "start", kind: str = ""
    ) -> None:
        """Words; ``kind``: d for the display face, s for small."""
        classes = f' class="{kind}"' if kind else ""
        self._parts.append(
            f'<text x="{number(x)}" y="{number(y)}" fill="var(--{colour})" text-anchor="{anchor}"{classes}>'
            f"{escape(words)}</text>"
        )

    def axis(self, scale: Scale, top: float, bottom: float, show: Callable[[float], str], about: int = 6) -> None:
        """An axis below the drawing, with a fine line up from each number."""
        for value in scale.ticks(about):
            self.line(scale(value), top, scale(value), bottom)
            self.text(scale(value), bottom + 16, show(value), "ink-3", "middle", "s")

    def side_axis(self, scale: Scale, left: float, right: float, show: Callable[[float], str], about: int = 6) -> None:
        """An axis at the left, with a fine line across from each number."""
        for value in scale.ticks(about):
            self.line(left, scale(value), right, scale(value))
            self.text(left - 8, scale(value) + 4, show(value), "ink-3", "end", "s")

    def render(self, alone: bool = False) -> str:
        """As a part of a page, or ``alone``: with its own paper and colours."""
        size = f'viewBox="0 0 {number(self.width)} {number(self.height)}"'
        inside = f"<title>{escape(self.title)}</title>" + "".join(self._parts)
        if not alone:
            return f'<svg {size} role="img" aria-label="{escape(self.title, quote=True)}">{inside}</svg>'
        paper = f'<rect width="100%" height="100%" rx="12" fill="{DAY["paper-1"]}"/>'
        drawn = re.sub(r"var\(--([\w-]+)\)", lambda found: DAY[found[1]], inside)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} width="{number(self.width)}" '
            f'height="{number(self.height)}"><style>{_STYLE}</style>{paper}{drawn}</svg>\n'
        )
