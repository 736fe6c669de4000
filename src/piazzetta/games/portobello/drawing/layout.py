"""Places for the squares of a map that has none: alleys about as long as their spaces need, districts roomy.

It starts from a drawing without crossings (``Board.positions``) and moves one square at a time, never turning a
district over, as long as that makes the drawing better.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from itertools import combinations

from piazzetta.errors import BadInput
from piazzetta.games.portobello.board import Board
from piazzetta.games.portobello.board_drawing import check_drawing
from piazzetta.games.portobello.places import Place, Sheet

_SPACE, _SQUARE = 70.0, 60.0  # the length of a space, the radius of a square
_SHEET = Sheet(1500, 1000)
_MARGIN = 110.0
_STEPS = (160.0, 110.0, 80.0, 50.0, 30.0, 20.0)


def laid_out(board: Board) -> tuple[Place, ...]:
    """Where to draw each square; the same map always looks the same."""
    drawing = _Drawing(board)
    drawing.improve()
    places = _fitted(drawing.places)
    try:
        check_drawing(board, places)
    except BadInput:  # the rim has bent over itself
        return board.positions()
    return places


class _Drawing:
    def __init__(self, board: Board) -> None:
        self.places = list(board.positions())
        self._ideal = [(*alley.ends, _SPACE * len(alley.values) + 2 * _SQUARE) for alley in board.alleys]
        self._corners = [district.squares for district in board.districts]
        self._turns = [_area(*(self.places[square] for square in corners)) > 0 for corners in self._corners]
        numbers = range(len(self.places))
        self._alleys_at = [[alley for alley in self._ideal if number in alley[:2]] for number in numbers]
        self._districts_at = [[d for d, corners in enumerate(self._corners) if n in corners] for n in numbers]

    def improve(self) -> None:
        dice = random.Random(0)
        for step in _STEPS:
            for _ in range(8):
                for number in range(len(self.places)):
                    self._try(number, step * dice.random(), 2 * math.pi * dice.random())
                    self._try(number, step, 2 * math.pi * dice.random())

    def _try(self, number: int, far: float, angle: float) -> None:
        before, worth = self.places[number], self._badness(number)
        self.places[number] = before[0] + far * math.cos(angle), before[1] + far * math.sin(angle)
        if self._badness(number) >= worth:
            self.places[number] = before

    def _badness(self, number: int) -> float:
        """How bad the surroundings of a square are."""
        here = self.places[number]
        total = 0.0
        for one, two, ideal in self._alleys_at[number]:
            total += (math.dist(self.places[one], self.places[two]) / ideal - 1) ** 2
        for other, place in enumerate(self.places):
            if other != number:
                total += (220 / max(math.dist(here, place), 1.0)) ** 3 / 4
        for district in self._districts_at[number]:
            a, b, c = (self.places[square] for square in self._corners[district])
            area = _area(a, b, c)
            if (area > 0) != self._turns[district]:
                return math.inf
            inner = abs(area) / max(math.dist(a, b) + math.dist(b, c) + math.dist(c, a), 1.0)  # a circle's radius
            total += (70 / max(inner, 0.1)) ** 2 / 4
        return total


def _area(a: Place, b: Place, c: Place) -> float:
    """Twice the area of a triangle, negative if it turns left."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _fitted(places: Sequence[Place]) -> tuple[Place, ...]:
    """The same drawing in the middle of a sheet, its longest way across, in whole numbers."""
    (ax, ay), (bx, by) = max(combinations(places, 2), key=lambda pair: math.dist(*pair))
    far = math.dist((ax, ay), (bx, by))
    cos, sin = (bx - ax) / far, (by - ay) / far
    turned = [(cos * x + sin * y, cos * y - sin * x) for x, y in places]
    xs, ys = zip(*turned, strict=True)
    wide, high = max(xs) - min(xs), max(ys) - min(ys)
    scale = min((_SHEET.width - 2 * _MARGIN) / wide, (_SHEET.height - 2 * _MARGIN) / high)
    left = (_SHEET.width - scale * wide) / 2 - scale * min(xs)
    top = (_SHEET.height - scale * high) / 2 - scale * min(ys)
    return tuple((float(round(left + scale * x)), float(round(top + scale * y))) for x, y in turned)
