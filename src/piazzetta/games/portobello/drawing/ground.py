"""The map of Portobello Market as a picture: all of it, or the surroundings of a few districts."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise, product
from typing import Any

import numpy as np

from piazzetta.games.portobello.board import Board
from piazzetta.games.portobello.drawing.colours import (
    BEAT_EDGE,
    DISTRICT_HALO,
    DISTRICT_NAME,
    GARDEN,
    GARDEN_EDGE,
    LAWN,
    ROOF_EDGE,
    ROOFS,
    SHADED_ROOFS,
    SQUARE,
    SQUARE_EDGE,
    SQUARE_KEY,
    SQUARE_MIDDLE,
    SQUARE_RING,
    STREET,
    STREET_EDGE,
    YARD,
    YARD_EDGE,
)
from piazzetta.games.portobello.drawing.course import Course, middle, outline, pulled
from piazzetta.games.portobello.drawing.houses import TONES, Block, families
from piazzetta.games.portobello.drawing.pieces import Pieces
from piazzetta.games.portobello.places import Alley, District, Place
from piazzetta.games.svg import BOTTLE, GOLD, INK, Sheet, cloths, hidden

MAP = (1480, 1000)
_MARGIN = (105, 95)
_SQUARE = 46  # the radius of a square
_SETBACK, _HOUSES = 31, 0.85  # from the middle of an alley to its houses, and their size beside the page's
_WIDTH = 0.29  # half the width of a letter, in sizes of the font


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
        self.taken: list[Place] = []  # points that names must not hide
        self.spots: dict[str, tuple[Place, list[str]]] = {}  # where the names of squares stand, once that is decided
        self.districts = [one for one in board.districts if not districts or one.key in districts]
        numbers = {number for one in self.districts for number in one.alleys}
        self.alleys = [alley for number, alley in enumerate(board.alleys) if not districts or number in numbers]
        self.shown = {square for alley in self.alleys for square in alley.ends}
        xs, ys = zip(*board.positions(), strict=True)
        scale = min(
            (size - 2 * margin) / max(max(along) - min(along), 1e-9)
            for size, margin, along in zip(MAP, _MARGIN, (xs, ys), strict=True)
        )
        left = (MAP[0] - scale * (max(xs) - min(xs))) / 2 - scale * min(xs)
        top = (MAP[1] - scale * (max(ys) - min(ys))) / 2 - scale * min(ys)
        self.squares = [(left + scale * x, top + scale * y) for x, y in board.positions()]
        self.courses = [self._course(alley) for alley in board.alleys]
        self.roofs = families([district.alleys for district in board.districts])

    def frame(self) -> None:
        """The lawn round the market, for the whole map."""
        self.sheet.box(10, 10, MAP[0] - 20, MAP[1] - 20, LAWN, BOTTLE, 18, width=14)
        self.sheet.box(22, 22, MAP[0] - 44, MAP[1] - 44, "none", GOLD, 10)

    def bounds(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of what is drawn, names included."""
        sides: list[tuple[float, float]] = []
        for square in self.shown:
            x, half = self.squares[square][0], 0.44 * self.label * len(self.board.squares[square].name)
            sides.append((x - max(_SQUARE, half), x + max(_SQUARE, half)))
        ys = [self.squares[square][1] for square in self.shown]
        left, top = min(side[0] for side in sides) - 12, min(ys) - _SQUARE - 1.9 * self.label
        return left, top, max(side[1] for side in sides) + 12 - left, max(ys) + _SQUARE + 1.9 * self.label - top

    def keep_free(self, place: Place, radius: float) -> None:
        """Keep names off a disc that is drawn later."""
        self.taken += _disc(place, radius)

    def draw(self) -> None:
        self.sheet.add(cloths())
        self.taken += [spot for alley in self.alleys for spot in self._ground_of(alley)]
        self.taken += [spot for square in self.shown for spot in _disc(self.squares[square], _SQUARE)]
        for district in self.districts:
            self.garden(district)
        beat = self.beat()
        for alley in self.alleys:
            self.pavement(alley, self.board.alley_index(alley.key) in beat)
        for alley in self.alleys:
            for number in range(len(alley.values)):
                self.space(alley, number)
        for district in self.districts:
            self.district(district)
        for number, square in enumerate(self.board.squares):
            if number in self.shown:
                self.square(square.key, square.name, self.squares[number])

    # --- where things are ---

    def middle(self, district: District) -> Place:
        return middle(self.board, district, self.squares, self.courses)

    def places(self, alley: Alley) -> tuple[list[tuple[float, float, float]], float]:
        """The middle of each space of an alley with its angle in degrees, and the width of a space."""
        course = self.course(alley)
        many = len(alley.values)
        step = min(max(course.length - 2 * _SQUARE - 8, 10) / many, 70)
        along = [course.length / 2 + step * (number + 0.5 - many / 2) for number in range(many)]
        found = [course.along(far) for far in along]
        return [(x, y, math.degrees(math.atan2(uy, ux))) for x, y, ux, uy in found], step - 5

    def course(self, alley: Alley) -> Course:
        return self.courses[self.board.alley_index(alley.key)]

    def pavement(self, alley: Alley, beat: bool) -> None:
        """An alley without its spaces, edged with gold on the Bobby's beat."""
        self.street(alley, BEAT_EDGE if beat else STREET_EDGE, 60)
        self.street(alley, STREET, 54)

    def street(self, alley: Alley, colour: str, width: float) -> None:
        course = self.course(alley)
        if course.pull is None:
            self.sheet.line(course.a, course.b, colour, width)
        else:
            self.sheet.bow(course.a, course.pull, course.b, colour, width)

    def outline(self, district: District) -> list[Place]:
        return outline(self.board, district, self.courses)

    def beat(self) -> tuple[int, ...]:
        """The alleys around the Bobby, where actions are possible (3.2)."""
        if not self.view["bobby"]:
            return ()
        return self.board.districts[self.board.district_index(self.view["bobby"])].alleys

    def _course(self, alley: Alley) -> Course:
        a, b = (self.squares[end] for end in alley.ends)
        return Course(a, b, pulled(a, b, alley.bend) if alley.bend else None)

    # --- what is there ---

    def garden(self, district: District) -> None:
        """The houses around a district, their yard, and their garden in the middle."""
        number = self.board.district_index(district.key)
        corners = [self.squares[square] for square in district.squares]
        bows = [course for course in (self.courses[alley] for alley in district.alleys) if course.pull is not None]
        block = Block(corners, bows, _SETBACK, _SQUARE + 2, _HOUSES, number)
        if block.yard:
            self.sheet.polygon(block.yard, YARD, YARD_EDGE, 2)
        if block.green:
            self.sheet.polygon(block.green, GARDEN, GARDEN_EDGE, 3)
        edge = f'stroke="{ROOF_EDGE}" stroke-width="1" stroke-linejoin="round"'
        roofs = self.roofs[number]
        for tone in range(TONES):
            self._path(block.lit[tone], f'fill="{ROOFS[roofs][tone]}" {edge}')
            self._path(block.dark[tone], f'fill="{SHADED_ROOFS[roofs][tone]}" {edge}')

    def _path(self, shapes: Sequence[Sequence[Place]], how: str) -> None:
        """All that look alike in one element, in whole numbers."""
        parts = []
        for shape in shapes:
            places = [(int(x + 0.5), int(y + 0.5)) for x, y in shape]
            steps = [f"{x - before[0]} {y - before[1]}" for before, (x, y) in pairwise(places)]
            parts.append(f"M{places[0][0]} {places[0][1]}l{' '.join(steps)}Z")
        if parts:
            self.sheet.add(f'<path d="{"".join(parts)}" {how}/>')

    def space(self, alley: Alley, number: int) -> None:
        """A space of an alley, free or with its stall."""
        places, w = self.places(alley)
        (x, y, angle), value = places[number], alley.values[number]
        seat = self.view["alleys"][alley.key]["stalls"][number]
        if seat is None:
            self.pieces.space(x, y, w, value, angle)
        else:
            self.pieces.stall(x, y, w, seat, value, angle)

    def square(self, key: str, name: str, place: Place) -> None:
        x, y = place
        client = self.view["squares"][key]
        self.sheet.disc(x, y, _SQUARE, SQUARE, SQUARE_EDGE, 3)
        self.sheet.disc(x, y, _SQUARE - 10, SQUARE_MIDDLE, SQUARE_RING)
        if client:
            self.pieces.person(client, x, y)
        else:
            self.sheet.text(x, y, key, 26, SQUARE_KEY)
        (at, middle), lines = self._named(key, name if name != key else f"({key})", x, y)
        self._write(at, middle, lines, self.label, INK, STREET)

    def _named(self, key: str, name: str, x: float, y: float) -> tuple[Place, list[str]]:
        """The middle and the lines of a square's name: beside it, in one line or two, where it hides the least."""
        if key in self.spots:
            return self.spots[key]
        forms = [[name], name.rsplit(" ", 1)] if " " in name else [[name]]
        spots = [(spot, lines) for lines in forms for spot in self._around(x, y, lines)]
        taken = np.array(self.taken)
        self.spots[key] = min(spots, key=lambda one: self._hidden(taken, *one) + 2 * len(one[1]))
        return self.spots[key]

    def _around(self, x: float, y: float, lines: Sequence[str]) -> list[Place]:
        """Where the name of a square can stand: below, above, aside, always inside the picture."""
        half, tall = self.size(lines)
        off, aside = _SQUARE + tall + 0.25 * self.label, _SQUARE + half + 8
        spots = [(x + share * half, line) for share in (0.0, -0.5, 0.5, -1.0, 1.0) for line in (y + off, y - off)]
        spots += [(x + side * aside, y + rise) for side in (-1, 1) for rise in (0, 20, -20)]
        whole = len(self.districts) == len(self.board.districts)
        left, top, wide, high = (28, 28, MAP[0] - 56, MAP[1] - 56) if whole else self.bounds()
        right, bottom = left + wide - half - 6, top + high - tall - 4
        return [(min(max(at, left + half + 6), right), min(max(line, top + tall + 4), bottom)) for at, line in spots]

    def _label(self, district: District) -> tuple[Place, list[str]]:
        """The middle and the lines of a district's name: two lines where one would lie on a space."""
        x, y = self.middle(district)
        name = district.name if len(district.name) <= 16 else district.key
        here, marked = self.view["bobby"] == district.key, self.view["districts"][district.key] is not None
        below: float = 46 if here else 30 if marked else 0
        lines = [name]
        if " " in name and self._hidden(np.array(self.taken), (x, y + below), lines):
            lines = name.rsplit(" ", 1)
        if below:
            self.keep_free((x, y - 10), 34)
            below += self.size(lines)[1] - self.size([name])[1]
        return (x, y + below), lines

    def size(self, lines: Sequence[str]) -> tuple[float, float]:
        """Half the width and half the height of a text."""
        return _WIDTH * self.label * max(map(len, lines)), 0.55 * self.label * len(lines)

    def _hidden(self, taken: np.ndarray, spot: Place, lines: Sequence[str]) -> int:
        """Return how many of the taken points a text would hide."""
        half, tall = self.size(lines)
        return hidden(taken, spot, (half + 4, tall + 2))

    def _write(self, x: float, y: float, lines: Sequence[str], size: float, ink: str, halo: str) -> None:
        """Write a text around a point, and keep its ground free."""
        half, tall = self.size(lines)
        self.taken += [(x + across * half / 6, y + down * tall / 2) for across in range(-6, 7) for down in range(-2, 3)]
        for number, line in enumerate(lines):
            self.sheet.text(x, y + 1.1 * self.label * (number - (len(lines) - 1) / 2), line, size, ink, halo=halo)

    def _ground_of(self, alley: Alley) -> list[Place]:
        """Points all over the spaces of an alley."""
        places, w = self.places(alley)
        found = []
        for x, y, angle in places:
            cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
            for dx, dy in product((-w / 2, -w / 4, 0, w / 4, w / 2), (-20, -10, 0, 10, 20)):
                found.append((x + dx * cos - dy * sin, y + dx * sin + dy * cos))
        return found

    def district(self, district: District) -> None:
        x, y = self.middle(district)
        mark = self.view["districts"][district.key]
        here = self.view["bobby"] == district.key
        if mark is not None:
            self.pieces.mark(x + 44 if here else x, y - 8, mark["seat"], mark["factor"])
        if here:
            self.pieces.bobby(x - (24 if mark else 0), y - 10)
        (at, middle), lines = self._label(district)
        self._write(at, middle, lines, self.label + 1, DISTRICT_NAME, DISTRICT_HALO)


def _disc(middle: Place, radius: float) -> list[Place]:
    """Points all over a disc."""
    return [
        (middle[0] + share * radius * math.cos(turn), middle[1] + share * radius * math.sin(turn))
        for share in (0.25, 0.5, 0.75, 1)
        for turn in (k * math.pi / 8 for k in range(16))
    ]
