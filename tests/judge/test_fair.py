"""Fair starts found by quick players: no PyTorch, all cores, the same games whatever the number of threads."""

from __future__ import annotations

import json

import numpy as np
import pytest
from typer.testing import CliRunner

import piazzetta
from piazzetta.bots.network.play import DRAWS, play
from piazzetta.bots.quick import play_quick
from piazzetta.cli import app
from piazzetta.judge.fair import fair_lots, fair_start, fair_start_by_lots
from piazzetta.judge.judges import QuickJudge
from piazzetta.judge.start import even_lots

pytestmark = pytest.mark.compiled_only


@pytest.mark.parametrize(("name", "players"), [("portobello", 3), ("viaggiatore", 4)])
def test_a_study_plays_the_games_of_the_judge(name: str, players: int) -> None:
    setting = piazzetta.game(name, players=players)
    found = play(setting, 9, seed=4, threads=2)
    for block in (0, 5, 8):
        played = play_quick(setting, seed=4, block=block, own_seed=4 ^ DRAWS)
        assert found.points[block].tolist() == played.points[-1].tolist()
        assert found.won[block].nonzero()[0].tolist() == played.winners
        assert found.facts["turns"][block] == played.turns
        assert found.facts["decisions"][block] == sum(played.decisions)


def test_a_fair_start_evens_out_the_starters_advantage() -> None:
    setting = piazzetta.game("portobello", players=2)
    found = fair_start(QuickJudge(setting.game, 2), setting, 400, seed=1, rounds=5)
    assert found.points[0] == 0 < found.points[1]
    assert abs(found.wins[0].value - 0.5) < found.before[0].value - 0.5


def test_lots_are_even_together_where_no_points_are_alone() -> None:
    shares = np.array([[0.5, 0.3, 0.2], [0.3, 0.2, 0.5], [0.2, 0.5, 0.3], [0.34, 0.33, 0.33]])
    points: list[tuple[int, ...]] = [(0, 0, 0), (0, 0, 1), (0, 1, 1), (9, 9, 0)]
    lots = even_lots(points, shares.tolist())
    found = sum(lot / 100 * shares[points.index(one)] for lot, one in lots)
    assert sum(lot for lot, _ in lots) == 100
    assert np.abs(found - 1 / 3).max() < 0.01
    assert lots[0][0] == max(lot for lot, _ in lots)


def test_lots_even_out_a_point_that_is_too_much() -> None:
    setting = piazzetta.game("viaggiatore", players=2)
    lots, wins = fair_lots(QuickJudge(setting.game, 2), setting, [(0, 0), (0, 1)], 1600, seed=1)
    assert {one for _, one in lots} == {(0, 0), (0, 1)}
    assert abs(wins[0] - 0.5) < 0.06  # alone: 0.12 and 0.10 away


def test_a_fair_start_draws_lots_where_no_points_are_even() -> None:
    setting = piazzetta.game("viaggiatore", players=2)
    found = fair_start_by_lots(QuickJudge(setting.game, 2), setting, 1600, seed=1, rounds=4)
    assert len(found.lots) > 1  # without points the starter wins 62 %, with one for the second 40 %
    assert sum(lot for lot, _ in found.lots) == 100
    assert found.better
    assert found.games == pytest.approx(1600, abs=2)
    assert abs(found.after[0].value - 0.5) < 0.06


def test_the_command_needs_no_network_file() -> None:
    command = ["study", "viaggiatore", "--handicap", "--players", "2", "--games", "8", "--json"]
    shown = CliRunner().invoke(app, command)
    assert shown.exit_code == 0, shown.output
    (start,) = json.loads(shown.stdout)
    assert start["judge"].startswith("quick ")
    assert start["games"] == 8
