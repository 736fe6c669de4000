"""Hidden information: what a viewer cannot know appears nowhere, and ``determinize`` never looks at it."""

from __future__ import annotations

import json
import random
from collections import Counter

from piazzetta.games.base import OPEN, SPECTATOR
from piazzetta.games.viaggiatore.game import VIAGGIATORE
from piazzetta.games.viaggiatore.state import AUCTION, BIDDING, CARD, CLOSE, SHOP, STAY, WAIT
from piazzetta.kernel import CHANCE, INTERPRETED, OVER, random_stream
from tests.viaggiatore.table import DECK, KERNELS, PLAYERS, TEXTS, Table, check, positions

EVERY = 23 if INTERPRETED else 7


def twins(players: int, seed: int, **rules: object):
    """Positions of random games with a viewer and a twin that the viewer cannot tell from the position."""
    chooser = random.Random(seed)
    for number, table in enumerate(positions(players, seed, 1 if INTERPRETED else 2, EVERY, **rules)):
        viewer = chooser.randrange(-1, players)
        yield table, table.determinize(viewer, random_stream(seed, number)), viewer, number


@PLAYERS
def test_a_twin_looks_the_same_to_the_viewer(players):
    for table, twin, viewer, _ in twins(players, 11):
        check(twin)
        assert twin.view(viewer) == table.view(viewer)
        assert twin.observation(viewer) == table.observation(viewer)
        assert twin.mover == table.mover
        assert twin.payoff() == table.payoff()
        assert VIAGGIATORE.undo_barrier(twin.state) == VIAGGIATORE.undo_barrier(table.state)
        if table.mover == viewer:
            assert twin.legal() == table.legal()
            for action in table.legal_actions():
                one = VIAGGIATORE.preview(DECK, table.params, table.state, action)
                assert one == VIAGGIATORE.preview(DECK, twin.params, twin.state, action)


@PLAYERS
def test_determinize_depends_on_what_the_seat_knows_alone(players):
    """Two positions that the seat cannot tell apart become the same, field by field."""
    for table, twin, viewer, number in twins(players, 12):
        for stream in range(2):
            one = table.determinize(viewer, random_stream(99 + stream, number))
            other = twin.determinize(viewer, random_stream(99 + stream, number))
            for field in one.state.dtype.names:  # bytes between fields mean nothing
                assert one.state[field].tolist() == other.state[field].tolist()


@PLAYERS
def test_determinize_takes_the_same_random_numbers(players):
    for table, twin, viewer, _ in twins(players, 13):
        first, second = random_stream(5), random_stream(5)
        table.determinize(viewer, first)
        twin.determinize(viewer, second)
        assert first.tolist() == second.tolist()


@PLAYERS
def test_who_is_asked_gives_nothing_away(players):
    """After the same move, two positions that a spectator cannot tell apart still look the same to them."""
    tried: Counter[str] = Counter()
    for table, _, _, number in twins(players, 14):
        twin = table.determinize(SPECTATOR, random_stream(14, number))
        assert twin.view(SPECTATOR) == table.view(SPECTATOR)
        for action in sorted(set(table.choices()) & set(twin.choices())):
            mine, others = table.copy(), twin.copy()
            mine.apply(action)
            others.apply(action)
            if mine.state.reveals != table.state.reveals and table.state.phase == BIDDING:
                continue  # the bids are revealed
            tried[TEXTS[action].split()[0]] += 1
            assert mine.mover == others.mover
            assert mine.view(SPECTATOR) == others.view(SPECTATOR)
            assert mine.observation(SPECTATOR) == others.observation(SPECTATOR)
            events = [
                VIAGGIATORE.events(DECK, one.params, before.state, action, one.state, SPECTATOR)
                for before, one in ((table, mine), (twin, others))
            ]
            assert events[0] == events[1]
            if action >= CARD or action in (AUCTION, CLOSE, STAY, WAIT):
                break  # one draw or one word per position is enough
    assert tried["card"] > 0
    assert tried["close"] + tried["auction"] > 0


@PLAYERS
def test_events_hide_what_the_viewer_cannot_see(players):
    """Face-down bids and drawn cards: the owner and OPEN see them, nobody else."""
    for table in positions(players, 15, 1, EVERY if INTERPRETED else 1):
        if table.mover == OVER or (table.state.phase != BIDDING and table.mover != CHANCE):
            continue
        action = table.choices()[0]
        seat = int(table.state.asked)
        secret = table.state.phase == BIDDING or (
            action < SHOP and not table.state.turned and not (table.state.turn > 0 and table.state.down[seat])
        )
        after = table.copy()
        after.apply(action)
        for viewer in range(OPEN, players):
            (event, *_) = VIAGGIATORE.events(DECK, table.params, table.state, action, after.state, viewer)
            shown = "bid" in event.params or "card" in event.params
            assert shown == (not secret or viewer in (seat, OPEN)), (event, viewer)
            json.dumps(event.params)


@PLAYERS
def test_views_list_only_what_is_shown(players):
    for table in positions(players, 16, 1, 3 * EVERY):
        for viewer in range(OPEN, players):
            view = table.view(viewer)
            assert json.loads(json.dumps(view)) == view
            assert (view["deck_order"] is None) == (table.state.turned == 0)
            for seat, shown in enumerate(view["seats"]):
                own = viewer in (seat, OPEN)
                assert (shown["hand"] is not None) == own
                assert shown["bid"] is None or own
                assert len(shown["known"]) <= shown["held"]


def test_known_cards_are_those_drawn_in_a_known_order():
    table = Table(2).arrange([[0, 1], [2]], deck=[60], pile=[70, 50]).play("close", "card 60", "card 70", "card 50")
    view = table.view(1)
    assert view["seats"][0]["known"] == [50, 70]
    assert view["seats"][0]["held"] == 5
    for stream in range(20):
        hand = table.determinize(1, random_stream(3, stream)).hand(0)
        assert hand == [0, 1, 50, 60, 70]  # no other cards are left
    table.state.ring[94:] = [80, 81]
    table.state.head, table.state.deck, table.state.turned = 94, 2, 0
    hands = [table.determinize(1, random_stream(3, stream)).hand(0) for stream in range(50)]
    assert all({50, 70} <= set(hand) for hand in hands)
    assert len({tuple(hand) for hand in hands}) > 4
    assert table.determinize(0, random_stream(1)).hand(0) == [0, 1, 50, 60, 70]


def chi_square(counts: Counter, cases: int) -> float:
    expected = sum(counts.values()) / cases
    return sum((counts[case] - expected) ** 2 / expected for case in counts) + expected * (cases - len(counts))


def test_determinized_hands_are_equally_likely():
    """Seat 1 holds two of five cards that seat 0 cannot place: ten hands."""
    table = Table(2).arrange([[0], [10, 40]], deck=[20, 70, 95])
    rounds = 500 if INTERPRETED else 3000
    hands = Counter(tuple(table.determinize(0, random_stream(7, stream)).hand(1)) for stream in range(rounds))
    assert chi_square(hands, 10) < 27.9  # nine degrees of freedom, 0.1 %
    left = Counter(
        tuple(sorted(table.determinize(0, random_stream(8, stream)).state.ring[93:].tolist()))
        for stream in range(rounds)
    )
    assert chi_square(left, 10) < 27.9


def test_determinized_bids_are_equally_likely():
    table = Table(3).arrange([[10, 40], [20], [30, 50]], deck=[]).play("auction", "bid 10", "bluff")
    table.state.seen[0, :2] = 1
    table.state.turned = 1
    rounds = 400 if INTERPRETED else 2000
    bids = Counter(int(table.determinize(2, random_stream(9, stream)).state.bid[0]) for stream in range(rounds))
    assert set(bids) == {10, 40, 96}
    assert chi_square(bids, 3) < 13.8  # two degrees of freedom, 0.1 %
    twin = table.determinize(0, random_stream(9))
    assert twin.state.bid[0] == 10  # one's own bid is known
    assert twin.state.bid[2] == -1


def test_determinize_during_the_deal():
    table = Table(3, 1).play("card 5", "card 6", "card 7", "card 8", "card 9", "card 90")
    for viewer in (-1, 0, 1, 2):
        twin = table.determinize(viewer, random_stream(4, viewer + 1))
        check(twin)
        assert twin.view(viewer) == table.view(viewer)
        assert (twin.hand(1) == [5, 6, 7, 8, 9]) == (viewer == 1)
        assert (twin.hand(2) == [90]) == (viewer == 2)


def test_the_observer_sits_first():
    table = Table(3).arrange([[0], [24], [48]], {2: [(60, 25, "ship")]}, steps=[1, 2, 3])
    for seat in range(3):
        out = table.observation(seat)
        blocks = [out[10 + 21 * k : 31 + 21 * k] for k in range(3)]
        assert [block[6] for block in blocks] == [1 + (seat + k) % 3 for k in range(3)]
        assert [block[0] for block in blocks] == [int((seat + k) % 3 == 0) for k in range(3)]
        hand = out[10 + 63 : 10 + 63 + 96]
        assert [card for card in range(96) if hand[card]] == table.hand(seat)
    spectator = table.observation(SPECTATOR)
    assert spectator[:73] == table.observation(0)[:73]
    assert not any(spectator[73 : 73 + 96])


def test_a_bid_is_seen_by_its_owner_alone():
    table = Table(2).arrange([[0, 1], [2]]).play("auction", "bid 1")
    assert [table.view(viewer)["seats"][0]["bid"] for viewer in (0, 1, SPECTATOR, OPEN)] == [1, None, None, 1]
    assert [table.view(viewer)["seats"][0]["has_bid"] for viewer in (0, 1)] == [True, True]
    assert [table.view(viewer)["seats"][0]["held"] for viewer in (0, 1)] == [2, 2]
    assert table.view(0)["seats"][1]["has_bid"] is False
    assert KERNELS.mover(table.params, table.state) == 1
