"""A network as the judge of a study: it plays whole games in batches, the same in every process."""

from __future__ import annotations

from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

import piazzetta  # noqa: E402
from piazzetta import BadInput  # noqa: E402
from piazzetta.arena.study import study  # noqa: E402
from piazzetta.judge.fair import fair_start  # noqa: E402
from piazzetta.judge.network_judge import NetworkJudge  # noqa: E402
from piazzetta.judge.selfplay import results, self_play  # noqa: E402
from piazzetta.train.network import Network, Size  # noqa: E402
from piazzetta.train.plan import save  # noqa: E402

pytestmark = pytest.mark.compiled_only


def network(game: str) -> Network:
    torch.manual_seed(1)
    return Network(game, Size(width=16, depth=1, pool=8, head=8))


@pytest.mark.parametrize("rules", [{}, {"scoring": "end of turn"}])
def test_sources_add_up_to_the_points_and_shares_to_one(rules: dict[str, str]) -> None:
    setting = piazzetta.game("portobello", players=3, rules=rules)
    played = self_play(network("portobello"), setting, 6, seed=4)
    assert played.sources is not None
    sums = [[sum(seat.values()) for seat in row] for row in played.sources]
    assert sums == played.points.tolist()
    assert played.shares.sum(1) == pytest.approx(1)
    for points, shares in zip(played.points, played.shares, strict=True):
        assert (shares > 0).tolist() == (points == points.max()).tolist()
    assert (played.decisions > 10).all()
    assert (played.turns > 10).all()
    again = self_play(network("portobello"), setting, 6, seed=4)
    assert again.points.tolist() == played.points.tolist()


def test_a_fair_start_is_confirmed_by_games_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "tiny.pt"
    save(network("viaggiatore").to_file(), file)
    judge = NetworkJudge(file, "viaggiatore")
    setting = piazzetta.game("viaggiatore", players=2)
    played = judge.results(setting, 40, seed=1)
    assert played.shares.sum(1) == pytest.approx(1)
    assert ((played.shares > 0) == (played.points == played.points.max(1, keepdims=True))).all()
    found = fair_start(judge, setting, 40, seed=1, rounds=2)
    assert min(found.points) == 0
    assert found.games == 40
    assert sum(wins.value for wins in found.wins) == pytest.approx(1)


def test_a_study_with_a_network_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    file = tmp_path / "tiny.pt"
    save(network("viaggiatore").to_file(), file)
    judge = NetworkJudge(file, "viaggiatore")

    def judged(games: int, out: str | None) -> object:
        folder = tmp_path / out if out else None
        return study("viaggiatore", players="2", games=games, seed=3, folder=folder, judge=judge).to_json()

    whole = judged(3, "out")
    lines = (tmp_path / "out" / "games.jsonl").read_text().splitlines()
    (tmp_path / "out" / "games.jsonl").write_text("\n".join(lines[:5]) + "\n")  # interrupted
    assert judged(3, "out") == whole
    assert isinstance(whole, dict)
    assert whole["bot"].startswith("tiny ")
    assert whole["sources"] == []  # a shop pays after chance: a batch does not say for what


def test_what_is_no_network_of_the_game_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "tiny.pt"
    save(network("viaggiatore").to_file(), file)
    with pytest.raises(BadInput, match="plays viaggiatore, not portobello"):
        NetworkJudge(file, "portobello")


def test_two_players_take_the_seats_in_turn() -> None:
    """A network that knows only its own chair's worth of a win is at least a little better than one that wants none."""
    setting = piazzetta.game("portobello", players=4)
    first, second = network("portobello"), network("portobello")
    with torch.no_grad():
        for votes in second.votes.values():
            votes.zero_()
        second.context.weight.zero_()
    both = results([first, second], setting, 8, seed=2)
    alone = results([first], setting, 8, seed=2)
    same = results([first, first], setting, 8, seed=2)
    assert both.points.tolist() != alone.points.tolist()
    assert same.points.tolist() == alone.points.tolist()
