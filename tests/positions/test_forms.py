"""The form in which a position is edited, and descriptions that are none: refused with the field, never a crash."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import piazzetta
from piazzetta import BadInput, Record, Setting
from piazzetta.errors import BadRecord
from piazzetta.studies.editing import changed, look_at
from tests.positions.test_positions import SETTINGS, Json, describe, played, problems

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-3, 200)
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=4)
)
JUNK = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner))


def places(at: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths to all values inside some JSON."""
    inner = at.items() if isinstance(at, dict) else enumerate(at) if isinstance(at, list) else ()
    return [path, *[found for key, value in inner for found in places(value, (*path, key))]]


def with_value(at: Any, path: tuple[Any, ...], value: Any) -> Any:
    if not path:
        return value
    found = copy.copy(at)
    found[path[0]] = with_value(at[path[0]], path[1:], value)
    return found


def fields(form: Json) -> list[Json]:
    return [field for group in form["groups"] for field in group["fields"]]


@settings(max_examples=25)
@given(setting=SETTINGS, seed=st.integers(0, 1000), moves=st.integers(0, 80), junk=JUNK, where=st.randoms())
def test_what_is_no_description_is_refused(
    setting: Setting, seed: int, moves: int, junk: Any, where: random.Random
) -> None:
    position = describe(setting, played(setting, seed, moves).state())
    broken = with_value(position, where.choice(places(position)), junk)
    if broken is None:  # no position
        return
    try:
        card = look_at(setting, broken)
    except BadInput as error:
        assert str(error).startswith("position")
        with pytest.raises(BadInput):
            changed(setting, broken, ["round"], 2)
    else:
        json.dumps(card)
    data = setting.to_json() | {"format": "piazzetta/1", "moves": [], "result": None, "position": broken}
    try:
        Record.loads(json.dumps(data))
    except BadRecord as error:
        assert "position" in str(error)


@settings(max_examples=25)
@given(setting=SETTINGS, seed=st.integers(0, 1000), moves=st.integers(0, 80))
def test_a_form_says_what_the_description_says(setting: Setting, seed: int, moves: int) -> None:
    position = describe(setting, played(setting, seed, moves).state())
    card = look_at(setting, position)
    form: Any = card["form"]
    paths = [json.dumps(field["path"]) for field in fields(form)]
    assert len(set(paths)) == len(paths)
    for field in random.Random(seed).sample(fields(form), 12):
        values = [one["value"] for one in form["choices"].get(field["choices"], [])]
        if field["kind"] == "choice":
            assert field["value"] in [None, *values]
        elif field["kind"] in ("list", "set"):
            assert all(one in values for one in field["value"])
        elif field["kind"] == "number":
            assert field["low"] <= field["value"] <= field["high"]
        same = changed(setting, position, field["path"], field["value"])
        assert problems(setting, same) == []
        assert look_at(setting, same)["view"] == card["view"]


def test_a_card_to_load_goes_back_when_nobody_loads() -> None:
    setting = piazzetta.game("viaggiatore", players=6, starter=1)
    position = describe(setting, played(setting, 245, 60).state())
    loading: Any = changed(setting, position, ["phase"], "loading")
    loading = changed(setting, loading, ["pending"], loading["deck"][0])
    calling: Any = changed(setting, loading, ["phase"], "calling")
    assert calling["pending"] is None
    assert loading["pending"] in calling["deck"]
    assert "card_missing" not in [problem.key for problem in problems(setting, calling)]


def value_of(field: Json, values: list[Any], choice: random.Random) -> Any:
    """Another value that the form allows."""
    if field["kind"] == "number":
        return choice.randint(field["low"], field["high"])
    if field["kind"] == "flag":
        return not field["value"]
    return choice.choice(values or [None]) if field["kind"] == "choice" else choice.sample(values, min(len(values), 2))


@settings(max_examples=25)
@given(setting=SETTINGS, seed=st.integers(0, 1000), choice=st.randoms())
def test_whatever_is_chosen_is_looked_at_again(setting: Setting, seed: int, choice: random.Random) -> None:
    position = describe(setting, played(setting, seed, 60).state())
    for _ in range(6):
        form: Any = look_at(setting, position)["form"]
        field = choice.choice(fields(form))
        values = [one["value"] for one in form["choices"].get(field["choices"], [])]
        value = value_of(field, values, choice)
        position = changed(setting, position, field["path"], value)
        now = {json.dumps(one["path"]): one["value"] for one in fields(look_at(setting, position)["form"])}  # type: ignore[arg-type]
        found = now.get(json.dumps(field["path"]), value)
        if field["kind"] == "set":  # in order; what is known of a hand, or its cards, may be fewer
            found, value = sorted(found), sorted(value)
        # a carrier that was baggage leaves it, so that the others move up
        assert found == value or field["path"][-1] in ("hand", "known", "carrier")
        if setting.game.name == "viaggiatore":
            assert "card_missing" not in [problem.key for problem in problems(setting, position)]
