"""Chapter 6: moving the Bobby. Seat 0, red, moves him unless a test says otherwise."""

from __future__ import annotations

from typing import Any

import pytest

from piazzetta.games.portobello.board import Board
from piazzetta.games.portobello.places import District
from piazzetta.match.match import Match
from tests.portobello.table import bring, can, gains, look, play, position, refused, strip

# Six spaces between D1 and D2, room for any majority.
WIDE = strip(5, {"B-C": (1, 1, 1, 1, 1, 1)})


def crossing(row: str, **how: Any) -> Match:
    """The Bobby in front of an alley with these stalls, beyond which lies D2."""
    row += "-" * (6 - len(row))
    return position(tile="2", bobby="D1", board=WIDE, stalls={"B-C": row}, **how)


@pytest.mark.parametrize("district", Board.default().districts, ids=lambda district: district.key)
def test_6_1_over_an_alley_into_the_next_district_never_over_squares(district: District) -> None:
    board = Board.default()
    match = position(tile="2", bobby=district.key)
    next_to = [board.districts[other].key for other in district.neighbours if other >= 0]
    assert can(match, "bobby") == sorted(f"bobby {key}" for key in next_to)
    for other in board.districts:
        if other.key != district.key and other.key not in next_to:
            refused(match, f"bobby {other.key}", "6.1", "one alley at a time", f"does not adjoin {district.key}")


def test_6_1_districts_that_share_only_a_square_do_not_adjoin() -> None:
    refused(position(tile="2", bobby="D1"), "bobby D7", "6.1", "D7 does not adjoin D1")  # they share only the square D


def test_6_1_not_to_where_he_stands() -> None:
    refused(position(tile="2", bobby="D1"), "bobby D1", "6.1", "stands there already")


def test_6_1_as_often_as_wished() -> None:
    match = play(position(tile="2", bobby="D1"), *(f"bobby D{number}" for number in (2, 3, 4, 5, 9, 12, 8)))
    assert look(match)["bobby"] == "D8"
    assert match.scores == [3, 10, 10, 10]


def test_6_1_it_is_not_an_action() -> None:
    match = play(position(tile="2", bobby="D1"), "bobby D2", "bobby D3")
    assert look(match)["actions_left"] == 2
    assert match.mover == 0


@pytest.mark.parametrize("edition", ["de", "it", "fr", "es", "fr-memo"])
def test_6_2_a_an_empty_alley_costs_one_to_nobody(edition: str) -> None:
    assert gains(crossing("", edition=edition, score=[5] * 4), "bobby D2") == [-1, 0, 0, 0]


@pytest.mark.parametrize("row", ["r", "rr", "rry", "rrryyg", "rygrb"])
@pytest.mark.parametrize("shared", ["bank", "holders", "free"])
def test_6_2_b_the_majority_alone_is_free(row: str, shared: str) -> None:
    assert gains(crossing(row, rules={"shared_majority": shared}), "bobby D2") == [0, 0, 0, 0]


@pytest.mark.parametrize("row", ["ry", "ryg", "rygb", "rryy", "rryyb", "rrggyy"])
def test_6_2_c_a_shared_majority_costs_one_to_nobody(row: str) -> None:
    assert gains(crossing(row, edition="de"), "bobby D2") == [-1, 0, 0, 0]


@pytest.mark.parametrize(
    ("row", "change"),
    [
        ("ry", [-1, 1, 0, 0]),
        ("ryg", [-2, 1, 1, 0]),
        ("rygb", [-3, 1, 1, 1]),
        ("rrbby", [-1, 0, 0, 1]),
    ],
)
def test_6_2_c_es_one_to_each_of_the_others_who_share_it(row: str, change: list[int]) -> None:
    assert gains(crossing(row, edition="es"), "bobby D2") == change


@pytest.mark.parametrize("row", ["ry", "ryg", "rygb", "rryyb"])
def test_6_2_c_fm_a_shared_majority_is_free(row: str) -> None:
    assert gains(crossing(row, edition="fr-memo"), "bobby D2") == [0, 0, 0, 0]


@pytest.mark.parametrize("shared", ["bank", "holders", "free"])
@pytest.mark.parametrize(
    ("row", "change"),
    [
        ("y", [-1, 1, 0, 0]),
        ("yyr", [-1, 1, 0, 0]),
        ("ggr", [-1, 0, 1, 0]),
        ("ggryyy", [-1, 1, 0, 0]),
    ],
)
def test_6_2_d_another_holder_is_paid(row: str, change: list[int], shared: str) -> None:
    assert gains(crossing(row, rules={"shared_majority": shared}), "bobby D2") == change


@pytest.mark.parametrize("shared", ["bank", "holders", "free"])
def test_6_2_d_two_holders_cost_two(shared: str) -> None:
    assert gains(crossing("ggbbr", rules={"shared_majority": shared}), "bobby D2") == [-2, 0, 1, 1]
    assert gains(crossing("yb", rules={"shared_majority": shared}), "bobby D2") == [-2, 1, 0, 1]


def test_6_2_d_three_holders_cost_three() -> None:
    assert gains(crossing("yyggbb"), "bobby D2") == [-3, 1, 1, 1]


def test_6_2_the_majority_is_relative() -> None:
    assert gains(crossing("rrygb"), "bobby D2") == [0, 0, 0, 0]  # two of five
    assert gains(crossing("yyrgb"), "bobby D2") == [-1, 1, 0, 0]


def test_6_2_only_stalls_count_not_their_values() -> None:
    board = strip(5, {"B-C": (3, 1, 1, 1)})
    match = position(tile="2", board=board, stalls={"B-C": "ryy-"})
    assert gains(match, "bobby D2") == [-1, 1, 0, 0]


def test_6_2_each_crossing_is_paid_at_once() -> None:
    match = position(tile="3", bobby="D1", score=[2, 0, 0, 0], stalls={"B-E": "yy-"})
    assert gains(match, "bobby D2") == [-1, 0, 0, 0]
    assert gains(match, "bobby D3") == [-1, 1, 0, 0]
    refused(match, "bobby D4", "6.3", "costs 1 point, and you have 0 points")


def test_6_2_a_stall_just_built_counts() -> None:
    match = play(position(tile="3", bobby="D1", score=[0] * 4), "build B-D@B")
    assert gains(match, "bobby D2") == [0, 0, 0, 0]


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_6_2_it_is_the_active_player_who_pays(seat: int) -> None:
    change = [1, 0, 0, 0]
    change[seat] = -1
    assert gains(crossing("r", seat=seat), "bobby D2") == change


@pytest.mark.parametrize(
    ("row", "edition", "toll"),
    [("", "de", 1), ("y", "de", 1), ("ygb", "de", 3), ("ry", "de", 1), ("rygb", "es", 3), ("yb", "fr-memo", 2)],
)
def test_6_3_not_without_the_points(row: str, edition: str, toll: int) -> None:
    match = crossing(row, edition=edition, score=[toll - 1, 7, 7, 7])
    refused(match, "bobby D2", "6.3", f"crossing to D2 costs {toll} point", f"and you have {toll - 1} point")
    match = crossing(row, edition=edition, score=[toll, 7, 7, 7])
    match.play("bobby D2")
    assert match.scores[0] == 0, "to the last point"


def test_6_3_without_points_a_free_crossing_is_allowed() -> None:
    match = crossing("rry", edition="it")
    assert match.scores == [0] * 4
    match.play("bobby D2")
    assert match.scores == [0] * 4


def test_6_3_credit_granted_the_score_goes_below_0() -> None:
    match = crossing("ygg", edition="it", rules={"credit": "granted"})
    match.play("bobby D2")
    assert match.scores == [-1, 0, 1, 0]
    assert match.view(0)["scores"] == [-1, 0, 1, 0]
    match = crossing("yg-", edition="it", rules={"credit": "granted"}, score=[1, 0, 0, 0])
    match.play("bobby D2")
    assert match.scores == [-1, 1, 1, 0]


def test_6_4_not_where_he_has_been_on_this_walk() -> None:
    match = play(position(tile="2", bobby="D1"), "bobby D2")
    refused(match, "bobby D1", "6.4", "has already been in D1 on this walk", "after an action")
    match.play("bobby D3")
    refused(match, "bobby D2", "6.4", "has already been in D2 on this walk")
    assert can(match, "bobby") == ["bobby D4"]


def test_6_4_not_round_in_a_ring() -> None:
    ring = [f"bobby D{number}" for number in (7, 2, 1, 6)]  # the districts around the square D
    match = play(position(tile="2", bobby="D10"), *ring)
    refused(match, "bobby D10", "6.4", "has already been in D10")


def test_6_4_even_where_it_is_free() -> None:
    match = play(position(tile="2", bobby="D1", stalls={"B-D": "rr--"}), "bobby D2")
    refused(match, "bobby D1", "6.4")


@pytest.mark.parametrize("action", ["build", "client", "lord"])
def test_6_4_a_new_walk_after_each_action(action: str) -> None:
    clients = {**dict.fromkeys("ABCDE", "servant"), **dict.fromkeys("FGHI", "burgher")}
    if action == "lord":
        clients["J"] = "burgher"
    match = play(position(tile="4", bobby="D1", edition="fr", clients=clients), "bobby D2")
    refused(match, "bobby D1", "6.4")
    if action == "build":
        match.play("build B-D@B")
    elif action == "client":
        bring(match, "burgher", "J")
    else:
        match.play("lord")
    assert look(match)["walk"] == ["D2"]
    match.play("bobby D1")
    refused(match, "bobby D2", "6.4", "has already been in D2")


def test_6_4_a_new_walk_in_each_turn() -> None:
    match = play(position(tile="2", bobby="D1", edition="es"), "bobby D2", "end", "tile 2")
    assert match.mover == 1
    assert "bobby D1" in match.legal_moves


def test_6_4_the_first_walk_begins_where_the_bobby_was_set() -> None:
    match = play(position(bobby="D1"), "tile 3", "bobby D6")
    refused(match, "bobby D1", "6.4")


def test_6_4_a_walk_ends_even_with_points_to_spare() -> None:
    match = position(tile="2", board=strip(6), bobby="D1", score=[100] * 4, left=0)
    play(match, "bobby D2", "bobby D3", "bobby D4")
    assert list(match.legal_moves) == ["end"]
