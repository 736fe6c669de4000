"""Chapter 7: marking a district."""

from __future__ import annotations

import pytest

from piazzetta.errors import IllegalMove
from tests.portobello.table import TEN, can, gains, idle_turn, last_events, look, play, position, refused, tiles


@pytest.mark.parametrize("factor", [2, 4])
def test_7_1_with_the_own_2_or_4_in_any_district_wherever_the_bobby_is(factor: int) -> None:
    for number in range(1, 13):
        match = position(bobby="D1")
        match.play(f"mark D{number} x{factor}")
        assert look(match)["districts"][f"D{number}"] == {"seat": 0, "factor": factor}
        assert look(match)["bobby"] == "D1"


@pytest.mark.parametrize("move", ["mark D1 x3", "mark D1 x1", "mark D1"])
def test_7_1_not_with_the_3(move: str) -> None:
    with pytest.raises(IllegalMove, match="is not a move"):
        position().play(move)


def test_7_1_only_with_a_face_up_tile() -> None:
    match = position(down={"r": "4"})
    assert len(can(match, "mark")) == 12
    refused(match, "mark D1 x4", "3.5", "face down")
    match.play("mark D1 x2")


def test_7_1_one_tile_in_a_district() -> None:
    match = position(marked={"D3": "y2"})
    refused(match, "mark D3 x2", "7.1", "a tile lies in D3 already")
    refused(match, "mark D3 x4", "7.1", "a tile lies in D3 already")
    assert len(can(match, "mark")) == 22


def test_7_1_not_the_own_marked_district_again() -> None:
    refused(position(marked={"D3": "r2"}), "mark D3 x4", "7.1", "a tile lies in D3 already")


def test_7_1_it_is_all_that_happens_this_turn() -> None:
    match = play(position(), "mark D5 x2")
    assert match.mover == 1
    assert look(match)["phase"] == "picking"
    assert look(match)["actions_left"] == 0


def test_7_1_not_after_a_tile_was_picked() -> None:
    match = position(tile="2")
    refused(match, "mark D1 x2", "7.1", "instead of using a tile", "already using the 2")
    refused(match, "mark D1 x4", "7.1", "instead of using a tile", "already using the 2")
    play(match, "build A-B@A", "build A-B@A")
    refused(match, "mark D1 x4", "7.1")


@pytest.mark.parametrize(
    ("stalls", "own"),
    [
        ({}, 0),
        ({"A-B": "r----"}, 1),
        ({"A-B": "rrrrr", "A-D": "rrr", "B-D": "rrrr"}, 12),
        ({"A-B": "ry---", "A-D": "--r", "B-D": "gbyr"}, 3),
        ({"A-B": "yyyyy", "D-E": "rrr", "B-E": "rrr"}, 0),
    ],
)
@pytest.mark.parametrize("factor", [2, 4])
def test_7_2_own_stalls_in_the_three_alleys_times_the_number(stalls: dict[str, str], own: int, factor: int) -> None:
    assert gains(position(stalls=stalls), f"mark D1 x{factor}") == [own * factor, 0, 0, 0]


def test_7_2_at_once_and_nobody_else_scores() -> None:
    match = position(seat=1, stalls={"A-B": "rryyy"})
    assert gains(match, "mark D1 x2") == [0, 6, 0, 0]


def test_7_2_majorities_values_and_clients_do_not_matter() -> None:
    stalls = {"A-B": "yyyr-", "A-D": "yr-"}
    plain = gains(position(stalls=stalls), "mark D1 x4")
    peopled = gains(position(stalls=stalls, clients={"A": "burgher", "B": "burgher", "D": "servant"}), "mark D1 x4")
    assert plain == peopled == [8, 0, 0, 0]


def test_7_2_a_later_stall_brings_nothing_more() -> None:
    match = play(position(2, stalls={"A-B": "r----"}), "mark D1 x4")
    idle_turn_of_yellow = ("tile 2", "build A-D@A", "build A-D@A", "end")
    play(match, *idle_turn_of_yellow)
    assert gains(match, "tile 2", "build A-B@A", "build A-B@A", "end") == [0, 0]


def test_7_3_the_tile_stays_there() -> None:
    match = play(position(2, rules={"actions": "may"}), "mark D1 x2", "mark D2 x2")
    for _ in range(4):  # even after all tiles have been down and up again
        idle_turn(match)
    assert look(match)["districts"]["D1"] == {"seat": 0, "factor": 2}
    refused(match, "tile 2", "7.3", "marks a district and does not come back")
    refused(match, "mark D3 x2", "7.4", "your 2 already marks a district")


def test_7_3_new_tile_comes_face_up() -> None:
    match = play(position(2), "mark D1 x2")
    assert tiles(match, 0) == ("3 4 n3", "")
    play(match, "mark D2 x2")
    assert "tile n3" in match.legal_moves
    match.play("tile n3")
    assert look(match)["actions_left"] == 3


def test_7_3_fm_new_tile_comes_face_down() -> None:
    match = play(position(2, rules={"new_tile": "down"}), "mark D1 x2")
    assert tiles(match, 0) == ("3 4", "n3")
    match.play("mark D2 x2")
    refused(match, "tile n3", "3.5", "face down")


def test_7_3_fm_if_it_is_the_last_one_down_all_are_turned_up() -> None:
    match = position(2, rules={"new_tile": "down"}, down={"r": "2 3"})
    match.play("mark D1 x4")
    assert tiles(match, 0) == ("2 3 n3", "")


def test_7_3_face_up_it_is_the_only_one_and_the_others_wait() -> None:
    match = position(2, rules={"actions": "may"}, down={"r": "2 3"})
    match.play("mark D1 x4")
    assert tiles(match, 0) == ("n3", "2 3")
    idle_turn(match)
    play(match, "tile n3", "end")
    assert tiles(match, 0) == ("2 3 n3", "")


def test_7_3_the_top_tile_of_the_stack() -> None:
    match = position(marked={"D1": "y2", "D2": "g2"})
    match.play("mark D3 x4")
    assert tiles(match, 0) == ("2 3 n2", "")


def test_7_4_neutral_tiles_never_mark() -> None:
    match = position(marked={"D1": "r2", "D2": "r4"})
    assert tiles(match, 0) == ("3 n3 n3", "")
    assert can(match, "mark") == []
    refused(match, "mark D3 x2", "7.4", "a neutral tile can never mark one")
    refused(match, "mark D3 x4", "7.4")


def test_7_4_a_neutral_2_does_not_either() -> None:
    match = position(marked={"D1": "y2", "D2": "y4", "D3": "r2"})
    assert tiles(match, 0) == ("3 4 n2", "")
    assert {move[-2:] for move in can(match, "mark")} == {"x4"}
    refused(match, "mark D4 x2", "7.4")


def test_7_4_each_player_marks_twice_once_with_each() -> None:
    match = play(position(2), "mark D1 x2", "mark D2 x4", "mark D3 x4", "mark D4 x2")
    assert [look(match)["districts"][f"D{n}"] for n in (1, 2, 3, 4)] == [
        {"seat": 0, "factor": 2},
        {"seat": 1, "factor": 4},
        {"seat": 0, "factor": 4},
        {"seat": 1, "factor": 2},
    ]
    assert can(match, "mark") == []
    assert can(match, "tile") == ["tile 3", "tile n2", "tile n3"]


def test_7_2_a_mark_that_ends_the_game_is_told_apart_from_the_lord_scoring() -> None:
    clients = {**TEN, "K": "lord"}
    stalls = {"J-K": "yrr--", "A-H": "bbbbbb", "A-B": "bbbbb", "H-I": "bb", "D-I": "bbb"}
    match = position(seat=3, clients=clients, stalls=stalls)  # blue has built all 16, in the last round
    assert gains(match, "mark D10 x4") == [20, 4, 0, 20]
    assert match.over
    events = {event.key: event.params for event in last_events(match)}
    assert (events["district_marked"]["stalls"], events["district_marked"]["points"]) == (5, 20)
    assert events["lord_scored"]["points"] == [20, 4, 0, 0]
