"""Chapter 10: variants."""

from __future__ import annotations

import json
from typing import Any

import pytest

from piazzetta.errors import BadRecord
from piazzetta.games.portobello.board import Board
from piazzetta.kernel import CHANCE
from piazzetta.match.match import Match
from piazzetta.match.record import Record
from tests.portobello.table import EDITIONS, gains, look, new, outcomes, play, refused, strip

ROW = ["burgher", "servant", "servant", "burgher", "servant", "burgher", "servant", "burgher", "burgher", "servant"]
HOUSE = ["servant", "burgher", "the lord", "servant", "burgher", "servant", "burgher", "servant", "burgher", "servant",
         "burgher"]  # fmt: skip


def queue(players: int = 2, **how: Any) -> Match:
    rules = {"clients": "queue", **how.pop("rules", {})}
    return play(new(players, rules=rules, **how), *ROW)


def house(players: int = 2, **how: Any) -> Match:
    rules = {"clients": "house", **how.pop("rules", {})}
    return play(new(players, rules=rules, **how), *HOUSE)


def test_10_1_ten_clients_are_put_in_a_row_in_random_order() -> None:
    match = new(2, rules={"clients": "queue"})
    assert match.mover == CHANCE
    for place, client in enumerate(ROW):
        left = {kind: 5 - ROW[:place].count(kind) for kind in ("servant", "burgher")}
        assert outcomes(match) == {kind: number for kind, number in left.items() if number}
        assert look(match)["row"] == ROW[:place]
        match.play(client)
    assert match.mover == 1, "then the Bobby is set"
    assert outcomes(match) == {}


def test_10_1_in_view_the_lord_last() -> None:
    match = new(2, rules={"clients": "queue"})
    refused(match, "the lord", "1.3", "the lord cannot be drawn any more")
    refused(match, "nobody", "1.3", "no square is left to stay empty")
    refused(match, "bobby D1", "10.1", "a customer has to be drawn first")
    play(match, *ROW)
    assert look(match)["row"] == ROW
    assert look(match)["bag"] == {"servant": 0, "burgher": 0, "lord": 0}


def test_10_1_always_taken_from_the_front() -> None:
    match = play(queue(rules={"lord": "action"}), "bobby D1")
    for place, client in enumerate(ROW):
        if place % 2 == 0:
            match.play(next(move for move in match.legal_moves if move in ("tile 2", "tile 3", "tile 4")))
        match.play("draw")
        assert match.mover >= 0, "nothing is drawn blind"
        assert look(match)["in_hand"] == client
        assert look(match)["row"] == ROW[place + 1 :]
        match.play(f"place {'ABCDEFGHIJ'[place]}")
        if place % 2:
            while "end" not in match.legal_moves:
                match.play(next(move for move in match.legal_moves if move.startswith("build")))
            match.play("end")
    assert look(match)["row"] == []
    play(match, "tile 4")
    refused(match, "draw", "2.4", "all ten servants and burghers have been taken")
    play(match, "lord")
    assert look(match)["squares"]["K"] == "lord"


def test_10_1_the_lord_follows_the_row_by_himself() -> None:
    match = play(queue(rules={"actions": "may"}), "bobby D1")
    for first in range(0, 10, 2):
        tile = next(move for move in match.legal_moves if move in ("tile 2", "tile 3", "tile 4"))
        play(match, tile, "draw", f"place {'ABCDEFGHIJ'[first]}", "draw", f"place {'BCDEFGHIJK'[first]}", "end")
    assert look(match)["squares"] == {**dict(zip("ABCDEFGHIJ", ROW, strict=True)), "K": "lord"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_10_1_with_any_edition(edition: str) -> None:
    match = queue(3, edition=edition)
    assert match.mover == (1 if edition == "fr-memo" else 2)


def test_10_2_all_eleven_are_put_on_the_squares_at_random() -> None:
    match = new(2, rules={"clients": "house"})
    for place, client in enumerate(HOUSE):
        left = {"servant": 5, "burgher": 5, "the lord": 1}
        for earlier in HOUSE[:place]:
            left[earlier] -= 1
        assert outcomes(match) == {kind: number for kind, number in left.items() if number}
        refused(match, "nobody", "1.3", "no square is left to stay empty")
        match.play(client)
    assert list(look(match)["squares"].values()) == [client.removeprefix("the ") for client in HOUSE]
    assert match.mover == 1
    assert look(match)["phase"] == "setting"


def test_10_2_one_lord_only() -> None:
    match = play(new(2, rules={"clients": "house"}), *HOUSE[:3])
    refused(match, "the lord", "1.3", "the lord cannot be drawn any more")


@pytest.mark.parametrize("lord", ["free", "action"])
def test_10_2_no_client_is_placed_any_more(lord: str) -> None:
    match = play(house(rules={"lord": lord}), "bobby D1", "tile 3")
    refused(match, "draw", "10.2", "on the squares since the start")
    refused(match, "lord", "5.4", "the lord is on the board already")
    assert {move.split()[0] for move in match.legal_moves} == {"build", "bobby"}


def test_10_2_a_full_alley_scores_at_once() -> None:
    match = play(house(), "bobby D1", "tile 3")  # A servant, D servant
    assert gains(match, "build A-D@A", "build A-D@A", "build A-D@A") == [5, 0]


def test_10_2_the_lord_scores_at_the_end() -> None:
    match = play(house(rules={"actions": "may"}), "bobby D5", "tile 3", "build C-G@C", "end")  # C lord, G burgher
    before = match.scores
    while not match.over:
        tile = next(move for move in match.legal_moves if move.startswith("tile"))
        play(match, tile, "end")
    assert [after - points for after, points in zip(match.scores, before, strict=True)] == [3 * 4, 0]


@pytest.mark.parametrize("edition", EDITIONS)
def test_10_2_with_any_edition(edition: str) -> None:
    assert "lord" in look(house(3, edition=edition))["squares"].values()


def test_10_records_spell_out_what_was_laid_out() -> None:
    record = Record.of(play(queue(), "bobby D1"))
    assert record.to_json()["clients"] == ROW
    assert record.to_json()["moves"] == [[1, "bobby D1"]]
    record = Record.of(play(house(), "bobby D1"))
    assert record.to_json()["clients"] == [client.removeprefix("the ") for client in HOUSE]
    assert record.to_json()["moves"] == [[1, "bobby D1"]]
    assert "clients" not in Record.of(play(new(2), "bobby D1")).to_json()


@pytest.mark.parametrize("start", [queue, house])
def test_10_records_replay_the_layout(start: Any) -> None:
    match = play(start(), "bobby D1", "tile 3")
    again = Record.loads(Record.of(match).dumps()).replay()
    assert again.state().tobytes() == match.state().tobytes()
    Record.of(match).verify()


@pytest.mark.parametrize(
    ("clients", "sentence"),
    [
        (None, "must be a list of the 10 clients"),
        (ROW[:9], "must be a list of the 10 clients"),
        ("servant", "must be a list of the 10 clients"),
        ([*ROW[:9], "duke"], "number 9 is 'duke', not servant, burgher or lord"),
        ([*ROW[:9], 3], "number 9 is 3, not servant"),
        ([*ROW[:9], ["servant"]], "not servant, burgher or lord"),
    ],
)
def test_10_records_with_another_layout_are_refused(clients: Any, sentence: str) -> None:
    head = Record.of(queue()).to_json()
    head["clients"] = clients
    with pytest.raises(BadRecord, match=sentence):
        Record.loads(json.dumps(head))


@pytest.mark.parametrize("last", ["burgher", "lord", None])
def test_10_records_with_a_layout_that_cannot_come_are_refused(last: str | None) -> None:
    head = Record.of(queue()).to_json()
    head["clients"] = [*ROW[:9], last]
    with pytest.raises(BadRecord, match="number 9 cannot come by chance"):
        Record.loads(json.dumps(head)).replay()


def test_10_records_with_a_bag_have_no_layout() -> None:
    head = Record.of(play(new(2), "bobby D1")).to_json()
    assert Record.loads(json.dumps(head)).opening == []
    head["clients"] = ROW
    with pytest.raises(BadRecord, match="nothing is laid out before the game"):
        Record.loads(json.dumps(head))


def test_10_records_of_a_larger_house_have_empty_squares() -> None:
    board = strip(13)
    match = play(new(2, board=board, rules={"clients": "house"}), "nobody", *HOUSE, "nobody", "bobby D1")
    assert isinstance(match.setting.components, Board)
    record = Record.loads(Record.of(match).dumps())
    assert record.to_json()["clients"] == [None, *(client.removeprefix("the ") for client in HOUSE), None]
    assert look(record.replay())["squares"] == look(match)["squares"]
