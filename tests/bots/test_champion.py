"""The small networks as functions of many positions: what they say is what the bots see."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

import piazzetta
from piazzetta.batch import Batch
from piazzetta.bots import Position, champion
from piazzetta.bots.hint import outlook
from piazzetta.errors import BadInput


@pytest.mark.parametrize("name", ["portobello", "viaggiatore"])
def test_rows_are_judged_as_by_the_bots(name: str) -> None:
    """Each row of a mixed batch, by slots and by actions, and the same position alone."""
    judge = champion(name)
    settings = [piazzetta.game(name, players=players) for players in (2, 4)]
    by_action = Batch(settings, 4, seed=3, illegal="count")
    for _ in range(30):
        by_action.step(by_action.random_actions())
    found = judge.judge(by_action)
    assert np.allclose(found.policy.sum(1), 1)
    assert np.allclose(found.value.sum(1), 1)
    assert not (found.policy[~by_action.legal_mask] > 0).any()
    for row, setting in enumerate([*settings, *settings]):
        seat, players = int(by_action.mover[row]), setting.players
        wins, _ = outlook(Position.at(setting, seat, by_action.state(row)))
        assert found.value[row, :players].tolist() == pytest.approx(wins)
        assert not found.value[row, players:].any()
        alone = judge.judge_states(setting, by_action.states[row : row + 1])
        assert alone.policy[0].tolist() == found.policy[row, : setting.decision_count].tolist()


def test_a_batch_with_the_encoding_gets_slots() -> None:
    judge = champion("viaggiatore")
    batch = Batch(piazzetta.game("viaggiatore", players=3), 5, encoding=judge.encoding, seed=2)
    lengths = 0
    while (batch.mover >= 0).any():
        found = judge.judge(batch)
        assert ((found.policy > 0) <= batch.legal_mask).all()
        assert found.value[batch.mover < 0].sum() == 0
        batch.step(found.policy.argmax(1))
        lengths += 1
    assert lengths > 20


def test_what_cannot_be_had_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = import_module("piazzetta.bots.champion")
    with pytest.raises(BadInput, match="size must be"):
        champion("portobello", "huge")
    with pytest.raises(BadInput, match="a file names a large network"):
        champion("portobello", "small", "portobello.pt")
    with pytest.raises(BadInput, match="this network plays viaggiatore, not portobello"):
        champion("viaggiatore").judge(piazzetta.game("portobello").start(seed=1))
    monkeypatch.setattr(home, "find_spec", lambda name: None)
    with pytest.raises(BadInput, match=r"need it, and it is not installed: pip .*\[train\]"):
        champion("portobello", "large", tmp_path / "portobello.pt")
    monkeypatch.setattr(home, "find_spec", lambda name: None if name == "onnx" else True)
    with pytest.raises(BadInput, match=r"ONNX files need onnx, which is not installed: pip .*\[onnx\]"):
        champion("viaggiatore").to_onnx(tmp_path / "small.onnx")
