"""The map of Portobello Market laid out in the cells of a terminal: where each thing goes.

Things find their places by the map's coordinates, in order of weight: squares, spaces, districts, the dots of the
alleys, names. A thing that finds its place taken moves over a little; one that finds none is left out, and
``crowded`` says so. Measures are columns and rows; a row is as high as two columns are wide.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from rich.cells import cell_len
from rich.text import Text

from piazzetta.games.portobello.board import Alley, Board, District, Place
from piazzetta.games.portobello.palette import BOBBY, CLIENT_SIGNS, SIGNS

_MARGIN = 4  # half a square, and a little lawn
_LONGEST_KEY = 4
_STREET = 0.62  # half the width of a street, in rows

Parts = list[tuple[str, str]]  # texts and their styles, side by side


class Picture:
    """The map of one position."""

    def __init__(self, board: Board, view: Mapping[str, Any], width: int) -> None:
        self.crowded = False  # something is left out or cut short
        self._board = board
        self._view = view
        self._width = max(width, 30)
        self._height = min(max(self._width // 3, 14), 32)
        self._cells: list[list[tuple[str, str] | None]] = [[None] * self._width for _ in range(self._height)]
        self._squares = self._scaled()
        self._ground = self._paved()
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
        for cells, ground in zip(self._cells, self._ground, strict=True):
            line = Text(no_wrap=True)
            for cell, below in zip(cells, ground, strict=True):
                text, style = cell or (" ", "")
                line.append(text, below)
                if style:
                    line.stylize(style, len(line) - 1)
            yield line

    # --- the ground ---

    def _scaled(self) -> list[Place]:
        """Where the squares lie: the map fills the picture."""
        xs, ys = zip(*self._board.positions(), strict=True)
        left, top = min(xs), min(ys)
        wide, high = max(max(xs) - left, 1e-9), max(max(ys) - top, 1e-9)
        columns, rows = self._width - 1 - 2 * _MARGIN, self._height - 1
        return [(_MARGIN + (x - left) / wide * columns, (y - top) / high * rows) for x, y in self._board.positions()]

    def _paved(self) -> list[list[str]]:
        """What each cell stands on."""
        ground = [["lawn"] * self._width for _ in range(self._height)]
        for district in self._board.districts:
            corners = self._corners(district)
            style = "bobbys" if district.key == self._view["bobby"] else "garden"
            for x, y in self._around(corners):
                if _inside(corners, x, y):
                    ground[y][x] = style
        for alley in self._board.alleys:
            a, b = (self._squares[end] for end in alley.ends)
            for x, y in self._around((a, b)):
                if _off(a, b, x, y) <= _STREET:
                    ground[y][x] = "street"
        return ground

    def _around(self, places: Sequence[Place]) -> Iterator[tuple[int, int]]:
        """The cells in and next to the rectangle that holds all places."""
        xs, ys = zip(*places, strict=True)
        for y in range(max(int(min(ys)) - 1, 0), min(int(max(ys)) + 2, self._height)):
            for x in range(max(int(min(xs)) - 2, 0), min(int(max(xs)) + 3, self._width)):
                yield x, y

    def _corners(self, district: District) -> list[Place]:
        return [self._squares[square] for square in district.squares]

    # --- cells ---

    def _is_free(self, x: int, y: int, width: int, gap: int = 1) -> bool:
        if x < 0 or x + width > self._width or not 0 <= y < self._height:
            return False
        return not any(self._cells[y][max(x - gap, 0) : x + width + gap])

    def _put(self, x: int, y: int, parts: Parts) -> None:
        for text, style in parts:
            for sign in text:
                self._cells[y][x] = (sign, style)
                x += 1

    def _settle(self, place: Place, rows: list[Parts], far: int, within: list[Place] | None = None) -> bool:
        """Put rows there, or on the nearest free cells (their middle ``within`` a district); whether there are any."""
        width = max(_length(parts) for parts in rows)
        for gap in (1, 0):
            for dx, dy in _nearby(far):
                left, top = round(place[0] + dx - (width - 1) / 2), round(place[1] + dy - (len(rows) - 1) / 2)
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
        for square, place in zip(self._board.squares, self._squares, strict=True):
            client = self._view["squares"][square.key]
            key = self._short(square.key)
            parts = [(f"( {key} )", "square")]
            if client is not None:
                parts = [(f"({key} ", "square"), (CLIENT_SIGNS[client], client), (")", "square")]
            if not self._settle(place, [parts], 3):
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

    def _draw_spaces(self, alley: Alley) -> None:
        stalls = self._view["alleys"][alley.key]["stalls"]
        start, end = self._stretch(alley)
        for number, (value, seat) in enumerate(zip(alley.values, stalls, strict=True)):
            place = _between(start, end, (number + 0.5) / len(stalls))
            parts = [(f" {value}", f"value{value}") if seat is None else (f"{SIGNS[seat]}{value}", f"stall{seat}")]
            if not self._settle(place, [parts], 2):
                self.crowded = True

    def _draw_district(self, district: District) -> None:
        key = self._short(district.key)
        rows: list[Parts] = [[(key, "district")]]
        if self._view["bobby"] == district.key:
            rows = [[(f" {BOBBY} {key} ", "bobby")]]
        mark = self._view["districts"][district.key]
        if mark is not None:
            rows.append([(f"{SIGNS[mark['seat']]}×{mark['factor']}", f"stall{mark['seat']}")])
        side_by_side = [[part for parts in rows for part in parts]]
        place, corners = self._middle(district), self._corners(district)
        if not self._settle(place, rows, 4, corners) and not self._settle(place, side_by_side, 4, corners):
            self.crowded = True

    def _middle(self, district: District) -> Place:
        """The middle of the circle that touches the three alleys: the roomiest spot."""
        corners = self._corners(district)
        weights = [_distance(corners[k - 2], corners[k - 1]) for k in range(3)]
        x, y = (sum(w * corner[axis] for w, corner in zip(weights, corners, strict=True)) for axis in (0, 1))
        total = max(sum(weights), 1e-9)
        return x / total, y / total

    def _draw_dots(self, number: int) -> None:
        start, end = self._stretch(self._board.alleys[number])
        bobby = self._view["bobby"]
        beat = bobby is not None and number in self._board.districts[self._board.district_index(bobby)].alleys
        count = max(round(abs(end[0] - start[0]) / 2), round(abs(end[1] - start[1])), 1)
        for step in range(count + 1):
            x, y = (round(where) for where in _between(start, end, step / count))
            if self._is_free(x, y, 1):
                self._put(x, y, [("·", "beat" if beat else "dot")])

    def _draw_name(self, district: District) -> None:
        """A district's name, above or below its key, where there is room for it."""
        name = district.name
        if name == district.key or cell_len(name) != len(name):
            return
        corners = self._corners(district)
        x, y = self._middle(district)
        left = round(x - (len(name) - 1) / 2)
        for top in (round(y) + away for away in (-1, 1, 2, -2)):
            ends_fit = _inside(corners, left, top) and _inside(corners, left + len(name) - 1, top)
            if ends_fit and self._is_free(left, top, len(name)):
                self._put(left, top, [(name, "name")])
                return


def _length(parts: Parts) -> int:
    return sum(len(text) for text, _ in parts)


def _between(a: Place, b: Place, share: float) -> Place:
    return a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])


def _distance(a: Place, b: Place) -> float:
    return float((((a[0] - b[0]) / 2) ** 2 + (a[1] - b[1]) ** 2) ** 0.5)


def _off(a: Place, b: Place, x: int, y: int) -> float:
    """How far a cell lies from the line between two places."""
    dx, dy = (b[0] - a[0]) / 2, b[1] - a[1]
    share = ((x - a[0]) / 2 * dx + (y - a[1]) * dy) / max(dx * dx + dy * dy, 1e-9)
    return _distance(_between(a, b, min(max(share, 0), 1)), (x, y))


@lru_cache
def _nearby(far: int) -> list[tuple[int, int]]:
    """Steps away from a place, the nearest first."""
    steps = [(dx, dy) for dx in range(-far, far + 1) for dy in range(-(far // 2), far // 2 + 1)]
    return sorted(steps, key=lambda step: step[0] ** 2 + 4 * step[1] ** 2)


def _inside(corners: Sequence[Place], x: float, y: float) -> bool:
    turns = []
    for k in range(3):
        (ax, ay), (bx, by) = corners[k - 1], corners[k]
        turns.append((bx - ax) * (y - ay) - (by - ay) * (x - ax))
    return min(turns) >= 0 or max(turns) <= 0
