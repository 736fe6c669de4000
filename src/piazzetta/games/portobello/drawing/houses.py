"""The little houses of a district: terraces along its alleys, flat-iron houses at its corners.

Outlines only: pictures paint them with ``colours.py``, the page's map with the colours of its theme.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from piazzetta.games.portobello.drawing.course import Course, between
from piazzetta.games.portobello.places import Place

FAMILIES, TONES = 5, 3  # of roofs
_FRONT = 17  # of a house, about


def families(districts: Sequence[Sequence[Any]]) -> list[int]:
    """The family of each district's roofs, from its alleys: neighbours have different ones."""
    chosen: list[int] = []
    for alleys in districts:
        taken = [chosen[k] for k in range(len(chosen)) if any(key in alleys for key in districts[k])]
        found, least = 0, len(districts) + 1
        for family in range(FAMILIES):
            count = sum([1 for other in chosen if other == family])
            if family not in taken and count < least:
                found, least = family, count
        chosen.append(found)
    return chosen


class Chance:
    """Numbers that look drawn, the same in Python and on the page."""

    def __init__(self, number: int) -> None:
        self._state = 7919 * (number + 1)

    def between(self, low: float, high: float) -> float:
        self._state = self._state * 16807 % 2147483647
        return low + (high - low) * (self._state / 2147483647)

    def below(self, count: int) -> int:
        return int(self.between(0, count))


class Block:
    """The houses of a district between three squares, as closed outlines, ridges as their two ends.

    ``bows``: its alleys that are not straight, where no house may stand. ``setback``: how far houses stand from the
    middle of an alley. ``radius``: of a square with its paving. ``number``: of the district, for chance.
    """

    def __init__(
        self, squares: Sequence[Place], bows: Sequence[Course], setback: float, radius: float, scale: float, number: int
    ) -> None:
        a, b, c = squares
        turn = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
        self._corners = [a, c, b] if turn < 0 else [a, b, c]
        self._bows = bows
        self._setback = setback
        self._radius = radius
        self._chance = Chance(number)
        around = math.dist(a, b) + math.dist(b, c) + math.dist(c, a)
        #: The radius of the largest circle between the houses' fronts.
        self._room = abs(turn) / max(around, 1e-9) - setback
        self._depth = max(15, min(25, 0.34 * self._room)) * scale
        #: The yard behind the houses, with their garden in it; empty in a district that is too narrow.
        self.yard = self._inset(-2) if self._room > 0 else []
        self.green = self._inset(self._depth + 9) if self._room > self._depth + 9 else []
        #: The faces of roofs towards the light and away from it, by tone.
        self.lit: list[list[list[Place]]] = [[], [], []]
        self.dark: list[list[list[Place]]] = [[], [], []]
        self.walls: list[list[Place]] = []
        self.ridges: list[list[Place]] = []
        self.chimneys: list[list[Place]] = []
        self.pots: list[Place] = []
        self.windows: list[list[Place]] = []
        if self._room > 0:
            self._outer = self._inset(0)
            self._inner = self._inset(self._depth)
            for side in range(3):
                self._terrace(side)
            for corner in range(3):
                self._flat_iron(corner)

    def _inset(self, extra: float) -> list[Place]:
        """The district's triangle, inset from the middle of its alleys."""
        off = self._setback + extra
        sides = []
        for k in range(3):
            a = self._corners[k]
            ux, uy = _unit(a, self._corners[(k + 1) % 3])
            sides.append((a[0] - uy * off, a[1] + ux * off, ux, uy))
        found = []
        for k in range(3):
            x, y, dx, dy = sides[k]
            px, py, pdx, pdy = sides[(k + 2) % 3]
            along = ((x - px) * dy - (y - py) * dx) / (pdx * dy - pdy * dx)
            found.append((px + pdx * along, py + pdy * along))
        return found

    def _terrace(self, side: int) -> None:
        a = self._outer[side]
        ux, uy = _unit(a, self._outer[(side + 1) % 3])
        ends = [(x - a[0]) * ux + (y - a[1]) * uy for x, y in (self._inner[side], self._inner[(side + 1) % 3])]
        start, whole = ends[0], ends[1] - ends[0]
        if whole < 16:
            return
        towards_light = uy * 0.6 - ux * 0.8 < 0  # the street's side is lit if it faces the upper left
        widths = [self._chance.between(0.8, 1.2) for _ in range(max(1, int(whole / _FRONT + 0.5)))]
        share = whole / sum(widths)
        for width in widths:
            row = Row((a[0] + ux * start, a[1] + uy * start), ux, uy, width * share)
            walls = row.box(0, row.width, 0, self._depth)
            if self._free(walls):
                self._house(row, walls, towards_light)
            start += row.width

    def _free(self, walls: Sequence[Place]) -> bool:
        for place in walls:
            for corner in self._corners:
                if math.dist(place, corner) <= self._radius + 2:
                    return False
            for course in self._bows:
                if _off(course, place) <= self._setback - 1:
                    return False
        return True

    def _house(self, row: Row, walls: list[Place], towards_light: bool) -> None:
        width, depth, chance = row.width, self._depth, self._chance
        ridge = depth / 2 + (chance.below(4) + 1) // 2 * 1.5 - 1.5
        tone = chance.below(TONES)
        street, yard = row.box(0, width, 0, ridge), row.box(0, width, ridge, depth)
        self._roof(tone, street if towards_light else yard, yard if towards_light else street)
        self.walls.append(walls)
        self.ridges.append([row.at(0, ridge), row.at(width, ridge)])
        self.chimneys.append(row.box(-0.7, 3.7, ridge - 3.2, ridge + 3.2))
        self.pots.append(row.at(1.5, ridge - 1.5))
        self.pots.append(row.at(1.5, ridge + 1.5))
        if chance.between(0, 1) < 0.62:
            x = width / 2 + chance.between(-1, 1)
            y = depth * (0.22 if chance.below(2) else 0.76)
            self.windows.append(row.box(x - 2.1, x + 2.1, y - 1.7, y + 1.7))

    def _flat_iron(self, number: int) -> None:
        """Fill a corner as far as the square leaves room."""
        corner, inner, square = self._outer[number], self._inner[number], self._corners[number]
        ux, uy = _unit(corner, self._outer[(number + 1) % 3])
        vx, vy = _unit(corner, self._outer[(number + 2) % 3])
        reach = (inner[0] - corner[0]) * ux + (inner[1] - corner[1]) * uy
        start = 3.0
        while start < reach and (
            math.dist((corner[0] + ux * start, corner[1] + uy * start), square) < self._radius + 6
            or math.dist((corner[0] + vx * start, corner[1] + vy * start), square) < self._radius + 6
        ):
            start += 1
        if reach - start < 9:
            return
        one = [(corner[0] + ux * far, corner[1] + uy * far) for far in (start, reach)]
        two = [(corner[0] + vx * far, corner[1] + vy * far) for far in (start, reach)]
        front = between(one[0], two[0], 0.5)
        first, second = [front, one[0], one[1], inner], [front, two[0], two[1], inner]
        towards_light = ux * 0.8 - uy * 0.6 > 0
        self._roof(0, first if towards_light else second, second if towards_light else first)
        self.walls.append([one[0], one[1], inner, two[1], two[0]])
        self.ridges.append([front, inner])

    def _roof(self, tone: int, lit: list[Place], dark: list[Place]) -> None:
        self.lit[tone].append(lit)
        self.dark[tone].append(dark)


class Row:
    """Where a house is in its terrace: ``x`` along the street, ``y`` away from it."""

    def __init__(self, start: Place, ux: float, uy: float, width: float) -> None:
        self.start, self.ux, self.uy = start, ux, uy
        self.width = width

    def at(self, x: float, y: float) -> Place:
        return self.start[0] + self.ux * x - self.uy * y, self.start[1] + self.uy * x + self.ux * y

    def box(self, left: float, right: float, top: float, bottom: float) -> list[Place]:
        return [self.at(left, top), self.at(right, top), self.at(right, bottom), self.at(left, bottom)]


def _unit(a: Place, b: Place) -> Place:
    length = max(math.dist(a, b), 1e-9)
    return (b[0] - a[0]) / length, (b[1] - a[1]) / length


def _off(course: Course, place: Place) -> float:
    """The distance of a place from an alley."""
    return min([_from_stretch(a, b, place) for a, b in pairwise(course.points)])


def _from_stretch(a: Place, b: Place, place: Place) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    share = ((place[0] - a[0]) * dx + (place[1] - a[1]) * dy) / max(dx * dx + dy * dy, 1e-9)
    return math.dist(between(a, b, max(0, min(1, share))), place)
