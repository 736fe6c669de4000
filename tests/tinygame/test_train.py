"""Training a game of another package, which has no encoding of its own: networks see what ``observe`` writes."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import piazzetta
from piazzetta import BadInput
from piazzetta.batch.batch import Batch
from piazzetta.bots.position import one
from piazzetta.cli import app
from piazzetta.games.flat_encoding import encoding_of
from piazzetta.games.registry import NAMES, find_game


@pytest.mark.interpreted_only
def test_a_flat_encoding_holds_what_a_seat_observes() -> None:
    setting = piazzetta.game("chestnuts", starter=1)
    encoding = encoding_of("chestnuts")
    match = setting.start(seed=3)
    match.play("left")
    state = one(setting, match.state())
    for seat in range(2):
        seen = np.zeros(encoding.size, np.uint8)
        encoding.encode(setting.params_record, state.view(np.recarray)[0], seat, seen)
        wanted = np.zeros(setting.observation_size, np.int16)
        setting.game.kernels.observe(setting.params_record, state.view(np.recarray)[0], seat, wanted)
        numbers = seen[8 : 8 + 2 * len(wanted)].astype(int)
        assert (numbers[0::2] - numbers[1::2]).tolist() == wanted.tolist()
        assert seen[0] == 1
        seats = seen[encoding.numbers :].reshape(2, -1)
        assert seats[:, :3].tolist() == [[1, 1, 0], [1, 0, 1]]
    assert encoding.slots == setting.decision_count


@pytest.mark.interpreted_only
def test_a_flat_encoding_fits_the_games_own_components_alone() -> None:
    encoding = encoding_of("chestnuts")
    assert encoding.sizes(piazzetta.game("chestnuts")) == {"seats": 2}
    with pytest.raises(BadInput, match=r"Chestnuts has no encoding of its own, .* its own baskets alone"):
        encoding.sizes(piazzetta.game("chestnuts", baskets=[1, 2, 3]))


@pytest.mark.interpreted_only
def test_a_games_own_encoding_comes_first() -> None:
    for name in NAMES:
        assert encoding_of(name) is find_game(name).knowledge().encoding


@pytest.mark.interpreted_only
def test_a_batch_sees_it() -> None:
    batch = Batch(piazzetta.game("chestnuts"), 4, seed=1, encoding=encoding_of("chestnuts"))
    while (batch.mover >= 0).any():
        assert (batch.observation[batch.mover >= 0, 0] == 1).all()
        batch.step(batch.random_actions())


@pytest.mark.compiled_only
@pytest.mark.skipif(find_spec("torch") is None, reason="needs PyTorch")
def test_it_learns_and_then_plays(tmp_path: Path) -> None:
    """``train`` needs no option; the network it leaves takes a seat, and beats random players."""
    import torch

    torch.set_num_threads(1)
    options = ["--decisions", "60000", "--rows", "64", "--rate", "none", "--out", str(tmp_path)]
    done = CliRunner().invoke(app, ["train", "chestnuts", *options])
    assert done.exit_code == 0, done.output
    network = str(tmp_path / "network.pt")
    said = " ".join(done.output.split())
    assert "Play against it: piazzetta play chestnuts --bots" in said
    done = CliRunner().invoke(app, ["simulate", "chestnuts", "--bots", f"{network},random", "--games", "150", "--json"])
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    assert found["seats"][0]["wins"] > 0.6
