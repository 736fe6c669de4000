"""Chapter 9: the end."""

from __future__ import annotations

from typing import Any

import pytest

from piazzetta.games.portobello.positions.arrange import SEATS
from piazzetta.kernel import OVER
from piazzetta.match.match import Match
from tests.portobello.table import (
    FIFTEEN_RED,
    TEN,
    bring,
    can,
    gains,
    idle_turn,
    last_events,
    look,
    new,
    play,
    position,
    refused,
    strip,
)

ALL = {**TEN, "K": "lord"}


def before_the_last_stall(seat: int, ending: str = "round", **how: Any) -> Match:
    """All of a seat's stalls but one are built; the last can go to C-G."""
    stalls = {alley: row.replace("r", SEATS[seat]) for alley, row in FIFTEEN_RED.items()}
    rules = {"actions": "may", "ending": ending}
    match = position(seat=seat, tile="2", bobby="D5", stalls=stalls, rules=rules, **how)
    assert look(match)["stalls_left"][seat] == 1
    return match


@pytest.mark.parametrize(("starter", "seat"), [(starter, seat) for starter in range(4) for seat in range(4)])
def test_9_1_the_round_is_played_to_its_end(starter: int, seat: int) -> None:
    match = before_the_last_stall(seat, starter=starter)
    assert not look(match)["last_round"]
    match.play("build C-G@C")
    assert look(match)["last_round"]
    match.play("end")
    to_come = (starter - seat - 1) % 4  # the seats between this one and the start player
    for _ in range(to_come):
        assert not match.over
        idle_turn(match)
    assert match.over
    assert match.mover == OVER


@pytest.mark.parametrize("seat", range(4))
def test_9_1_option_the_game_ends_with_that_turn(seat: int) -> None:
    match = before_the_last_stall(seat, ending="turn")
    match.play("build C-G@C")
    assert last_events(match)[-1].params == {"seat": seat, "ends": "turn"}
    assert not match.over, "the turn goes on"
    match.play("end")
    assert match.over
    assert last_events(match)[-1].params["clause"] == "9.1"


@pytest.mark.parametrize("starter", [0, 1, 2])
def test_9_1_everyone_has_had_the_same_number_of_turns(starter: int) -> None:
    board = strip(16, {alley.key: (1, 1, 1) for alley in strip(16).alleys})  # room for everybody's stalls
    match = play(new(3, board=board, starter=starter, rules={"actions": "may"}), "bobby D1")
    turns = [0, 0, 0]
    while not match.over:
        turns[match.mover] += 1
        match.play(can(match, "tile")[match.mover % len(can(match, "tile"))])
        while look(match)["actions_left"] and look(match)["stalls_left"][match.mover]:
            onward = f"bobby D{int(look(match)['bobby'][1:]) + 1}"
            match.play((can(match, "build") or [onward])[0])
        match.play("end")
    assert 0 in look(match)["stalls_left"]
    assert len(set(turns)) == 1


def test_9_1_the_turn_goes_on_after_the_last_stall() -> None:
    match = play(before_the_last_stall(0), "build C-G@C")
    assert match.mover == 0
    refused(match, "build C-G@C", "1.1", "all your stalls are built")
    bring(match, "servant", "A")
    match.play("end")


def test_9_1_a_second_last_stall_changes_nothing() -> None:
    stalls = {**FIFTEEN_RED, "D-I": "yyy", "E-I": "yyyyy", "D-E": "yyy", "I-J": "yyyy"}
    match = position(tile="2", bobby="D5", stalls=stalls, rules={"actions": "may"})
    play(match, "build C-G@C", "end", "tile 2", "build C-G@C", "end")
    assert not match.over
    idle_turn(match)
    idle_turn(match)
    assert match.over


@pytest.mark.parametrize("move", ["tile 3", "mark D1 x2", "draw", "place A", "build A-B@A", "bobby D2", "lord", "end"])
def test_9_1_then_the_game_is_over(move: str) -> None:
    match = play(before_the_last_stall(3), "build C-G@C", "end")
    assert list(match.legal_moves) == []
    refused(match, move, "9.1", "the game is over")
    refused(match, "servant", "9.1", "the game is over")


def idle_rounds(match: Match, rounds: int) -> None:
    for _ in range(rounds * match.setting.players):
        assert not match.over
        idle_turn(match)


@pytest.mark.parametrize(("players", "starter"), [(p, s) for p in (2, 3, 4) for s in range(p)])
def test_9_2_three_idle_rounds_end_the_game(players: int, starter: int) -> None:
    match = play(new(players, starter=starter, edition="es"), "bobby D1")
    idle_rounds(match, 3)
    assert match.over
    assert match.scores == [10] * players
    assert match.winners == list(range(players))
    assert last_events(match)[-1].params["clause"] == "9.2"


def test_9_2_two_are_not_enough() -> None:
    match = play(new(3, edition="es"), "bobby D1")
    idle_rounds(match, 2)
    assert look(match)["idle_rounds"] == 2
    play(match, "tile 4")
    assert not match.over


@pytest.mark.parametrize("what", ["build", "client", "lord", "mark"])
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_9_2_a_stall_a_client_or_a_mark_in_the_third_starts_the_count_anew(what: str, seat: int) -> None:
    clients = TEN if what == "lord" else {}
    match = position(3, clients=clients, rules={"actions": "may", "lord": "action"}, idle_rounds=2)
    for turn in range(3):
        if turn != seat:
            idle_turn(match)
        elif what == "mark":
            match.play("mark D7 x4")
        else:
            match.play("tile 2")
            if what == "client":
                bring(match, "burgher", "A")
            else:
                match.play("lord" if what == "lord" else "build A-B@A")
            match.play("end")
    assert not match.over
    assert look(match)["idle_rounds"] == 0
    idle_rounds(match, 3)
    assert match.over


def test_9_2_walking_about_does_not_count() -> None:
    match = position(2, edition="es", idle_rounds=2)
    play(match, "tile 2", "bobby D2", "end", "tile 2", "bobby D3", "end")
    assert match.over


def test_9_2_whole_rounds_not_turns() -> None:
    match = play(position(3, edition="es"), "mark D1 x2")  # the starter marks, then all others stay idle
    for _ in range(2 + 3 * 3 - 1):
        idle_turn(match)
        assert not match.over
    idle_turn(match)
    assert match.over


def test_9_2_by_must_it_comes_when_nothing_is_possible() -> None:
    full = {"C-F": "rrr", "C-G": "rr", "F-G": "rr"}
    match = position(2, clients=ALL, stalls=full, bobby="D5")
    idle_rounds(match, 3)
    assert match.over


def test_9_2_the_lord_scores_then_too() -> None:
    match = position(2, seat=1, tile="2", edition="es", clients=ALL, stalls={"J-K": "rrr--"}, idle_rounds=2)
    assert gains(match, "end") == [24, 0]


def lord_in_the_middle() -> Match:
    """The lord on C, blue without stalls, one turn from the end. A-C is full, B-C empty, C-D and C-E have stalls."""
    board = strip(11, {"C-D": (3, 1, 2, 1), "C-E": (3, 1, 1, 2)})
    clients = dict(zip("ABCDEFGHIJK", ["servant"] * 2 + ["lord", "servant", "burgher"] + ["servant"] * 2
                       + ["burgher"] * 4, strict=True))  # fmt: skip
    blue = dict.fromkeys(["F-G", "F-H", "G-H", "G-I", "H-I", "H-J", "I-J", "I-K"], "bb")
    stalls = {"A-C": "rg", "C-D": "ryy-", "C-E": "ggy-", "A-B": "r-", **blue}
    return position(seat=3, tile="2", board=board, clients=clients, stalls=stalls, edition="es")


def test_9_3_only_alleys_of_the_lords_square_and_full_ones_not_again() -> None:
    match = lord_in_the_middle()
    match.play("end")
    assert [event.params["alley"] for event in last_events(match) if event.key == "lord_scored"] == ["C-D", "C-E"]


def test_9_3_not_before_the_end() -> None:
    match = position(2, edition="es", clients=ALL, stalls={"J-K": "rrr--"})
    idle_rounds(match, 2)
    assert match.scores == [10, 10]
    idle_rounds(match, 1)
    assert match.scores == [34, 10]


@pytest.mark.parametrize(("lord_alleys", "alone"), [("all", 2), ("two customers", 0)])
def test_9_3_no_client_at_the_other_end(lord_alleys: str, alone: int) -> None:
    """On a larger map a square beside the lord may stay empty; FM: only if a client stands at the other end."""
    clients = {**TEN, "L": "lord"}
    rules = {"lord_alleys": lord_alleys, "actions": "may"}
    match = position(2, seat=1, tile="2", rules=rules, clients=clients, board=strip(12), idle_rounds=2,
                     stalls={"K-L": "r-", "J-L": "r-"})  # fmt: skip
    assert gains(match, "end") == [1 * 4 + 1 * alone, 0]


def test_9_3_a_full_alley_that_was_never_scored_is_not_scored_by_the_lord() -> None:
    clients = {**TEN, "L": "lord"}
    match = position(2, seat=1, tile="2", edition="es", clients=clients, board=strip(12), idle_rounds=2,
                     stalls={"K-L": "rr"})  # fmt: skip
    assert gains(match, "end") == [0, 0]


@pytest.mark.parametrize(
    ("score", "winners"),
    [([1, 2, 3, 4], [3]), ([9, 2, 3, 4], [0]), ([5, 5, 1, 0], [0, 1]), ([0, 7, 0, 7], [1, 3]), ([3] * 4, [0, 1, 2, 3])],
)
def test_9_4_most_points_win_and_several_win_together(score: list[int], winners: list[int]) -> None:
    match = position(seat=3, tile="2", edition="es", score=score, idle_rounds=2)
    assert match.winners == [], "nobody has won before the end"
    match.play("end")
    assert match.winners == winners
    assert match.scores == score
    assert last_events(match)[-1].params["winners"] == winners


def test_9_4_the_lord_scoring_decides_too() -> None:
    match = position(2, seat=1, tile="2", edition="es", clients=ALL, stalls={"J-K": "r----"}, idle_rounds=2,
                     score=[10, 13])  # fmt: skip
    match.play("end")
    assert match.scores == [14, 13]
    assert match.winners == [0]
