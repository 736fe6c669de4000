"""A trained network on every seat of a study: it plays whole games in batches, the same in every process."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

torch = pytest.importorskip("torch")


import piazzetta  # noqa: E402
from piazzetta import BadInput  # noqa: E402
from piazzetta.arena.play import play  # noqa: E402
from piazzetta.arena.study import study  # noqa: E402
from piazzetta.cli import app  # noqa: E402
from piazzetta.train.large_network import LargeNetwork  # noqa: E402
from piazzetta.train.network import Network, Size  # noqa: E402
from piazzetta.train.plan import save  # noqa: E402
from piazzetta.train.selfplay import decisions, results, self_play  # noqa: E402
from piazzetta.train.tables import Tables  # noqa: E402
from piazzetta.workshop.fair_start import fair_start  # noqa: E402

pytestmark = pytest.mark.compiled_only


def network(game: str) -> Network:
    torch.manual_seed(1)
    return Network(game, Size(width=16, depth=1, pool=8, head=8))


@pytest.mark.parametrize("rules", [{}, {"scoring": "end of turn"}])
def test_sources_add_up_to_the_points_and_shares_to_one(rules: dict[str, str]) -> None:
    setting = piazzetta.game("portobello", players=3, rules=rules)
    played = self_play(network("portobello"), setting, 6, seed=4)
    assert played.sources is not None
    assert played.choices is not None
    assert played.turns is not None
    sums = [[sum(seat.values()) for seat in row or ()] for row in played.sources]
    assert sums == played.points.tolist()
    assert played.shares.sum(1) == pytest.approx(1)
    for points, shares in zip(played.points, played.shares, strict=True):
        assert (shares > 0).tolist() == (points == points.max()).tolist()
    assert (played.choices > 10).all()
    assert (played.turns > 10).all()
    again = self_play(network("portobello"), setting, 6, seed=4)
    assert again.points.tolist() == played.points.tolist()


def test_a_fair_start_is_confirmed_by_games_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "tiny.pt"
    save(network("viaggiatore").to_file(), file)
    players = LargeNetwork(file, "viaggiatore")
    setting = piazzetta.game("viaggiatore", players=2)
    played = play(setting, players, 40, seed=1)
    assert played.shares.sum(1) == pytest.approx(1)
    assert ((played.shares > 0) == (played.points == played.points.max(1, keepdims=True))).all()
    found = fair_start(players, setting, 40, seed=1, rounds=2)
    assert all(min(points) == 0 for _, points in found.lots)
    assert found.games == pytest.approx(40, abs=2)
    assert sum(wins.value for wins in found.after) == pytest.approx(1)


def test_a_study_with_a_network_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    file = tmp_path / "tiny.pt"
    save(network("viaggiatore").to_file(), file)
    players = LargeNetwork(file, "viaggiatore", whole=True)

    def judged(games: int, out: str | None) -> object:
        folder = tmp_path / out if out else None
        return study("viaggiatore", players="2", games=games, seed=3, folder=folder, seated=players).to_json()

    whole = judged(3, "out")
    lines = (tmp_path / "out" / "games.jsonl").read_text().splitlines()
    (tmp_path / "out" / "games.jsonl").write_text("\n".join(lines[:5]) + "\n")  # interrupted
    assert judged(3, "out") == whole
    assert isinstance(whole, dict)
    assert whole["bot"].startswith("tiny ")
    assert whole["sources"] == []  # a shop pays after chance: a batch does not say for what


def test_of_a_networks_games_the_workshop_shows_how_often_each_seat_wins(tmp_path: Path) -> None:
    file = tmp_path / "tiny.pt"
    save(network("viaggiatore").to_file(), file)
    command = ["workshop", "judge", "viaggiatore", "--players", "2", "--games", "8", "--network", str(file)]
    shown = CliRunner().invoke(app, command)
    assert re.search(r": \d+\.\d / \d+\.\d% ± \d+\.\d, the farthest \d+\.\d% from even \(tiny ", shown.output)
    wins = json.loads(CliRunner().invoke(app, [*command, "--json"]).stdout)["wins"]
    assert sum(value for value, _, _ in wins) == pytest.approx(1)
    refused = CliRunner().invoke(app, [*command, "--against", "viaggiatore"])
    assert refused.exit_code == 2
    assert "--bot or --network goes without --against" in refused.output


def test_what_is_no_network_of_the_game_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "tiny.pt"
    save(network("viaggiatore").to_file(), file)
    with pytest.raises(BadInput, match="plays viaggiatore, not portobello"):
        LargeNetwork(file, "portobello")


def test_two_players_take_the_seats_in_turn() -> None:
    """Seats 0 and 2 are the first network's, seats 1 and 3 the second's.

    The first has made up its mind, so its choice does not depend on the draw of the move; the second likes all moves
    alike.
    """
    decided, undecided = network("portobello"), network("portobello")
    with torch.no_grad():
        for votes in decided.votes.values():
            votes.mul_(1e6)
        for votes in undecided.votes.values():
            votes.zero_()
    alike: dict[int, bool] = {}
    for starter in range(4):
        setting = piazzetta.game("portobello", players=4, starter=starter)
        firsts = [
            next(decisions([decided, undecided], Tables([setting], 32, "cpu", 1, restart=False), seed, "cpu"))
            for seed in (1, 2, 3)
        ]
        (mover,) = set(firsts[0].mover.tolist())
        alike[mover] = all(one.chosen.tolist() == firsts[0].chosen.tolist() for one in firsts)
    assert alike == {0: True, 1: False, 2: True, 3: False}
    both = results([decided, decided], setting, 8, seed=2)
    assert both.points.tolist() == results([decided], setting, 8, seed=2).points.tolist()
