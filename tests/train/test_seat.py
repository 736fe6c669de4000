"""A trained network on a seat, wherever bots are named."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest
import torch
from typer.testing import CliRunner

import piazzetta
from piazzetta import BadInput
from piazzetta.bots import Position, bot
from piazzetta.bots.named import check_bot
from piazzetta.cli import app
from piazzetta.games.registry import find_game
from piazzetta.train.network import Network, Size
from piazzetta.train.plan import save
from piazzetta.train.seat import NetworkBot
from piazzetta.train.tables import Tables


@pytest.fixture
def file(tmp_path: Path) -> str:
    torch.manual_seed(1)
    network = Network("viaggiatore", Size(width=16, depth=1, pool=8, head=8))
    for votes in network.votes.values():  # with opinions
        votes.data *= 100
    save(network.to_file(), tmp_path / "champion.pt")
    return str(tmp_path / "champion.pt")


def test_it_likes_what_the_network_likes_in_a_batch(file: str) -> None:
    """One seat at a table sees the same numbers, and gives its moves the same shares, as the rows of a batch."""
    setting = piazzetta.game("viaggiatore", players=3)
    seated = NetworkBot(file)
    tables = Tables([setting], 8, "cpu", 5, restart=False, threads=1)
    seen, legal = tables.room(1)
    mover = torch.zeros(8, dtype=torch.int8)
    for _ in range(6):
        tables.look(seen[0], legal[0], mover)
        with torch.inference_mode():
            scores = seated._network(seen[0], tables.sight)[0].masked_fill(~legal[0], -1e9)
        for row in range(8):
            position = Position.determinized(setting, int(mover[row]), tables.batch.states[row : row + 1])
            shares = sorted(seated.policy(position, position.legal()).tolist())
            own = torch.softmax(scores[row].double(), 0)[legal[0, row]]
            assert shares == pytest.approx(sorted(own.tolist()), abs=1e-5)
        tables.step(scores.argmax(1))


def test_the_same_seed_makes_the_same_choice(file: str) -> None:
    match = piazzetta.game("viaggiatore", players=2).start(seed=3)
    for _ in range(30):
        position = Position.of(match)
        chosen = bot(file, seed=5).choose(position)
        assert chosen in position.legal()
        assert bot(file, seed=5).choose(position) == chosen
        match.play(chosen)
    first = Position.of(piazzetta.game("viaggiatore", players=2).start(seed=3))
    assert len({bot(file, seed=seed).choose(first) for seed in range(30)}) > 1


def test_simulate_and_arena_let_it_play(file: str) -> None:
    for command in (
        ["simulate", "viaggiatore", "--bots", f"{file},random", "--games", "2", "--json"],
        ["arena", "viaggiatore", "--bots", f"{file},judge", "--games", "2", "--workers", "1", "--json"],
    ):
        done = CliRunner().invoke(app, command)
        assert done.exit_code == 0, done.output
        assert "champion.pt" in done.output


def test_play_seats_it(file: str) -> None:
    done = CliRunner().invoke(app, ["play", "viaggiatore", "--bots", file, "--seed", "1"], input="quit\nn\n")
    assert done.exit_code == 0, done.output


def test_another_game_a_wrong_file_and_a_missing_library_get_a_sentence(
    file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(BadInput, match=r"champion\.pt plays viaggiatore, not portobello"):
        check_bot(file, find_game("portobello"))
    wrong = tmp_path / "wrong.pt"
    wrong.write_bytes(b"no network")
    with pytest.raises(BadInput, match=r"wrong\.pt is not a network of piazzetta train"):
        check_bot(str(wrong), find_game("viaggiatore"))
    with pytest.raises(BadInput, match=r"gone\.pt cannot be read"):
        check_bot("gone.pt", find_game("viaggiatore"))
    find = importlib.util.find_spec
    monkeypatch.setattr(
        "piazzetta.bots.named.find_spec", lambda name, *rest: None if name == "torch" else find(name, *rest)
    )
    with pytest.raises(BadInput, match=r"champion\.pt needs PyTorch, .*pip install .*\[train\]'"):
        check_bot(file, find_game("viaggiatore"))
