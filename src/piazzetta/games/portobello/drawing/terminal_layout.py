"""The layout of a map in terminal cells: everything that does not change during a game.

Units are columns and rows; a row is as high as two columns are wide.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from piazzetta.games.portobello.board import Board
from piazzetta.games.portobello.drawing.course import Course, between, middle, outline, pulled
from piazzetta.games.portobello.places import Alley, District, Place

LAWN, STREET = -1, -2  # the ground of a cell outside the districts
LONGEST_KEY = 4
_MARGIN = 4  # half a square, and a little lawn
_STREET_WIDTH = 0.62  # half of it, in rows


class TerminalLayout:
    """Where the squares, alleys and districts of a map are, in a picture of the given width."""

    def __init__(self, board: Board, width: int) -> None:
        self.width = max(width, 30)
        self.height = min(max(self.width // 3, 14), 32)
        self.squares, pulls = self._scaled(board)
        self._keys = [min(len(square.key), LONGEST_KEY) for square in board.squares]
        self._board = board
        self._courses = [
            Course(self.squares[alley.ends[0]], self.squares[alley.ends[1]], pull)
            for alley, pull in zip(board.alleys, pulls, strict=True)
        ]
        self.ground = self._paved(board)

    def _scaled(self, board: Board) -> tuple[list[Place], list[Place | None]]:
        """The squares, and the points that draw the bows of alleys."""
        places = board.positions()
        xs, ys = zip(*places, strict=True)
        left, top = min(xs), min(ys)
        wide, high = max(max(xs) - left, 1e-9), max(max(ys) - top, 1e-9)
        columns, rows = self.width - 1 - 2 * _MARGIN, self.height - 1

        def scaled(place: Place) -> Place:
            return _MARGIN + (place[0] - left) / wide * columns, (place[1] - top) / high * rows

        pulls = [
            scaled(pulled(places[alley.ends[0]], places[alley.ends[1]], alley.bend)) if alley.bend else None
            for alley in board.alleys
        ]
        return [scaled(place) for place in places], pulls

    def _paved(self, board: Board) -> list[list[int]]:
        """What each cell stands on: the number of a district, a street, or the lawn outside."""
        ground = [[LAWN] * self.width for _ in range(self.height)]
        for number, district in enumerate(board.districts):
            around = self.outline(district)
            for x, y in self._around(around):
                if inside(around, x, y):
                    ground[y][x] = number
        for course in self._courses:
            for a, b in pairwise(course.points):
                for x, y in self._around((a, b)):
                    if _off(a, b, x, y) <= _STREET_WIDTH:
                        ground[y][x] = STREET
        return ground

    def _around(self, places: Sequence[Place]) -> Iterator[tuple[int, int]]:
        """The cells in and next to the rectangle that holds all places."""
        xs, ys = zip(*places, strict=True)
        for y in range(max(int(min(ys)) - 1, 0), min(int(max(ys)) + 2, self.height)):
            for x in range(max(int(min(xs)) - 2, 0), min(int(max(xs)) + 3, self.width)):
                yield x, y

    def outline(self, district: District) -> list[Place]:
        """The places around a district: its corners, if its alleys are straight."""
        return outline(self._board, district, self._courses)

    def middle(self, district: District) -> Place:
        return middle(self._board, district, self.squares, self._courses, _distance)

    def stretch(self, alley: Alley) -> Course:
        """An alley outside its squares."""
        (ax, ay), (bx, by) = (self.squares[end] for end in alley.ends)
        dx, dy = bx - ax, by - ay
        cuts = [
            min((self._keys[end] / 2 + 2.5) / max(abs(dx), 1e-9), 0.7 / max(abs(dy), 1e-9), 0.4) for end in alley.ends
        ]
        start, end = (ax + cuts[0] * dx, ay + cuts[0] * dy), (bx - cuts[1] * dx, by - cuts[1] * dy)
        whole = self._courses[self._board.alley_index(alley.key)]
        if whole.pull is None:
            return Course(start, end)
        # a part of a parabola is one too: its ends, and the point where they pull
        start, end = whole.at(cuts[0]), whole.at(1 - cuts[1])
        inner = between(between(whole.a, whole.pull, cuts[0]), between(whole.pull, whole.b, cuts[0]), 1 - cuts[1])
        return Course(start, end, inner)


@lru_cache(maxsize=16)
def layout_of(board: Board, width: int) -> TerminalLayout:
    """Return the layout of a map, made once for all positions."""
    return TerminalLayout(board, width)


def inside(corners: Sequence[Place], x: float, y: float) -> bool:
    """Whether a cell lies in a triangle, or in any other outline."""
    if len(corners) > 3:
        crossed = False
        for (ax, ay), (bx, by) in pairwise([*corners, corners[0]]):
            if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
                crossed = not crossed
        return crossed
    turns = []
    for k in range(3):
        (ax, ay), (bx, by) = corners[k - 1], corners[k]
        turns.append((bx - ax) * (y - ay) - (by - ay) * (x - ax))
    return min(turns) >= 0 or max(turns) <= 0


def _distance(a: Place, b: Place) -> float:
    return float((((a[0] - b[0]) / 2) ** 2 + (a[1] - b[1]) ** 2) ** 0.5)


def _off(a: Place, b: Place, x: int, y: int) -> float:
    """The distance of a cell from the line between two places."""
    dx, dy = (b[0] - a[0]) / 2, b[1] - a[1]
    share = ((x - a[0]) / 2 * dx + (y - a[1]) * dy) / max(dx * dx + dy * dy, 1e-9)
    return _distance(between(a, b, min(max(share, 0), 1)), (x, y))
