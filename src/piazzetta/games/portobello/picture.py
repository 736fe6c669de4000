"""The map of Portobello Market laid out in the cells of a terminal: where each thing goes, and how it looks.

Everything finds its place by the map's coordinates, in order of weight: squares, spaces, districts, the dots of
the alleys, names. A thing that finds its place taken moves over a little; one that finds none is left out, and
``crowded`` says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rich.cells import cell_len
from rich.text import Text

from piazzetta.games.portobello.board import Alley, Board, District, Place

SIGNS = "◆●▲■"
STALL_STYLES = (
    "bold #fff3e2 on #c03a2b",
    "bold #33261a on #eab12c",
    "bold #eaf6e2 on #23804f",
    "bold #e8f1fb on #2c62ab",
)
VALUE_STYLES = {1: "#33261a on #efe4c9", 2: "#33261a on #e0c48a", 3: "bold #33261a on #d09a52"}
CLIENT_SIGNS = {"servant": "s", "burgher": "b", "lord": "L"}
CLIENT_STYLES = {
    "servant": "bold #1d1d1d on #c4c4c4",
    "burgher": "bold #1d1d1d on #f2a7bd",
    "lord": "bold #ffffff on #111111",
}
_SQUARE = "bold #33261a on #c9b88e"
_BOBBY = "bold #ffffff on #16324f"
_KEY = "bold #f4ead3"
_NAME = "italic #b9b496"
_DOT = "#8d8468"
_BEAT = "bold #4fd1c0"  # the dots of the alleys round the Bobby's district
_LAWN = "on #16211b"
_GARDENS = ("on #25382a", "on #2f3f2a", "on #1f3532", "on #35402c")
_BOBBYS_GARDEN = "on #2f5157"
_STREET = "on #4b4639"
_LONGEST_KEY = 4

Parts = list[tuple[str, str]]  # texts and their styles, side by side


class Picture:
    """The map of one position."""

    def __init__(self, board: Board, view: Mapping[str, Any], width: int) -> None:
        self.crowded = False
        self._board = board
        self._view = view
        self._width = max(width, 30)
        self._height = min(max(self._width // 3, 14), 32)
        self._cells: list[list[tuple[str, str] | None]] = [[None] * self._width for _ in range(self._height)]
        self._squares = self._scaled()
        self._draw_squares()
        for alley in board.alleys:
            self._draw_spaces(alley)
        for district in board.districts:
            self._draw_district(district)
        for number in range(len(board.alleys)):
            self._draw_dots(number)
        for district in board.districts:
            self._draw_name(district)

    def lines(self) -> Iterator[Text]:
        """The picture row by row."""
        for y, row in enumerate(self._cells):
            line = Text(no_wrap=True, end="")
            for x, cell in enumerate(row):
                text, style = cell or (" ", "")
                line.append(text, style=style if " on " in style else f"{style} {self._ground(x, y)}")
            yield line.append("\n")

    # --- places ---

    def _scaled(self) -> list[Place]:
        """The squares in cells: the whole map fills the picture."""
        xs, ys = zip(*self._board.positions(), strict=True)
        left, top = min(xs), min(ys)
        wide, high = max(max(xs) - left, 1e-9), max(max(ys) - top, 1e-9)
        margin = 4  # half a square, and a little lawn
        return [
            (margin + (x - left) / wide * (self._width - 1 - 2 * margin), (y - top) / high * (self._height - 1))
            for x, y in self._board.positions()
        ]

    def _corners(self, district: District) -> list[Place]:
        return [self._squares[square] for square in district.squares]

    def _ground(self, x: int, y: int) -> str:
        for alley in self._board.alleys:
            (ax, ay), (bx, by) = (self._squares[end] for end in alley.ends)
            dx, dy = (bx - ax) / 2, by - ay
            share = min(max(((x - ax) / 2 * dx + (y - ay) * dy) / (dx * dx + dy * dy), 0), 1)
            if _distance((ax + share * (bx - ax), ay + share * dy), (x, y)) <= 0.62:
                return _STREET
        for number, district in enumerate(self._board.districts):
            if _inside(self._corners(district), x, y):
                return _BOBBYS_GARDEN if district.key == self._view["bobby"] else _GARDENS[self._tones[number]]
        return _LAWN

    @property
    def _tones(self) -> list[int]:
        """A tone for each district, another than its neighbours have: they are at most three."""
        tones: list[int] = []
        for district in self._board.districts:
            others = {tones[there] for there in district.neighbours if 0 <= there < len(tones)}
            tones.append(next(tone for tone in range(4) if tone not in others))
        return tones

    # --- cells ---

    def _is_free(self, x: int, y: int, width: int, gap: int = 1) -> bool:
        if not (0 <= x and x + width <= self._width and 0 <= y < self._height):
            return False
        return not any(self._cells[y][max(x - gap, 0) : x + width + gap])

    def _put(self, x: int, y: int, parts: Parts) -> None:
        for text, style in parts:
            for sign in text:
                self._cells[y][x] = (sign, style)
                x += 1

    def _settle(self, x: float, y: float, rows: list[Parts], far: int, within: list[Place] | None = None) -> bool:
        """Put rows round (x, y), or the nearest place that is free; whether there is one."""
        width = max(_length(parts) for parts in rows)
        for gap in (1, 0):
            for dx, dy in _nearby(far):
                left, top = round(x + dx - (width - 1) / 2), round(y + dy - (len(rows) - 1) / 2)
                if within and not _inside(within, left + (width - 1) / 2, top + (len(rows) - 1) / 2):
                    continue
                if all(self._is_free(left, top + row, width, gap) for row in range(len(rows))):
                    for row, parts in enumerate(rows):
                        self._put(left + (width - _length(parts)) // 2, top + row, parts)
                    return True
        return False

    def _short(self, key: str) -> str:
        if len(key) <= _LONGEST_KEY:
            return key
        self.crowded = True
        return key[: _LONGEST_KEY - 1] + "~"

    # --- things ---

    def _draw_squares(self) -> None:
        for square, (x, y) in zip(self._board.squares, self._squares, strict=True):
            client = self._view["squares"][square.key]
            key = self._short(square.key)
            if client is None:
                parts = [(f"( {key} )", _SQUARE)]
            else:
                parts = [(f"({key} ", _SQUARE), (CLIENT_SIGNS[client], CLIENT_STYLES[client]), (")", _SQUARE)]
            if not self._settle(x, y, [parts], 3):
                self.crowded = True

    def _draw_spaces(self, alley: Alley) -> None:
        stalls = self._view["alleys"][alley.key]["stalls"]
        start, end = self._stretch(alley)
        for place, (value, seat) in enumerate(zip(alley.values, stalls, strict=True)):
            share = (place + 0.5) / len(stalls)
            x, y = start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])
            if seat is None:
                parts = [(f" {value}", VALUE_STYLES[value])]
            else:
                parts = [(f"{SIGNS[seat]}{value}", STALL_STYLES[seat])]
            if not self._settle(x, y, [parts], 2):
                self.crowded = True

    def _stretch(self, alley: Alley) -> tuple[Place, Place]:
        """Where an alley begins and ends, outside its squares."""
        (ax, ay), (bx, by) = (self._squares[end] for end in alley.ends)
        dx, dy = bx - ax, by - ay
        cuts = []
        for end in alley.ends:
            half = min(len(self._board.squares[end].key), _LONGEST_KEY) / 2 + 2.5
            cuts.append(min(half / max(abs(dx), 1e-9), 0.7 / max(abs(dy), 1e-9), 0.4))
        return (ax + cuts[0] * dx, ay + cuts[0] * dy), (bx - cuts[1] * dx, by - cuts[1] * dy)

    def _draw_district(self, district: District) -> None:
        mark = self._view["districts"][district.key]
        key = self._short(district.key)
        here = self._view["bobby"] == district.key
        rows: list[Parts] = [[(f" ☻ {key} ", _BOBBY)] if here else [(key, _KEY)]]
        if mark is not None:
            rows.append([(f"{SIGNS[mark['seat']]}×{mark['factor']}", STALL_STYLES[mark["seat"]])])
        corners = self._corners(district)
        x, y = self._centre(district)
        if not self._settle(x, y, rows, 4, corners):
            one = [part for parts in rows for part in parts]
            if not self._settle(x, y, [one], 4, corners):
                self.crowded = True

    def _centre(self, district: District) -> Place:
        """The middle of the circle that touches the three alleys: the roomiest spot."""
        a, b, c = self._corners(district)
        # rows are twice as high as columns are wide
        weights = [_distance(b, c), _distance(c, a), _distance(a, b)]
        total = sum(weights) or 1.0
        x = sum(weight * corner[0] for weight, corner in zip(weights, (a, b, c), strict=True)) / total
        y = sum(weight * corner[1] for weight, corner in zip(weights, (a, b, c), strict=True)) / total
        return x, y

    def _draw_dots(self, number: int) -> None:
        (ax, ay), (bx, by) = self._stretch(self._board.alleys[number])
        bobby = self._view["bobby"]
        beat = bobby is not None and number in self._board.districts[self._board.district_index(bobby)].alleys
        count = max(round(abs(bx - ax) / 2), round(abs(by - ay)), 1)
        for step in range(count + 1):
            x, y = round(ax + (bx - ax) * step / count), round(ay + (by - ay) * step / count)
            if self._is_free(x, y, 1):
                self._put(x, y, [("·", _BEAT if beat else _DOT)])

    def _draw_name(self, district: District) -> None:
        """A district's name where there is room for it."""
        if district.name == district.key or cell_len(district.name) != len(district.name):
            return
        x, y = self._centre(district)
        parts = [(district.name, _NAME)]
        width = len(district.name)
        for dy in (-1, 1, 2, -2):
            left, top = round(x - (width - 1) / 2), round(y + dy)
            corners = self._corners(district)
            if _inside(corners, left, top) and _inside(corners, left + width - 1, top) and self._is_free(left, top, width):
                self._put(left, top, parts)
                return


def _length(parts: Parts) -> int:
    return sum(len(text) for text, _ in parts)


def _distance(a: Place, b: Place) -> float:
    return float((((a[0] - b[0]) / 2) ** 2 + (a[1] - b[1]) ** 2) ** 0.5)


def _nearby(far: int) -> list[tuple[int, int]]:
    """Steps away from a place, the nearest first; a row counts as two columns."""
    steps = [(dx, dy) for dx in range(-far, far + 1) for dy in range(-(far // 2), far // 2 + 1)]
    return sorted(steps, key=lambda step: step[0] ** 2 + 4 * step[1] ** 2)


def _inside(corners: list[Place], x: float, y: float) -> bool:
    a, b, c = corners
    sides = [_side(a, b, x, y), _side(b, c, x, y), _side(c, a, x, y)]
    return all(side >= 0 for side in sides) or all(side <= 0 for side in sides)


def _side(a: Place, b: Place, x: float, y: float) -> float:
    return (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])
