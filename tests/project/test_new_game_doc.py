"""``docs/new-game.md`` says what a game must and may bring: exactly what ``games/base.py`` asks for."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

from piazzetta.games import base
from piazzetta.games.base import Game, Kernels
from piazzetta.games.knowledge import SearchKernels

pytestmark = pytest.mark.interpreted_only

PAGE = (Path(__file__).parents[2] / "docs" / "new-game.md").read_text("utf-8")
#: What everybody relies on: no game overrides it.
FIXED = {"rules", "say", "english", "bind", "observation_size"}


def table(heading: str) -> set[str]:
    """The names in the first column of the table with this heading."""
    rows = PAGE.split(f"| {heading} |")[1].split("\n\n")[0].splitlines()[2:]
    return {name for row in rows for name in re.findall(r"`(\w+)`", row.split("|")[1])}


def members() -> dict[str, bool]:
    """Everything of a game by name: whether it must bring it."""
    found = {name: name not in vars(Game) for name in inspect.get_annotations(Game)}
    for name, value in vars(Game).items():
        if callable(value) and not name.startswith("_"):
            found[name] = name in Game.__abstractmethods__
    return {name: must for name, must in found.items() if name not in FIXED}


def test_the_table_has_what_a_game_must_bring() -> None:
    assert table("it must bring") == {name for name, must in members().items() if must}


def test_the_table_has_what_a_game_may_bring() -> None:
    assert table("it may bring") - {"encoding", "network"} == {name for name, must in members().items() if not must}


def test_every_function_of_the_rules_is_told_in_the_architecture() -> None:
    text = (Path(__file__).parents[2] / "docs" / "architecture.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\w+)\(params, state", text, re.MULTILINE)
    assert set(rows) == set(Kernels._fields)
    assert len(rows) == 11
    for page in ("docs/architecture.md", "docs/new-game.md", "src/piazzetta/games/base.py"):
        said = (Path(__file__).parents[2] / page).read_text("utf-8").lower()
        assert "eleven functions" in said
        assert "eight functions" not in said
    assert all(callable(getattr(base, name)) for name in Kernels._fields)


def test_every_search_function_is_told() -> None:
    rows = set(re.findall(r"^\| `(\w+)\(params, state", PAGE, re.MULTILINE))
    assert rows | {"evaluate"} == set(SearchKernels._fields)
