"""The examples run, and stay as short as they claim to be."""

from __future__ import annotations

import importlib.util
import re
import runpy
import shlex
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.tiers import tier

EXAMPLES = Path(__file__).parents[2] / "examples"
TRAIN = EXAMPLES / "train.py"
PUFFER = EXAMPLES / "pufferlib_ppo.py"
MODELS = EXAMPLES / "language_models.py"
Run = Callable[..., None]


def test_training_example_is_short() -> None:
    assert len(TRAIN.read_text(encoding="utf-8").splitlines()) < 150


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Iterator[Run]:
    """Run an example as if from the command line, without a process that would load PyTorch again for seconds."""
    torch = pytest.importorskip("torch")

    def run(script: Path, *arguments: str) -> None:
        monkeypatch.setattr(sys, "argv", [str(script), *arguments])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of libraries: as anybody sees them
            runpy.run_path(str(script), run_name="__main__")

    threads, drawn = torch.get_num_threads(), torch.get_rng_state()
    torch.set_num_threads(1)
    yield run
    torch.set_num_threads(threads)
    torch.set_rng_state(drawn)


@pytest.mark.compiled_only
@pytest.mark.parametrize("game", tier(["viaggiatore"], ["portobello", "viaggiatore"]))
def test_training_example_runs(game: str, run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    run(TRAIN, "--game", game, "--minutes", "0.02", "--size", "32", "--games", "40")
    said = capsys.readouterr().out
    assert "of 40 new games" in said
    assert "95% interval" in said


STAND_IN = """
import numpy, torch, types

class PufferEnv:  # as in PufferLib 3.0: buffers, and the games go on by themselves
    def __init__(self):
        shape, size = self.single_observation_space.shape, self.num_agents
        self.observations = numpy.zeros((size, *shape), self.single_observation_space.dtype)
        self.rewards = numpy.zeros(size, numpy.float32)
        self.terminals, self.truncations = numpy.zeros(size, bool), numpy.zeros(size, bool)

class PuffeRL:
    def __init__(self, config, games, policy):
        assert config["batch_size"] == config["bptt_horizon"] * games.num_agents
        self.games, self.policy, self.global_step = games, policy, 0
        self.utilization = types.SimpleNamespace(stop=lambda: None)
        games.reset(seed=1)
    def evaluate(self):
        with torch.no_grad():
            logits, value = self.policy.forward_eval(torch.from_numpy(self.games.observations))
        assert value.shape == (self.games.num_agents, 1)
        actions = torch.distributions.Categorical(logits=logits).sample().numpy()
        assert self.games.observations[range(len(actions)), self.games.numbers + actions].all(), "not a legal move"
        self.games.step(actions)
        self.global_step += self.games.num_agents
    def train(self):
        logits, _ = self.policy(torch.from_numpy(self.games.observations), {})
        logits.logsumexp(-1).sum().backward()

pufferlib = types.ModuleType("pufferlib")
pufferlib.PufferEnv = PufferEnv
pufferl = types.ModuleType("pufferlib.pufferl")
pufferl.PuffeRL, pufferl.load_config = PuffeRL, lambda name: {"train": {}}
"""


@pytest.mark.compiled_only
def test_pufferlib_example_runs(monkeypatch: pytest.MonkeyPatch, run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    """PufferLib has to be compiled with what few machines have: without it, a trainer that learns nothing."""
    pytest.importorskip("gymnasium")
    if not importlib.util.find_spec("pufferlib"):
        made: dict[str, Any] = {}
        exec(STAND_IN, made)
        monkeypatch.setitem(sys.modules, "pufferlib", made["pufferlib"])
        monkeypatch.setitem(sys.modules, "pufferlib.pufferl", made["pufferl"])
    run(PUFFER, "viaggiatore", "4096")
    assert re.search(r"won \d+ of 1\d\d\d new games", capsys.readouterr().out)


def test_what_a_model_answers_is_read() -> None:
    spec = importlib.util.spec_from_file_location("language_models", MODELS)
    assert spec is not None
    assert spec.loader is not None
    models = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(models)
    legal = ["tile 3", "tile 4", "mark D1 x4", "mark D12 x4"]
    for answer, move in {
        "tile 3": "tile 3",
        "I think about tile 3 and tile 4.\n\n**tile 4**": "tile 4",
        "- `mark D1 x4`.": "mark D1 x4",
        "My move is mark D12 x4, for the points.": "mark D12 x4",
        "tile 3 or tile 4?": None,
        "tile 5": None,
        "": None,
    }.items():
        assert models.find_move(answer, legal) == move, answer


@pytest.mark.compiled_only
def test_language_models_play_each_other() -> None:
    """One stands in for a model that sometimes answers nonsense, the other never answers."""
    model = shlex.join([sys.executable, "-S", str(EXAMPLES / "stand_in_model.py")])
    command = [sys.executable, str(MODELS), "viaggiatore", f"calm={model}", "silent=false", "--rule", "target=1"]
    done = subprocess.run([*command, "--games", "2"], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    lines = [line.replace("│", " ").split() for line in done.stdout.splitlines()]
    rows = {words[0]: words for words in lines if words}
    assert {"calm", "silent"} <= set(rows), done.stdout
    decisions, unusable, foreign = map(int, rows["silent"][-3:])
    assert decisions > 0
    assert (unusable, foreign) == (3 * decisions, decisions)
    decisions, unusable, foreign = map(int, rows["calm"][-3:])
    assert 0 < unusable < decisions
    assert foreign == 0
