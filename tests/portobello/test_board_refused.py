"""Every reason to reject a map (clause 1.4); junk gets a message, never a crash."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from piazzetta.errors import BadInput
from piazzetta.games.portobello.board import Board
from tests.portobello.maps import drawn_kite, from_triangles, kite, odd_board
from tests.portobello.test_board import Map, default_file, relaxed
from tests.tiers import tier

pytestmark = pytest.mark.interpreted_only

# The change to the kite or its drawing, and the words the message must contain.


def changed(make: Callable[[], Map], *path: str, to: object) -> Map:
    source = make()
    spot: Any = source
    for step in path[:-1]:
        spot = spot[step]
    spot[path[-1]] = to
    return source


def without(make: Callable[[], Map], *path: str) -> Map:
    source = make()
    spot: Any = source
    for step in path[:-1]:
        spot = spot[step]
    del spot[path[-1]]
    return source


def renamed(part: str, old: str, new: object) -> Map:
    source = kite()
    source[part] = {(new if key == old else key): entry for key, entry in source[part].items()}
    return source


def many(squares: int) -> Map:
    return from_triangles(*(f"{chr(65 + i)}{chr(66 + i)}{chr(67 + i)}" for i in range(squares - 2)))


def too_many_spaces() -> Map:
    source = many(14)
    source["alleys"] = {key: [1] * 6 for key in source["alleys"]}
    return source


def octahedron() -> list[str]:
    return [a + b + c for a in "AF" for b, c in ("BC", "CD", "DE", "BE")]


def torus_with_a_hole() -> Map:
    letters = "ABCDEFG"
    triangles = [letters[i] + letters[(i + j) % 7] + letters[(i + 3) % 7] for i in range(7) for j in (1, 2)]
    return from_triangles(*triangles[1:])


def twisted_band() -> Map:
    return from_triangles("ABC", "BCD", "CDE", "DEA", "EAB")


def ring() -> Map:
    return from_triangles("ABD", "BDE", "BCE", "CEF", "ACF", "AFD")


def test_1_4_a_map_may_differ_from_the_printed_one() -> None:
    assert Board.default().warnings == ()
    assert odd_board().warnings == (
        "it has 4 squares; the printed map has 11 (clause 1.4)",
        "printed alleys have 2 to 6 spaces; these alleys do not: A-B, B-C (clause 1.4)",
        "printed alleys are worth 1 to 3 per space; these alleys are not: B-C (clause 1.4)",
    )


REFUSALS: dict[str, tuple[object, list[str]]] = {
    "not an object": ([], ["the map must be an object"]),
    "no squares": (without(kite, "squares"), ["the map has no squares"]),
    "no alleys": (without(kite, "alleys"), ["the map has no alleys"]),
    "no districts": (without(kite, "districts"), ["the map has no districts"]),
    "unknown field": (kite() | {"bridges": 1}, ["'bridges'"]),
    "file field in a record": (kite() | {"name": "Kite"}, ["'name'"]),
    "field that is no string": (kite() | {7: 1}, ["field 7"]),
    "squares of no form": (changed(kite, "squares", to="ABCD"), ["squares", "'ABCD'"]),
    "alleys as a list": (changed(kite, "alleys", to=["A-B"]), ["alleys", "a list of 1"]),
    "districts as a list": (changed(kite, "districts", to=[["A", "B", "C"]]), ["districts", "a list of 1"]),
    "forms mixed": (changed(kite, "squares", to=drawn_kite()["squares"]), ["alley A-B", "object"]),
    # sizes
    "two squares": (changed(kite, "squares", to=["A", "B"]), ["3 to 16 squares", "not 2"]),
    "17 squares": (many(17), ["3 to 16 squares", "not 17"]),
    "17 squares drawn": (changed(drawn_kite, "squares", to={f"S{i}": {} for i in range(17)}), ["16 squares", "17"]),
    "two alleys": (changed(kite, "alleys", to={"A-B": [1, 1], "B-C": [1, 1]}), ["3 to 32 alleys", "not 2"]),
    "33 alleys": (changed(kite, "alleys", to={f"A-{i}": [1, 1] for i in range(33)}), ["3 to 32 alleys", "not 33"]),
    "no district": (changed(kite, "districts", to={}), ["1 to 20 districts", "not 0"]),
    "21 districts": (changed(kite, "districts", to={f"D{i}": [] for i in range(21)}), ["1 to 20 districts", "not 21"]),
    "132 spaces": (too_many_spaces(), ["alley K-M", "at most 128 spaces"]),
    # keys and names
    "square twice": (changed(kite, "squares", to=["A", "B", "C", "D", "A"]), ["square A", "twice"]),
    "square key with a space": (changed(kite, "squares", to=["A", "B", "C", "D E"]), ["key of a square", "'D E'"]),
    "square key with @": (changed(kite, "squares", to=["A", "B", "C", "D@"]), ["key of a square", "'D@'"]),
    "square key with a hyphen": (changed(kite, "squares", to=["A", "B", "C", "D-"]), ["key of a square", "'D-'"]),
    "square key empty": (changed(kite, "squares", to=["A", "B", "C", ""]), ["key of a square", "''"]),
    "square key too long": (changed(kite, "squares", to=["A", "B", "C", "D" * 13]), ["key of a square", "DDD"]),
    "square key with a newline": (changed(kite, "squares", to=["A", "B", "C", "D\n"]), ["key of a square", "'D\\n'"]),
    "square key not ASCII": (changed(kite, "squares", to=["A", "B", "C", "é"]), ["key of a square", "'é'"]),
    "square key a number": (changed(kite, "squares", to=["A", "B", "C", 4]), ["key of a square", "4"]),
    "square key a list": (changed(kite, "squares", to=["A", "B", "C", ["D"]]), ["key of a square", "a list of 1"]),
    "district key": (renamed("districts", "D2", "D 2"), ["key of a district", "'D 2'"]),
    "district key null": (renamed("districts", "D2", None), ["key of a district", "null"]),
    "map name": (drawn_kite() | {"name": ""}, ["name of the map", "''"]),
    "square name": (changed(drawn_kite, "squares", "B", "name", to="a\tb"), ["name of square B", "printable"]),
    "blank name": (changed(drawn_kite, "squares", "B", "name", to="  "), ["name of square B"]),
    "alley name": (changed(drawn_kite, "alleys", "A-B", "name", to="x" * 61), ["name of alley A-B", "60"]),
    "district name": (changed(drawn_kite, "districts", "D2", "name", to=5), ["name of district D2", "5"]),
    "lone surrogate": (changed(drawn_kite, "districts", "D2", "name", to="\ud800"), ["name of district D2"]),
    "square not an object": (changed(drawn_kite, "squares", "C", to="C"), ["square C must be an object"]),
    "square with a strange field": (changed(drawn_kite, "squares", "C", "z", to=1), ["square C", "'z'"]),
    "alley without values": (without(drawn_kite, "alleys", "B-D", "values"), ["alley B-D has no values"]),
    "district without squares": (without(drawn_kite, "districts", "D1", "squares"), ["district D1 has no squares"]),
    # alleys
    "alley of one name": (renamed("alleys", "A-B", "AB"), ["two squares", "'AB'"]),
    "alley of three names": (renamed("alleys", "A-B", "A-B-C"), ["two squares", "'A-B-C'"]),
    "alley of a strange number": (renamed("alleys", "A-B", "A-B.1"), ["A-B.2", "'A-B.1'"]),
    "alley key no string": (renamed("alleys", "A-B", ("A", "B")), ["two squares", "a list of 2"]),
    "alley to nowhere": (renamed("alleys", "A-B", "A-X"), ["alley 'A-X'", "'X'"]),
    "alley to itself": (renamed("alleys", "A-B", "A-A"), ["alley A-A", "two different squares"]),
    "two alleys between two squares": (changed(kite, "alleys", "B-A", to=[1, 1]), ["A-B and B-A", "A-B.2"]),
    "two alleys, which of them?": (changed(kite, "alleys", "B-A.2", to=[1, 1]), ["district D1", "A and B"]),
    "no space": (changed(kite, "alleys", "B-C", to=[]), ["alley B-C", "1 to 9 spaces", "not 0"]),
    "ten spaces": (changed(kite, "alleys", "B-C", to=[1] * 10), ["alley B-C", "1 to 9 spaces", "not 10"]),
    "value 0": (changed(kite, "alleys", "B-C", to=[1, 0]), ["alley B-C", "1 to 7", "not 0"]),
    "value 8": (changed(kite, "alleys", "B-C", to=[8, 1]), ["alley B-C", "1 to 7", "not 8"]),
    "value true": (changed(kite, "alleys", "B-C", to=[1, True]), ["alley B-C", "not true"]),
    "value 1.0": (changed(kite, "alleys", "B-C", to=[1, 1.0]), ["alley B-C", "not 1.0"]),
    "value huge": (changed(kite, "alleys", "B-C", to=[1, 10**5000]), ["alley B-C", "a huge number"]),
    "values a string": (changed(kite, "alleys", "B-C", to="123"), ["alley B-C", "list", "'123'"]),
    # districts
    "district of two": (changed(kite, "districts", "D2", to=["B", "C"]), ["district D2", "three squares"]),
    "district of four": (changed(kite, "districts", "D2", to=list("ABCD")), ["district D2", "a list of 4"]),
    "district a string": (changed(kite, "districts", "D2", to="BCD"), ["district D2", "'BCD'"]),
    "district with a square twice": (changed(kite, "districts", "D2", to=list("BCB")), ["district D2", "square B"]),
    "district of unknown squares": (changed(kite, "districts", "D2", to=list("BCX")), ["district D2", "'X'"]),
    "district corner no string": (changed(kite, "districts", "D2", to=["B", "C", {}]), ["district D2", "an object"]),
    "district not enclosed": (changed(kite, "districts", "D2", to=list("ABD")), ["district D2", "D and A"]),
    "same district twice": (changed(kite, "districts", "D3", to=list("CAB")), ["D1 and D3", "same three alleys"]),
    # the shape
    "alley without a district": (from_triangles("ABC", "BCD", loose=("DE",)), ["alley D-E", "no district", "x and y"]),
    "alley with three districts": (from_triangles("ABC", "ABD", "ABE"), ["alley A-B", "3 districts (D1, D2, D3)"]),
    "square on no alley": (changed(kite, "squares", to=list("ABCDE")), ["square E lies on no alley"]),
    "two maps": (from_triangles("ABC", "DEF"), ["square D cannot be reached", "square A"]),
    "pinched square": (from_triangles("ABC", "CDE"), ["square C", "A-C and C-D"]),
    "closed": (from_triangles(*octahedron()), ["district D8", "no rim"]),
    "hole": (ring(), ["A-B and D-E", "hole"]),
    "twisted": (twisted_band(), ["districts", "twisted"]),
    "handle": (torus_with_a_hole(), ["D1 to D13", "lie flat"]),
    # the drawing
    "x without y": (without(drawn_kite, "squares", "C", "y"), ["square C has an x but no y"]),
    "one square not placed": (
        changed(drawn_kite, "squares", "C", to={"name": "C"}),
        ["square C has no place", "square A"],
    ),
    "NaN": (changed(drawn_kite, "squares", "C", "x", to=float("nan")), ["x of square C", "nan"]),
    "infinite": (changed(drawn_kite, "squares", "C", "y", to=float("-inf")), ["y of square C", "-inf"]),
    "place true": (changed(drawn_kite, "squares", "C", "y", to=True), ["y of square C", "true"]),
    "place null": (changed(drawn_kite, "squares", "C", "y", to=None), ["y of square C", "null"]),
    "place huge": (changed(drawn_kite, "squares", "C", "x", to=10**400), ["x of square C", "a huge number"]),
    "district placed badly": (changed(drawn_kite, "districts", "D1", "x", to=1), ["district D1 has an x but no y"]),
    "size": (drawn_kite() | {"size": 5}, ["size", "5"]),
    "size zero": (drawn_kite() | {"size": [0, 5]}, ["size", "not 0"]),
    "space": (drawn_kite() | {"space": "wide"}, ["space", "'wide'"]),
    "radius": (drawn_kite() | {"radius": -1}, ["radius", "-1"]),
    "same place": (
        changed(drawn_kite, "squares", "D", to={"x": 0, "y": 50}),
        ["squares A and D", "same place"],
    ),
    "flat district": (changed(drawn_kite, "squares", "D", to={"x": 50, "y": 50}), ["district D2", "straight line"]),
    "overlap": (changed(drawn_kite, "squares", "D", to={"x": 20, "y": 50}), ["districts D1 and D2 overlap"]),
    "crossing": (changed(drawn_kite, "squares", "D", to={"x": 0, "y": 10}), ["A-B and C-D cross"]),
    "through a square": (changed(drawn_kite, "squares", "D", to={"x": -50, "y": 100}), ["B-D", "square A"]),
}


@pytest.mark.parametrize("rule", REFUSALS)
def test_1_4_refused(rule: str) -> None:
    source, words = REFUSALS[rule]
    with pytest.raises(BadInput) as refusal:
        Board.read(source)
    sentence = str(refusal.value)
    assert [word for word in words if word not in sentence] == [], sentence
    assert "\n" not in sentence


def test_a_district_is_placed_only_if_the_squares_are() -> None:
    file = drawn_kite()
    file["squares"] = {key: {} for key in file["squares"]}
    file["districts"]["D2"] |= {"x": 3, "y": 4}
    with pytest.raises(BadInput, match="district D2 has a place"):
        Board.read(file)


def test_a_drawing_turned_inside_out_overlaps() -> None:
    """No two alleys cross, but the inner square D lies outside the rim A-B-C."""
    source = from_triangles("ABD", "BCD", "ACD")
    places = {"A": (50, 40), "B": (0, 0), "C": (100, 0), "D": (50, 100)}
    file = {
        "squares": {key: {"x": x, "y": y} for key, (x, y) in places.items()},
        "alleys": {key: {"values": values} for key, values in source["alleys"].items()},
        "districts": {key: {"squares": three} for key, three in source["districts"].items()},
    }
    with pytest.raises(BadInput, match="overlap"):
        Board.read(file)


# Junk.


def read_or_refuse(source: object) -> None:
    try:
        Board.read(source)
    except BadInput as refusal:
        assert 10 < len(str(refusal)) < 300
        assert "\n" not in str(refusal)


PARTS = ["squares", "alleys", "districts", "name", "size", "space", "radius", "x", "y", "values"]
words = st.sampled_from([*PARTS, "A", "B", "C", "A-B", "B-C", "A-C", "D1", "", "A-A", "-", "\x00"]) | st.text(
    max_size=5
)
scalars = st.none() | st.booleans() | st.integers(-1, 4) | st.integers() | st.floats() | words
junk = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words | scalars, inner, max_size=4),
    max_leaves=12,
)
shaped_junk = st.fixed_dictionaries(
    {
        "squares": junk | st.lists(words, max_size=5) | st.dictionaries(words, junk, max_size=5),
        "alleys": junk | st.dictionaries(words, junk, max_size=5),
        "districts": junk | st.dictionaries(words, junk, max_size=5),
    }
)


@settings(relaxed, max_examples=tier(30, 100))
@given(junk | shaped_junk)
def test_junk_is_refused_and_nothing_else(source: object) -> None:
    read_or_refuse(source)


def test_deep_and_huge_junk_is_refused() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    sources: list[object] = [deep, [0] * 1_000_000, "x" * 1_000_000, 10**10_000, b"bytes", object(), float("nan")]
    for value in sources:
        with pytest.raises(BadInput):
            Board.read(value)
        for make in (kite, drawn_kite):
            for part in ("squares", "alleys", "districts"):
                for source in (changed(make, part, to=value), *_with_each_entry(make, part, value)):
                    with pytest.raises(BadInput):
                        Board.read(source)


def _with_each_entry(make: Callable[[], Map], part: str, value: object) -> list[Map]:
    if isinstance(make()[part], list):
        return [changed(make, part, to=["A", "B", value])]
    entry = next(iter(make()[part]))
    return [changed(make, part, entry, to=value), *_with_each_field(make, part, entry, value)]


def _with_each_field(make: Callable[[], Map], part: str, entry: str, value: object) -> list[Map]:
    fields = make()[part][entry]
    return [changed(make, part, entry, field, to=value) for field in fields] if isinstance(fields, dict) else []


def spots(source: Any) -> list[tuple[Any, Any]]:
    """Every nested container with each of its keys or indices."""
    if not isinstance(source, dict | list):
        return []
    steps = list(source) if isinstance(source, dict) else range(len(source))
    return [(source, step) for step in steps] + [spot for step in steps for spot in spots(source[step])]


@settings(relaxed, max_examples=tier(100, 300))
@given(st.data())
def test_one_edit_of_the_default_map_never_crashes(data: st.DataObject) -> None:
    source = copy.deepcopy(data.draw(st.sampled_from([Board.default().to_json(), default_file()])))
    container, step = data.draw(st.sampled_from(spots(source)))
    edit = data.draw(st.sampled_from(["replace", "delete", "move", "copy"]))
    if edit == "replace":
        container[step] = data.draw(junk)
    elif edit == "copy":
        container[step] = data.draw(st.sampled_from([inside[at] for inside, at in spots(source)]))
    else:
        value = container.pop(step)
        if edit == "move" and isinstance(container, dict):
            container[data.draw(words | scalars)] = value
        elif edit == "move":
            container.insert(data.draw(st.integers(0, len(container))), value)
    read_or_refuse(source)
