"""Places for the squares of a map that has none and whose districts fill a disc: no two alleys cross."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Protocol

from piazzetta.games.portobello.board_check import Shape
from piazzetta.games.portobello.places import Place, Sheet


class Embeddable(Shape, Protocol):
    @property
    def sheet(self) -> Sheet: ...


def rim_of(board: Shape) -> list[int]:
    """The squares of the rim, in order around the map."""
    return rim_cycle(board.alleys[alley].ends for alley in board.rim_alleys)


def embedded(board: Embeddable) -> tuple[Place, ...]:
    """Tutte embedding: the rim on an ellipse, every inner square at the mean of its neighbours."""
    count = len(board.squares)
    rim = rim_of(board)
    pull = [[0.0] * count for _ in range(count)]
    for alley in board.alleys:
        a, b = alley.ends
        pull[a][b] = pull[b][a] = -1.0
    rows = []
    for square in range(count):
        if square in rim:
            angle = 2 * math.pi * rim.index(square) / len(rim) - math.pi / 2
            row = [1.0 if other == square else 0.0 for other in range(count)]
            rows.append([*row, math.cos(angle), math.sin(angle)])
        else:
            pull[square][square] = -sum(pull[square])
            rows.append([*pull[square], 0.0, 0.0])
    places = _solved(rows)
    return tuple((board.sheet.width * (0.5 + 0.42 * x), board.sheet.height * (0.5 + 0.42 * y)) for x, y in places)


def rim_cycle(pairs: Iterable[tuple[int, int]]) -> list[int]:
    """The squares of one rim in order, from its alleys; every square of a rim has two of them."""
    beside: dict[int, list[int]] = {}
    for a, b in pairs:
        beside.setdefault(a, []).append(b)
        beside.setdefault(b, []).append(a)
    cycle = [min(beside)]
    onward = min(beside[cycle[0]])
    while onward != cycle[0]:
        left, right = beside[onward]
        came_from = cycle[-1]
        cycle.append(onward)
        onward = right if left == came_from else left
    return cycle


def _solved(rows: list[list[float]]) -> list[list[float]]:
    """Solve linear equations by elimination. Each row holds its coefficients, then two right-hand sides. The matrix is
    diagonally dominant, so no pivoting is needed."""
    count = len(rows)
    for here in range(count):
        scale = rows[here][here]
        rows[here] = [value / scale for value in rows[here]]
        for other in range(count):
            factor = rows[other][here]
            if other != here and factor != 0.0:
                both = zip(rows[other], rows[here], strict=True)
                rows[other] = [value - factor * mine for value, mine in both]
    return [row[count:] for row in rows]
