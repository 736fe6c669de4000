"""The course of an alley in a drawing: straight, or a bow (a parabola). The page's map is drawn along it too."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise

from piazzetta.games.portobello.board import Board
from piazzetta.games.portobello.places import District, Place

_PARTS = 24  # of a bow, each taken as straight


def between(a: Place, b: Place, share: float) -> Place:
    """The place at a given fraction of the way from one place to the other."""
    return a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])


def pulled(a: Place, b: Place, bend: float) -> Place:
    """The point that draws a bow from ``a`` to ``b``: twice as far to the right as its middle, which is ``bend``."""
    x, y = between(a, b, 0.5)
    return x - 2 * bend * (b[1] - a[1]), y + 2 * bend * (b[0] - a[0])


class Course:
    """The way from ``a`` to ``b``. ``pull`` draws the bow; a straight one has none."""

    def __init__(self, a: Place, b: Place, pull: Place | None = None) -> None:
        self.a, self.b, self.pull = a, b, pull
        self.points = [a, b] if pull is None else [self.at(part / _PARTS) for part in range(_PARTS + 1)]
        self.length = sum([math.dist(start, end) for start, end in pairwise(self.points)])

    def at(self, share: float) -> Place:
        """A place on it; on a bow, ``share`` runs a little faster at its ends."""
        if self.pull is None:
            return between(self.a, self.b, share)
        return between(between(self.a, self.pull, share), between(self.pull, self.b, share), share)

    def along(self, far: float) -> tuple[float, float, float, float]:
        """The place so far along it, and its direction there."""
        start, end = self.a, self.b
        for start, end in pairwise(self.points):
            if far <= math.dist(start, end):
                break
            far -= math.dist(start, end)
        length = max(math.dist(start, end), 1e-9)
        x, y = between(start, end, far / length)
        return x, y, (end[0] - start[0]) / length, (end[1] - start[1]) / length


def outline(board: Board, district: District, courses: Sequence[Course]) -> list[Place]:
    """The places around a district, along its alleys: its three corners, if all of them are straight."""
    around: list[Place] = []
    for place, square in enumerate(district.squares):
        after = district.squares[(place + 1) % 3]
        number = next(one for one in district.alleys if set(board.alleys[one].ends) == {square, after})
        points = courses[number].points
        around += points[:-1] if board.alleys[number].ends[0] == square else list(reversed(points[1:]))
    return around


def middle(
    board: Board,
    district: District,
    squares: Sequence[Place],
    courses: Sequence[Course],
    distance: Callable[[Place, Place], float] = math.dist,
) -> Place:
    """The roomiest spot of a district: the centre of the circle that touches its alleys.

    Where they bow, a third of what each of them gives or takes.
    """
    corners = [squares[square] for square in district.squares]
    weights = [distance(corners[k - 2], corners[k - 1]) for k in range(3)]
    total = max(sum(weights), 1e-9)
    x, y = (sum(w * corner[axis] for w, corner in zip(weights, corners, strict=True)) / total for axis in (0, 1))
    for number in district.alleys:
        if board.alleys[number].bend:
            course = courses[number]
            (mx, my), (sx, sy) = course.at(0.5), between(course.a, course.b, 0.5)
            x, y = x + (mx - sx) / 3, y + (my - sy) / 3
    return x, y
