"""Learning from searches: its targets by hand, gradients, a run that goes on elsewhere, and games of a fixed pool."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

torch = pytest.importorskip("torch")

from typer.testing import CliRunner  # noqa: E402

import piazzetta  # noqa: E402
from piazzetta import BadInput  # noqa: E402
from piazzetta.cli import app  # noqa: E402
from piazzetta.train.learner import Recipe  # noqa: E402
from piazzetta.train.network import Size  # noqa: E402
from piazzetta.train.plan import LEARNING, Folder, TrainingPlan, load, save  # noqa: E402
from piazzetta.train.run import Run, train  # noqa: E402
from piazzetta.train.search.learner import SearchLearner  # noqa: E402
from piazzetta.train.search.lessons import chances, improved, targets  # noqa: E402
from piazzetta.train.search.pool import Pool  # noqa: E402

pytestmark = pytest.mark.compiled_only
ROWS, STEPS, WINDOWS = 12, 4, 3
PLAN = TrainingPlan(
    "portobello",
    components="random",
    decisions=ROWS * STEPS * WINDOWS,
    rows=ROWS,
    league=0.0,
    size=Size(16, 1, 8, 8),
    recipe=Recipe(steps=STEPS, horizon=0.9, value=1.0),
    search=LEARNING._replace(simulations=4),
    passes=2,
)


def test_the_improved_policy_of_a_position_by_hand() -> None:
    there = torch.tensor([[True, True, True, False]])
    prior = torch.tensor([[0.5, 0.3, 0.2, 0.0]])
    tried, worth = torch.tensor([[2, 0, 4, 0]]), torch.tensor([[0.4, 0.0, 0.7, 0.0]])
    policy = improved(there, prior, tried, worth, torch.tensor([0.45]), 0.1)
    # tried moves: (0.5 · 0.4 + 0.2 · 0.7) / 0.7; with the network's own 0.45 as a seventh simulation
    mixed = (0.45 + 6 * (0.34 / 0.7)) / 7
    first, last = (2 * 0.4 + 4 * mixed) / 6, (4 * 0.7 + 4 * mixed) / 8
    scale = 0.1 * (50 + 4)
    likes = torch.tensor([0.5, 0.3, 0.2]) * (scale * torch.tensor([first, mixed, last])).exp()
    assert policy[0, :3].tolist() == pytest.approx((likes / likes.sum()).tolist(), abs=1e-6)
    assert policy[0, 3] == 0
    assert policy[0, 2] > 0.2  # better than expected
    untried = improved(there, prior, torch.zeros_like(tried), worth, torch.tensor([0.45]), 0.1)
    assert untried[0].tolist() == pytest.approx(prior[0].tolist(), abs=1e-6)


def test_chances_follow_the_moves_that_were_tried() -> None:
    policy, tried = torch.tensor([[0.6, 0.2, 0.2]]), torch.tensor([[2, 1, 0]])
    fates = torch.tensor([[[1.0, 1.0], [0.9, 0.1], [0.0, 0.0]]])
    assert chances(policy, tried, fates, torch.zeros(1, 2))[0].tolist() == pytest.approx([0.6, 0.4])
    own = torch.tensor([[0.3, 0.7]])
    assert chances(policy, torch.zeros_like(tried), fates, own)[0].tolist() == pytest.approx([0.3, 0.7])


def test_targets_mix_what_later_searches_found_with_the_result() -> None:
    over = torch.tensor([[False, False], [True, False]])
    outcome = torch.tensor([[[9.0, 9.0], [9.0, 9.0]], [[1.0, 0.0], [9.0, 9.0]]])
    found = torch.tensor([[[0.6, 0.4], [0.5, 0.5]], [[0.8, 0.2], [0.4, 0.6]]])
    last = torch.tensor([[0.1, 0.9], [0.3, 0.7]])
    aims = targets(over, outcome, found, last, 0.9)
    assert aims[1, 0].tolist() == pytest.approx([0.1 * 0.8 + 0.9, 0.1 * 0.2])
    assert aims[0, 0].tolist() == pytest.approx([0.1 * 0.6 + 0.9 * 0.98, 0.1 * 0.4 + 0.9 * 0.02])
    second = 0.1 * 0.4 + 0.9 * 0.3  # a game that goes on
    assert aims[:, 1, 0].tolist() == pytest.approx([0.1 * 0.5 + 0.9 * second, second])
    assert torch.allclose(aims.sum(2), torch.ones(2, 2))


class ByHand:
    """Stands for the kernels of a GPU: given the gradients of the scores, it writes those of the weights."""

    def __init__(self, learner: SearchLearner) -> None:
        self.learner = learner

    def refresh(self) -> None:
        pass

    def forward(self, seen: Any) -> Any:
        with torch.enable_grad():
            scores, chairs = self.learner.network(seen, self.learner.search.sight)
            return SimpleNamespace(scores=scores.T, chair_scores=chairs.T)

    def backward(self, held: Any, grad: Any, chair_grad: Any) -> None:
        torch.autograd.backward([held.scores, held.chair_scores], [grad, chair_grad])


def test_a_window_teaches_and_its_gradients_are_those_of_the_loss(tmp_path: Path) -> None:
    run = Run(PLAN, Folder(tmp_path))
    learner = run.learner
    assert isinstance(learner, SearchLearner)
    learner.play()
    assert torch.allclose(learner.policy.sum(2), torch.ones(STEPS, ROWS))
    assert not learner.policy[~learner.legal].any()
    real = torch.arange(learner.seats) < learner.players[:, None]
    assert torch.allclose((learner.found * real).sum(2), torch.ones(STEPS, ROWS), atol=1e-5)
    aim = (torch.ones(ROWS, learner.seats) * real) / learner.players[:, None]
    found = []
    for fast in (None, ByHand(learner)):
        learner._fast = fast
        learner.network.zero_grad()
        learner._imitate(0, aim)
        found.append([torch.as_tensor(weight.grad).clone() for weight in learner.network.parameters()])
    for one, other in zip(*found, strict=True):
        assert torch.allclose(one, other, atol=1e-6)
    learner._fast = None
    first_move = learner.legal.float().argmax(2, keepdim=True)
    learner.policy.zero_().scatter_(2, first_move, 1.0)  # something to learn
    first = learner.learn(0.0)
    for _ in range(20):
        last = learner.learn(0.0)
    assert last["policy loss"] < 0.9 * first["policy loss"]


def test_a_run_goes_on_from_one_file_as_if_it_had_not_stopped(tmp_path: Path) -> None:
    train(PLAN, Folder(tmp_path / "whole"))
    train(replace(PLAN, decisions=ROWS * STEPS), Folder(tmp_path / "half"))
    other = tmp_path / "elsewhere"
    other.mkdir()
    shutil.copy(tmp_path / "half" / "run.pt", other)
    with pytest.raises(BadInput, match="another seed"):
        Run(replace(PLAN, seed=5), Folder(other))
    assert train(PLAN, Folder(other)).windows == WINDOWS
    whole, again = (load(folder / "network.pt")["weights"] for folder in (tmp_path / "whole", other))
    assert all(torch.equal(value, again[name]) for name, value in whole.items())
    kept = [[line["window"] for line in Folder(folder).lines()] for folder in (tmp_path / "whole", other)]
    assert kept == [[1, 2, 3], [1, 2, 3]]


def test_a_fixed_pool_is_met_without_search_and_with_it(tmp_path: Path) -> None:
    network = Run(PLAN, Folder(tmp_path)).learner.network
    save(network.to_file(), tmp_path / "old.pt")
    settings = [piazzetta.game("portobello", players=count) for count in (2, 3)]
    lines = Pool([str(tmp_path / "old.pt")], settings, 2, 6, "cpu").meet(network)
    names = ["old.pt", "old.pt", "old.pt, 2 simulations each", "old.pt, 2 simulations each"]
    assert [line["opponent"] for line in lines] == names
    assert [line["games"] for line in lines] == [6, 6, 6, 6]
    assert ["elo" in line for line in lines] == [True, False, True, False]
    assert lines[0]["share"] + lines[2]["share"] > 0


def test_the_command_learns_from_searches(tmp_path: Path) -> None:
    small = ["--search", "2", "--rows", "4", "--width", "16", "--decisions", "128", "--games", "2"]
    rated = tmp_path / "old.pt"
    save(Run(PLAN, Folder(tmp_path / "start")).learner.network.to_file(), rated)
    command = ["train", "portobello", *small, "--out", str(tmp_path / "run"), "--rate", str(rated), "--json"]
    shown = CliRunner().invoke(app, command)
    assert shown.exit_code == 0, shown.output
    assert {line["opponent"] for line in json.loads(shown.stdout)} == {"old.pt", "old.pt, 2 simulations each"}
    assert "Elo above fixed opponents" in (tmp_path / "run" / "report.html").read_text("utf-8")
    for wrong, said in (
        ("viaggiatore --search 2", "without secrets"),
        ("portobello --search 2 --exploiters 1", "league"),
    ):
        shown = CliRunner().invoke(app, ["train", *wrong.split(), "--out", str(tmp_path / "no")])
        assert shown.exit_code == 2
        assert said in " ".join(shown.output.replace("│", " ").split())
