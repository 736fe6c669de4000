"""The last rounds solved exactly, on positions that can be worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

import piazzetta
from piazzetta import BadInput, Match
from piazzetta.bots.position import one
from piazzetta.puzzles.exact import Solver
from tests.portobello.table import position

pytestmark = pytest.mark.compiled_only


def solved(match: Match) -> tuple[Solver, Any, dict[str, float]]:
    """A position in the last round, and what each move is worth."""
    state = one(match.setting, match.state())
    state["last_round"] = 1
    solver = Solver(match.setting, 200_000)
    found = solver.solve(state)
    assert found is not None
    return solver, state, {match.setting.text(action): value for action, value in found.items()}


def test_a_mark_that_wins_is_found_and_everything_else_loses() -> None:
    """7.2: one stall times two is enough; two actions complete no alley, and without points nobody crosses (6.3)."""
    match = position(2, seat=1, stalls={"A-B": "y----"}, score=[1, 0], down={"y": "3 4"})
    solver, state, worth = solved(match)
    assert {move for move, value in worth.items() if value == 1} == {"mark D1 x2"}
    assert worth["tile 2"] == 0
    assert worth["mark D2 x2"] == 0
    assert solver.value(state) == 0  # the first seat's share: the second wins


def test_a_draw_is_worth_its_chance() -> None:
    """8.2: the alley brings 7 × 1 with a servant, 7 × 2 with one of five burghers among nine customers."""
    match = position(
        2, seat=1, tile="2", left=1, stalls={"A-B": "yyyyy"}, clients={"A": "servant"}, score=[20, 10],
        rules={"actions": "may"},
    )  # fmt: skip
    solver, state, worth = solved(match)
    assert worth["draw"] == pytest.approx(5 / 9)
    assert max(worth.values()) == worth["draw"]
    assert worth["end"] == 0
    found = solver.solve(state)
    assert found is not None
    assert found == {match.setting.action(move): value for move, value in worth.items()}


def test_equal_points_share_the_win() -> None:
    match = position(2, seat=1, tile="2", left=0, score=[10, 10])
    assert solved(match)[2]["end"] == 0.5


def test_what_is_too_far_from_the_end_is_left_alone() -> None:
    setting = piazzetta.game("portobello")
    match = setting.start(seed=1)
    assert Solver(setting, 1000).solve(one(setting, match.state())) is None
    for other in (piazzetta.game("portobello", players=3), piazzetta.game("viaggiatore")):
        with pytest.raises(BadInput, match="two players without secrets"):
            Solver(other)


def test_by_lead_a_draw_is_worth_the_mean_of_its_points() -> None:
    match = position(
        2, seat=1, tile="2", left=1, stalls={"A-B": "yyyyy"}, clients={"A": "servant"}, score=[20, 0],
        rules={"actions": "may"},
    )  # fmt: skip
    state = one(match.setting, match.state())
    state["last_round"] = 1
    found = Solver(match.setting, 200_000, lead=True).solve(state)
    assert found is not None
    assert found[match.setting.action("draw")] == pytest.approx((7 * 4 + 14 * 5) / 9 - 20)
    assert found[match.setting.action("end")] == pytest.approx(-20)
