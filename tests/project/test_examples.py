"""The examples run, and stay as short as they claim to be."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tiers import tier

TRAIN = Path(__file__).parents[2] / "examples" / "train.py"


def test_training_example_is_short() -> None:
    assert len(TRAIN.read_text(encoding="utf-8").splitlines()) < 150


@pytest.mark.compiled_only
@pytest.mark.parametrize("game", tier(["viaggiatore"], ["portobello", "viaggiatore"]))
def test_training_example_runs(game: str) -> None:
    pytest.importorskip("torch")
    command = [sys.executable, str(TRAIN), "--game", game, "--minutes", "0.02", "--size", "32", "--games", "40"]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=1200, env=os.environ | {"OMP_NUM_THREADS": "1"}
    )
    assert done.returncode == 0, done.stderr
    assert "of 40 new games" in done.stdout
    assert "95 % interval" in done.stdout
