"""Runs: the same seed gives the same weights, a stopped run resumes to the same weights, and learning helps."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch

import piazzetta
from piazzetta import BadInput
from piazzetta.train.learner import Learner, Recipe
from piazzetta.train.mixture import mixture
from piazzetta.train.network import Network, Size
from piazzetta.train.plan import Folder, TrainingPlan, load, load_network
from piazzetta.train.run import Run, train
from piazzetta.train.strength import calibration, measure, play
from piazzetta.train.tables import Tables

ROWS, STEPS, WINDOWS = 64, 4, 10
PLAN = TrainingPlan(
    "portobello",
    components="random",
    decisions=ROWS * STEPS * WINDOWS,
    rows=ROWS,
    members=4,
    exploiters=1,
    size=Size(32, 1, 16, 16),
    recipe=Recipe(steps=STEPS, parts=2),
)


class Killed(Exception):
    pass


def kill_after(windows: int) -> Callable[[dict[str, Any]], None]:
    def tell(line: dict[str, Any]) -> None:
        if line["window"] == windows:
            raise Killed

    return tell


def weights(folder: Path) -> dict[str, torch.Tensor]:
    found: dict[str, torch.Tensor] = load(folder / "network.pt")["weights"]
    return found


@pytest.mark.parametrize("name", ["portobello", "viaggiatore"])
def test_a_killed_run_goes_on_to_the_same_weights(name: str, tmp_path: Path) -> None:
    """With a league and an exploiter; killed after the third window, with a checkpoint at every window before."""
    plan = replace(PLAN, game=name)
    train(plan, Folder(tmp_path / "whole"))
    with pytest.raises(Killed):
        train(plan, Folder(tmp_path / "killed"), kill_after(7), every=0.0)
    run = train(plan, Folder(tmp_path / "killed"))
    assert run.windows == WINDOWS
    assert run.league is not None
    assert run.league.members >= 4
    whole, killed = weights(tmp_path / "whole"), weights(tmp_path / "killed")
    for weight, value in whole.items():
        assert torch.equal(value, killed[weight]), weight
    other = train(replace(plan, seed=1, decisions=2 * ROWS * STEPS), Folder(tmp_path / "other"))
    assert not torch.equal(other.learner.network.first.weight, whole["first.weight"])


def test_a_folder_keeps_its_plan(tmp_path: Path) -> None:
    short = replace(PLAN, decisions=ROWS * STEPS, exploiters=0)
    train(short, Folder(tmp_path))
    assert json.loads((tmp_path / "plan.json").read_text())["rows"] == ROWS
    with pytest.raises(BadInput, match="another seed"):
        Run(replace(short, seed=5), Folder(tmp_path))
    longer = train(replace(short, decisions=3 * ROWS * STEPS), Folder(tmp_path))
    assert longer.windows == 3
    with pytest.raises(BadInput, match="plays portobello"):
        load_network(tmp_path / "network.pt", "viaggiatore")
    (tmp_path / "junk.pt").write_bytes(b"junk")
    for file in ("junk.pt", "none.pt"):
        with pytest.raises(BadInput, match=file):
            load_network(tmp_path / file)


def test_advantages_of_a_game_by_hand() -> None:
    """Two seats, three steps, the game ends with the second: predictions against results."""
    tables = Tables([piazzetta.game("portobello")], 1, "cpu", 0)
    learner = Learner(Network("portobello", PLAN.size), tables, Recipe(steps=3, horizon=0.5), 0)
    learner.chances[:, 0] = torch.tensor([[0.5, 0.5], [0.6, 0.4], [0.3, 0.7], [0.2, 0.8]])
    learner.shares[1, 0] = torch.tensor([1.0, 0.0])
    learner.finished[1, 0] = True
    advantage, target = learner.advantages()
    assert torch.allclose(advantage[1, 0], torch.tensor([0.4, -0.4]))
    assert torch.allclose(advantage[0, 0], torch.tensor([0.1 + 0.5 * 0.4, -0.1 - 0.5 * 0.4]))
    assert torch.allclose(advantage[2, 0], torch.tensor([-0.1, 0.1]))  # from the next game
    assert torch.allclose(target.sum(2), torch.ones(3, 1))


def test_rivals_decide_for_their_seats_and_teach_nothing() -> None:
    tables = Tables([piazzetta.game("portobello", players=3)], 64, "cpu", 0)
    torch.manual_seed(0)
    learner = Learner(Network("portobello", PLAN.size), tables, Recipe(steps=8, parts=2), 0)
    learner.face([Network("portobello", PLAN.size), Network("portobello", PLAN.size)], 0.5)
    assert [rival.rows for rival in learner.rivals] == [slice(32, 48), slice(48, 64)]
    learner.play()
    theirs = learner.mover != learner.own_seat
    assert (learner.theirs[:, 32:] == theirs[:, 32:]).all()
    assert not learner.theirs[:, :32].any()
    assert not tables.batch.illegal.any()
    learner.learn(0.0)


def test_an_exploiter_plays_one_seat_of_every_game(tmp_path: Path) -> None:
    train(replace(PLAN, decisions=ROWS * STEPS, exploiters=0), Folder(tmp_path / "main"))
    frozen = str(tmp_path / "main" / "network.pt")
    run = train(replace(PLAN, decisions=2 * ROWS * STEPS, exploiters=0, exploit=frozen), Folder(tmp_path / "other"))
    assert isinstance(run.learner, Learner)
    assert [rival.rows for rival in run.learner.rivals] == [slice(0, ROWS)]
    assert "league games" in Folder(tmp_path / "other").lines()[-1]


def test_guests_are_in_the_league_from_the_start(tmp_path: Path) -> None:
    """One of them plays in every window; earlier versions still join; a resumed run has the same members."""
    train(replace(PLAN, decisions=ROWS * STEPS, exploiters=0), Folder(tmp_path / "guest"))
    guest = str(tmp_path / "guest" / "network.pt")
    plan = replace(PLAN, exploiters=0, guests=(guest,), focus=0.5)
    run = train(replace(plan, decisions=5 * ROWS * STEPS), Folder(tmp_path / "run"))
    assert run.league is not None
    assert run.league.members > 1
    assert run.league.drawn[0] == 0
    assert torch.equal(
        load(run.folder.member(0))["weights"]["first.weight"], weights(tmp_path / "guest")["first.weight"]
    )
    again = Run(plan, Folder(tmp_path / "run")).league
    assert again is not None
    assert again.drawn == run.league.drawn


def test_half_of_the_games_may_be_those_of_two_on_the_packages_own_deck() -> None:
    settings = mixture("viaggiatore", components="random", focus=0.5)
    own = settings[0].components
    assert len(settings) == len(mixture("viaggiatore", components="random"))
    assert sum(one.players == 2 and one.components == own for one in settings) >= len(settings) / 2
    assert {one.players for one in settings} == set(range(2, 7))
    assert sum(one.components != own for one in settings) == len(settings) / 4


def test_learning_helps(tmp_path: Path) -> None:
    """A minute on one core: a small network learns to beat random play, which it could not do before."""
    setting = piazzetta.game("portobello")
    plan = TrainingPlan(
        "portobello",
        (2,),
        variants=False,
        decisions=90_112,
        rows=128,
        league=0.0,
        size=Size(64, 1, 32, 16),
        recipe=Recipe(steps=32, parts=8, rate=(2e-3, 3e-4), entropy=(0.02, 0.005)),
    )
    before = play(Run(plan, Folder(tmp_path)).learner.network, setting, "random", 100, 1)
    run = train(plan, Folder(tmp_path))
    after = measure(str(run.folder.network), setting, "random", 100, 1)
    assert after.share > 0.85 > sum(before) / 100 + 0.1
    found = calibration(run.learner.network, setting, 20, 1)
    assert sum(found.times) > 1000
    assert found.error < 0.25
