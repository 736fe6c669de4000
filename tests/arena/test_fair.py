"""Fair starts found by quick players: no PyTorch, all cores, the same games whatever the number of threads."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

import piazzetta
from piazzetta.bots.quick import play_quick, quick_results
from piazzetta.cli import app
from piazzetta.judge.fair import fair_start
from piazzetta.judge.judges import QuickJudge

pytestmark = pytest.mark.compiled_only


@pytest.mark.parametrize(("name", "players"), [("portobello", 3), ("viaggiatore", 4)])
def test_results_are_those_of_single_games(name: str, players: int) -> None:
    setting = piazzetta.game(name, players=players)
    found = quick_results(setting, 9, seed=4, own_seed=1, threads=2)
    for block in (0, 5, 8):
        played = play_quick(setting, seed=4, block=block, own_seed=1)
        assert found.points[block].tolist() == played.points[-1].tolist()
        assert found.won[block].nonzero()[0].tolist() == played.winners
        assert found.turns[block] == played.turns
    alone = quick_results(setting, 9, seed=4, own_seed=1, threads=1)
    assert alone.points.tolist() == found.points.tolist()
    assert alone.decisions == found.decisions > 9 * 30
    assert found.shares.sum(1) == pytest.approx(1)


def test_a_fair_start_evens_out_the_starters_advantage() -> None:
    setting = piazzetta.game("portobello", players=2)
    found = fair_start(QuickJudge(setting.game, 2), setting, 240, seed=1, rounds=3)
    assert found.points[0] == 0 < found.points[1]
    assert abs(found.wins[0].value - 0.5) < found.before[0].value - 0.5


def test_the_command_needs_no_network_file() -> None:
    command = ["study", "viaggiatore", "--handicap", "--players", "2", "--games", "8", "--json"]
    shown = CliRunner().invoke(app, command)
    assert shown.exit_code == 0, shown.output
    (start,) = json.loads(shown.stdout)
    assert start["judge"].startswith("quick ")
    assert start["games"] == 8
