"""Small maps for tests, and random valid ones (1.4) for Hypothesis: triangulated discs, shuffled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from piazzetta.games.portobello.board import Board
from piazzetta.games.portobello.generate import CLOSE, GLUE, INSERT, Disc
from piazzetta.games.portobello.state import MOST_ALLEYS, MOST_SPACES, MOST_SQUARES

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
KEYS = st.text(LETTERS + LETTERS.lower() + "0123456789_", min_size=1, max_size=12)


def from_triangles(*triangles: str, loose: tuple[str, ...] = ()) -> dict[str, Any]:
    """A map in record form whose districts are triangles of one-letter squares."""
    squares = sorted(set("".join(triangles)) | set("".join(loose)))
    pairs = {"-".join(sorted(pair)) for t in triangles for pair in (t[0] + t[1], t[1] + t[2], t[0] + t[2])}
    alleys = sorted(pairs | {"-".join(sorted(pair)) for pair in loose})
    return {
        "squares": squares,
        "alleys": {key: [1, 2] for key in alleys},
        "districts": {f"D{number + 1}": list(t) for number, t in enumerate(triangles)},
    }


def kite() -> dict[str, Any]:
    return from_triangles("ABC", "BCD")


def drawn_kite() -> dict[str, Any]:
    """The kite as a map file: A left, D right, B above, C below."""
    places = {"A": (0, 50), "B": (50, 0), "C": (50, 100), "D": (100, 50)}
    return {
        "squares": {key: {"name": f"{key} Square", "x": x, "y": y} for key, (x, y) in places.items()},
        "alleys": {key: {"name": f"{key} Row", "values": values} for key, values in kite()["alleys"].items()},
        "districts": {key: {"name": f"The {key}", "squares": three} for key, three in kite()["districts"].items()},
    }


def placed(source: dict[str, Any], places: Mapping[str, tuple[float, float]]) -> dict[str, Any]:
    """A map of triangles with places for its squares."""
    return {
        "squares": {key: {"x": x, "y": y} for key, (x, y) in places.items()},
        "alleys": {key: {"values": values} for key, values in source["alleys"].items()},
        "districts": {key: {"squares": corners} for key, corners in source["districts"].items()},
    }


def loose_board() -> Board:
    """Two districts that meet in a square alone, and an alley that borders none."""
    places = {"A": (0, 0), "B": (0, 60), "C": (50, 30), "D": (100, 0), "E": (100, 60), "F": (150, 0)}
    return Board.read(placed(from_triangles("ABC", "CDE", loose=("DF",)), places))


def odd_board() -> Board:
    """A playable map that differs from 1.4 in every number: squares, spaces of an alley, values of a space."""
    source = kite()
    source["alleys"] |= {"A-B": [1] * 9, "B-C": [5]}
    return Board.read(source)


@st.composite
def discs(draw: st.DrawFn, least_squares: int, most_squares: int) -> Disc:
    disc = Disc()
    steps = st.tuples(st.sampled_from([GLUE, CLOSE, INSERT]), st.integers(0, MOST_ALLEYS - 1))
    count = draw(st.integers(0, 30))  # drawn separately: lists of free length are mostly short, and the maps small
    for way, where in draw(st.lists(steps, min_size=count, max_size=count)):
        if way == CLOSE or disc.squares < most_squares:
            disc.grow(way, where, least_squares)
    while disc.squares < least_squares:
        disc.grow(GLUE, draw(st.integers(0, len(disc.rim) - 1)), least_squares)
    return disc


def keys(count: int, plain: list[str]) -> st.SearchStrategy[list[str]]:
    """Either the plain keys or any allowed ones, in any order."""
    return st.permutations(plain) | st.lists(KEYS, min_size=count, max_size=count, unique=True)


@st.composite
def alley_values(draw: st.DrawFn, alleys: int) -> list[list[int]]:
    """The spaces of each alley, within the limit for all alleys together."""
    rows = []
    spare = MOST_SPACES - 2 * alleys
    for _ in range(alleys):
        row = draw(st.lists(st.integers(1, 3), min_size=2, max_size=min(6, 2 + spare)))
        spare -= len(row) - 2
        rows.append(row)
    return rows


@st.composite
def valid_maps(draw: st.DrawFn, least_squares: int = 3, most_squares: int = MOST_SQUARES) -> dict[str, Any]:
    """A valid map in record form, with ``least_squares`` to ``most_squares`` squares."""
    disc = draw(discs(least_squares, most_squares))
    names = draw(keys(disc.squares, list(LETTERS[: disc.squares])))
    district_names = draw(keys(len(disc.districts), [f"D{number + 1}" for number in range(len(disc.districts))]))
    rows = draw(alley_values(len(disc.alleys)))
    alleys = {}
    for (a, b), row in zip(draw(st.permutations(disc.alleys)), rows, strict=True):
        first, second = (b, a) if draw(st.booleans()) else (a, b)
        alleys[f"{names[first]}-{names[second]}"] = row
    districts = {}
    for name, corners in zip(district_names, draw(st.permutations(disc.districts)), strict=True):
        districts[name] = [names[corner] for corner in draw(st.permutations(corners))]
    return {"squares": draw(st.permutations(names)), "alleys": alleys, "districts": districts}
