"""The map of Portobello Market as a picture: all of it, or the surroundings of a few districts."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from piazzetta.games.portobello.board import Board
from piazzetta.games.portobello.drawing.course import Course, outline, pulled, shifted
from piazzetta.games.portobello.drawing.pieces import Pieces
from piazzetta.games.portobello.places import Alley, District, Place
from piazzetta.games.svg import BOTTLE, GOLD, INK, Sheet, cloths

MAP = (1480, 1000)
_MARGIN = (105, 95)
_SQUARE = 46  # the radius of a square
_LAWN = "#b9c492"


class MapPicture:
    """The map with the pieces on it. ``districts``: only these and what borders them; all if there are none."""

    def __init__(
        self, board: Board, view: Mapping[str, Any], sheet: Sheet, districts: Sequence[str] = (), label: float = 16
    ) -> None:
        self.board = board
        self.view = view
        self.sheet = sheet
        self.pieces = Pieces(sheet)
        self.label = label  # the size of names
        self.districts = [one for one in board.districts if not districts or one.key in districts]
        numbers = {number for one in self.districts for number in one.alleys}
        self.alleys = [alley for number, alley in enumerate(board.alleys) if number in numbers]
        xs, ys = zip(*board.positions(), strict=True)
        scale = min(
            (size - 2 * margin) / max(max(along) - min(along), 1e-9)
            for size, margin, along in zip(MAP, _MARGIN, (xs, ys), strict=True)
        )
        left = (MAP[0] - scale * (max(xs) - min(xs))) / 2 - scale * min(xs)
        top = (MAP[1] - scale * (max(ys) - min(ys))) / 2 - scale * min(ys)
        self.squares = [(left + scale * x, top + scale * y) for x, y in board.positions()]
        self.courses = [self._course(alley) for alley in board.alleys]

    def frame(self) -> None:
        """The lawn round the market, for the whole map."""
        self.sheet.box(10, 10, MAP[0] - 20, MAP[1] - 20, _LAWN, BOTTLE, 18, width=14)
        self.sheet.box(22, 22, MAP[0] - 44, MAP[1] - 44, "none", GOLD, 10)

    def bounds(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of what is drawn, names included."""
        shown = {square for one in self.districts for square in one.squares}
        sides: list[tuple[float, float]] = []
        for square in shown:
            x, half = self.squares[square][0], 0.44 * self.label * len(self.board.squares[square].name)
            sides.append((x - max(_SQUARE, half), x + max(_SQUARE, half)))
        ys = [self.squares[square][1] for square in shown]
        left, top = min(side[0] for side in sides) - 12, min(ys) - _SQUARE - 1.9 * self.label
        return left, top, max(side[1] for side in sides) + 12 - left, max(ys) + _SQUARE + 1.9 * self.label - top

    def draw(self) -> None:
        self.sheet.add(cloths())
        self.taken = [(x, y) for alley in self.alleys for x, y, _ in self.places(alley)[0]]
        for district in self.districts:
            self._garden(district)
        beat = self._beat()
        for alley in self.alleys:
            self.street(alley, "#d8b86a" if self.board.alley_index(alley.key) in beat else "#a89468", 60)
            self.street(alley, "#e9dec3", 54)
        for alley in self.alleys:
            self._spaces(alley)
        shown = {square for one in self.districts for square in one.squares}
        for number, square in enumerate(self.board.squares):
            if number in shown:
                self._square(square.key, square.name, self.squares[number])
        for district in self.districts:
            self._district(district)

    # --- where things are ---

    def middle(self, district: District) -> Place:
        """The centre of the circle that touches the three alleys: the roomiest spot."""
        corners = self._corners(district)
        weights = [math.dist(corners[k - 2], corners[k - 1]) for k in range(3)]
        total = sum(weights) or 1e-9
        x, y = (sum(w * corner[axis] for w, corner in zip(weights, corners, strict=True)) / total for axis in (0, 1))
        return shifted(self.board.alleys, self.courses, district, (x, y))

    def places(self, alley: Alley) -> tuple[list[tuple[float, float, float]], float]:
        """The middle of each space of an alley with its angle in degrees, and the width of a space."""
        course = self.course(alley)
        many = len(alley.values)
        step = min(max(course.length - 2 * _SQUARE - 8, 10) / many, 70)
        along = [course.length / 2 + step * (number + 0.5 - many / 2) for number in range(many)]
        return [course.along(far) for far in along], step - 5

    def course(self, alley: Alley) -> Course:
        return self.courses[self.board.alley_index(alley.key)]

    def street(self, alley: Alley, colour: str, width: float) -> None:
        course = self.course(alley)
        if course.pull is None:
            self.sheet.line(course.a, course.b, colour, width)
        else:
            self.sheet.bow(course.a, course.pull, course.b, colour, width)

    def outline(self, district: District) -> list[Place]:
        return outline(self.board, district, self.courses)

    def _beat(self) -> tuple[int, ...]:
        """The alleys around the Bobby, where actions are possible (3.2)."""
        if not self.view["bobby"]:
            return ()
        return self.board.districts[self.board.district_index(self.view["bobby"])].alleys

    def _course(self, alley: Alley) -> Course:
        a, b = (self.squares[end] for end in alley.ends)
        return Course(a, b, pulled(a, b, alley.bend) if alley.bend else None)

    def _corners(self, district: District) -> list[Place]:
        return [self.squares[square] for square in district.squares]

    # --- what is there ---

    def _garden(self, district: District) -> None:
        mx, my = self.middle(district)
        for share, fill in ((0.92, "#a9745a"), (0.66, "#c9d1a3")):
            inner = [(mx + share * (x - mx), my + share * (y - my)) for x, y in self.outline(district)]
            self.sheet.polygon(inner, fill, "#8b5c46" if share > 0.8 else "#8ba067", 3)

    def _spaces(self, alley: Alley) -> None:
        places, w = self.places(alley)
        stalls = self.view["alleys"][alley.key]["stalls"]
        for (x, y, angle), value, seat in zip(places, alley.values, stalls, strict=True):
            if seat is None:
                self.pieces.space(x, y, w, value, angle)
            else:
                self.pieces.stall(x, y, w, seat, value, angle)

    def _square(self, key: str, name: str, place: Place) -> None:
        x, y = place
        client = self.view["squares"][key]
        self.sheet.disc(x, y, _SQUARE, "#f8efd9", "#4a3320", 3)
        self.sheet.disc(x, y, _SQUARE - 10, "#c9b88e", "#a08b5c")
        if client:
            self.pieces.person(client, x, y)
        else:
            self.sheet.text(x, y, key, 26, "#6b5734")
        self._named(name if name != key else f"({key})", x, y)

    def _named(self, name: str, x: float, y: float) -> None:
        """Write the name of a square below or above it, aside where a space would lie under the name."""
        half, off = 0.29 * self.label * len(name), _SQUARE + 0.8 * self.label
        spots = [(x + aside * half, line) for aside in (0.0, -0.5, 0.5) for line in (y + off, y - off)]
        if len(self.districts) == len(self.board.districts):  # inside the frame
            spots = [(min(max(at, half + 34), MAP[0] - half - 34), line) for at, line in spots]

        def hidden(spot: Place) -> int:
            """How many spaces lie under the name."""
            near = (abs(x - spot[0]) < half + 22 and abs(y - spot[1]) < self.label / 2 + 22 for x, y in self.taken)
            return sum(near)

        at, line = min(spots, key=hidden)
        self.sheet.text(at, line, name, self.label, INK, halo="#e9dec3")

    def _district(self, district: District) -> None:
        x, y = self.middle(district)
        mark = self.view["districts"][district.key]
        here = self.view["bobby"] == district.key
        if mark is not None:
            self.pieces.mark(x + 44 if here else x, y - 8, mark["seat"], mark["factor"])
        if here:
            self.pieces.bobby(x - (24 if mark else 0), y - 10)
        label = district.name if len(district.name) <= 16 else district.key
        below = 46 if here else 30 if mark else 0
        self.sheet.text(x, y + below, label, self.label + 1, "#2c3520", halo="#e3e8c8")
