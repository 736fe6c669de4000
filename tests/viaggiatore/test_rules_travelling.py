"""Clause 4, at least one test for each part: travelling."""

from __future__ import annotations

import pytest

from piazzetta.kernel import CHANCE
from tests.viaggiatore.table import DECK, Table


def test_4_1_a_ticket_needs_a_carrier_that_shows_its_vehicle():
    table = Table(2).arrange([[0, 6, 12, 18], [1]], {0: [(24, 25, "ship"), (26, 2, "bus")]}).play("close")
    assert table.legal() == ["travel 12", "travel 18", "stay"]
    assert table.refusal("travel 0") == (
        "travel 0 is not allowed. This card is a train ticket, and your carriers show only: ship and bus (clause 4.1).",
        "4.1",
    )
    table.play("travel 12")
    assert table.pile() == [12]
    assert table.hand(0) == [0, 6, 18]


def test_4_1_once_per_turn():
    table = Table(2).arrange([[12, 13, 14, 0, 1], [2]], {0: [(24, 25, "ship")]}).play("close", "travel 12")
    assert table.mover == CHANCE


def test_4_1_staying_is_always_possible():
    table = Table(2).arrange([[12], [2]], {0: [(24, 25, "ship")]}).play("close", "stay")
    assert table.said() == ["stayed"]
    assert table.hand(0) == [12]
    assert table.mover == CHANCE


@pytest.mark.parametrize(
    ("hands", "lots", "steps", "asked"),
    [
        ([[12], [2]], {0: [(24, 25, "ship")]}, [0, 0], True),
        ([[0], [2]], {0: [(24, 25, "ship")]}, [0, 0], True),  # asked even without the right ticket
        ([[], [2]], {0: [(24, 25, "ship")]}, [0, 0], False),  # no game card
        ([[12], [2]], {}, [0, 0], False),  # no carrier
        ([[], [2]], {0: [(24, 0, None)]}, [0, 0], False),  # face-down baggage has none
        ([[12], [2]], {0: [(24, 25, "ship")]}, [7, 0], False),  # in the city (4.3)
    ],
)
def test_4_1_who_is_asked_is_decided_by_public_facts(hands, lots, steps, asked):
    table = Table(2).arrange(hands, lots, steps).play("close")
    assert (table.view()["phase"] == "travelling") == asked
    assert asked == (table.mover == 0)


@pytest.mark.parametrize(
    ("baggage", "matching", "steps"),
    [(1, 1, 5), (2, 1, 4), (2, 2, 5), (3, 2, 4), (4, 1, 2), (5, 1, 1), (6, 1, 1), (7, 1, 1), (6, 3, 2)],
)
def test_4_2_steps(baggage, matching, steps):
    """X2 is among them: three baggage cards, two carriers with the ticket's vehicle: 5 − 3 + 2 = 4 steps."""
    ships = [n for n, card in enumerate(DECK.cards) if 2 in card.vehicles and n not in (12, 13)]
    others = [n for n, card in enumerate(DECK.cards) if 0 in card.vehicles and 2 not in card.vehicles and n != 12]
    lots = [(60 + n, ships[n], "ship") for n in range(matching)]
    lots += [(70 + n, others[n], "train") for n in range(baggage - matching)]
    table = Table(2).arrange([[12, 13], [5]], {0: lots}).play("close", "travel 12")
    assert table.event("travelled") == {
        "seat": 0,
        "card": 12,
        "vehicle": "ship",
        "steps": steps,
        "at": steps,
        "arrived": False,
    }


def test_x2_three_baggage_cards_two_carriers():
    table = Table(2).arrange([[12, 13], [5]], {0: [(60, 25, "ship"), (61, 27, "ship"), (62, 28, "bus")]})
    table.play("close", "travel 12")
    assert table.view()["seats"][0]["steps"] == 4


def test_4_2_face_down_baggage_counts_as_baggage():
    """This never matters: a player with face-down baggage holds no card, so no ticket either, until it is turned up."""
    table = Table(2).arrange([[12, 13], [14]], {0: [(60, 25, "ship")], 1: [(61, 27, "ship"), (62, 0, None)]})
    table.state.held[1], table.state.hand[1, 0] = 1, 14  # which cannot happen in a game
    table.play("close", "travel 12", "ride 14")
    assert table.event("rode")["steps"] == 3


def test_4_3_further_steps_are_lost():
    table = Table(2).arrange([[12, 13], [5]], {0: [(60, 25, "ship")]}, steps=[4, 0]).play("close", "travel 12")
    assert table.event("travelled")["steps"] == 3
    assert table.event("travelled")["arrived"]
    assert table.view()["phase"] == "shopping"


def test_4_3_who_is_in_the_city_does_not_travel():
    table = Table(2).arrange([[12, 13], [14]], {0: [(60, 25, "ship")], 1: [(61, 27, "ship")]}, steps=[7, 0])
    assert table.play("close").view()["phase"] == "shopping"
    table = Table(2).arrange([[12, 13], [14]], {0: [(60, 25, "ship")], 1: [(61, 27, "ship")]}, steps=[0, 7])
    assert table.play("close", "travel 12").mover == CHANCE  # nor do they ride along


def riding(players: int = 4, **rules: object) -> Table:
    """Seat 1 travels by ship; the latest carriers of 2 and 0 show a ship, that of 3 does not."""
    lots = {
        0: [(60, 26, "bus"), (61, 25, "ship")],
        1: [(62, 27, "ship")],
        2: [(63, 29, "ship")],
        3: [(64, 31, "ship"), (65, 28, "bus")],
    }
    return Table(players, 1, **rules).arrange([[14, 0], [12, 13], [15, 1], [16, 2]], lots).play("close", "travel 12")


def test_4_4_each_of_the_others_may_ride_in_seat_order():
    table = riding(bonus="each")
    assert (table.mover, table.legal()) == (2, ["ride 15", "wait"])
    assert table.refusal("ride 1") == (
        "ride 1 is not allowed. This card is a train ticket; the one played was a ship ticket (clause 4.4).",
        "4.4",
    )
    table.play("ride 15")
    assert table.event("rode") == {
        "seat": 2,
        "card": 15,
        "vehicle": "ship",
        "steps": 4,
        "at": 4,
        "arrived": False,
    }
    assert (table.mover, table.legal()) == (0, ["ride 14", "wait"])  # seat 3's latest carrier shows a bus
    table.play("ride 14")
    assert table.event("rode")["steps"] == 3
    assert table.pile() == [12, 15, 14]
    assert table.mover == CHANCE


def test_4_4_only_the_first_who_does():
    table = riding(bonus="first").play("ride 15")
    assert table.mover == CHANCE
    table = riding(bonus="first").play("wait")
    assert (table.mover, table.legal()) == (0, ["ride 14", "wait"])
    assert table.play("ride 14").mover == CHANCE


def test_4_4_waiting():
    table = riding().play("wait")
    assert table.said() == ["waited"]
    table.play("wait")
    assert table.mover == CHANCE
    assert table.pile() == [12]


def test_4_4_at_least_one_step():
    lots = {0: [(60, 25, "ship")], 1: [(61 + n, 26 + n, "bus") for n in (0, 2)]}
    lots[1] += [(70, 32, "bus"), (71, 34, "bus"), (72, 35, "bus"), (73, 27, "ship")]
    table = Table(2).arrange([[12, 0], [13, 1]], lots).play("close", "travel 12", "ride 13")
    assert table.event("rode")["steps"] == 1


def test_4_4_steps_beyond_the_city_are_lost_and_the_sale_waits_for_the_own_turn():
    lots = {0: [(60, 25, "ship")], 1: [(61, 27, "ship")]}
    table = Table(2).arrange([[12, 0], [13, 1]], lots, steps=[0, 5]).play("close", "travel 12", "ride 13")
    assert table.event("rode")["arrived"]
    assert table.view()["phase"] == "drawing"
    assert table.view()["seats"][1]["baggage"] == 1


def test_4_4_a_carrier_that_has_been_sold_no_longer_counts():
    lots = {0: [(60, 25, "ship")], 1: [(61, 27, "ship")]}
    table = Table(2).arrange([[12, 2, 3, 4, 5], [13, 1, 6, 7, 8]], lots, steps=[0, 7], active=1)
    table.play("close", "shop 90")
    assert table.view()["seats"][1]["latest"] is None
    table.play("close", "travel 12")
    assert table.mover == CHANCE  # seat 1 is not asked


@pytest.mark.parametrize(
    ("hand", "steps", "asked"), [([13], 0, True), ([0], 0, True), ([], 0, False), ([13], 7, False)]
)
def test_4_4_who_is_asked_is_decided_by_public_facts(hand, steps, asked):
    lots = {0: [(60, 25, "ship")], 1: [(61, 27, "ship")]}
    table = Table(2).arrange([[12, 2], hand], lots, steps=[0, steps]).play("close", "travel 12")
    assert (table.mover == 1) == asked
    if asked:
        assert table.legal() == [f"ride {card}" for card in hand if card == 13] + ["wait"]
