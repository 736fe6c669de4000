"""Fair starts found by quick players: no PyTorch, all cores, the same games whatever the number of threads."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

import piazzetta
from piazzetta.bots.network.play import DRAWS, play
from piazzetta.bots.quick import play_quick
from piazzetta.cli import app
from piazzetta.judge.fair import fair_start
from piazzetta.judge.judges import QuickJudge

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


def test_the_command_needs_no_network_file() -> None:
    command = ["study", "viaggiatore", "--handicap", "--players", "2", "--games", "8", "--json"]
    shown = CliRunner().invoke(app, command)
    assert shown.exit_code == 0, shown.output
    (start,) = json.loads(shown.stdout)
    assert start["judge"].startswith("quick ")
    assert start["games"] == 8
