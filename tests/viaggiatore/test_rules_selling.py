"""Clauses 5 to 7, at least one test for each: selling, drawing, the end."""

from __future__ import annotations

from typing import Any

import pytest

from piazzetta.errors import BadInput
from piazzetta.games.viaggiatore.game import VIAGGIATORE
from piazzetta.kernel import CHANCE, OVER
from tests.viaggiatore.table import Table, check

FULL = [[80, 81, 82, 83, 84], [85, 86, 87, 88, 89], [90, 91, 92, 93, 94]]


def in_city(lots: list, points: tuple = (0, 0), others: dict | None = None, **rules: Any) -> Table:
    """Seat 0 in the city; all hands are full."""
    return Table(2, **rules).arrange(FULL[:2], {0: lots, **(others or {})}, steps=[7, 0], points=points)


# --- 5 Selling ---


def test_5_1_selling_is_not_optional():
    table = in_city([(0, 25, "ship")]).play("close")
    assert table.view()["phase"] == "shopping"
    assert table.mover == CHANCE
    assert table.legal() == []


def test_5_1_after_a_bonus_one_may_first_call_auctions_in_the_own_turn():
    table = Table(2).arrange([[24, 3, 4], [5]], {0: [(0, 25, "ship")]}, steps=[7, 0])
    table.play("auction", "bid 24", "bid 5", "carry 3 ship", "close", "shop 91")
    assert table.event("shop")["objects"] == [4, 2, 1, 0]  # both lots are sold


def test_5_1_who_is_in_the_city_may_bluff_or_must_bid():
    """ "deve partecipare alle aste": each table decides whether playing the Bluff card counts as taking part."""
    for in_city_rule, bluffs in (("may bluff", True), ("must bid", False)):
        table = Table(2, in_city=in_city_rule).arrange([[24, 3, 4], [5]], {1: [(0, 25, "ship")]}, steps=[0, 7])
        table.play("auction", "bid 24")
        assert ("bluff" in table.legal()) is bluffs
        if not bluffs:
            assert table.refusal("bluff") == (
                "bluff is not allowed. While you are in the city you must bid in the other players’ auctions. "
                "Choose a card (clause 5.1).",
                "5.1",
            )


def test_5_1_must_bid_binds_nobody_else():
    table = Table(2, in_city="must bid").arrange([[24], [5]], steps=[7, 0]).play("auction")
    assert "bluff" in table.legal(), "the own auction"
    assert "bluff" in table.play("bluff").legal(), "not in the city"
    table = Table(2, in_city="must bid").arrange([[24], []], steps=[0, 7]).play("auction", "bid 24")
    assert table.legal() == ["bluff"], "no game card"


def test_5_1_with_nothing_to_sell_the_shop_pays_nothing():
    table = in_city([]).play("close", "shop 0")
    assert table.event("shop")["total"] == 0
    assert table.view()["seats"][0]["steps"] == 0


def test_5_1_not_in_the_city_no_sale():
    table = Table(2).arrange(FULL[:2], {0: [(0, 25, "ship")]}, steps=[6, 0]).play("close", "stay")
    assert table.mover == 1


@pytest.mark.parametrize(
    ("shop", "points"),
    [
        (0, [1, 1, 0, 0]),  # asks 1 1 3 4
        (1, [0, 0, 0, 1]),  # – 3 2 1
        (4, [1, 0, 1, 0]),  # 1 4 1 3
        (7, [1, 0, 0, 0]),  # 1 – 3 2
        (12, [0, 0, 1, 1]),  # 3 4 1 1
    ],
)
def test_5_2_one_point_for_each_kind_of_which_there_is_enough(shop, points):
    """2 clothes, 2 hats, 1 pair of shoes, 1 accessory."""
    table = in_city([(35, 25, "ship"), (24, 2, "bus")])
    assert table.view()["seats"][0]["objects"] == [2, 2, 1, 1]
    table.play("close", f"shop {shop}")
    assert table.event("shop")["points"] == points
    assert table.view()["scores"] == [sum(points), 0]


def test_5_2_up_to_four_points():
    table = in_city([(35, 25, "ship"), (24, 2, "bus"), (10, 26, "bus"), (13, 28, "bus")])
    assert table.view()["seats"][0]["objects"] == [2, 3, 4, 5]
    table.play("close", "shop 6")  # 4 1 1 3
    assert table.event("shop")["total"] == 3
    table = in_city([(35, 25, "ship"), (24, 2, "bus"), (10, 26, "bus"), (13, 28, "bus"), (8, 32, "bus")])
    assert table.play("close", "shop 6").event("shop")["total"] == 4


def test_5_2_the_shop_is_the_top_card_of_the_deck():
    table = in_city([(0, 25, "ship")]).play("close")
    deck = [card for card in range(96) if card not in {0, 25, *FULL[0], *FULL[1]}]
    assert table.outcomes() == {581 + card: 1 for card in deck}
    assert table.refusal("card 1")[1] == "5.2"
    assert table.refusal("shop 0") == (
        "shop 0 is not allowed. This card is not in the deck: card 0, a 1 with a train ticket (clause 6.1).",
        "6.1",
    )
    table.play("shop 1")
    assert table.view()["deck"] == len(deck) - 1


def test_x3_hats_and_shoes_but_not_clothes_and_accessories():
    """5.2: 2 points."""
    table = in_city([(7, 25, "ship")]).play("close", "shop 6")  # 2 hats, 2 pairs of shoes; asks 4 1 1 3
    assert table.event("shop")["points"] == [0, 1, 1, 0]
    assert table.view()["scores"] == [2, 0]


def test_5_3_sold_baggage_is_discarded_baggage_then_carrier_oldest_first_then_the_shop():
    others = {1: [(60, 27, "ship")]}
    table = in_city([(24, 2, "bus"), (35, 25, "ship")], others=others).play("close", "shop 1")
    assert table.pile() == [24, 2, 35, 25, 1]
    seat = table.view()["seats"][0]
    assert (seat["steps"], seat["baggage"], seat["objects"], seat["latest"]) == (0, 0, [0, 0, 0, 0], None)
    assert set(seat["carriers"].values()) == {0}
    assert table.view()["lots"] == [{"seat": 1, "card": 60, "carrier": 27, "vehicle": "ship", "face_down": False}]
    check(table)


def test_5_4_face_down_baggage_is_not_sold_and_stays():
    table = Table(2).arrange([[], FULL[1]], {0: [(35, 25, "ship"), (10, 0, None)]}, steps=[7, 0])
    table.play("close", "shop 45")  # 3 1 1 4: one hat, one pair of shoes; 1 1 2 more lie face down
    assert table.event("shop")["points"] == [0, 1, 1, 0]
    assert table.pile() == [35, 25, 45]
    seat = table.view()["seats"][0]
    assert (seat["baggage"], seat["face_down"], seat["objects"]) == (1, True, [0, 0, 0, 0])
    table.play("card 2", "carry 2 bus")
    assert table.view()["seats"][0]["objects"] == [0, 1, 1, 2]


# --- 6 Drawing ---


def test_6_1_the_active_player_draws_up_to_five():
    table = Table(2).arrange([[0, 1], [2]]).play("close")
    for card in (50, 40, 30):
        assert table.mover == CHANCE
        assert table.view()["phase"] == "drawing"
        table.play(f"card {card}")
    assert table.hand(0) == [0, 1, 30, 40, 50]
    assert table.hand(1) == [2]  # others do not draw
    assert table.mover == 1
    assert table.refusal("card 60") == ("card 60 is not allowed. No card is being drawn now (clause 6.1).", "6.1")


def test_6_2_the_pile_is_turned_over_without_shuffling():
    table = Table(2).arrange([[0], [1]], deck=[60], pile=[70, 50, 90, 40, 30]).play("close")
    assert table.view()["deck_order"] is None
    table.play("card 60")
    assert table.said() == ["drew", "pile_turned"]
    assert table.event("pile_turned") == {"cards": 5}
    assert (table.view(1)["deck_order"], table.view(1)["pile"]) == ([70, 50, 90, 40, 30], [])
    for card in (70, 50, 90):
        assert list(table.outcomes().values()) == [1]
        assert table.refusal("card 30")[1] == "6.2"
        table.play(f"card {card}")
    assert table.mover == 1
    assert table.view(1)["seats"][0]["known"] == [50, 70, 90]  # all saw them
    assert table.view(1)["seats"][0]["hand"] is None


def test_6_2_what_is_discarded_afterwards_comes_behind():
    table = Table(2).arrange([[0, 24], [1, 2]], deck=[60, 61], pile=[70, 50], turned=True)
    table.play("auction", "bid 24", "bid 1", "carry 0 train", "close")
    drawn = []
    while table.mover == CHANCE:
        (action,) = table.outcomes()
        drawn.append(action - 485)
        table.apply(action)
    assert drawn == [60, 61, 70, 50, 1]
    assert (table.view()["deck"], table.view()["pile"], table.mover) == (0, [], 1)


def test_6_2_the_pile_is_turned_when_a_card_is_needed():
    table = Table(2).arrange([[0, 1, 2, 3], FULL[1]], deck=[60], pile=[70, 50]).play("close", "card 60")
    assert table.view()["deck"] == 0
    assert table.view()["pile"] == [70, 50]  # the hand is full
    table = Table(2).arrange(FULL[:2], steps=[7, 0], deck=[], pile=[70, 50]).play("close")
    assert table.said() == ["auctions_closed", "pile_turned"]
    assert table.outcomes() == {581 + 70: 1}
    table.play("shop 70")
    assert table.pile() == [70]


def test_6_3_without_any_card_nothing_is_drawn():
    table = Table(2).arrange([[0], [1]], deck=[], pile=[]).play("close")
    assert table.mover == 1
    assert table.hand(0) == [0]
    table = Table(2).arrange([[0], [1]], deck=[60], pile=[]).play("close", "card 60")
    assert table.mover == 1


def test_6_3_without_any_card_nothing_is_sold():
    table = Table(2).arrange([[0], [1]], {0: [(35, 25, "ship")]}, steps=[7, 0], deck=[], pile=[]).play("close")
    assert table.mover == 1
    seat = table.view()["seats"][0]
    assert (seat["steps"], seat["baggage"]) == (7, 1)


def test_6_3_face_down_baggage_waits_for_a_card():
    table = Table(2).arrange([[], [1]], {0: [(35, 0, None)]}, deck=[], pile=[]).play("close")
    assert table.mover == 1
    assert table.view()["seats"][0]["face_down"]


# --- 7 The end ---

SALE = [(35, 25, "ship"), (24, 2, "bus")]  # 2 2 1 1; shop 0 asks 1 1 3 4


@pytest.mark.parametrize("target", [1, 2, 5, 8, 20])
def test_7_1_who_has_the_target_wins_at_once(target):
    table = in_city(SALE, (target - 2 if target > 1 else 0, 0), target=target).play("close", "shop 0")
    assert table.mover == OVER
    assert table.legal() == []
    assert table.outcomes() == {}
    assert table.payoff() == ([max(target, 2), 0], [1, 0])
    assert table.event("game_over")["reason"] == "target"
    assert table.event("game_over")["clause"] == "7.1"
    assert table.view()["winners"] == [0]
    assert table.view()["turn"] == 1  # no drawing, no further turn
    for move in ("auction", "card 1", "shop 1"):
        assert table.refusal(move)[0].endswith("The game is over (clause 7.1).")


def test_7_1_below_the_target_the_game_goes_on():
    table = in_city(SALE, (2, 0)).play("close", "shop 0")
    assert table.mover == 1
    assert table.payoff() == ([4, 0], [0, 0])


def test_7_1_ending_round_plays_the_round_to_its_end():
    table = Table(3, 1, ending="round").arrange(FULL, {1: SALE}, steps=[0, 7, 0], points=[0, 3, 2])
    table.play("close", "shop 0")
    assert table.view()["scores"] == [0, 5, 2]
    assert table.mover == 2
    table.play("close")
    assert table.mover == 0
    table.play("close")
    assert table.mover == OVER
    assert table.event("game_over") == {
        "scores": [0, 5, 2],
        "winners": [1],
        "reason": "target",
        "clause": "7.1",
    }


def test_7_1_ending_round_most_points_win_shared_if_equal():
    lots = {0: SALE, 1: [(29, 27, "ship")]}  # 1 1 1 0
    for points, winners in (([3, 4], [0, 1]), ([3, 5], [0, 1]), ([3, 4], [1, 1]), ([5, 4], [1, 0])):
        table = Table(2, ending="round").arrange(FULL[:2], lots, steps=[7, 7], points=points).play("close", "shop 0")
        assert table.mover == 1
        table.play("close", "shop 6" if winners == [0, 1] else "shop 7")  # 2 points or 1
        assert table.mover == OVER
        assert table.payoff()[1] == winners


def test_7_1_at_once_and_round_differ_only_in_the_end():
    for ending, mover in (("at once", OVER), ("round", 1)):
        assert in_city(SALE, (3, 0), ending=ending).play("close", "shop 0").mover == mover


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("starter", [0, 1])
def test_7_2_three_whole_rounds_without_a_card_moved_end_the_game(players, starter):
    table = Table(players, starter).arrange(FULL[:players], points=[1, 3, 3][:players])
    for turn in range(3 * players):
        assert table.mover == (starter + turn) % players
        table.play(*(["auction", *["bluff"] * players] if turn == 2 else ["close"]))  # all bluffing does not count
    assert table.mover == OVER
    assert table.event("game_over")["reason"] == "stalled"
    assert table.event("game_over")["clause"] == "7.2"
    assert table.payoff() == ([1, 3, 3][:players], [0, 1, 1][:players])


def idle(rounds: int) -> Table:
    """Nobody has moved a card for some rounds; seat 0 may travel."""
    table = Table(2).arrange([[12, 80, 81, 82, 83], FULL[1]], {0: [(60, 25, "ship")], 1: [(61, 27, "ship")]})
    for _ in range(rounds):
        table.play("close", "stay", "close", "stay")
    return table


def test_7_2_a_ticket_starts_the_count_again():
    table = idle(2)
    assert table.view()["idle_rounds"] == 2
    table.play("close", "travel 12", "wait", "card 1", "close", "stay")
    assert table.view()["idle_rounds"] == 0
    assert table.mover == 0


@pytest.mark.parametrize(
    "moves",
    [
        ["auction", "bid 12", "bluff", "carry 80 train", "close", "stay", "card 1", "card 2"],  # laid
        ["auction", "bid 12", "bid 85", "carry 86 bus", "close", "stay", "card 1"],  # discarded
    ],
)
def test_7_2_an_auction_with_a_bid_starts_the_count_again(moves):
    table = idle(2).play(*moves)
    assert table.view()["moved_this_round"]
    table.play("close", "stay")
    while table.mover == CHANCE:
        table.apply(next(iter(table.outcomes())))
    assert table.view()["idle_rounds"] == 0


def test_7_2_whole_rounds_are_counted_from_the_starter():
    table = idle(2).play("close", "stay", "auction", "bid 85", "bluff", "carry 86 bus", "close", "stay")
    table.play("card 1", "card 2")
    assert table.mover == 0
    assert table.view()["idle_rounds"] == 0
    assert idle(3).mover == OVER


def test_7_2_the_deal_is_no_move_of_the_first_round():
    table = Table(2).deal([[0, 1, 2, 3, 4], [5, 6, 7, 8, 9]])
    for _ in range(6):
        table.play("close")
    assert table.mover == OVER


# --- switches ---


def test_switches_are_those_of_the_rulebook():
    printed = {"bonus": "each", "in_city": "may bluff", "target": 5, "ending": "at once", "handicap": "off"}
    assert VIAGGIATORE.rules("it", {}) == printed
    assert VIAGGIATORE.default_edition == "it"
    for name, value in (
        ("bonus", "all"),
        ("in_city", "no"),
        ("target", 0),
        ("target", 21),
        ("target", True),
        ("ending", "later"),
        ("handicap", "some"),
    ):
        with pytest.raises(BadInput, match=r"\(clause [2457]\.[124]\)$"):
            VIAGGIATORE.rules("it", {name: value})


def test_the_rules_stand_in_the_view():
    table = Table(2, bonus="first", target=8, ending="round")
    rules = {"bonus": "first", "in_city": "may bluff", "target": 8, "ending": "round", "handicap": "off"}
    assert table.view()["rules"] == rules
