"""Chapter 5: placing a client."""

from __future__ import annotations

import pytest

from piazzetta.games.portobello.board import Board
from piazzetta.kernel import CHANCE
from tests.portobello.table import TEN, bring, can, gains, look, outcomes, play, position, refused

NINE = {square: client for square, client in TEN.items() if square != "J"}


def test_5_1_drawn_unseen() -> None:
    match = position(tile="3", clients={"A": "servant", "B": "servant", "C": "burgher"})
    match.play("draw")
    assert match.mover == CHANCE
    assert list(match.legal_moves) == []
    assert outcomes(match) == {"servant": 3, "burgher": 4}, "as likely as there are clients of the kind in the bag"


def test_5_1_put_on_any_square_that_has_no_client() -> None:
    match = play(position(tile="3", clients={"A": "servant", "F": "burgher"}), "draw", "servant")
    assert can(match, "place") == [f"place {square}" for square in "BCDEGHIJK"]
    assert len(match.legal_moves) == 9
    refused(match, "place A", "5.1", "already a servant on A")
    refused(match, "place F", "5.1", "already a burgher on F")
    match.play("place K")
    assert look(match)["squares"]["K"] == "servant"


@pytest.mark.parametrize("district", ["D1", "D5", "D12"])
def test_5_1_wherever_the_bobby_is(district: str) -> None:
    match = play(position(tile="3", bobby=district), "draw", "burgher")
    assert len(can(match, "place")) == len(Board.default().squares)


def test_5_1_nothing_is_placed_that_was_not_drawn() -> None:
    refused(position(), "place A", "5.1", "there is no customer in hand")
    refused(position(tile="3"), "place A", "5.1", "there is no customer in hand; draw one first")


def test_5_1_chance_brings_nothing_unasked() -> None:
    for match in (position(), position(tile="3"), position(tile="3", hand="servant")):
        for client in ("servant", "burgher", "the lord", "nobody"):
            refused(match, client, "5.1", "no customer is being drawn now")


def test_5_1_nobody_is_in_the_bag() -> None:
    match = play(position(tile="3"), "draw")
    refused(match, "nobody", "1.3", "no square is left to stay empty")


@pytest.mark.parametrize("move", ["draw", "end", "lord", "place A", "build A-B@A", "bobby D2", "tile 2", "mark D1 x2"])
def test_5_1_while_chance_draws_nobody_moves(move: str) -> None:
    match = play(position(tile="3"), "draw")
    refused(match, move, "5.1", "a customer has to be drawn first")


@pytest.mark.parametrize("move", ["draw", "build A-B@A", "lord", "bobby D2", "end", "tile 2", "mark D1 x2"])
def test_5_2_placed_before_anything_else_a_bobby_move_too(move: str) -> None:
    match = position(tile="3", left=2, hand="burgher", edition="es")
    refused(match, move, "5.2", "place the burgher you drew first")


def test_5_2_one_at_a_time() -> None:
    match = play(position(tile="3"), "draw", "servant")
    refused(match, "draw", "5.2", "place the servant you drew first")
    play(match, "place A", "draw")


def test_5_3_costs_one_action() -> None:
    match = position(tile="2")
    bring(match, "servant", "A")
    assert look(match)["actions_left"] == 1
    bring(match, "burgher", "B")
    assert look(match)["actions_left"] == 0
    refused(match, "draw", "3.2", "no action is left")


def test_5_4_the_lord_comes_by_himself_after_the_tenth_client() -> None:
    match = position(tile="3", clients=NINE)
    assert look(match)["squares"]["K"] is None
    bring(match, "burgher", "J")
    assert look(match)["squares"]["K"] == "lord"
    assert match.mover == 0
    assert look(match)["in_hand"] is None


def test_5_4_to_whichever_square_is_left() -> None:
    match = position(tile="3", clients=NINE)
    bring(match, "burgher", "K")
    assert look(match)["squares"]["J"] == "lord"


def test_5_4_at_no_cost() -> None:
    match = position(tile="3", clients=NINE)
    bring(match, "burgher", "J")
    assert look(match)["actions_left"] == 2
    match = position(tile="3", left=1, clients=NINE)  # even with the last action
    bring(match, "burgher", "J")
    assert look(match)["squares"]["K"] == "lord"
    assert look(match)["actions_left"] == 0


def test_5_4_not_before_the_tenth() -> None:
    match = position(tile="3", clients={square: client for square, client in NINE.items() if square != "I"})
    bring(match, "burgher", "I")
    assert "lord" not in look(match)["squares"].values()


def test_5_4_who_comes_by_himself_is_not_sent() -> None:
    refused(position(tile="3"), "lord", "5.4", "the lord comes by himself")
    refused(position(tile="3", clients={**TEN, "K": "lord"}), "lord", "5.4", "the lord is on the board already")


def test_5_4_coming_by_himself_he_completes_alleys() -> None:
    match = position(tile="3", clients=NINE, stalls={"J-K": "rrrry", "G-K": "ggg"})
    # J burgher, K lord: (1 + 3 + 2 + 1) × 4 and 1 × 4; G burgher: (1 + 1 + 3) × 4
    assert gains(match, "draw", "burgher", "place J") == [28, 4, 20, 0]


def test_5_4_as_an_action_he_waits_to_be_sent() -> None:
    match = position(tile="3", clients=NINE, edition="it")
    bring(match, "burgher", "J")
    assert look(match)["squares"]["K"] is None
    assert "lord" in match.legal_moves
    match.play("lord")
    assert look(match)["squares"]["K"] == "lord"
    assert look(match)["actions_left"] == 1


def test_5_4_any_player_may_send_him() -> None:
    match = position(tile="3", left=1, clients=NINE, edition="fr")
    bring(match, "burgher", "J")
    play(match, "end", "tile 2", "lord")
    assert look(match)["squares"]["K"] == "lord"
    assert look(match)["actions_left"] == 1
    play(match, "build A-B@A", "end", "tile 2")
    refused(match, "lord", "5.4", "the lord is on the board already")


def test_5_4_sent_he_completes_alleys() -> None:
    match = position(tile="3", clients=TEN, stalls={"J-K": "rrrry", "G-K": "ggg"}, edition="fr-memo")
    assert gains(match, "lord") == [28, 4, 20, 0]


@pytest.mark.parametrize("clients", [{}, NINE])
def test_5_4_not_to_be_sent_before_the_tenth(clients: dict[str, str]) -> None:
    match = position(tile="3", clients=clients, edition="it")
    refused(match, "lord", "5.4", f"when ten customers are on the board; now there are {len(clients)}")


def test_5_4_nor_while_the_tenth_is_still_in_hand() -> None:
    match = play(position(tile="3", clients=NINE, edition="it"), "draw", "burgher")
    refused(match, "lord", "5.2", "place the burgher you drew first")


def test_5_4_then_the_bag_is_empty() -> None:
    for edition in ("de", "it"):
        clients = {**TEN, "K": "lord"} if edition == "de" else TEN
        refused(position(tile="3", clients=clients, edition=edition), "draw", "2.4", "have been taken")


def test_5_5_without_the_lord_no_lord_scoring() -> None:
    match = position(2, tile="2", seat=1, bobby="D12", clients=TEN, stalls={"J-K": "rrr--", "F-K": "r--"},
                     rules={"actions": "may", "lord": "action"}, idle_rounds=2)  # fmt: skip
    assert gains(match, "end") == [0, 0]
    assert match.over
    with_him = position(2, tile="2", seat=1, bobby="D12", clients={**TEN, "K": "lord"},
                        stalls={"J-K": "rrr--", "F-K": "r--"},
                        rules={"actions": "may", "lord": "action"}, idle_rounds=2)  # fmt: skip
    assert gains(with_him, "end") == [24 + 8, 0]
