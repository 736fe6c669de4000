"""Own games: what a student's chances are taught is how its games end."""

from __future__ import annotations

import torch
from torch import Tensor

from piazzetta.match.setting import game as set_up
from piazzetta.train.network import Network, Size
from piazzetta.train.sight import Sight
from piazzetta.train.student.distill import Classroom, Course
from piazzetta.train.student.network import Student
from piazzetta.train.student.own_games import own_games
from piazzetta.train.tables import Tables


def test_chances_are_how_games_end() -> None:
    """Every position before the end of a game has that end's shares, counted from its mover; later ones the guess."""
    torch.manual_seed(3)
    settings = [set_up("viaggiatore", players=players) for players in (2, 3)]
    tables = Tables(settings, 8, "cpu", seed=1)
    guess = torch.tensor([0.5, 0.3, 0.2])

    def anything(seen: Tensor, sight: Sight) -> tuple[Tensor, Tensor]:
        return torch.zeros(len(seen), sight.choices), guess.log().expand(len(seen), 3)

    steps = list(own_games(tables, anything, torch.Generator().manual_seed(1), steps=400))
    assert len(steps) == 400
    chances = torch.stack([step.chances for step in steps])
    assert torch.allclose(chances.sum(2), torch.ones(400, 8), atol=1e-5)
    shares = torch.tensor([0, 1 / 3, 0.5, 1])
    ended = ((chances[..., None] - shares).abs().amin(3) < 1e-5).all(2)
    guessed = (chances.sort(2).values - guess.sort().values).abs().amax(2) < 1e-5
    assert bool((ended ^ guessed).all())
    assert 0.5 < float(ended.float().mean()) < 1, "most games have ended, some have not"


def test_a_student_learns_from_its_own_games() -> None:
    torch.manual_seed(4)
    course = Course("viaggiatore", "", rows=32, again=0)
    room = Classroom(course, Network("viaggiatore", Size(32, 1, 16, 8)), Student("viaggiatore"))
    before = [weight.clone() for weight in room.student.parameters()]
    room.play_alone(0, steps=16)
    assert room.positions == 16 * 32
    assert any(not torch.equal(old, new) for old, new in zip(before, room.student.parameters(), strict=True))
