"""1.2: the deck as data, and the dealt cards in a record (2.1)."""

from __future__ import annotations

import contextlib
import json
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import piazzetta
from piazzetta.errors import BadInput
from piazzetta.games.viaggiatore.deck import KIND_NAMES, VEHICLE_NAMES, Card, Deck
from piazzetta.games.viaggiatore.game import VIAGGIATORE
from piazzetta.games.viaggiatore.state import CARD
from tests.viaggiatore.decks import odd_deck
from tests.viaggiatore.table import DECK, Table

JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=8), inner, max_size=6),
    max_leaves=12,
)


def test_1_2_96_cards_each_combination_once():
    combinations_seen = Counter((card.bid, card.ticket, frozenset(card.vehicles)) for card in DECK.cards)
    pairs = [frozenset(pair) for pair in combinations(range(4), 2)]
    assert set(combinations_seen) == {(b, t, pair) for b in (1, 2, 3, 4) for t in range(4) for pair in pairs}
    assert set(combinations_seen.values()) == {1}
    assert all(sum(card.objects) == 5 - card.bid for card in DECK.cards)


def test_1_2_the_default_deck_is_the_one_described():
    """data/viaggiatore-deck.md: numbers, order of the pairs, evenness."""
    pairs = list(combinations(range(4), 2))
    for number, card in enumerate(DECK.cards):
        b, t, j = number // 24, number // 6 % 4, number % 6
        assert (card.bid, card.ticket) == (b + 1, t)
        assert card.vehicles == (pairs[j][::-1] if (b + t) % 2 else pairs[j])
    for kind in range(len(KIND_NAMES)):
        assert sum(card.objects[kind] for card in DECK.cards) == 60
        asked = Counter(card.shop[kind] for card in DECK.cards)
        assert asked == {1: 30, 2: 12, 3: 18, 4: 18, None: 18}


def test_round_trip_and_repr():
    assert Deck.read(DECK.to_json()) == DECK
    assert Deck.read(json.loads(json.dumps(DECK.to_json()))) == DECK
    assert Deck.default() is DECK
    assert VIAGGIATORE.default_components() is DECK
    assert VIAGGIATORE.read_components(DECK.to_json()) == DECK
    assert eval(repr(DECK), {"Deck": Deck}) == DECK
    other = Deck((DECK.cards[1], DECK.cards[0], *DECK.cards[2:]))
    assert eval(repr(other), {"Deck": Deck, "Card": Card}) == other
    assert DECK.cards[1].to_json() == {
        "bid": 1,
        "objects": [2, 2, 0, 0],
        "vehicles": ["train", "ship"],
        "ticket": "train",
        "shop": [None, 3, 2, 1],
    }


def test_another_deck_reaches_the_tables():
    other = Deck(DECK.cards[::-1])
    params = VIAGGIATORE.params(other, 4, 2, {"bonus": "first", "target": 8, "ending": "round"})[0]
    assert params["value"].tolist() == [card.bid for card in other.cards]
    assert params["shop"][0].tolist() == [least or 0 for least in DECK.cards[95].shop]
    assert [int(params[name]) for name in ("players", "starter", "bonus", "target", "ending")] == [4, 2, 1, 8, 1]
    assert VIAGGIATORE.texts(other)[101:103] == ("carry 0 ship", "carry 0 bus")


@pytest.mark.parametrize(
    ("part", "value", "said"),
    [
        ("bid", 0, "bid from 1 to 4"),
        ("bid", 5, "bid from 1 to 4"),
        ("bid", True, "bid from 1 to 4"),
        ("bid", "1", "bid from 1 to 4"),
        ("objects", [5, -1, 0, 0], "0 to 9 objects of each kind"),
        ("objects", [10, 0, 0, 0], "0 to 9 objects of each kind"),
        ("objects", [2, 2, False, False], "0 to 9 objects of each kind"),
        ("objects", [2, 2, 0], "list of 4 as its objects"),
        ("objects", None, "list of 4 as its objects"),
        ("vehicles", ["train"], "list of 2 as its vehicles"),
        ("vehicles", ["train", "car"], "train, plane, ship or bus in its vehicles"),
        ("vehicles", [0, 1], "train, plane, ship or bus in its vehicles"),
        ("ticket", "rocket", "train, plane, ship or bus in its ticket"),
        ("ticket", ["train"], "train, plane, ship or bus in its ticket"),
        ("shop", [1, 2, 3, 5], "1 to 4 or null"),
        ("shop", [1, 2, 3, 0], "1 to 4 or null"),
        ("shop", [1, 2, 3, True], "1 to 4 or null"),
        ("shop", "1234", "list of 4 as its shop"),
        ("colour", "red", "exactly bid, objects, vehicles, ticket, shop"),
    ],
)
def test_1_2_a_wrong_card_is_named(part, value, said):
    cards = DECK.to_json()
    cards[7] = {**cards[7], part: value}
    with pytest.raises(BadInput, match=r"^card 7 .*\((clause 1\.2|a limit of the program)\)$") as caught:
        Deck.read(cards)
    assert said in str(caught.value)


def test_1_2_what_is_not_a_deck():
    with pytest.raises(BadInput, match=r"^a deck must be a list of cards \((clause 1\.2|a limit of the program)\)$"):
        Deck.read({"cards": []})
    with pytest.raises(BadInput, match=r"^a deck can have at most 96 cards, not 97"):
        Deck.read([*DECK.to_json(), DECK.to_json()[0]])
    with pytest.raises(BadInput, match=r"^a deck must have 10 cards to deal to two players, not 9 \(clause 2\.1\)$"):
        Deck.read(DECK.to_json()[:9])
    with pytest.raises(BadInput, match=r"^a deck can have at most 255 hats, not 864"):
        Deck.read([{**card, "objects": [0, 9, 0, 0]} for card in DECK.to_json()])
    with pytest.raises(BadInput, match=r"^card 3 must be an object"):
        Deck.read([*DECK.to_json()[:3], 17, *DECK.to_json()[4:]])


def test_1_2_any_deck_that_the_rules_can_play():
    """The document prints no list of cards: five objects on a bid-1 card, two trains or a pair twice are valid."""
    assert DECK.warnings == ()
    deck = Deck.read(odd_deck())
    assert [warning.partition(";")[0] for warning in deck.warnings] == [
        "in our deck every card brings 5 − bid objects",
        "in our deck every card shows two different vehicles",
        "in our deck no two cards share bid, ticket and vehicles",
    ]
    assert Deck.read(odd_deck(60)).warnings[0] == "it has 60 cards; the printed deck has 96"
    assert Deck.read(deck.to_json()) == deck


def test_2_1_enough_cards_to_deal():
    assert piazzetta.game("viaggiatore", players=4, deck=odd_deck(20)).start(seed=1).mover == 0
    with pytest.raises(BadInput, match=r"^a deck of 20 cards cannot deal 5 each to 5 players \(clause 2\.1\)$"):
        piazzetta.game("viaggiatore", players=5, deck=odd_deck(20))


def test_3_8_a_card_with_two_trains_is_laid_in_one_way():
    setting = piazzetta.game("viaggiatore", deck=odd_deck())
    texts = setting.texts
    assert len(set(texts)) == len(texts) == setting.action_count
    match = setting.start(seed=3)
    while not match.over and not any(move.startswith("carry") for move in match.legal_moves):
        match.play(next(iter(match.legal_moves)))
    assert not any(move.endswith("turned") for move in match.legal_moves)
    doubles = [move for move in match.legal_moves if int(move.split()[1]) % 3 == 0]
    assert doubles == [f"carry {move.split()[1]} train" for move in doubles]
    assert doubles


@given(JUNK, st.integers(0, 95), st.sampled_from(["bid", "objects", "vehicles", "ticket", "shop", None]))
def test_junk_is_refused_and_nothing_else(junk, number, part):
    cards = DECK.to_json()
    for source in (junk, [junk] * 96, [*cards[:number], junk, *cards[number + 1 :]]):
        with pytest.raises(BadInput):
            Deck.read(source)
    if part is not None:
        cards[number] = {**cards[number], part: junk}
        with contextlib.suppress(BadInput):
            assert Deck.read(cards).to_json() == cards


# --- 2.1: dealt cards in a record ---


@pytest.mark.parametrize("players", range(2, 7))
def test_2_1_dealt_cards_round_trip(players):
    hands = [[(17 * (5 * seat + k) + 3) % 96 for k in range(5)] for seat in range(players)]
    for starter in range(players):
        table = Table(players, starter)
        assert VIAGGIATORE.opening_length(table.params) == 5 * players
        actions = VIAGGIATORE.opening_from_json(table.params, {"dealt": hands})
        assert actions[:5] == [CARD + card for card in hands[starter]]
        assert VIAGGIATORE.opening_to_json(table.params, actions) == {"dealt": hands}
        for action in actions:
            table.apply(action)
        assert [table.hand(seat) for seat in range(players)] == [sorted(hand) for hand in hands]
        assert table.mover == starter


@pytest.mark.parametrize(
    "dealt",
    [
        None,
        [],
        "cards",
        [[0, 1, 2, 3, 4]],
        [[0, 1, 2, 3, 4], [5, 6, 7, 8]],
        [[0, 1, 2, 3, 4], [5, 6, 7, 8, 4]],
        [[0, 1, 2, 3, 4], [5, 6, 7, 8, 96]],
        [[0, 1, 2, 3, 4], [5, 6, 7, 8, -1]],
        [[0, 1, 2, 3, 4], [5, 6, 7, 8, "9"]],
        [[0, 2, 3, 4, True], [5, 6, 7, 8, 9]],
        [[0, 1, 2, 3, 4], 5],
        [[0, 1, 2, 3, 4], [5, 6, 7, 8, [9]]],
    ],
)
def test_2_1_wrong_dealt_cards_are_refused(dealt):
    with pytest.raises(BadInput, match=r"^dealt.*\(clause [12]\.[12]\)$"):
        VIAGGIATORE.opening_from_json(Table().params, {"dealt": dealt})


@given(JUNK)
def test_2_1_junk_dealt_is_refused(junk):
    for head in ({"dealt": junk}, {"dealt": [junk, junk]}, {}):
        with pytest.raises(BadInput):
            VIAGGIATORE.opening_from_json(Table().params, head)


def test_vehicles_are_named_in_the_order_of_their_numbers():
    assert VEHICLE_NAMES == ("train", "plane", "ship", "bus")
