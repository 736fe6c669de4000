"""Chapter 8: scoring an alley."""

from __future__ import annotations

import pytest

from piazzetta.match.match import Match
from tests.portobello.table import TEN, bring, gains, last_events, look, play, position, refused, strip


def test_8_1_full_and_both_squares_taken_by_a_stall() -> None:
    match = position(tile="2", stalls={"A-D": "rr-"}, clients={"A": "servant", "D": "servant"})
    assert gains(match, "build A-D@A") == [5, 0, 0, 0]
    assert look(match)["alleys"]["A-D"]["scored"]


LATE = {"scoring": "end of turn"}


def test_8_1_scored_when_the_turn_ends() -> None:
    """The German sheet puts "Gassenwertung prüfen" after the actions."""
    match = position(tile="2", stalls={"A-D": "rr-"}, clients={"A": "servant", "D": "servant"}, rules=LATE)
    assert gains(match, "build A-D@A") == [0, 0, 0, 0]
    assert not look(match)["alleys"]["A-D"]["scored"]
    assert gains(match, "build A-B@A") == [0, 0, 0, 0]
    preview = match.preview("end")
    assert preview.points == (5, 0, 0, 0)
    assert [event.key for event in preview.events] == ["alley_scored", "turn_ended", "turn"]
    assert gains(match, "end") == [5, 0, 0, 0]
    assert look(match)["alleys"]["A-D"]["scored"]
    assert gains(match, "tile 2", "build B-D@B", "build B-D@B", "end") == [0, 0, 0, 0], "once"


def test_8_1_until_then_the_points_pay_no_toll() -> None:
    def at(scoring: str) -> Match:
        clients = {"A": "servant", "D": "servant"}
        rules = {"scoring": scoring}
        return play(
            position(tile="2", stalls={"A-D": "rr-"}, clients=clients, edition="it", rules=rules), "build A-D@A"
        )

    assert "bobby D2" in at("at once").legal_moves
    refused(at("end of turn"), "bobby D2", "6.3", "and you have 0 points")


def test_8_1_before_the_lord_scoring_of_the_last_turn() -> None:
    stalls = {"A-D": "rr-", "G-K": "r--"}
    match = position(tile="2", seat=3, stalls=stalls, clients={**TEN, "K": "lord"}, rules=LATE, left=1)
    match._trail.states[0]["last_round"] = 1
    play(match, "build A-D@A")
    before = list(match.scores)
    keys = [event.key for event in match.preview("end").events]
    assert keys == ["alley_scored", "turn_ended", "lord_scored", "game_over"]
    match.play("end")
    assert match.over
    assert match.scores != before


def test_8_1_by_a_client() -> None:
    match = position(tile="2", stalls={"A-D": "rry"}, clients={"A": "servant"})
    assert gains(match, "draw", "servant", "place D") == [4, 1, 0, 0]


def test_8_1_by_the_lord() -> None:
    match = position(tile="2", stalls={"G-K": "rry"}, clients=TEN, edition="it")
    assert gains(match, "lord") == [8, 12, 0, 0]


def test_8_1_not_while_a_space_is_free() -> None:
    match = position(tile="2", stalls={"A-D": "r--"}, clients={"A": "servant", "D": "servant"})
    assert gains(match, "build A-D@A") == [0, 0, 0, 0]
    assert not look(match)["alleys"]["A-D"]["scored"]


@pytest.mark.parametrize("clients", [{}, {"A": "burgher"}, {"D": "burgher"}, {"B": "burgher"}])
def test_8_1_not_while_a_square_is_free(clients: dict[str, str]) -> None:
    match = position(tile="2", stalls={"A-D": "rr-"}, clients=clients)
    assert gains(match, "build A-D@A") == [0, 0, 0, 0]
    assert not look(match)["alleys"]["A-D"]["scored"]


def test_8_1_once_a_game() -> None:
    match = position(tile="4", stalls={"A-D": "rrr", "A-B": "yyyyy"}, clients={"A": "servant", "D": "servant"})
    assert gains(match, "draw", "servant", "place B") == [0, 7, 0, 0]  # A-B, but not A-D again
    assert gains(match, "draw", "servant", "place C") == [0, 0, 0, 0]
    assert gains(match, "build B-D@B", "build B-D@B", "end") == [0, 0, 0, 0]


def test_8_1_one_client_completes_several_alleys_and_all_are_scored() -> None:
    match = position(
        tile="2",
        stalls={"A-B": "ryyyy", "A-D": "rgg", "A-H": "bbbbbb"},
        clients={"B": "servant", "D": "burgher", "H": "burgher"},
    )
    # a burgher on A: A-B × 2, A-D × 3, A-H × 3
    assert gains(match, "draw", "burgher", "place A") == [1 * 2 + 2 * 3, 6 * 2, 3 * 3, 9 * 3]
    assert [event.params["alley"] for event in last_events(match) if event.key == "alley_scored"] == [
        "A-B", "A-D", "A-H",
    ]  # fmt: skip


def test_8_1_tenth_client_and_lord_complete_the_alley_between_them() -> None:
    nine = {square: client for square, client in TEN.items() if square != "J"}
    match = position(tile="2", stalls={"J-K": "rrrrr"}, clients=nine)
    assert gains(match, "draw", "burgher", "place J") == [8 * 4, 0, 0, 0]


def test_8_1_in_another_players_turn_too() -> None:
    match = position(seat=2, tile="2", stalls={"A-D": "ry-"}, clients={"A": "servant", "D": "burgher"})
    assert gains(match, "build A-D@A") == [4, 4, 2, 0]


@pytest.mark.parametrize(
    ("pair", "factor"),
    [
        (("servant", "servant"), 1),
        (("servant", "burgher"), 2),
        (("burgher", "servant"), 2),
        (("burgher", "burgher"), 3),
        (("lord", "servant"), 3),
        (("servant", "lord"), 3),
        (("lord", "burgher"), 4),
        (("burgher", "lord"), 4),
    ],
)
def test_8_2_the_factor_of_the_two_clients(pair: tuple[str, str], factor: int) -> None:
    clients = dict(zip("AD", pair, strict=True))
    if "lord" in pair:  # then the other nine are on the board as well (5.4)
        others = ["servant"] * 5 + ["burgher"] * 5
        others.remove(pair[0] if pair[1] == "lord" else pair[1])
        clients |= dict(zip("BCEFGHIJK", others, strict=True))
    match = position(tile="2", stalls={"A-D": "rr-"}, clients=clients)
    assert gains(match, "build A-D@A") == [5 * factor, 0, 0, 0]


def test_8_2_every_player_with_stalls_there_scores_majority_or_not() -> None:
    match = position(tile="2", stalls={"B-C": "rygbb-"}, clients={"B": "burgher", "C": "burgher"}, bobby="D3")
    assert gains(match, "build B-C@B") == [(1 + 2) * 3, 9, 9, (2 + 1) * 3]


def test_8_2_the_own_spaces_count_from_whichever_end() -> None:
    values = {"A-B": (3, 1, 1, 2)}
    clients = {"A": "servant", "B": "servant"}
    from_first = position(2, tile="2", board=strip(5, values), stalls={"A-B": "ryy-"}, clients=clients)
    from_second = position(2, tile="2", board=strip(5, values), stalls={"A-B": "-yyr"}, clients=clients)
    assert gains(from_first, "build A-B@A") == [3 + 2, 1 + 1]
    assert gains(from_second, "build A-B@B") == [2 + 3, 1 + 1]


def test_8_3_an_alley_that_is_not_full_is_not_scored_by_clients() -> None:
    match = position(tile="4", stalls={"A-D": "rr-", "A-B": "yyyy-", "A-H": "-bbbbb"})
    for square in "ABDH":
        bring(match, "burgher", square)
    assert match.scores == [10] * 4


def test_8_3_nor_at_the_end_without_the_lord_at_it() -> None:
    clients = {**TEN, "K": "lord"}
    match = position(2, seat=1, tile="2", stalls={"A-D": "rr-", "B-C": "yyyyy-"}, clients=clients, idle_rounds=2,
                     rules={"actions": "may"})  # fmt: skip
    play(match, "end")
    assert match.over
    assert match.scores == [10, 10]
