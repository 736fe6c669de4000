"""Chapter 3: a turn."""

from __future__ import annotations

import pytest

from piazzetta.errors import IllegalMove
from tests.portobello.table import TEN, bring, can, idle_turn, look, new, play, position, refused, tiles

FULL_D5 = {"C-F": "rrr", "C-G": "rr", "F-G": "rr"}
NO_MORE_CLIENTS = {**TEN, "K": "lord"}


def test_3_1_one_face_up_tile_is_used_or_a_district_marked() -> None:
    match = position(down={"r": "3"})
    assert can(match, "tile") == ["tile 2", "tile 4"]
    assert len(can(match, "mark")) == 24
    assert len(match.legal_moves) == 26


@pytest.mark.parametrize("move", ["draw", "build A-B@A", "bobby D2", "lord", "end"])
def test_3_1_the_tile_comes_first(move: str) -> None:
    refused(position(), move, "3.1", "pick an action tile first")


def test_3_1_one_tile_a_turn() -> None:
    match = position(tile="3")
    refused(match, "tile 2", "3.1", "already using the 3")
    refused(match, "tile 3", "3.1", "already using the 3")
    play(match, "build A-B@A", "build A-B@A", "build A-B@A")
    refused(match, "tile 4", "3.1")


def test_3_1_not_one_that_lies_face_down() -> None:
    refused(position(down={"r": "3"}), "tile 3", "3.5", "face down until you have used all three")


def test_3_1_not_one_that_marks_a_district() -> None:
    refused(position(marked={"D3": "r4"}), "tile 4", "7.3", "marks a district")


@pytest.mark.parametrize("name", ["n1", "n2", "n3"])
def test_3_1_not_a_neutral_tile_one_has_not(name: str) -> None:
    refused(position(marked={"D3": "y4"}), f"tile {name}", "7.3", "you hold no neutral tile of that value")


@pytest.mark.parametrize("move", ["tile 1", "tile n4", "tile 5", "", "build", "build A-B", "bobby D13", "DRAW", "End"])
def test_3_1_what_is_no_move_at_all(move: str) -> None:
    with pytest.raises(IllegalMove, match="is not a move of this game") as caught:
        position().play(move)
    assert caught.value.clause == "records"


@pytest.mark.parametrize("number", [-1, 10_000])
def test_3_1_what_is_no_action_number(number: int) -> None:
    with pytest.raises(IllegalMove, match="is not a move of this game"):
        position().play(number)


@pytest.mark.parametrize(("tile", "value"), [("2", 2), ("3", 3), ("4", 4), ("n3", 3)])
def test_3_2_a_tile_gives_as_many_actions_as_it_says(tile: str, value: int) -> None:
    match = play(position(marked={"D12": "r2"} if tile == "n3" else {}), f"tile {tile}")
    assert look(match)["actions_left"] == value
    for done in range(value):
        bring(match, "servant", "ABCD"[done])
    for move in ("draw", "build A-B@A"):
        refused(match, move, "3.2", "no action is left")


@pytest.mark.parametrize(("tile", "value"), [("n2", 2), ("n1", 1)])
def test_3_2_the_lower_neutral_tiles(tile: str, value: int) -> None:
    before = {"D12": "y2", "D11": "y4", "D10": "r2"}
    if tile == "n1":
        before = {"D12": "y2", "D11": "y4", "D10": "g2", "D9": "g4", "D8": "r2"}
    match = play(position(marked=before), f"tile {tile}")
    assert look(match)["actions_left"] == value


def test_3_2_the_lord_as_an_action_is_counted_too() -> None:
    match = position(tile="2", left=0, clients=TEN, edition="it")
    refused(match, "lord", "3.2", "no action is left")


@pytest.mark.parametrize("mix", ["cbb", "bcb", "bbc", "ccc", "bbb", "ccb"])
def test_3_2_in_any_order_and_mix(mix: str) -> None:
    match = position(tile="3")
    for done, kind in enumerate(mix):
        if kind == "c":
            bring(match, "servant", "EFG"[done])
        else:
            match.play("build A-B@A")
    assert look(match)["actions_left"] == 0
    assert look(match)["stalls_left"][0] == 16 - mix.count("b")


def test_3_3_actions_must_be_carried_out() -> None:
    match = position(tile="3", clients=NO_MORE_CLIENTS)
    refused(match, "end", "3.3", "3 actions left", "still possible where the Bobby stands")
    play(match, "build A-B@A", "build A-B@A")
    refused(match, "end", "3.3", "1 action left")
    play(match, "build A-B@A", "end")


def test_3_3_a_client_counts_as_possible() -> None:
    match = position(tile="2", bobby="D5", stalls=FULL_D5)
    assert can(match, "build") == []
    refused(match, "end", "3.3", "2 actions left")
    bring(match, "servant", "A")
    refused(match, "end", "3.3", "1 action left")


def test_3_3_lord_as_action_counts_as_possible() -> None:
    match = position(tile="2", bobby="D5", stalls=FULL_D5, clients=TEN, edition="fr")
    assert can(match, "build", "draw") == []
    refused(match, "end", "3.3", "2 actions left")
    play(match, "lord", "end")
    assert match.mover == 1


def test_3_3_the_turn_may_end_when_nothing_is_possible_where_the_bobby_stands() -> None:
    match = position(tile="4", bobby="D5", stalls=FULL_D5, clients=NO_MORE_CLIENTS)
    assert can(match, "build", "draw", "lord") == []
    assert "end" in match.legal_moves
    match.play("end")
    assert match.mover == 1


def test_3_3_nobody_is_made_to_move_the_bobby() -> None:
    match = position(tile="4", bobby="D5", stalls=FULL_D5, clients=NO_MORE_CLIENTS)
    assert can(match, "bobby") == ["bobby D4", "bobby D9"]
    assert "end" in match.legal_moves
    match.play("bobby D4")  # but then the actions possible there are mandatory again
    refused(match, "end", "3.3", "4 actions left")


def test_3_3_a_player_may_walk_to_where_nothing_is_possible() -> None:
    match = position(tile="4", bobby="D4", stalls=FULL_D5, clients=NO_MORE_CLIENTS)
    refused(match, "end", "3.3")
    play(match, "bobby D5", "end")
    assert match.mover == 1


def test_3_3_without_stalls_building_is_not_possible() -> None:
    stalls = {"A-H": "rrrrrr", "B-C": "rrrrrr", "H-I": "rr", "F-G": "r-"}
    match = position(tile="2", bobby="D5", stalls={**stalls, "G-K": "r--"}, clients=NO_MORE_CLIENTS)
    assert look(match)["stalls_left"][0] == 0
    assert "end" in match.legal_moves


def test_3_3_es_the_player_may_stop_early() -> None:
    match = position(tile="4", edition="es")
    assert "end" in match.legal_moves
    play(match, "build A-B@A", "end")
    assert match.mover == 1
    assert look(match)["actions_left"] == 0


def test_3_3_es_even_with_nothing_done() -> None:
    match = play(position(rules={"actions": "may"}), "tile 2", "end")
    assert match.mover == 1
    assert tiles(match, 0) == ("3 4", "2")


def test_3_4_the_bobby_moves_before_between_and_after_actions() -> None:
    match = play(position(), "tile 2", "bobby D2", "build B-D@B", "bobby D1", "build A-B@A")
    assert look(match)["actions_left"] == 0
    assert match.mover == 0, "the turn ends when the player says so"
    play(match, "bobby D6")
    assert match.mover == 0
    play(match, "end")
    assert match.mover == 1
    assert look(match)["bobby"] == "D6"


def test_3_4_only_the_end_and_the_bobby_are_left_after_the_last_action() -> None:
    match = play(position(), "tile 2", "build A-B@A", "build A-B@A")
    assert sorted(match.legal_moves) == ["bobby D2", "bobby D6", "end"]


def test_3_4_the_bobby_waits_for_a_tile() -> None:
    match = play(position(), "tile 2", "build A-B@A", "build A-B@A", "end")
    refused(match, "bobby D2", "3.1", "pick an action tile first")


def test_3_4_within_the_turn_a_move_can_be_taken_back() -> None:
    match = play(position(), "tile 2", "bobby D2", "build B-D@B")
    assert match.undo() == "build B-D@B"
    assert match.undo() == "bobby D2"
    assert match.scores == [10] * 4
    play(match, "build A-B@A", "build A-B@A", "end")
    with pytest.raises(IllegalMove, match="ended the turn"):
        match.undo()


def test_3_5_the_used_tile_is_turned_face_down() -> None:
    match = play(position(rules={"actions": "may"}), "tile 3")
    assert tiles(match, 0) == ("2 3 4", ""), "only at the end of the turn"
    assert look(match)["tile_in_use"] == "3"
    match.play("end")
    assert tiles(match, 0) == ("2 4", "3")
    assert look(match)["tile_in_use"] is None


def test_3_5_when_all_three_are_down_they_are_turned_up() -> None:
    match = play(new(2, rules={"actions": "may"}), "bobby D1")
    for tile, after in (("3", ("2 4", "3")), ("2", ("4", "2 3")), ("4", ("2 3 4", ""))):
        play(match, f"tile {tile}", "end")
        assert tiles(match, 0) == after
        idle_turn(match)


def test_3_5_each_player_for_himself() -> None:
    match = position(2, rules={"actions": "may"}, down={"r": "2 4", "y": "2 4"})
    play(match, "tile 3", "end")
    assert tiles(match, 0) == ("2 3 4", "")
    assert tiles(match, 1) == ("3", "2 4")


def test_3_5_neutral_tiles_are_turned_like_own_ones() -> None:
    match = position(2, rules={"actions": "may"}, marked={"D1": "r2"}, down={"r": "4"})
    play(match, "tile n3", "end")
    assert tiles(match, 0) == ("3", "4 n3")
    idle_turn(match)
    refused(match, "tile n3", "3.5", "face down")
    play(match, "tile 3", "end")
    assert tiles(match, 0) == ("3 4 n3", "")


def test_3_5_two_neutral_tiles_of_one_value_are_two_tiles() -> None:
    match = position(2, rules={"actions": "may"}, marked={"D1": "r2", "D2": "r4"})
    assert tiles(match, 0) == ("3 n3 n3", "")
    play(match, "tile n3", "end")
    assert tiles(match, 0) == ("3 n3", "n3")
    idle_turn(match)
    play(match, "tile n3", "end")
    assert tiles(match, 0) == ("3", "n3 n3")
    idle_turn(match)
    play(match, "tile 3", "end")
    assert tiles(match, 0) == ("3 n3 n3", "")
