"""Acorns by its clauses, and an audit of random games."""

from __future__ import annotations

import pytest

import piazzetta
from piazzetta import BadInput, IllegalMove, Record
from piazzetta.bots import Position, bot, hint
from piazzetta.match.audit import audit_games


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_property_at_every_move(players: int) -> None:
    """Legal moves and refusals agree, observations tell no secret, the game ends, somebody wins."""
    audit_games(piazzetta.game("acorns", players=players, starter=players - 1), games=20)


def test_1_2_a_heap_has_5_to_99_stones() -> None:
    assert piazzetta.game("acorns", heap={"stones": 9}).start().view(0)["stones"] == 9
    for wrong in ({"stones": 4}, {"stones": "many"}, 21):
        with pytest.raises(BadInput, match=r"clause 1\.2"):
            piazzetta.game("acorns", heap=wrong)


def test_3_1_each_stone_is_a_point() -> None:
    match = piazzetta.game("acorns", players=3).start()
    match.play("take 2")
    assert match.mover == 1
    assert match.view(0)["scores"] == [2, 0, 0]
    assert match.view(0)["stones"] == 19


def test_3_2_at_most_three_and_never_more_than_there_are() -> None:
    match = piazzetta.game("acorns", heap={"stones": 5}).start()
    with pytest.raises(IllegalMove, match="3 stones at most") as refused:
        match.play("take 4")
    assert refused.value.clause == "3.2"
    match.play("take 3")
    with pytest.raises(IllegalMove, match="Only 2 stones are left"):
        match.play("take 3")


def test_4_1_the_last_stone_scores_five_more() -> None:
    match = piazzetta.game("acorns", heap={"stones": 5}).start()
    match.play("take 3")
    assert match.preview("take 2").points == (0, 7)
    match.play("take 2")
    assert match.over
    assert match.scores == [3, 7]
    assert match.winners == [1]


def test_4_2_a_tie_is_shared() -> None:
    match = piazzetta.game("acorns", heap={"stones": 6}, rules={"bonus": 0}).start()
    match.play("take 3")
    match.play("take 3")
    assert match.winners == [0, 1]


def test_a_record_replays() -> None:
    match = piazzetta.game("acorns", players=4).start(seed=1)
    while not match.over:
        match.play(match.legal_moves.actions[0])
    Record.loads(Record.of(match).dumps()).verify()
    assert match.events(0)


def test_bots_see_the_last_stone() -> None:
    match = piazzetta.game("acorns", heap={"stones": 5}).start()
    match.play("take 2")
    assert hint(match)[0].move == "take 3"
    position = Position.of(match)
    for level in ("random", "easy", "expert"):
        assert bot(level, seed=1).choose(position) in position.legal()


def test_it_can_be_drawn() -> None:
    match = piazzetta.game("acorns").start()
    assert "Acorns" in str(match)
    assert match.setting.game.svg(match.setting.components, match.view(0)).startswith("<svg")
