"""The environments' documentation is true: quick starts, params, arrays without a copy, missing extras."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import piazzetta
from piazzetta.batch import Batch
from piazzetta.envs.extras import need
from piazzetta.extras import install_command

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "environments.md").read_text(encoding="utf-8")
QUICK_STARTS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
EXAMPLE = ROOT / "examples" / "maskable_ppo.py"


@pytest.mark.compiled_only
@pytest.mark.parametrize("number", range(len(QUICK_STARTS)))
def test_quick_starts_run_and_are_short(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    block = QUICK_STARTS[number]
    for library in ("gymnasium", "pyspiel"):
        if library in block:
            pytest.importorskip(library)
    if "_v0 import" in block or "import portobello_v0" in block:
        pytest.importorskip("pettingzoo")
    assert len([line for line in block.splitlines() if line.strip()]) <= 15
    exec(compile(block, f"quick start {number}", "exec"), {})
    assert capsys.readouterr().out


def test_there_is_a_quick_start_for_each_library() -> None:
    for word in ("portobello_v0.env", "gymnasium.make(", "gymnasium.make_vec(", "pyspiel.load_game", "from_dlpack"):
        assert any(word in block for block in QUICK_STARTS)


@pytest.mark.parametrize("name", ["portobello", "viaggiatore"])
def test_the_pages_of_the_games_match_the_code(name: str) -> None:
    page = (ROOT / "docs" / f"{name}_v0.md").read_text(encoding="utf-8")
    setting = piazzetta.game(name)
    assert f"`Discrete({setting.decision_count})`" in page
    for players in setting.game.seats:
        assert str(piazzetta.game(name, players=players).observation_size) in page
    parts = re.search(r"## Observation\n.*?## Reward", page, re.DOTALL)
    assert parts is not None
    for part, size, _ in setting.game.observation_parts(setting.components, setting.players):
        assert re.search(rf"^\| {part} \| ({size}|{size // setting.players} × players) \|", parts[0], re.MULTILINE)
    rows = re.findall(r"^\| ([\d, …]+) \| (`.*) \| [\d., ]+ \|$", page, re.MULTILINE)
    assert rows
    for numbers, moves in rows:
        first, *_, last = 2 * re.findall(r"\d+", numbers)
        texts = re.findall(r"`([^`]+)`", moves)
        assert setting.text(int(first)).startswith(texts[0].removesuffix("…").strip())
        if not moves.endswith("…") and "…" not in texts[-1]:
            assert setting.text(int(last)) == texts[-1]
    for heading in ("## Reward", "## Version history", "## Citation"):
        assert heading in page


@pytest.mark.compiled_only
def test_arrays_of_a_batch_go_round_without_a_copy() -> None:
    batch = Batch(piazzetta.game("portobello", players=3), size=16, seed=1, restart=True)
    there = np.from_dlpack(batch.observation)
    assert np.shares_memory(there, batch.observation)
    batch.step(batch.random_actions())
    assert (there == batch.observation).all()  # it shares the batch's memory
    assert there.__array_interface__["data"][0] == batch.observation.__array_interface__["data"][0]


@pytest.mark.compiled_only
def test_dlpack_to_pytorch_and_back() -> None:
    torch = pytest.importorskip("torch")
    batch = Batch(piazzetta.game("viaggiatore", players=3), size=16, seed=1, restart=True)
    there = torch.from_dlpack(batch.observation)
    assert there.data_ptr() == batch.observation.__array_interface__["data"][0]
    assert np.shares_memory(np.from_dlpack(there), batch.observation)
    batch.step(batch.random_actions())
    assert there.numpy().tolist() == batch.observation.tolist()
    actions = torch.from_numpy(batch.legal_mask.astype(np.int8)).argmax(dim=1)
    batch.step(actions.numpy())


@pytest.mark.compiled_only
def test_dlpack_to_jax_and_back() -> None:
    jax = pytest.importorskip("jax")
    batch = Batch(piazzetta.game("portobello", players=3), size=16, seed=1, restart=True)
    there = jax.numpy.from_dlpack(batch.observation)
    assert np.asarray(there).tolist() == batch.observation.tolist()
    assert np.from_dlpack(there).tolist() == batch.observation.tolist()
    actions = jax.numpy.asarray(batch.legal_mask).argmax(axis=1)
    batch.step(np.asarray(actions))


@pytest.mark.compiled_only
@pytest.mark.parametrize(
    ("module", "missing", "extra"),
    [
        ("piazzetta.envs.pettingzoo", "pettingzoo", "pettingzoo"),
        ("piazzetta.envs.gymnasium", "gymnasium", "gymnasium"),
        ("piazzetta.envs.vector", "gymnasium", "gymnasium"),
        ("piazzetta.envs.openspiel", "pyspiel", "openspiel"),
    ],
)
def test_a_missing_extra_is_one_clear_sentence(module: str, missing: str, extra: str) -> None:
    script = f"import sys; sys.modules[{missing!r}] = None\nimport {module}"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    last = done.stderr.strip().splitlines()[-1]
    sentence = f"this environment needs {missing}, which is not installed: {install_command(extra)}"
    assert last == f"ModuleNotFoundError: {sentence}"


def test_what_is_there_but_broken_is_not_called_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "broken_library.py").write_text("import surely_not_there\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(ModuleNotFoundError, match="surely_not_there"):
        need("broken_library", "some")


@pytest.mark.compiled_only
def test_the_ppo_example_is_short_and_trains() -> None:
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) <= 40
    pytest.importorskip("sb3_contrib")
    done = subprocess.run(
        [sys.executable, str(EXAMPLE), "portobello", "4000"], capture_output=True, text=True, timeout=1200
    )
    assert done.returncode == 0, done.stderr
    assert re.search(r"won \d+ of 2\d\d new games", done.stdout)
