"""Fair starts found by quick players: no PyTorch, all cores, the same games whatever the number of threads."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import piazzetta
from piazzetta.arena.players import NetworkPlayers
from piazzetta.bots.policy import DRAWS
from piazzetta.bots.quick import play_quick
from piazzetta.cli import app
from piazzetta.games.base import Array
from piazzetta.workshop.fair_start import fair_start
from piazzetta.workshop.start_search import even_lots
from tests.played import network_games

pytestmark = pytest.mark.compiled_only


@pytest.mark.parametrize(("name", "players"), [("portobello", 3), ("viaggiatore", 4)])
def test_a_study_plays_the_games_of_the_judge(name: str, players: int) -> None:
    setting = piazzetta.game(name, players=players)
    found = network_games(setting, 9, seed=4, workers=2)
    for block in (0, 5, 8):
        played = play_quick(setting, seed=4, block=block, own_seed=4 ^ DRAWS)
        assert found.points[block].tolist() == played.points[-1].tolist()
        assert found.won[block].nonzero()[0].tolist() == played.winners
        assert found.facts["turns"][block] == played.turns
        assert found.facts["decisions"][block] == sum(played.decisions)


def test_a_fair_start_evens_out_the_starters_advantage() -> None:
    setting = piazzetta.game("portobello", players=2)
    found = fair_start(NetworkPlayers(setting.game), setting, 400, seed=1, rounds=5)
    assert all(points[0] == 0 < points[1] for _, points in found.lots)
    assert abs(found.after[0].value - 0.5) < found.before[0].value - 0.5


def test_lots_are_even_together_where_no_points_are_alone() -> None:
    shares = np.array([[0.5, 0.3, 0.2], [0.3, 0.2, 0.5], [0.2, 0.5, 0.3], [0.34, 0.33, 0.33]])
    points: list[tuple[int, ...]] = [(0, 0, 0), (0, 0, 1), (0, 1, 1), (9, 9, 0)]
    lots = even_lots(points, shares.tolist())
    found = sum(lot / 100 * shares[points.index(one)] for lot, one in lots)
    assert sum(lot for lot, _ in lots) == 100
    assert np.abs(found - 1 / 3).max() < 0.01
    assert lots[0][0] == max(lot for lot, _ in lots)


def test_lots_even_out_a_point_that_is_too_much() -> None:
    setting = piazzetta.game("viaggiatore", players=2, rules={"handicap": "fair"})
    candidates: list[tuple[int, ...]] = [(0, 0), (0, 1)]

    def shares(points: tuple[int, ...], games: int, seed: int) -> Array:
        mean: Array = network_games(replace(setting, given=points), games, seed).shares.mean(axis=0)
        return mean

    lots = even_lots(candidates, [shares(one, 400, 1).tolist() for one in candidates])
    assert {one for _, one in lots} == set(candidates)
    wins = np.sum([lot * shares(one, 1600, 1001) for lot, one in lots], axis=0) / 100
    assert abs(wins[0] - 0.5) < 0.06  # alone: 0.12 and 0.10 away


def test_a_fair_start_draws_lots_where_no_points_are_even() -> None:
    setting = piazzetta.game("viaggiatore", players=2)
    found = fair_start(NetworkPlayers(setting.game), setting, 1600, seed=1, rounds=4)
    assert len(found.lots) > 1  # without points the starter wins 62 %, with one for the second 40 %
    assert sum(lot for lot, _ in found.lots) == 100
    assert found.better
    assert found.games == pytest.approx(1600, abs=2)
    assert abs(found.after[0].value - 0.5) < 0.06


def test_the_command_needs_no_network_file_and_resumes(tmp_path: Path) -> None:
    command = ["workshop", "handicap", "viaggiatore", "--players", "2,3", "--games", "8", "--json", "-o", str(tmp_path)]
    shown = CliRunner().invoke(app, command)
    assert shown.exit_code == 0, shown.output
    starts = json.loads(shown.stdout)
    assert [start["players"] for start in starts] == [2, 3]
    assert starts[0]["judge"].startswith("quick ")
    kept = (tmp_path / "fair.jsonl").read_bytes()
    assert json.loads(CliRunner().invoke(app, command).stdout) == starts
    assert (tmp_path / "fair.jsonl").read_bytes() == kept  # nothing was sought again
