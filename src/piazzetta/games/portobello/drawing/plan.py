"""The layout of a map in terminal cells: everything that does not change during a game.

Units are columns and rows; a row is as high as two columns are wide.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from piazzetta.games.portobello.board import Alley, Board, District, Place

LAWN, STREET = -1, -2  # the ground of a cell outside the districts
LONGEST_KEY = 4
_MARGIN = 4  # half a square, and a little lawn
_STREET_WIDTH = 0.62  # half of it, in rows


class Plan:
    """Where the squares, alleys and districts of a map are, in a picture of the given width."""

    def __init__(self, board: Board, width: int) -> None:
        self.width = max(width, 30)
        self.height = min(max(self.width // 3, 14), 32)
        self.squares = self._scaled(board)
        self._keys = [min(len(square.key), LONGEST_KEY) for square in board.squares]
        self.ground = self._paved(board)

    def _scaled(self, board: Board) -> list[Place]:
        xs, ys = zip(*board.positions(), strict=True)
        left, top = min(xs), min(ys)
        wide, high = max(max(xs) - left, 1e-9), max(max(ys) - top, 1e-9)
        columns, rows = self.width - 1 - 2 * _MARGIN, self.height - 1
        return [(_MARGIN + (x - left) / wide * columns, (y - top) / high * rows) for x, y in board.positions()]

    def _paved(self, board: Board) -> list[list[int]]:
        """What each cell stands on: the number of a district, a street, or the lawn outside."""
        ground = [[LAWN] * self.width for _ in range(self.height)]
        for number, district in enumerate(board.districts):
            corners = self.corners(district)
            for x, y in self._around(corners):
                if inside(corners, x, y):
                    ground[y][x] = number
        for alley in board.alleys:
            a, b = (self.squares[end] for end in alley.ends)
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

    def corners(self, district: District) -> list[Place]:
        return [self.squares[square] for square in district.squares]

    def middle(self, district: District) -> Place:
        """The centre of the circle that touches the three alleys: the roomiest spot."""
        corners = self.corners(district)
        weights = [_distance(corners[k - 2], corners[k - 1]) for k in range(3)]
        x, y = (sum(w * corner[axis] for w, corner in zip(weights, corners, strict=True)) for axis in (0, 1))
        total = max(sum(weights), 1e-9)
        return x / total, y / total

    def stretch(self, alley: Alley) -> tuple[Place, Place]:
        """Where an alley begins and ends, outside its squares."""
        (ax, ay), (bx, by) = (self.squares[end] for end in alley.ends)
        dx, dy = bx - ax, by - ay
        cuts = [
            min((self._keys[end] / 2 + 2.5) / max(abs(dx), 1e-9), 0.7 / max(abs(dy), 1e-9), 0.4) for end in alley.ends
        ]
        return (ax + cuts[0] * dx, ay + cuts[0] * dy), (bx - cuts[1] * dx, by - cuts[1] * dy)


@lru_cache(maxsize=16)
def plan_of(board: Board, width: int) -> Plan:
    """The plan of a map, made once for all positions."""
    return Plan(board, width)


def between(a: Place, b: Place, share: float) -> Place:
    """The place at a given fraction of the way from one place to the other."""
    return a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])


def inside(corners: Sequence[Place], x: float, y: float) -> bool:
    """Whether a cell lies in a triangle."""
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
