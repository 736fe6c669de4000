"""Chapter 4: building a stall."""

from __future__ import annotations

import pytest

from piazzetta.games.portobello.board import Board
from piazzetta.match.match import Match
from tests.portobello.table import can, look, play, position, refused, strip


def row(match: Match, alley: str) -> list[int | None]:
    stalls: list[int | None] = look(match)["alleys"][alley]["stalls"]
    return stalls


def test_4_1_one_own_stall_on_a_free_space() -> None:
    match = position(seat=2, tile="2")
    match.play("build A-B@A")
    assert row(match, "A-B") == [2, None, None, None, None]
    assert look(match)["stalls_left"] == [16, 16, 15, 16]


@pytest.mark.parametrize("district", [district.key for district in Board.default().districts])
def test_4_1_only_in_alleys_that_border_the_bobbys_district(district: str) -> None:
    match = position(tile="4", bobby=district)
    board = Board.default()
    mine = {board.alleys[alley].key for alley in board.districts[board.district_index(district)].alleys}
    assert {move.split()[1].split("@")[0] for move in can(match, "build")} == mine
    for alley in board.alleys:
        if alley.key not in mine:
            refused(match, f"build {alley.key}@{alley.key[0]}", "4.1", f"{alley.key} does not border {district}")


def test_4_1_not_in_a_full_alley() -> None:
    match = position(tile="3", stalls={"A-D": "ryg"})
    assert not {"build A-D@A", "build A-D@D"} & set(match.legal_moves)
    refused(match, "build A-D@A", "4.1", "A-D has no free space")
    refused(match, "build A-D@D", "4.1", "A-D has no free space")


def test_4_1_other_colours_and_clients_do_not_matter() -> None:
    match = position(tile="3", stalls={"A-D": "yy-"}, clients={"A": "burgher"})
    match.play("build A-D@A")
    assert row(match, "A-D") == [1, 1, 0]


def test_4_2_an_empty_alley_is_begun_at_either_end() -> None:
    match = position(tile="4", stalls={"A-B": "y----", "A-D": "--y"})
    assert can(match, "build") == ["build A-B@A", "build A-D@D", "build B-D@B", "build B-D@D"]


@pytest.mark.parametrize(("end", "other", "first"), [("A", "B", 0), ("B", "A", 4)])
def test_4_2_then_it_fills_from_that_end_without_gaps(end: str, other: str, first: int) -> None:
    match = position(tile="4")
    spaces = range(5) if first == 0 else range(4, -1, -1)
    for filled, space in enumerate(spaces):
        if filled == 4:
            play(match, "end", "tile 4")  # another player continues where the first stopped
        match.play(f"build A-B@{end}")
        assert row(match, "A-B")[space] == (0 if filled < 4 else 1)
        assert sum(owner is not None for owner in row(match, "A-B")) == filled + 1
        assert look(match)["alleys"]["A-B"]["begun"] == end
        if filled < 3:
            refused(match, f"build A-B@{other}", "4.2", f"A-B was started at {end}", "beside the last one")
    refused(match, f"build A-B@{end}", "4.1", "no free space")


def test_4_2_other_players_too_build_beside_the_last_stall() -> None:
    match = position(seat=3, tile="2", stalls={"A-B": "--gyr"})
    refused(match, "build A-B@A", "4.2", "A-B was started at B")
    match.play("build A-B@B")
    assert row(match, "A-B") == [None, 3, 2, 1, 0]


def test_4_2_the_same_alley_from_either_of_its_districts() -> None:
    match = position(seat=1, tile="2", bobby="D2", stalls={"B-D": "---r"})
    assert "build B-D@D" in match.legal_moves
    refused(match, "build B-D@B", "4.2", "B-D was started at D")


def test_4_2_an_alley_of_two_spaces() -> None:
    match = play(position(tile="2", board=strip(4)), "build A-B@B", "build A-B@B")
    assert row(match, "A-B") == [0, 0]


def test_4_3_costs_one_action() -> None:
    match = position(tile="4")
    for left in (3, 2, 1, 0):
        match.play("build A-B@A")
        assert look(match)["actions_left"] == left
    refused(match, "build A-B@A", "3.2", "no action is left")


def test_4_3_and_no_points() -> None:
    match = play(position(tile="4", stalls={"A-B": "y----"}), "build A-B@A")
    assert match.scores == [10] * 4
