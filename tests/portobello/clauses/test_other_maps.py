"""Maps with more or fewer than eleven squares: where the lord goes, and what stays empty."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from piazzetta.games.portobello.board import Board
from piazzetta.match.match import Match
from piazzetta.match.setting import Setting
from tests.portobello.maps import valid_maps
from tests.portobello.table import TEN, bring, can, gains, look, new, outcomes, play, position, refused, strip

NINE = {square: client for square, client in TEN.items() if square != "J"}
LARGER = [12, 13, 14, 15, 16]
SMALLER = [3, 4, 7, 9, 10]
fewer = settings(max_examples=max(5, settings().max_examples // 4))


@pytest.mark.parametrize("squares", LARGER)
def test_5_4_larger_map_the_player_places_the_lord_who_comes_by_himself(squares: int) -> None:
    match = position(tile="3", clients=NINE, board=strip(squares))
    bring(match, "burgher", "J")
    assert look(match)["in_hand"] == "lord"
    assert look(match)["actions_left"] == 2, "at no cost"
    assert match.mover == 0
    assert can(match, "place") == [f"place {square}" for square in "KLMNOP"[: squares - 10]]
    assert len(match.legal_moves) == squares - 10
    match.play("place L")
    assert look(match)["squares"]["L"] == "lord"
    assert look(match)["actions_left"] == 2
    assert list(look(match)["squares"].values()).count(None) == squares - 11


@pytest.mark.parametrize("squares", LARGER)
def test_5_4_larger_map_the_player_places_the_lord_sent_by_an_action(squares: int) -> None:
    match = position(tile="3", clients=NINE, board=strip(squares), rules={"lord": "action"})
    bring(match, "burgher", "J")
    assert look(match)["in_hand"] is None
    match.play("lord")
    assert look(match)["in_hand"] == "lord"
    assert look(match)["actions_left"] == 1
    assert can(match, "place") == [f"place {square}" for square in "KLMNOP"[: squares - 10]]
    match.play("place K")
    assert look(match)["squares"]["K"] == "lord"
    assert look(match)["actions_left"] == 1
    refused(match, "lord", "5.4", "on the board already")


@pytest.mark.parametrize("lord", ["free", "action"])
@pytest.mark.parametrize("move", ["build A-B@A", "draw", "bobby D2", "end", "lord", "tile 2", "mark D1 x2", "place A"])
def test_5_2_larger_map_the_lord_in_hand_is_placed_before_anything_else(lord: str, move: str) -> None:
    match = position(tile="3", clients=NINE, board=strip(14), rules={"lord": lord, "actions": "may"})
    bring(match, "burgher", "J")
    if lord == "action":
        match.play("lord")
    if move == "place A":
        refused(match, move, "5.1", "already a servant on A")
    else:
        refused(match, move, "5.2", "place the lord you drew first")


def test_5_4_larger_map_even_with_the_last_action() -> None:
    match = position(tile="3", left=1, clients=NINE, board=strip(12))
    bring(match, "burgher", "J")
    play(match, "place K", "end")
    assert match.mover == 1


def test_8_1_larger_map_the_lord_placed_by_hand_completes_alleys() -> None:
    match = position(tile="3", clients=NINE, board=strip(14), stalls={"J-K": "ry", "I-K": "rr", "K-L": "gg"})
    assert gains(match, "draw", "burgher", "place J") == [0] * 4, "the lord is still in hand"
    assert gains(match, "place K") == [1 * 4 + 3 * 4, 2 * 4, 0, 0]  # not K-L: L is empty


def test_6_4_larger_map_a_new_walk_after_the_lord() -> None:
    match = play(position(tile="3", clients=TEN, board=strip(14), rules={"lord": "action"}), "bobby D2", "lord")
    play(match, "place N", "bobby D1")


def test_5_1_larger_map_ten_clients_and_no_more() -> None:
    match = position(tile="3", clients={**TEN, "K": "lord"}, board=strip(16))
    refused(match, "draw", "2.4", "all ten servants and burghers have been taken")


@pytest.mark.parametrize("squares", SMALLER)
@pytest.mark.parametrize("lord", ["free", "action"])
def test_5_4_smaller_map_all_squares_are_filled_and_the_lord_never_comes(squares: int, lord: str) -> None:
    board = strip(squares)
    but_one = dict(list(TEN.items())[: squares - 1])
    match = position(2, tile="4", clients=but_one, board=board, rules={"lord": lord})
    last = "ABCDEFGHIJ"[squares - 1]
    bring(match, TEN[last], last)
    assert look(match)["in_hand"] is None
    assert None not in look(match)["squares"].values()
    assert "lord" not in look(match)["squares"].values()
    if squares < 10:
        refused(match, "draw", "5.1", "every square has a customer")
    else:
        refused(match, "draw", "2.4", "all ten servants and burghers have been taken")
    if lord == "action":
        refused(match, "lord", "5.1", "every square has a customer")
    else:
        refused(match, "lord", "5.4", "the lord comes by himself")


def test_3_3_smaller_map_full_of_clients_the_turn_may_end() -> None:
    stalls = {"A-B": "rr", "A-C": "rr", "B-C": "rr"}
    match = position(2, tile="4", clients={"A": "servant", "B": "servant"}, board=strip(3), stalls=stalls)
    refused(match, "end", "3.3")
    bring(match, "burgher", "C")
    assert list(match.legal_moves) == ["end"]


def test_6_1_a_single_district_is_never_left() -> None:
    match = play(new(2, board=strip(3)), "bobby D1", "tile 2")
    assert can(match, "bobby") == []
    refused(match, "bobby D1", "6.1", "stands there already")


def house(squares: int, *clients: str) -> Match:
    return play(new(2, board=strip(squares), rules={"clients": "house"}), *clients)


@pytest.mark.parametrize("squares", LARGER)
def test_10_2_larger_map_squares_beyond_eleven_stay_empty(squares: int) -> None:
    match = house(squares)
    spare = squares - 11
    assert outcomes(match) == {"nobody": spare, "servant": 5, "burgher": 5, "the lord": 1}
    match.play("nobody")
    assert outcomes(match).get("nobody", 0) == spare - 1
    play(match, *["nobody"] * (spare - 1))
    refused(match, "nobody", "1.3", "no square is left to stay empty")
    play(match, "the lord", *["servant"] * 5, *["burgher"] * 5)
    assert match.mover == 1
    shown = list(look(match)["squares"].values())
    assert shown == [None] * spare + ["lord"] + ["servant"] * 5 + ["burgher"] * 5
    play(match, "bobby D1", "tile 4")
    refused(match, "draw", "10.2", "since the start")
    refused(match, "lord", "5.4", "on the board already")


def test_10_2_larger_map_an_alley_with_an_empty_end_never_scores() -> None:
    clients = ["nobody", "the lord", *["servant"] * 5, *["burgher"] * 5]
    match = play(house(12, *clients), "bobby D1", "tile 4")
    assert gains(match, "build A-B@A", "build A-B@A") == [0, 0]  # nobody on A
    assert gains(match, "build B-C@B", "build B-C@B") == [3 * 3, 0]  # the lord on B, a servant on C


@pytest.mark.parametrize("squares", SMALLER)
def test_10_2_smaller_map_takes_fewer_clients(squares: int) -> None:
    clients = ["the lord", "servant", "servant", "burgher", "burgher", *["servant"] * 3, *["burgher"] * 3]
    match = house(squares)
    assert outcomes(match) == {"servant": 5, "burgher": 5, "the lord": 1}
    play(match, *clients[:squares])
    assert list(look(match)["squares"].values()) == [client.removeprefix("the ") for client in clients[:squares]]
    play(match, "bobby D1", "tile 4")
    refused(match, "draw", "10.2", "since the start")


def test_10_2_smaller_map_may_do_without_the_lord() -> None:
    for lord in ("free", "action"):
        match = new(2, board=strip(10), rules={"clients": "house", "lord": lord})
        play(match, *["servant"] * 5, *["burgher"] * 5, "bobby D1", "tile 4")
        refused(match, "draw", "10.2", "since the start")
        assert "lord" not in match.legal_moves


@pytest.mark.parametrize("squares", [3, 10, 11, 12, 16])
def test_10_1_the_row_is_of_ten_on_any_map(squares: int) -> None:
    match = new(2, board=strip(squares), rules={"clients": "queue", "actions": "may"})
    play(match, *["servant", "burgher"] * 5, "bobby D1")
    for square in "ABCDEFGHIJ"[:squares]:
        tile = next(move for move in match.legal_moves if move.startswith("tile"))
        play(match, tile, "draw", f"place {square}")
        if square == "J" and squares > 11:
            match.play(f"place {'ABCDEFGHIJKLMNOP'[squares - 1]}")
        match.play("end")
    shown = list(look(match)["squares"].values())
    expected: list[str | None] = list((["servant", "burgher"] * 5)[:squares])
    if squares > 10:
        expected += [None] * (squares - 11) + ["lord"]
    assert shown == expected
    assert look(match)["row"] == (["servant", "burgher"] * 5)[min(squares, 10) :]


@fewer
@given(valid_maps(12, 16), st.sampled_from(["free", "action"]), st.data())
def test_5_4_any_larger_map(source: dict[str, Any], lord: str, data: st.DataObject) -> None:
    board = Board.read(source)
    keys = [square.key for square in board.squares]
    order = data.draw(st.permutations(keys))
    kinds = ["servant"] * 5 + ["burgher"] * 5
    match = position(2, tile="4", bobby=board.districts[0].key, board=board, rules={"lord": lord},
                     clients=dict(zip(order, kinds[:9], strict=False)))  # fmt: skip
    bring(match, "burgher", order[9])
    if lord == "action":
        match.play("lord")
    assert sorted(match.legal_moves) == sorted(f"place {key}" for key in order[10:])
    match.play(f"place {order[10]}")
    assert look(match)["squares"][order[10]] == "lord"


@fewer
@given(valid_maps(3, 10), st.sampled_from(["free", "action"]))
def test_5_4_any_smaller_map(source: dict[str, Any], lord: str) -> None:
    board = Board.read(source)
    keys = [square.key for square in board.squares]
    kinds = (["servant", "burgher"] * 5)[: len(keys)]
    clients = dict(zip(keys, kinds, strict=True))
    last, kind = clients.popitem()
    match = position(2, tile="4", bobby=board.districts[0].key, board=board, clients=clients, rules={"lord": lord})
    bring(match, kind, last)
    assert can(match, "draw", "lord", "place") == []
    assert "lord" not in look(match)["squares"].values()


def test_9_3_larger_map_an_older_record_asks_for_two_customers() -> None:
    setting = new(2, board=strip(12)).setting
    data = setting.to_json()
    del data["rules"]["lord_alleys"]
    del data["rules"]["ending"]
    read = Setting.from_json(data)
    assert read.rules["lord_alleys"] == "two customers"
    assert read.rules["ending"] == "round"
