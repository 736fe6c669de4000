"""The notebooks run. In the long tier they also show what they are stored with."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.tiers import LONG, long_only

nbformat = pytest.importorskip("nbformat")
pytestmark = pytest.mark.compiled_only

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "examples" / "notebooks").glob("*.ipynb"))
#: What each needs besides the package.
NEEDED = {"game": ["pandas", "pyarrow"], "agent": ["torch", "gymnasium"], "rule": ["matplotlib"], "map": []}
#: Smaller sizes: a generation, a few games, one step of learning.
SMALLER = {
    r"SearchPlan\(games=\d+": "SearchPlan(games=800",
    r"(?<!Plan\()games=\d+": "games=24",
    r"range\(10\)": "range(1)",
    r"number=400": "number=8",
    r"num_envs=128": "num_envs=16",
    r"rounds=3": "rounds=1",
}


def test_all_notebooks_are_known() -> None:
    assert {path.stem for path in NOTEBOOKS} == set(NEEDED)
    assert sum(path.stat().st_size for path in NOTEBOOKS) < 200_000


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for library in ("IPython", *NEEDED[path.stem]):
        pytest.importorskip(library)
    monkeypatch.setenv("MPLBACKEND", "agg")
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type == "code":
            code = cell.source
            for pattern, smaller in () if LONG else SMALLER.items():
                code = re.sub(pattern, smaller, code)
            exec(compile(code, path.name, "exec"), names)


def shown(notebook: Any) -> list[list[str]]:
    """The texts that each cell prints or returns."""
    return [
        ["".join(one.get("text") or one.get("data", {}).get("text/plain", "")) for one in cell.get("outputs", [])]
        for cell in notebook.cells
    ]


@long_only
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_shows_what_it_is_stored_with(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("nbclient")
    for library in NEEDED[path.stem]:
        pytest.importorskip(library)
    monkeypatch.syspath_prepend(ROOT / "scripts")
    import notebooks

    stored, fresh = shown(nbformat.read(path, as_version=4)), shown(notebooks.run(path))
    if path.stem == "agent":  # PyTorch's sums differ between processors: it learns, to a point
        stored, fresh = ([part for part in one if "actions" in str(part)] for one in (stored, fresh))
    assert fresh == stored


def test_every_notebook_has_its_outputs() -> None:
    for path in NOTEBOOKS:
        cells = nbformat.read(path, as_version=4).cells
        assert any(cell.get("outputs") for cell in cells), path.name
        assert not [one for cell in cells for one in cell.get("outputs", []) if one.output_type == "error"], path.name
