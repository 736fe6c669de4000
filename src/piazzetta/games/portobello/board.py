"""The map of Portobello Market (1.4), as data: squares joined by alleys, and the districts between them.

``Board.read`` is the only entry point for outside data; every map it accepts passes all checks of ``board_check``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources
from typing import Any

from piazzetta.errors import BadInput
from piazzetta.games.base import Components, Difference
from piazzetta.games.portobello import board_check as check
from piazzetta.games.portobello.board_drawing import check_drawing
from piazzetta.games.portobello.embedding import embedded
from piazzetta.games.portobello.places import Alley, District, Place, Sheet, Square, Three
from piazzetta.games.portobello.state import MOST_ALLEYS, MOST_DISTRICTS, MOST_SPACES, MOST_SQUARES

PLAIN_SHEET = Sheet()
_SIDES = ("squares", "alleys")


@dataclass(frozen=True)
class Board(Components):
    """A valid map. Squares, alleys and districts are numbered in the order given."""

    name: str
    squares: tuple[Square, ...]
    alleys: tuple[Alley, ...]
    districts: tuple[District, ...]
    sheet: Sheet = PLAIN_SHEET

    __hash__ = Components.__hash__

    @classmethod
    def read(cls, source: object) -> Board:
        """A map from parsed JSON, in the form of a map file or of a record; ``BadInput`` if it is invalid."""
        parts = _as_file(source)
        squares = _read_squares(parts["squares"])
        alleys = _read_alleys(parts["alleys"], {square.key: index for index, square in enumerate(squares)})
        districts = _read_districts(parts["districts"], squares, alleys)
        name = check.label("the map", parts.get("name", "Map"))
        board = cls(name, squares, alleys, districts, _read_sheet(parts))
        check.check_joined(board)
        if board.is_placed:
            check_drawing(board, board.positions())
        else:
            check.check_disc(board)
        return board

    @cached_property
    def differences(self) -> tuple[Difference, ...]:
        return tuple(check.differences(self))

    @classmethod
    def default(cls) -> Board:
        """The map that comes with the package."""
        return _default()

    def summary(self) -> str:
        sizes = (self.squares, "squares"), (self.alleys, "alleys"), (self.districts, "districts")
        return ", ".join([*(f"{len(parts)} {name}" for parts, name in sizes), f"{self.spaces} spaces"])

    def to_json(self) -> dict[str, Any]:
        """As stored in a record: only what matters to play; with places if the map cannot be drawn without them."""
        if not self.is_disc:
            return self._placed_json()
        return {
            "squares": [square.key for square in self.squares],
            "alleys": {alley.key: list(alley.values) for alley in self.alleys},
            "districts": {district.key: self._corners(district) for district in self.districts},
        }

    def _placed_json(self) -> dict[str, Any]:
        """A map file without names."""
        file = self.to_file()
        for field in ("name", "space", "radius"):
            file.pop(field, None)
        for kind, wanted in (("squares", ("x", "y")), ("alleys", ("values", "bend")), ("districts", _SIDES)):
            file[kind] = {
                key: {field: value for field, value in entry.items() if field in wanted}
                for key, entry in file[kind].items()
            }
        return file

    def to_file(self) -> dict[str, Any]:
        """As stored in a map file: with names, and with coordinates for drawing even if none were given."""
        file: dict[str, Any] = {"name": self.name, "size": [self.sheet.width, self.sheet.height]}
        for field in ("space", "radius"):
            if getattr(self.sheet, field) is not None:
                file[field] = getattr(self.sheet, field)
        file["squares"] = {
            square.key: {"name": square.name, "x": x, "y": y}
            for square, (x, y) in zip(self.squares, self.positions(), strict=True)
        }
        file["alleys"] = {
            alley.key: {
                "name": alley.name,
                "values": list(alley.values),
                **({"bend": alley.bend} if alley.bend else {}),
            }
            for alley in self.alleys
        }
        file["districts"] = {
            district.key: {"name": district.name, **self._sides(district), "x": x, "y": y}
            for district, (x, y) in zip(self.districts, self.centres(), strict=True)
        }
        return file

    def name_of(self, kind: str, key: str) -> str:
        """The name of a place: one of the "squares", "alleys" or "districts"."""
        places: tuple[Square | Alley | District, ...] = getattr(self, kind)
        return next((place.name for place in places if place.key == key), key)

    def _sides(self, district: District) -> dict[str, list[str]]:
        """The squares of a district, and its alleys where the squares leave them open."""
        sides = [self.alleys[alley].key for alley in district.alleys]
        named = {"alleys": sides} if self.twins & {*district.alleys} else {}
        return {"squares": self._corners(district), **named}

    def _corners(self, district: District) -> list[str]:
        return [self.squares[square].key for square in district.squares]

    @cached_property
    def spaces(self) -> int:
        """The total number of spaces in all alleys."""
        return sum(len(alley.values) for alley in self.alleys)

    @cached_property
    def twins(self) -> frozenset[int]:
        """The alleys whose two squares another alley joins as well."""
        pairs = [frozenset(alley.ends) for alley in self.alleys]
        return frozenset(number for number, pair in enumerate(pairs) if pairs.count(pair) > 1)

    @cached_property
    def is_disc(self) -> bool:
        """Whether the districts fill one area without gaps or holes: only such a map can be drawn without places."""
        try:
            check.check_disc(self)
        except BadInput:
            return False
        return True

    @cached_property
    def rim_alleys(self) -> tuple[int, ...]:
        """The alleys that border only one district."""
        on_rim = (
            alley for d in self.districts for alley, other in zip(d.alleys, d.neighbours, strict=True) if other < 0
        )
        return tuple(sorted(on_rim))

    def square_index(self, key: str) -> int:
        return _find("square", self._square_numbers, key)

    def alley_index(self, key: str) -> int:
        return _find("alley", self._alley_numbers, key)

    def district_index(self, key: str) -> int:
        return _find("district", self._district_numbers, key)

    @cached_property
    def _square_numbers(self) -> dict[str, int]:
        return {square.key: index for index, square in enumerate(self.squares)}

    @cached_property
    def _alley_numbers(self) -> dict[str, int]:
        return {alley.key: index for index, alley in enumerate(self.alleys)}

    @cached_property
    def _district_numbers(self) -> dict[str, int]:
        return {district.key: index for index, district in enumerate(self.districts)}

    @property
    def is_placed(self) -> bool:
        """Whether the map says where its squares are."""
        return self.squares[0].x is not None

    def positions(self) -> tuple[Place, ...]:
        """Where to draw each square: as given, or computed so that no two alleys cross."""
        return self._positions

    @cached_property
    def _positions(self) -> tuple[Place, ...]:
        given = tuple((square.x, square.y) for square in self.squares if square.x is not None and square.y is not None)
        return given if self.is_placed else embedded(self)

    def centres(self) -> tuple[Place, ...]:
        """Where to draw the contents of each district: as given, or the mean of its squares."""
        return tuple(self._centre(district) for district in self.districts)

    def _centre(self, district: District) -> Place:
        if district.x is not None and district.y is not None:
            return district.x, district.y
        xs, ys = zip(*(self.positions()[square] for square in district.squares), strict=True)
        return sum(xs) / 3, sum(ys) / 3

    def fill_tables(self, params: Any) -> None:
        """Write the map into a record of ``state.PARAMS``; clears the entries beyond its counts as well."""
        params["squares"] = len(self.squares)
        params["alleys"] = len(self.alleys)
        params["districts"] = len(self.districts)
        for field in ("ends", "spaces", "first", "value", "border"):
            params[field][...] = 0
        params["beyond"][...] = -1
        for index, alley in enumerate(self.alleys):
            params["ends"][index] = alley.ends
            params["spaces"][index] = len(alley.values)
            params["first"][index] = alley.first
            params["value"][alley.first : alley.first + len(alley.values)] = alley.values
        for index, district in enumerate(self.districts):
            params["border"][index] = district.alleys
            params["beyond"][index] = district.neighbours


@cache
def _default() -> Board:
    text = resources.files("piazzetta").joinpath("data/portobello-map.json").read_text("utf-8")
    return Board.read(json.loads(text))


def _find(what: str, numbers: Mapping[str, int], key: str) -> int:
    if key not in numbers:
        raise BadInput(f"there is no {what} {check.shown(key)} on this map")
    return numbers[key]


def _as_file(source: object) -> dict[str, object]:
    """Either form of a map, in file form: a record's map is one without names and coordinates."""
    needed = ("squares", "alleys", "districts")
    parts = check.fields("the map", source, needed, ("name", "size", "space", "radius"))
    squares = parts["squares"]
    if isinstance(squares, dict):
        return parts
    if not isinstance(squares, list | tuple):
        raise BadInput(f"the map's squares must be a list or an object, not {check.shown(squares)}")
    check.fields("the map, its squares being a list,", source, needed)
    check.check_count("squares", len(squares), 3, MOST_SQUARES)
    entries: dict[str, object] = {}
    for square in squares:
        if check.key("square", square) in entries:
            raise BadInput(f"square {square} is listed twice")
        entries[square] = {}
    alleys = check.counted("alleys", parts["alleys"], 3, MOST_ALLEYS)
    districts = check.counted("districts", parts["districts"], 1, MOST_DISTRICTS)
    return {
        "squares": entries,
        "alleys": {key: {"values": values} for key, values in alleys.items()},
        "districts": {key: {"squares": corners} for key, corners in districts.items()},
    }


def _read_sheet(parts: Mapping[str, object]) -> Sheet:
    size = parts.get("size", [PLAIN_SHEET.width, PLAIN_SHEET.height])
    if not isinstance(size, list | tuple) or len(size) != 2:
        raise BadInput(f"the map's size must be a list of its width and height, not {check.shown(size)}")
    width, height = (check.number("each number of the map's size", length, 1, check.FARTHEST) for length in size)
    space, radius = (
        check.number(f"the map's {field}", parts[field], 1e-3, check.FARTHEST) if field in parts else None
        for field in ("space", "radius")
    )
    return Sheet(width, height, space, radius)


def _read_squares(raw: object) -> tuple[Square, ...]:
    squares = []
    for key, given in check.counted("squares", raw, 3, MOST_SQUARES).items():
        what = f"square {check.key('square', key)}"
        entry = check.fields(what, given, (), ("name", "x", "y"))
        squares.append(Square(str(key), check.label(what, entry.get("name", key)), *check.place(what, entry)))
    placed = [square.key for square in squares if square.x is not None]
    for square in squares:
        if placed and square.x is None:
            raise BadInput(f"square {square.key} has no place, x and y, while square {placed[0]} has one")
    return tuple(squares)


def _read_alleys(raw: object, numbers: Mapping[str, int]) -> tuple[Alley, ...]:
    alleys: list[Alley] = []
    joined: dict[frozenset[int | str], str] = {}
    for key, given in check.counted("alleys", raw, 3, MOST_ALLEYS).items():
        ends = check.ends(key, numbers)
        what = f"alley {key}"
        other = joined.setdefault(frozenset([*ends, *str(key).split(".")[1:]]), str(key))
        if other != key:
            raise BadInput(f"alleys {other} and {key} join the same two squares: name the second one {other}.2")
        entry = check.fields(what, given, ("values",), ("name", "bend"))
        first = alleys[-1].first + len(alleys[-1].values) if alleys else 0
        values = check.values(str(key), entry["values"])
        if first + len(values) > MOST_SPACES:
            raise check.fault("too_many_spaces", {"alley": str(key), "most": MOST_SPACES})
        bend = check.number(f"the bend of {what}", entry.get("bend", 0.0), -check.MOST_BENT, check.MOST_BENT)
        alleys.append(Alley(str(key), check.label(what, entry.get("name", key)), ends, values, first, bend))
    return tuple(alleys)


def _read_districts(raw: object, squares: Sequence[Square], alleys: Sequence[Alley]) -> tuple[District, ...]:
    numbers = {square.key: index for index, square in enumerate(squares)}
    districts: list[District] = []
    known: dict[frozenset[int], str] = {}
    for key, given in check.counted("districts", raw, 1, MOST_DISTRICTS).items():
        what = f"district {check.key('district', key)}"
        entry = check.fields(what, given, ("squares",), ("name", "alleys", "x", "y"))
        corners = check.corners(what, entry["squares"], numbers)
        sides = _find_sides(str(key), corners, squares, alleys, entry.get("alleys"))
        other = known.setdefault(frozenset(sides), str(key))
        if other != key:
            raise check.fault("same_squares", {"district": other, "other_district": str(key)})
        x, y = check.place(what, entry)
        if x is not None and squares[0].x is None:
            raise BadInput(f"{what} has a place, x and y, while the squares have none")
        name = check.label(what, entry.get("name", key))
        districts.append(District(str(key), name, corners, sides, (-1, -1, -1), x, y))
    return _with_neighbours(districts, alleys)


def _find_sides(
    district: str, corners: Three, squares: Sequence[Square], alleys: Sequence[Alley], named: object
) -> Three:
    """The three alleys of a district: those between its squares, or of several between two the one that is named."""
    if named is not None and not (isinstance(named, list | tuple) and len(named) == 3):
        raise BadInput(f"the alleys of district {district} must be a list of three, not {check.shown(named)}")
    a, b, c = corners
    sides = []
    for one, two in ((a, b), (b, c), (c, a)):
        ends = {"square": squares[one].key, "other_square": squares[two].key}
        between = [index for index, alley in enumerate(alleys) if {*alley.ends} == {one, two}]
        found = [index for index in between if not isinstance(named, list | tuple) or alleys[index].key in named]
        if not found:
            raise check.fault("no_side", {"district": district, **ends})
        if len(found) > 1:
            raise check.fault("which_side", {"district": district, **ends})
        sides.append(found[0])
    first, second, third = sides
    return first, second, third


def _with_neighbours(districts: Sequence[District], alleys: Sequence[Alley]) -> tuple[District, ...]:
    beside: list[list[int]] = [[] for _ in alleys]
    for index, district in enumerate(districts):
        for side in district.alleys:
            beside[side].append(index)
    for alley, both in zip(alleys, beside, strict=True):
        if len(both) > 2:
            names = ", ".join(districts[index].key for index in both)
            raise check.fault("borders", {"alley": alley.key, "n": len(both), "districts": names})

    def across(side: int, here: int) -> int:
        return next((there for there in beside[side] if there != here), -1)

    found = tuple(
        district._replace(neighbours=(across(a, here), across(b, here), across(c, here)))
        for here, district in enumerate(districts)
        for a, b, c in [district.alleys]
    )
    for district in found:
        for there in district.neighbours:
            if there >= 0 and district.neighbours.count(there) > 1:
                raise check.fault("two_sides", {"district": district.key, "other_district": districts[there].key})
    return found
