"""Chapters 1 and 2: components and setup."""

from __future__ import annotations

from collections import Counter

import pytest

from piazzetta.errors import BadInput, IllegalMove
from piazzetta.games.portobello.board import Board
from piazzetta.kernel import CHANCE
from tests.portobello.table import bring, can, idle_turn, look, new, outcomes, play, position, refused, strip, tiles


@pytest.mark.parametrize(("players", "stalls"), [(2, 30), (3, 20), (4, 16)])
def test_1_1_stalls_by_number_of_players(players: int, stalls: int) -> None:
    assert look(new(players))["stalls_left"] == [stalls] * players


@pytest.mark.parametrize("players", [-1, 0, 1, 5])
def test_1_1_two_to_four_players(players: int) -> None:
    with pytest.raises(BadInput, match=r"2 to 4 players.*clause 1\.1"):
        new(players)


@pytest.mark.parametrize(("players", "stalls"), [(2, 30), (3, 20), (4, 16)])
def test_1_1_every_stall_can_be_built_and_no_more(players: int, stalls: int) -> None:
    match = play(new(players, board=strip(16), rules={"actions": "may"}), "bobby D1")
    built = 0
    while not match.over and look(match)["stalls_left"][0] > 0:
        match.play(next(move for move in match.legal_moves if move.startswith("tile")))
        while match.mover == 0 and look(match)["actions_left"] and look(match)["stalls_left"][0]:
            if can(match, "build"):
                match.play(can(match, "build")[0])
                built += 1
            else:  # along the strip, from one district to the next
                here = int(look(match)["bobby"][1:])
                match.play(f"bobby D{here + 1}")
        if look(match)["stalls_left"][0]:
            match.play("end")
            for _ in range(players - 1):
                idle_turn(match)
    assert built == stalls
    assert can(match, "build") == []


def test_1_1_without_stalls_nothing_is_built() -> None:
    match = position(2, tile="3", stalls={"A-H": "rrrrrr", "B-C": "rrrrrr", "C-E": "rrrrr", "E-I": "rrrrr",
                                          "J-K": "rrrrr", "H-I": "rr", "F-G": "r-"}, bobby="D5")  # fmt: skip
    assert look(match)["stalls_left"] == [0, 30]
    refused(match, "build C-G@C", "1.1", "all your stalls are built")
    assert can(match, "build") == []


@pytest.mark.parametrize("players", [2, 3, 4])
def test_1_2_three_own_tiles_and_a_stack_of_eight(players: int) -> None:
    match = new(players)
    assert [tiles(match, seat) for seat in range(players)] == [("2 3 4", "")] * players
    assert look(match)["neutral_stack"] == [3, 3, 2, 2, 1, 1, 1, 1]


def test_1_2_the_stack_goes_from_top_to_bottom() -> None:
    match = play(new(4), "bobby D1")
    taken = []
    for number in range(8):
        before = look(match)["neutral_stack"]
        match.play(f"mark D{number + 1} x{2 if number < 4 else 4}")
        seat = number % 4
        taken.append(tiles(match, seat)[0].split()[-1 if number < 4 else 1])
        assert look(match)["neutral_stack"] == before[1:]
    assert [sorted(" ".join(tiles(match, seat)).split()) for seat in range(4)] == [
        ["3", "n1", "n3"],
        ["3", "n1", "n3"],
        ["3", "n1", "n2"],
        ["3", "n1", "n2"],
    ]
    assert look(match)["neutral_stack"] == []
    assert taken == ["n3", "n3", "n2", "n2", "n1", "n1", "n1", "n1"]


def test_1_3_five_servants_and_five_burghers() -> None:
    match = position(2, tile="4")
    match.play("draw")
    assert match.mover == CHANCE
    assert outcomes(match) == {"servant": 5, "burgher": 5}
    play(match, "servant", "place A", "draw")
    assert outcomes(match) == {"servant": 4, "burgher": 5}


def test_1_3_a_sixth_servant_is_not_in_the_bag() -> None:
    match = position(2, tile="4", clients=dict.fromkeys("ABCDE", "servant"))
    match.play("draw")
    assert outcomes(match) == {"burgher": 5}
    refused(match, "servant", "1.3", "no servant is left")
    match.play("burgher")


def test_1_3_ten_are_drawn_and_no_more() -> None:
    clients = {**dict.fromkeys("ABCDE", "servant"), **dict.fromkeys("FGHI", "burgher")}
    match = position(2, tile="3", board=strip(16), rules={"lord": "action"}, clients=clients)
    bring(match, "burgher", "J")  # enough squares are free
    refused(match, "draw", "2.4", "all ten servants and burghers have been taken")


def test_1_4_the_map_of_the_package() -> None:
    board = Board.default()
    assert len(board.squares) == 11
    assert all(2 <= len(alley.values) <= 6 and set(alley.values) <= {1, 2, 3} for alley in board.alleys)
    borders = Counter(alley for district in board.districts for alley in district.alleys)
    assert all(len(set(district.alleys)) == 3 for district in board.districts)
    assert set(borders) == set(range(len(board.alleys)))
    assert all(borders[alley] == (1 if alley in board.rim_alleys else 2) for alley in borders)


def test_1_5_points_are_not_capped_at_129() -> None:
    match = position(2, score=[128, 0], stalls={"A-B": "rr---"})
    match.play("mark D1 x4")
    assert match.scores == [136, 0]


def test_1_5_nor_anywhere_a_game_can_get() -> None:
    match = position(2, score=[1999, 258], stalls={"A-B": "rr---"})
    match.play("mark D1 x4")
    assert match.scores == [2007, 258]


def test_2_1_score_markers_start_on_10() -> None:
    assert new(4).scores == [10, 10, 10, 10]


@pytest.mark.parametrize("start_score", [0, 3, 999])
def test_2_1_or_wherever_the_table_wants_them(start_score: int) -> None:
    assert new(3, rules={"start_score": start_score}).scores == [start_score] * 3


@pytest.mark.parametrize("start_score", [-1, 1000, "ten", True, 1.5])
def test_2_1_but_not_just_anywhere(start_score: object) -> None:
    with pytest.raises(BadInput, match=r"start_score.*clause 2\.1"):
        new(3, rules={"start_score": start_score})


@pytest.mark.parametrize(("players", "starter"), [(p, s) for p in (2, 3, 4) for s in range(p)])
def test_2_2_any_player_starts_and_turns_go_clockwise(players: int, starter: int) -> None:
    match = play(new(players, starter=starter, rules={"actions": "may"}), "bobby D5")
    order = []
    for _ in range(2 * players):
        order.append(match.mover)
        idle_turn(match)
    assert order == [(starter + k) % players for k in range(players)] * 2


@pytest.mark.parametrize("starter", [-1, 3])
def test_2_2_the_starter_sits_at_the_table(starter: int) -> None:
    with pytest.raises(BadInput, match="starter must be a seat from 0 to 2"):
        new(3, starter=starter)


def test_2_2_nobody_plays_out_of_turn() -> None:
    match = play(new(3), "bobby D5")
    with pytest.raises(IllegalMove, match="It is Red’s turn") as caught:
        match.play("tile 3", seat=1)
    assert caught.value.clause == "2.2"
    match.play("tile 3", seat=0)


@pytest.mark.parametrize(("players", "starter"), [(p, s) for p in (2, 3, 4) for s in range(p)])
@pytest.mark.parametrize("by", ["right", "left"])
def test_2_3_who_sets_the_bobby(players: int, starter: int, by: str) -> None:
    match = new(players, starter=starter, rules={"bobby_set_by": by})
    last_in_turn_order = (starter + players - 1) % players
    second_in_turn_order = (starter + 1) % players
    assert match.mover == (last_in_turn_order if by == "right" else second_in_turn_order)
    match.play("bobby D3", seat=match.mover)
    assert match.mover == starter
    assert look(match)["turn"] == 1


def test_2_3_in_any_district_at_no_cost() -> None:
    for district in Board.default().districts:
        match = new(4)
        assert len(match.legal_moves) == 12
        match.play(f"bobby {district.key}")
        assert look(match)["bobby"] == district.key
        assert match.scores == [10] * 4


@pytest.mark.parametrize("move", ["tile 3", "mark D1 x2", "draw", "build A-B@A", "place A", "lord", "end"])
def test_2_3_before_anything_else(move: str) -> None:
    refused(new(4), move, "2.3", "place the Bobby in a district first")


def test_2_4_the_bag_holds_the_ten_and_the_lord_waits() -> None:
    match = new(4)
    assert look(match)["bag"] == {"servant": 5, "burgher": 5, "lord": 0}
    assert set(look(match)["squares"].values()) == {None}
    match = position(tile="2")
    match.play("draw")
    refused(match, "the lord", "1.3", "the lord cannot be drawn any more")


@pytest.mark.parametrize("starter", [0, 1, 2])
def test_2_5_a_fair_start_gives_points_in_turn_order(starter: int) -> None:
    match = new(3, starter=starter, rules={"handicap": "fair"}, head_start=[0, 4, 9])
    given = [[0, 4, 9][(seat - starter) % 3] for seat in range(3)]
    assert look(match)["head_start"] == given
    assert match.scores == [10 + points for points in given]


@pytest.mark.parametrize("edition", ["de", "it", "fr", "es", "fr-memo"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_2_5_every_edition_has_its_points(edition: str, players: int) -> None:
    setting = new(players, edition=edition, rules={"handicap": "fair"}).setting
    assert len(setting.head_start) == players
    assert new(players, edition=edition).setting.head_start == ()
    starts = setting.game.fair_start(edition, players, setting.rules)
    for _, points in starts:
        assert len(points) == players
        assert min(points) == 0 <= max(points) < 60
    weights = [weight for weight, _ in starts]
    assert weights[0] == max(weights)
    assert min(weights) > 0


def test_2_5_points_go_with_the_switch_and_to_everybody() -> None:
    with pytest.raises(BadInput, match="goes with the rule handicap fair"):
        new(2, head_start=[0, 3])
    with pytest.raises(BadInput, match="each of the 2 players, not to 3"):
        new(2, rules={"handicap": "fair"}, head_start=[0, 3, 4])
    with pytest.raises(BadInput, match="points from 0 to 99"):
        new(2, rules={"handicap": "fair"}, head_start=[0, -3])
