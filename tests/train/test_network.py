"""The network: independent of the order of things, on any map; the fast engine computes what the plain one does."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec

import pytest
import torch

import piazzetta
from piazzetta import Setting
from piazzetta.games.flat_encoding import encoding_of
from piazzetta.games.portobello.generate import random_board
from piazzetta.train.engines import seats_of_chairs
from piazzetta.train.mixture import mixture
from piazzetta.train.network import NEVER, Network, Size
from piazzetta.train.sight import Part, Sight
from piazzetta.train.tables import Tables

SMALL = Size(32, 1, 16, 16)


def shown(settings: list[Setting], rows: int, steps: int) -> tuple[Tables, torch.Tensor, torch.Tensor, torch.Tensor]:
    """What the movers see after some random play."""
    tables = Tables(settings, rows, "cpu", 3)
    for _ in range(steps):
        tables.batch.step(tables.batch.random_actions())
    seen, legal = tables.room(1)
    mover = torch.zeros(rows, dtype=torch.int8)
    tables.look(seen[0], legal[0], mover)
    return tables, seen[0], legal[0], mover


@pytest.mark.parametrize("name", ["portobello", "viaggiatore"])
def test_things_have_no_order(name: str) -> None:
    """With things of a kind reordered: the same chances, and the scores reordered alike."""
    torch.manual_seed(1)
    tables, seen, _, _ = shown([piazzetta.game(name, players=3)], 16, 40)
    network = Network(name, SMALL)
    scores, chances = network(seen, tables.sight)
    for part in tables.sight.parts:
        if part.name == "seats":
            continue
        order = torch.randperm(part.things)
        other = seen.clone()
        mixed = block(seen, part.start, part, part.numbers)[:, order]
        block(other, part.start, part, part.numbers).copy_(mixed)
        again, as_before = network(other, tables.sight)
        assert torch.allclose(as_before, chances, atol=1e-4)
        if part.choices:
            here = block(scores, part.first, part, part.choices)[:, order]
            assert torch.allclose(block(again, part.first, part, part.choices), here, atol=1e-4)


def block(tensor: torch.Tensor, start: int, part: Part, each: int) -> torch.Tensor:
    return tensor[:, start : start + part.things * each].view(len(tensor), part.things, each)


def test_what_a_larger_map_has_changes_nothing() -> None:
    """A row next to rows of larger maps and more players gets the same scores as alone."""
    torch.manual_seed(1)
    network = Network("portobello", SMALL)
    small = piazzetta.game("portobello", board=random_board(5, 6))
    large = piazzetta.game("portobello", board=random_board(5, 16), players=4)
    _, alone, alone_legal, _ = shown([small], 8, 30)
    _, beside, beside_legal, _ = shown([small, large], 64, 30)
    encoding = encoding_of("portobello")
    one, two = Sight(encoding, [small]), Sight(encoding, [small, large])
    scores, chances = network(alone, one)
    wide_scores, wide_chances = network(beside[:8], two)
    assert torch.allclose(torch.softmax(chances, 1), torch.softmax(wide_chances, 1)[:, :2], atol=1e-5)
    known = torch.tensor([two.columns.index(slot) for slot in one.columns])
    assert torch.allclose(scores, wide_scores[:, known], atol=1e-4)
    assert (alone_legal == beside_legal[:8][:, known]).all()
    assert not beside_legal[:8].sum() > alone_legal.sum()


def test_every_setting_of_a_mixture_is_played() -> None:
    for name in ("portobello", "viaggiatore"):
        settings = mixture(name, components="random", seed=2)
        game = settings[0].game
        assert {setting.players for setting in settings} == set(game.seats)
        assert {setting.edition for setting in settings} == set(game.editions)
        assert len({hash(setting.components) for setting in settings}) > 100
        assert [repr(setting) for setting in settings] == [
            repr(setting) for setting in mixture(name, components="random", seed=2)
        ]
    assert len(mixture("portobello", [2], ["it"], variants=False)) == 1


def test_seats_of_chairs() -> None:
    found = seats_of_chairs(torch.tensor([1, 2, 0]), torch.tensor([2, 3, 4]), 4)
    assert found.tolist() == [[1, 0, 2, 3], [2, 0, 1, 3], [0, 1, 2, 3]]


def test_chances_of_seats_that_nobody_has_are_none() -> None:
    torch.manual_seed(0)
    tables, seen, _, _ = shown([piazzetta.game("viaggiatore", players=count) for count in (2, 5)], 64, 20)
    _, chances = Network("viaggiatore", SMALL)(seen, tables.sight)
    absent = torch.arange(5) >= tables.players[:, None]
    assert (chances[absent] == NEVER).all()
    assert (chances[~absent] > NEVER).all()


FAST = """
import sys
import torch
torch.bfloat16 = torch.float32  # Triton's interpreter does not multiply in bfloat16
import piazzetta
from piazzetta.games.flat_encoding import encoding_of
from piazzetta.train.gpu import fast
from piazzetta.train.engines import Lesson, Plain
from piazzetta.train.network import Network, Size
from piazzetta.train.sight import Sight

fast.BLOCK, fast.PROGRAMS, rows = 16, 3, 40
for name in ("viaggiatore", "portobello"):
    torch.manual_seed(0)
    sight = Sight(encoding_of(name), [piazzetta.game(name, players=count) for count in (2, 3)])
    network = Network(name, Size(32, 2, 16, 16))
    players = torch.tensor([2, 3] * (rows // 2))
    seen = torch.randint(0, 2, (sight.size, rows), dtype=torch.uint8)
    for part in sight.parts:
        for k in range(part.things):
            thing = seen[part.start + k * part.numbers : part.start + (k + 1) * part.numbers]
            thing[0] = 1
            thing *= ((k < players) | (part.name != "seats")).to(torch.uint8)
    seen, legal = seen.T, (torch.rand(sight.choices, rows) < 0.3).T
    legal[:, 0] = True
    mover = torch.minimum(torch.randint(0, 3, (rows,)), players - 1).to(torch.int8)
    plain, quick = Plain(network, sight, 1), fast.Fast(network, sight, 1)
    one, two = (engine.decide(seen, legal, mover, players) for engine in (plain, quick))
    assert torch.allclose(one.chances, two.chances, atol=1e-5) and (one.choice == two.choice).all()
    assert legal.gather(1, two.chosen[:, None]).all()
    target = torch.rand(rows, 3) * (torch.arange(3) < players[:, None])
    lesson = Lesson(seen, legal, players, two.chosen, two.log_share + 0.3 * torch.randn(rows), torch.randn(rows),
                    torch.rand(rows) / rows, torch.rand(rows) / rows, target, 0.2, 0.03)
    told = plain.learn(lesson)
    grads = [weight.grad.clone() for weight in network.parameters()]
    assert torch.allclose(told, quick.learn(lesson), rtol=1e-4)
    for weight, grad in zip(network.parameters(), grads):
        assert float((weight.grad - grad).norm() / grad.norm()) < 1e-4
print("the same")
"""


@pytest.mark.skipif(find_spec("triton") is None, reason="Triton comes with PyTorch for CUDA")
def test_the_fast_engine_reckons_what_the_plain_one_does() -> None:
    done = subprocess.run(
        [sys.executable, "-c", FAST],
        env={**os.environ, "TRITON_INTERPRET": "1"},
        capture_output=True,
        text=True,
        timeout=1200,
        check=False,
    )
    assert done.stdout == "the same\n", done.stderr[-3000:]
