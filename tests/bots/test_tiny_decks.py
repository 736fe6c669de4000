"""Last turns of Il Commercio Viaggiatore in sequence form: what can be worked out by hand, and proofs of the rest."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from scipy.sparse import csr_array

import piazzetta
from benchmarks.strength.equilibrium import after_best_response, plan_of, solve
from benchmarks.strength.information_tree import Choices, InformationTree, TooLarge, _Growth, deals, grow
from benchmarks.strength.tiny_decks import Policy, main, plans_of
from piazzetta.bots import Position
from piazzetta.bots.position import one
from piazzetta.games.base import Array
from piazzetta.kernel import random_stream
from tests.viaggiatore.table import Table, find

pytestmark = pytest.mark.compiled_only

RULES: dict[str, Any] = {"ending": "round", "target": 3}
SETTING = piazzetta.game("viaggiatore", rules=RULES)


def end(hands: list[list[int]], deck: list[int], steps: int) -> Array:
    """Seat 1's last turn, a point behind, with one baggage card carried by train."""
    lots = {1: [(find(1, "bus"), find(4, "bus", "train"), "train")]}
    table = Table(2, **RULES).arrange(hands, lots, [0, steps], [3, 2], deck=deck, active=1)
    return one(SETTING, table.states[0])


def uniform(tree: InformationTree) -> list[Array]:
    return plans_of(tree, Policy("random", SETTING, 1))


def matching_pennies(first: float, second: float) -> InformationTree:
    """Both seats choose one of two at once; the first wins so much if both choose the same."""
    choices = (Choices(), Choices())
    nowhere = Position.at(SETTING, 0, SETTING.states(1)[0])
    for one_of in choices:
        one_of.add(0, (0, 1), nowhere)
    shares = csr_array(([first, second], ([1, 2], [1, 2])), shape=(3, 3))
    return InformationTree(SETTING, choices, shares, 1, 4)


def test_a_known_game_has_its_known_value() -> None:
    """With 1 and 1/2 for equal choices the first seat gets a third, and both seats mix one to two."""
    tree = matching_pennies(1, 0.5)
    found = solve(tree)
    assert found.value == pytest.approx(1 / 3)
    assert found.plans[0] == pytest.approx([1, 1 / 3, 2 / 3])
    assert found.plans[1] == pytest.approx([1, 1 / 3, 2 / 3])
    sure = plan_of(tree.choices[0], [(1.0, 0.0)])
    assert after_best_response(tree, 0, sure) == 0  # whoever knows it chooses the other


def test_the_turn_of_a_player_far_from_the_city_is_settled() -> None:
    """4.2: one baggage card and one carrier are five steps at most, and the city is seven away."""
    roots = deals(SETTING, end([[find(1, "ship")], [find(2, "train")]], [find(3, "ship"), find(3, "plane")], 0))
    tree = grow(SETTING, roots, 1000)
    assert [len(choices.parent) for choices in tree.choices] == [0, 0]
    assert solve(tree).value == pytest.approx(1)


def test_deals_are_what_determinize_draws() -> None:
    state = end([[1, 2], [3]], [4, 5], 5)
    roots = deals(SETTING, state)
    assert len(roots) == 5 * 4 * 3 // 2
    told = {root["hand"][0].tobytes() for root in roots}
    assert len(told) == len(roots)
    kernels = SETTING.game.kernels
    drawn = set()
    for seed in range(400):
        other = one(SETTING, state[0])
        kernels.determinize(SETTING.params[0], other[0], -1, random_stream(seed))
        drawn.add(other["hand"][0].tobytes())
    assert drawn == told


@pytest.fixture(scope="module")
def small() -> InformationTree:
    """One card each and two in the deck, two steps from the city."""
    state = end([[find(4, "ship")], [find(2, "train")]], [find(3, "train"), find(1, "bus", "ship")], 5)
    tree = grow(SETTING, deals(SETTING, state), 2000)
    assert tree.deals == 12
    return tree


def test_best_responses_prove_the_equilibrium(small: InformationTree) -> None:
    found = solve(small)
    kept = [after_best_response(small, seat, plan) for seat, plan in enumerate(found.plans)]
    assert kept == pytest.approx([found.value, 1 - found.value], abs=1e-7)
    for seat, plan in enumerate(uniform(small)):
        assert after_best_response(small, seat, plan) <= kept[seat] + 1e-9


def test_a_best_response_is_the_best_of_all_plain_plans(small: InformationTree) -> None:
    _, other = uniform(small)
    sizes = [len(actions) for actions in small.choices[0].actions]
    assert sizes == [2, 2, 2, 2]
    best = 0.0
    for picks in product(*(range(size) for size in sizes)):
        plan = plan_of(small.choices[0], [np.eye(2)[pick].tolist() for pick in picks])
        best = max(best, float(plan @ small.shares @ other))
    assert 1 - after_best_response(small, 1, other) == pytest.approx(best)


def test_the_shortcut_at_the_end_changes_nothing(small: InformationTree, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_Growth, "_only_draws_left", lambda self, state: False)
    state = end([[find(4, "ship")], [find(2, "train")]], [find(3, "train"), find(1, "bus", "ship")], 5)
    whole = grow(SETTING, deals(SETTING, state), 2000)
    assert whole.histories == small.histories
    assert abs(whole.shares - small.shares).max() == 0


def test_a_level_is_asked_for_all_its_chances(small: InformationTree) -> None:
    policy = Policy("easy", SETTING, 1)
    for choices in small.choices:
        for position, actions in zip(choices.position, choices.actions, strict=True):
            chances = policy(position, actions)
            assert sum(chances) == pytest.approx(1)
            assert min(chances) >= 0


def test_what_is_too_large_is_left_alone() -> None:
    match = SETTING.start(seed=1)
    with pytest.raises(TooLarge):
        grow(SETTING, [one(SETTING, match.state())], 100)


@pytest.mark.parametrize("wrong", [["--levels", "genius"], ["--turns", "0"], ["--target", "99"]])
def test_bad_input_is_refused(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        main(wrong)
    assert refused.value.code == 2
    assert "error" in capsys.readouterr().err
