"""The map of Portobello Market as rows of signs: each piece in its place on the plan.

Pieces are placed by priority: squares, spaces, districts, the dots of the alleys, names. A piece whose place is taken
moves a little; one that fits nowhere is left out, and ``crowded`` is set.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Any

from rich.cells import cell_len
from rich.text import Text

from piazzetta.games.portobello.board import Board
from piazzetta.games.portobello.drawing.terminal_colours import BOBBY, CLIENT_SIGNS, SIGNS
from piazzetta.games.portobello.drawing.terminal_layout import LAWN, LONGEST_KEY, STREET, inside, layout_of
from piazzetta.games.portobello.places import Alley, District, Place

Parts = list[tuple[str, str]]  # texts and their styles, side by side


class Picture:
    """The map of one position."""

    def __init__(self, board: Board, view: Mapping[str, Any], width: int) -> None:
        self.crowded = False  # something was left out or cut short
        self._view = view
        self._layout = layout_of(board, width)
        self._cells: list[list[tuple[str, str] | None]] = [
            [None] * self._layout.width for _ in range(self._layout.height)
        ]
        self._bobby = -1 if view["bobby"] is None else board.district_index(view["bobby"])
        for square, place in zip(board.squares, self._layout.squares, strict=True):
            self._draw_square(square.key, place)
        for alley in board.alleys:
            self._draw_spaces(alley)
        for district in board.districts:
            self._draw_district(district)
        beat = board.districts[self._bobby].alleys if self._bobby >= 0 else ()
        for number, alley in enumerate(board.alleys):
            self._draw_dots(alley, "beat" if number in beat else "dot")
        for number, district in enumerate(board.districts):
            self._draw_name(number, district)

    def lines(self) -> Iterator[Text]:
        """The picture row by row."""
        styles = {self._bobby: "bobbys", LAWN: "lawn", STREET: "street"}  # a Bobby not yet placed has the lawn's number
        for cells, ground in zip(self._cells, self._layout.ground, strict=True):
            line = Text(no_wrap=True)
            signed = [(*(cell or (" ", "")), below) for cell, below in zip(cells, ground, strict=True)]
            for (style, below), run in groupby(signed, key=itemgetter(1, 2)):
                line.append("".join(sign for sign, _, _ in run), styles.get(below, "garden"))
                if style:
                    line.stylize(style, line.spans[-1].start)
            yield line

    # --- cells ---

    def _is_free(self, x: int, y: int, width: int, gap: int = 1) -> bool:
        if x < 0 or x + width > self._layout.width or not 0 <= y < self._layout.height:
            return False
        return not any(self._cells[y][max(x - gap, 0) : x + width + gap])

    def _put(self, x: int, y: int, parts: Parts) -> None:
        for text, style in parts:
            for sign in text:
                self._cells[y][x] = (sign, style)
                x += 1

    def _settle(self, place: Place, rows: list[Parts], far: int, within: list[Place] | None = None) -> bool:
        """Put rows there, or on the nearest free cells (with their middle ``within``); returns whether they fit."""
        width = max(_length(parts) for parts in rows)
        for gap in (1, 0):
            for dx, dy in _nearby(far):
                left, top = round(place[0] + dx - (width - 1) / 2), round(place[1] + dy - (len(rows) - 1) / 2)
                if within and not inside(within, left + (width - 1) / 2, top + (len(rows) - 1) / 2):
                    continue
                if all(self._is_free(left, top + row, width, gap) for row in range(len(rows))):
                    for row, parts in enumerate(rows):
                        self._put(left + (width - _length(parts)) // 2, top + row, parts)
                    return True
        return False

    def _short(self, key: str) -> str:
        if len(key) <= LONGEST_KEY:
            return key
        self.crowded = True
        return key[: LONGEST_KEY - 1] + "~"

    # --- pieces ---

    def _draw_square(self, key: str, place: Place) -> None:
        client = self._view["squares"][key]
        parts = [(f"( {self._short(key)} )", "square")]
        if client is not None:
            parts = [(f"({self._short(key)} ", "square"), (CLIENT_SIGNS[client], client), (")", "square")]
        if not self._settle(place, [parts], 3):
            self.crowded = True

    def _draw_spaces(self, alley: Alley) -> None:
        stalls = self._view["alleys"][alley.key]["stalls"]
        course = self._layout.stretch(alley)
        for number, (value, seat) in enumerate(zip(alley.values, stalls, strict=True)):
            place = course.at((number + 0.5) / len(stalls))
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
        place, around = self._layout.middle(district), self._layout.outline(district)
        if not self._settle(place, rows, 4, around) and not self._settle(place, side_by_side, 4, around):
            self.crowded = True

    def _draw_dots(self, alley: Alley, style: str) -> None:
        course = self._layout.stretch(alley)
        (ax, ay), (bx, by) = course.a, course.b
        count = max(round(abs(bx - ax) / 2), round(abs(by - ay)), 1)
        for step in range(count + 1):
            x, y = (round(where) for where in course.at(step / count))
            if self._is_free(x, y, 1):
                self._put(x, y, [("·", style)])

    def _draw_name(self, number: int, district: District) -> None:
        """A district's name, above or below its key, where there is room for it."""
        name = district.name
        if name == district.key or cell_len(name) != len(name):
            return
        x, y = self._layout.middle(district)
        left = round(x - (len(name) - 1) / 2)
        for top in (round(y) + away for away in (-1, 1, 2, -2)):
            if self._is_free(left, top, len(name)):
                ground = self._layout.ground[top][left : left + len(name)]
                if set(ground) == {number}:
                    self._put(left, top, [(name, "name")])
                    return


def _length(parts: Parts) -> int:
    return sum(len(text) for text, _ in parts)


@lru_cache
def _nearby(far: int) -> list[tuple[int, int]]:
    """Steps away from a place, nearest first."""
    steps = [(dx, dy) for dx in range(-far, far + 1) for dy in range(-(far // 2), far // 2 + 1)]
    return sorted(steps, key=lambda step: step[0] ** 2 + 4 * step[1] ** 2)
