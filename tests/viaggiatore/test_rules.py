"""Clauses 1 to 3, at least one test for each: components, setup, auctions."""

from __future__ import annotations

import numpy as np
import pytest

import piazzetta
from piazzetta.errors import BadInput
from piazzetta.games.viaggiatore.game import VIAGGIATORE
from piazzetta.kernel import CHANCE
from piazzetta.match.setting import Setting
from tests.viaggiatore.table import Table, check, find

# Cards 0 to 23 bid 1, 24 to 47 bid 2, 48 to 71 bid 3, 72 to 95 bid 4.


# --- 1 Components ---


@pytest.mark.parametrize("players", range(2, 7))
def test_1_1_two_to_six_can_play(players):
    assert players in VIAGGIATORE.seats
    table = Table(players).deal([[10 * seat + k for k in range(5)] for seat in range(players)])
    table.play("auction", *["bluff"] * players)
    check(table)


def test_1_1_nobody_else():
    assert [players for players in range(10) if players in VIAGGIATORE.seats] == [2, 3, 4, 5, 6]


def test_1_2_a_card_used_for_one_thing_loses_the_others():
    table = Table(2).arrange([[24, 25, 0], [1]]).play("auction", "bid 24", "bid 1", "carry 0 train", "close")
    assert "travel 24" not in table.legal()  # a baggage card is no longer a ticket
    assert table.refusal("travel 24")[1] == "4.1"
    assert "travel 0" not in table.legal()  # nor is a carrier
    assert "travel 25" in table.legal()


def test_1_3_the_bluff_card_is_never_lost():
    table = Table(2).arrange([[0], [1]])
    for _ in range(5):
        table.play("auction", "bluff", "bluff", *(["stay"] if "stay" in table.legal() else []))
        while table.mover == CHANCE:
            table.apply(next(iter(table.outcomes())))
    assert table.play("auction").legal()[-1] == "bluff"


def test_1_3_seven_steps_to_the_city():
    table = Table(2).arrange([[12, 13, 14, 15], [1]], {0: [(24, 16, "bus")]}, steps=[6, 0]).play("close")
    assert table.legal() == ["stay"]  # ship tickets, and a bus
    table = Table(2).arrange([[18, 19], [1]], {0: [(24, 16, "bus")]}, steps=[6, 0]).play("close", "travel 18")
    assert table.view()["seats"][0]["steps"] == 7


# --- 2 Setting up ---


@pytest.mark.parametrize("players", range(2, 7))
def test_2_1_five_cards_each_no_steps_and_the_dealer_begins(players):
    starter = players - 1
    table = Table(players, starter)
    for number in range(5 * players):
        assert table.mover == CHANCE
        assert table.outcomes() == {485 + card: 1 for card in range(96) if card not in range(number)}
        assert table.view()["asked"] == (starter + number // 5) % players
        table.play(f"card {number}")
    assert table.mover == starter
    assert table.said() == ["dealt", "turn"]
    view = table.view()
    assert [seat["held"] for seat in view["seats"]] == [5] * players
    assert [seat["steps"] for seat in view["seats"]] == [0] * players
    assert view["deck"] == 96 - 5 * players
    assert (view["turn"], view["pile"], view["lots"], view["scores"]) == (1, [], [], [0] * players)
    assert table.hand(starter) == [0, 1, 2, 3, 4]
    check(table)


def test_2_1_turns_go_clockwise():
    table = Table(3, 1).deal([[0, 1, 2, 3, 4], [5, 6, 7, 8, 9], [10, 11, 12, 13, 14]])
    turns = []
    for _ in range(6):
        turns.append(table.mover)
        table.play("close")
    assert turns == [1, 2, 0, 1, 2, 0]


def test_2_2_a_fair_start_gives_points_in_turn_order():
    setting = piazzetta.game("viaggiatore", players=3, starter=1, rules={"handicap": "fair"}, head_start=[0, 1, 2])
    match = setting.start(seed=1)
    assert match.scores == [2, 0, 1]
    assert match.view(0)["head_start"] == [2, 0, 1]
    for players in range(2, 7):
        fair = piazzetta.game("viaggiatore", players=players, rules={"handicap": "fair"})
        assert len(fair.head_start) == players
        drawn = fair.start(seed=1)
        assert drawn.scores == list(drawn.setting.head_start)


@pytest.mark.parametrize("ending", ["at once", "round"])
@pytest.mark.parametrize("target", range(1, 21))
def test_2_2_a_fair_start_grows_with_the_target_and_wins_no_game(target, ending):
    for players in range(2, 7):
        rules = {"handicap": "fair", "target": target, "ending": ending}
        fair = piazzetta.game("viaggiatore", players=players, rules=rules)
        starts = fair.game.fair_start("it", players, fair.rules)
        assert max(max(points) for _, points in starts) < target  # 7.1
        assert [weight for weight, _ in starts] == sorted((weight for weight, _ in starts), reverse=True)
        if target > 1:
            wanted = _mean_start(fair.game.fair_starts["it"][players]) * target / 5
            assert np.allclose(_mean_start(starts), wanted)


def _mean_start(starts):
    """The points that each player gets on average over the lots."""
    return np.average([points for _, points in starts], axis=0, weights=[weight for weight, _ in starts])


def test_2_2_points_that_reach_the_target_are_refused():
    rules = {"handicap": "fair", "target": 2}
    with pytest.raises(BadInput, match=r"at most 1 points with these rules, not 2 \(clause 2\.2\)"):
        piazzetta.game("viaggiatore", players=2, rules=rules, head_start=[0, 2])
    assert piazzetta.game("viaggiatore", players=2, rules=rules, head_start=[0, 1]).head_start == (0, 1)


def test_2_2_an_older_record_keeps_its_points():
    setting = piazzetta.game("viaggiatore", players=2, rules={"handicap": "fair", "target": 1})
    assert Setting.from_json({**setting.to_json(), "head_start": [0, 1]}).head_start == (0, 1)


# --- 3 Auctions ---


def test_3_1_any_number_of_auctions_one_after_another():
    table = Table(2).arrange([[24, 48, 72, 0], [1, 2, 3, 4]])
    table.play("auction", "bid 24", "bid 1", "carry 0 train")
    assert table.legal() == ["auction", "close"]
    table.play("auction", "bid 48", "bid 2", "carry 72 train")
    assert table.legal() == ["auction", "close"]
    table.play("auction", "bluff", "bid 3", "carry 4 bus")
    assert (table.mover, table.legal()) == (0, ["auction", "close"])


def test_3_1_none_is_fine():
    table = Table(2).deal([[0, 1, 2, 3, 4], [5, 6, 7, 8, 9]])
    assert table.legal() == ["auction", "close"]
    table.play("close")
    assert table.mover == 1


def test_3_2_all_lay_one_card_in_seat_order_from_the_active_player():
    table = Table(3, 1).deal([[0, 1, 2, 3, 4], [5, 6, 7, 8, 9], [10, 11, 12, 13, 14]]).play("auction")
    for seat, move in ((1, "bid 5"), (2, "bluff"), (0, "bid 3")):
        assert table.mover == seat
        assert table.legal() == [f"bid {card}" for card in table.hand(seat)] + ["bluff"]
        assert table.view()["pile"] == []
        assert [s["held"] for s in table.view()["seats"]] == [5, 5, 5]
        table.play(move)
    assert table.event("auction_revealed") == {
        "bids": [
            {"seat": 1, "bid": 5, "value": 1},
            {"seat": 2, "bid": "bluff", "value": 0},
            {"seat": 0, "bid": 3, "value": 1},
        ]
    }


def test_3_2_without_a_game_card_one_must_bluff():
    table = Table(2).arrange([[0], []]).play("auction", "bid 0")
    assert table.mover == 1
    assert table.legal() == ["bluff"]


def test_3_3_bluff_cards_go_back_to_hand():
    table = Table(2).arrange([[0, 1], [24, 25]]).play("auction", "bluff", "bid 24")
    assert table.hand(0) == [0, 1]
    table.play("carry 25 ship", "auction")
    assert table.legal() == ["bid 0", "bid 1", "bluff"]


def test_3_4_equal_bids_lose():
    table = Table(3).arrange([[0, 1], [48, 50], [49, 51]]).play("auction", "bid 0", "bid 48", "bid 49")
    assert table.event("tie_lost") == {"value": 3, "seats": [1, 2], "active_stays": False}
    assert table.event("auction_won")["seat"] == 0  # the 1 is left
    assert table.pile() == [48, 49]


def test_3_4_equal_bids_lose_except_the_active_player():
    table = Table(3).arrange([[48, 1], [49, 50], [51, 52]]).play("auction", "bid 48", "bid 49", "bid 51")
    assert table.event("tie_lost") == {"value": 3, "seats": [1, 2], "active_stays": True}
    assert table.event("auction_won")["seat"] == 0
    assert table.pile() == [49, 51]


def test_3_4_the_active_players_valid_bid_can_be_beaten():
    table = Table(3).arrange([[48, 1], [49, 50], [72, 52]]).play("auction", "bid 48", "bid 49", "bid 72")
    assert table.event("auction_won")["seat"] == 2
    assert table.pile() == [48, 49]


def test_3_4_two_pairs_of_equal_bids():
    table = Table(5, 4).arrange([[0], [24], [25], [1], [50]])
    table.play("auction", "bluff", "bid 0", "bid 24", "bid 25", "bid 1")
    assert [event.params["seats"] for event in table.events if event.key == "tie_lost"] == [[0, 3], [1, 2]]
    assert "nobody_won" in table.said()


def test_3_5_the_highest_bid_left_wins_and_the_others_are_discarded():
    table = Table(4).arrange([[0, 90], [24, 91], [48, 92], [72, 93]])
    table.play("auction", "bid 0", "bid 24", "bid 48", "bid 72")
    assert table.event("auction_won") == {"seat": 3, "card": 72, "value": 4, "objects": [0, 1, 0, 0]}
    assert table.pile() == [0, 24, 48]
    assert table.mover == 3


def test_3_5_if_no_bid_is_left_nobody_wins():
    table = Table(3).arrange([[0, 1], [48, 50], [49, 51]]).play("auction", "bluff", "bid 48", "bid 49")
    assert "nobody_won" in table.said()
    assert table.pile() == [48, 49]
    assert table.view()["lots"] == []
    assert (table.mover, table.legal()) == (0, ["auction", "close"])


def test_3_6_if_everybody_bluffs_the_phase_is_over():
    table = Table(3).arrange([[18, 19], [1], [2]], {0: [(24, 16, "bus")]}).play("auction", "bluff", "bluff", "bluff")
    assert table.said() == ["bid_laid", "auction_revealed", "all_bluffed"]
    assert table.legal() == ["travel 18", "travel 19", "stay"]
    assert table.refusal("auction")[1] == "4.1"
    table = Table(2).deal([[0, 1, 2, 3, 4], [5, 6, 7, 8, 9]]).play("auction", "bluff", "bluff")
    assert table.mover == 1  # nothing to travel with, nothing to draw


def test_3_6_the_next_turn_has_auctions_again():
    table = Table(2).deal([[0, 1, 2, 3, 4], [5, 6, 7, 8, 9]]).play("auction", "bluff", "bluff", "auction")
    assert table.mover == 1


def test_3_7_the_winners_card_becomes_baggage_and_its_objects_belong_to_the_winner():
    table = Table(2).arrange([[0, 24], [1]]).play("auction", "bid 0", "bluff")
    view = table.view()
    assert view["lots"] == [{"seat": 0, "card": 0, "carrier": None, "vehicle": None, "face_down": False}]
    assert view["seats"][0]["objects"] == [2, 1, 1, 0]
    table.play("carry 24 train", "close")
    assert table.view()["seats"][0]["objects"] == [2, 1, 1, 0]
    check(Table(2).deal([[0, 1, 2, 3, 4], [5, 6, 7, 8, 9]]).play("auction", "bid 0", "bluff", "carry 1 ship"))


@pytest.mark.parametrize(("vehicle", "other"), [("train", "plane"), ("plane", "train")])
def test_3_8_the_winner_lays_a_carrier_and_chooses_its_vehicle(vehicle, other):
    table = Table(2).arrange([[0, 1], [72, 24, 25]]).play("auction", "bid 0", "bid 72")
    assert table.mover == 1
    assert table.legal() == ["carry 24 plane", "carry 24 train", "carry 25 ship", "carry 25 train"]
    assert table.refusal("close")[1] == "3.8"
    assert table.refusal("carry 1 ship")[1] == "3.8"  # from one's own hand
    table.play(f"carry 24 {vehicle}")
    seat = table.view()["seats"][1]
    assert seat["carriers"] == {"train": 0, "plane": 0, "ship": 0, "bus": 0, vehicle: 1}
    assert seat["carriers"][other] == 0
    assert (seat["latest"], seat["hand"]) == (vehicle, [25])
    assert table.view()["lots"] == [{"seat": 1, "card": 72, "carrier": 24, "vehicle": vehicle, "face_down": False}]
    assert table.mover == 0


def test_3_9_without_a_card_the_baggage_is_turned_face_down():
    table = Table(2).arrange([[0, 1], [72]]).play("auction", "bid 0", "bid 72")
    assert table.said() == ["bid_laid", "auction_revealed", "auction_won", "face_down"]
    seat = table.view()["seats"][1]
    assert (seat["baggage"], seat["face_down"], seat["objects"], seat["latest"]) == (1, True, [0, 0, 0, 0], None)
    assert table.view()["lots"][0]["face_down"]
    assert table.mover == 0  # no carrier to choose


def test_3_9_the_first_card_drawn_must_carry_it():
    table = Table(2).arrange([[0, 1, 2, 3, 4], [72]]).play("auction", "bid 0", "bid 72", "close", "card 90")
    assert table.mover == 1
    table.play("close")  # no card, so no question about travelling
    assert table.mover == CHANCE
    table.play("card 25")
    assert table.event("drew") == {"seat": 1, "card": 25, "must_carry": True}
    assert (table.mover, table.view()["pending"]) == (1, 25)
    assert table.legal() == ["carry 25 ship", "carry 25 train"]
    assert table.refusal("carry 26 bus")[1] == "3.9"
    table.play("carry 25 ship")
    assert table.event("carrier_laid")["turned_up"]
    seat = table.view()["seats"][1]
    assert (seat["face_down"], seat["objects"], seat["latest"], seat["held"]) == (False, [0, 1, 0, 0], "ship", 0)
    for card in (30, 31, 32, 33, 34):  # drawing goes on to five
        assert table.mover == CHANCE
        table.play(f"card {card}")
    assert table.hand(1) == [30, 31, 32, 33, 34]
    assert table.mover == 0


def test_3_9_the_active_player_too():
    table = Table(2).arrange([[72], [0]]).play("auction", "bid 72", "bid 0", "close", "card 5", "carry 5 bus")
    assert table.view()["seats"][0]["carriers"]["bus"] == 1
    assert table.mover == CHANCE


def test_3_9_at_most_one_is_face_down_for_who_has_no_card_must_bluff():
    table = Table(2).arrange([[0, 1], [72]]).play("auction", "bid 0", "bid 72", "auction", "bid 1")
    assert table.legal() == ["bluff"]


def test_3_10_losers_cards_are_discarded_in_seat_order_from_the_active_player_on():
    table = Table(4, 2).arrange([[0, 4], [24, 5], [1, 6], [72, 7]])
    table.play("auction", "bid 1", "bid 72", "bid 0", "bid 24")
    assert table.pile() == [1, 0, 24]


# --- worked example X1 ---


def test_x1_six_bidders():
    """3.4, 3.5: Pierpaolo 2, Daiana 3, Cinzia 3, Elena 2, Arianna 4, Luca bluffs."""
    pierpaolo, daiana, cinzia, elena, arianna, luca = range(6)
    cards = [find(2, "train"), find(3, "train"), find(3, "plane"), find(2, "plane"), find(4, "train")]
    table = Table(6).arrange([[cards[0], 1], [cards[1], 2], [cards[2], 3], [cards[3], 4], [cards[4], 5], [6]])
    table.play("auction", *(f"bid {card}" for card in cards), "bluff")
    assert table.hand(luca) == [6]
    losers = [event.params for event in table.events if event.key == "tie_lost"]
    assert losers == [
        {"value": 2, "seats": [elena], "active_stays": True},
        {"value": 3, "seats": [daiana, cinzia], "active_stays": False},
    ]
    assert table.event("auction_won")["seat"] == arianna
    assert table.pile() == [cards[pierpaolo], cards[daiana], cards[cinzia], cards[elena]]
    assert table.view()["lots"][0]["seat"] == arianna
