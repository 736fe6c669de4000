"""Whether the drawing of a map is planar: alleys meet only at squares, districts are empty ground. In exact arithmetic.

An alley counts as straight; one of two between the same squares goes by its bent middle.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise, product

from piazzetta.games.portobello.board_check import Shape, fault, forward
from piazzetta.games.portobello.places import Alley, District, Place

Point = tuple[int, int]


def check_drawing(board: Shape, positions: Sequence[Place]) -> None:
    """Check that, drawn at these places, alleys meet only at their squares and every district is empty ground."""
    count = len(board.squares)
    points = _exact([*positions, *(_bent_middle(alley, positions) for alley in board.alleys)])
    for a, b in combinations(range(count), 2):
        if points[a] == points[b]:
            raise fault("same_place", {"square": board.squares[a].key, "other_square": board.squares[b].key})
    paths = [_path(board, number) for number in range(len(board.alleys))]
    outlines = [_outline(board, district, paths) for district in board.districts]
    turns = [_turned([points[corner] for corner in outline]) for outline in outlines]
    for district, turn in zip(board.districts, turns, strict=True):
        if turn == 0:
            raise fault("in_line", {"district": district.key})
    _check_touching(board, points, paths)
    _check_crossing(board, points, paths)
    _check_overlaps(board, turns)
    _check_empty(board, points, outlines)


def _bent_middle(alley: Alley, positions: Sequence[Place]) -> Place:
    (ax, ay), (bx, by) = (positions[end] for end in alley.ends)
    return (ax + bx) / 2 - alley.bend * (by - ay), (ay + by) / 2 + alley.bend * (bx - ax)


def _exact(positions: Sequence[Place]) -> list[Point]:
    """The same drawing in integers, scaled by a power of two, which is exact for floats."""
    ratios = [(x.as_integer_ratio(), y.as_integer_ratio()) for x, y in positions]
    scale = max(bottom for point in ratios for _, bottom in point)
    return [(x * (scale // under_x), y * (scale // under_y)) for (x, under_x), (y, under_y) in ratios]


def _path(board: Shape, number: int) -> list[int]:
    """The points along an alley: the numbers of its squares and, if it is one of two, of its middle between them."""
    a, b = board.alleys[number].ends
    return [a, len(board.squares) + number, b] if number in board.twins else [a, b]


def _outline(board: Shape, district: District, paths: Sequence[Sequence[int]]) -> list[int]:
    """The points around a district."""
    around: list[int] = []
    for square, alley in zip(district.squares, district.alleys, strict=True):
        path = paths[alley]
        around += path[:-1] if path[0] == square else list(reversed(path))[:-1]
    return around


def _turn(a: Point, b: Point, c: Point) -> int:
    """The direction of the turn at ``b`` from ``a`` to ``c``, 1 or −1; 0 on a straight line."""
    area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return (area > 0) - (area < 0)


def _turned(outline: Sequence[Point]) -> int:
    """The direction in which an outline runs around its area; 0 if it has none."""
    area = sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise([*outline, outline[0]]))
    return (area > 0) - (area < 0)


def _touches(a: Point, b: Point, p: Point) -> bool:
    """Whether ``p`` lies on the line from ``a`` to ``b``, between them."""
    return (a[0] - p[0]) * (b[0] - p[0]) + (a[1] - p[1]) * (b[1] - p[1]) < 0 and _turn(a, b, p) == 0


def _check_touching(board: Shape, points: Sequence[Point], paths: Sequence[Sequence[int]]) -> None:
    for alley, path in zip(board.alleys, paths, strict=True):
        for a, b in pairwise(path):
            for index, square in enumerate(board.squares):
                if index not in path and (points[index] == points[b] or _touches(points[a], points[b], points[index])):
                    raise fault("through", {"alley": alley.key, "square": square.key})


def _check_crossing(board: Shape, points: Sequence[Point], paths: Sequence[Sequence[int]]) -> None:
    for (one, path), (two, other) in combinations(list(zip(board.alleys, paths, strict=True)), 2):
        for first, second in product(pairwise(path), pairwise(other)):
            a, b = (points[end] for end in first)
            c, d = (points[end] for end in second)
            if {*first} & {*second}:
                # they could only overlap: then one ends on the other, for two straight alleys at a square
                crossed = any(_touches(a, b, p) for p in (c, d)) or any(_touches(c, d, p) for p in (a, b))
            else:
                crossed = _turn(a, b, c) * _turn(a, b, d) < 0 and _turn(c, d, a) * _turn(c, d, b) < 0
                crossed = crossed or any(_touches(a, b, points[p]) for p in second if p >= len(board.squares))
                crossed = crossed or any(_touches(c, d, points[p]) for p in first if p >= len(board.squares))
            if crossed or (len(path) == len(other) == 3 and points[path[1]] == points[other[1]]):
                raise fault("cross", {"alley": one.key, "other_alley": two.key})


def _check_overlaps(board: Shape, turns: Sequence[int]) -> None:
    """Check that the two districts at an alley lie on different sides of it."""
    for here, district in enumerate(board.districts):
        for alley, there in zip(district.alleys, district.neighbours, strict=True):
            if there > here:
                same_way = forward(board, here, alley) == forward(board, there, alley)
                if same_way == (turns[here] == turns[there]):
                    raise fault("overlap", {"district": district.key, "other_district": board.districts[there].key})


def _check_empty(board: Shape, points: Sequence[Point], outlines: Sequence[Sequence[int]]) -> None:
    """Check that no square lies in a district, and that no alley runs through one."""
    for district, outline in zip(board.districts, outlines, strict=True):
        around = [points[corner] for corner in outline]
        for index, square in enumerate(board.squares):
            if index not in outline and _inside(around, points[index]):
                raise fault("inside", {"square": square.key, "district": district.key})
        for number in board.twins:
            if number not in district.alleys and _inside(around, points[len(board.squares) + number]):
                raise fault("within", {"alley": board.alleys[number].key, "district": district.key})


def _inside(outline: Sequence[Point], p: Point) -> bool:
    """Whether a point that is not on an outline lies inside it: a ray from it crosses the outline an odd number of
    times."""
    crossed = False
    for a, b in pairwise([*outline, outline[0]]):
        if (a[1] > p[1]) != (b[1] > p[1]) and (_turn(a, b, p) > 0) == (b[1] > a[1]):
            crossed = not crossed
    return crossed
