"""Networks in PyTorch and ONNX: the same as what the bots compute, and as the large networks' files."""

from __future__ import annotations

import warnings
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
import torch

import piazzetta
from piazzetta.batch import Batch
from piazzetta.bots import Position, champion
from piazzetta.errors import BadInput
from piazzetta.train.network import Network, Size
from piazzetta.train.plan import save
from piazzetta.train.seat import NetworkBot

NAME = "viaggiatore"


@pytest.fixture
def large(tmp_path: Path) -> Path:
    torch.manual_seed(5)
    file = tmp_path / f"{NAME}.pt"
    save(Network(NAME, Size(32, 1, 16, 8)).to_file(), file)
    return file


def batch_of(players: int, rows: int = 6) -> Batch:
    batch = Batch(piazzetta.game(NAME, players=players), rows, encoding=champion(NAME).encoding, seed=4)
    for _ in range(25):
        batch.step(batch.random_actions())
    return batch


def test_the_module_says_what_the_kernels_say() -> None:
    judge, batch = champion(NAME), batch_of(3)
    found = judge.judge(batch)
    with torch.inference_mode():
        scores, chances = judge.module()(torch.from_numpy(np.array(batch.observation)))
    masked = scores.masked_fill(~torch.from_numpy(np.array(batch.legal_mask)), -1e9)
    assert np.allclose(torch.softmax(masked.double(), 1).numpy(), found.policy, atol=1e-5)
    for row, seat in enumerate(batch.mover):
        order = [(seat + chair) % 3 for chair in range(3)]
        assert np.allclose(chances[row, :3].numpy(), found.value[row, order], atol=1e-5)


def test_a_large_network_judges_as_its_bot_does(large: Path) -> None:
    judge, batch = champion(NAME, "large", large), batch_of(4)
    found = judge.judge(batch)
    assert np.allclose(found.policy.sum(1), 1)
    assert np.allclose(found.value.sum(1), 1)
    setting = batch.settings[0]
    position = Position.at(setting, int(batch.mover[2]), batch.state(2))
    actions = position.legal()
    alone = judge.judge(position)
    assert alone.policy[0, actions].tolist() == pytest.approx(
        NetworkBot(str(large)).policy(position, actions), abs=1e-5
    )
    assert alone.value[0].tolist() == pytest.approx(found.value[2].tolist(), abs=1e-5)


def test_an_onnx_file_says_the_same(large: Path, tmp_path: Path) -> None:
    runtime = pytest.importorskip("onnxruntime")
    pytest.importorskip("onnxscript")
    seen = np.array(batch_of(2, 7).observation)
    for judge in (champion(NAME), champion(NAME, "large", large)):
        file = tmp_path / "network.onnx"
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of the exporter itself
            judge.to_onnx(file)
        answers = runtime.InferenceSession(str(file), providers=["CPUExecutionProvider"]).run(None, {"seen": seen})
        with torch.inference_mode():
            expected = judge.module()(torch.from_numpy(seen))
        assert len(answers) == len(expected)
        for told, came in zip(answers, expected, strict=True):
            assert np.allclose(told, came.numpy(), atol=1e-4)


def test_a_large_network_that_is_missing_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        champion(NAME, "large", tmp_path / "none.pt")
    monkeypatch.setattr(import_module("piazzetta.bots.champion"), "__file__", str(tmp_path / "a/b/c/d.py"))
    with pytest.raises(BadInput, match=f"get models/{NAME}.pt"):
        champion(NAME, "large")
