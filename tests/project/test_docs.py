"""The documents are true: their examples run, their commands exist, their tables match the code."""

from __future__ import annotations

import doctest
import importlib
import re
from pathlib import Path

import numpy as np
import pytest

import piazzetta
from piazzetta.games.portobello import view as portobello_view
from piazzetta.games.portobello.board import Board
from piazzetta.games.registry import NAMES, find_game
from piazzetta.games.viaggiatore import view as viaggiatore_view
from piazzetta.kernel import INTERPRETED

ROOT = Path(__file__).parents[2]
PACKAGE = Path(piazzetta.__file__).parent


#: Every module with an example in its docstrings.
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if ">>> " in path.read_text(encoding="utf-8"))


@pytest.mark.compiled_only  # interpreted, some would take minutes
@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_the_examples_in_docstrings_run(path: Path) -> None:
    name = ".".join(("piazzetta", *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__")
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as problem:
        if "pip install" in str(problem):
            pytest.skip(str(problem))
        raise
    failed, tried = doctest.testmod(module, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    assert tried > 0
    assert failed == 0


@pytest.mark.interpreted_only
def test_local_links_lead_somewhere() -> None:
    for document in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")):
        for link in re.findall(r"\]\(([^)#]+)", document.read_text(encoding="utf-8")):
            assert link.startswith("http") or (document.parent / link).exists(), f"{document.name}: {link}"


@pytest.mark.interpreted_only
def test_every_switch_is_documented() -> None:
    text = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")
    for name in ("portobello", "viaggiatore"):
        for switch in piazzetta.game(name).game.switches:
            assert f"`{switch}`" in text


def observation_rows() -> list[str]:
    """The rows of the tables in ``docs/observations.md``."""
    rows = []
    for name, size, meaning in portobello_view.parts(Board.default()):
        rows.append(f"| {name} | {size} | {meaning} |")
    of_a_seat = "; ".join(
        f"{name} ({size})" + (f": {meaning}" if meaning else "") for name, size, meaning in viaggiatore_view.OF_A_SEAT
    )
    for name, size, meaning in viaggiatore_view.OBSERVATION:
        count = f"{size} × players" if name == "seats" else str(size)
        rows.append(f"| {name} | {count} | {'for each seat: ' + of_a_seat if name == 'seats' else meaning} |")
    return rows


@pytest.mark.interpreted_only
def test_the_observation_is_documented_part_by_part() -> None:
    text = (ROOT / "docs" / "observations.md").read_text(encoding="utf-8")
    for row in observation_rows():
        assert row in text, f"docs/observations.md lacks\n{row}"


@pytest.mark.parametrize("name", NAMES)
def test_an_observation_writes_its_parts_and_nothing_else(name: str) -> None:
    for players in find_game(name).seats:
        match = piazzetta.game(name, players=players).start(seed=1)
        setting = match.setting
        count = sum(size for _, size, _ in setting.game.observation_parts(setting.components, players))
        found = {mark: np.full(count + 64, mark, np.int16) for mark in (-77, 99)}
        for out in found.values():
            setting.game.kernels.observe(setting.params_record, match.state(), 0, out)
        assert found[-77][:count].tolist() == found[99][:count].tolist(), "a number is left unwritten"
        assert all((out[count:] == mark).all() for mark, out in found.items()), "a number is in no part"


@pytest.mark.compiled_only
@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_a_second_start_compiles_nothing(tmp_path: Path) -> None:
    import subprocess
    import sys

    script = """
import gc, sys
from numba.core.dispatcher import Dispatcher
from piazzetta.games.registry import names
from piazzetta.terminal.warming.kernels import warm_game
for name in names():
    warm_game(name, tables=False)
print([d.py_func.__name__ for d in gc.get_objects() if isinstance(d, Dispatcher) and d.stats.cache_misses])
"""
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    if done.stdout != "[]\n":  # that was the first start
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
