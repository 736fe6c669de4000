"""Invariants of every position: random games with all numbers of players and all switches."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from piazzetta.games.base import OPEN
from piazzetta.games.viaggiatore.game import VIAGGIATORE
from piazzetta.games.viaggiatore.state import STATE
from piazzetta.kernel import CHANCE, INTERPRETED, OVER
from tests.viaggiatore.table import KERNELS, PLAYERS, TEXTS, Table, allowed, check, games, positions

RULES: list[dict[str, Any]] = [
    {"bonus": bonus, "ending": ending} for bonus in ("each", "first") for ending in ("at once", "round")
]


@PLAYERS
def test_every_position_is_in_order(players):
    for rules in RULES[:1] if INTERPRETED else RULES:
        for table in positions(players, count=1, every=3, **rules):
            check(table)
            assert len(table.choices()) > 0 or table.mover == OVER
            assert len(table.legal_actions()) <= VIAGGIATORE.most_legal


@PLAYERS
def test_legal_chances_and_why_not_agree(players):
    for table in positions(players, seed=1, count=1, every=29):
        if table.mover == CHANCE:
            assert table.legal_actions() == []
            assert sorted(table.outcomes()) == allowed(table)
        else:
            assert table.outcomes() == {}
            assert sorted(table.legal_actions()) == allowed(table)


@PLAYERS
def test_asking_changes_nothing(players):
    for table in positions(players, seed=2, count=1, every=17):
        before = table.state.tobytes()
        (
            table.legal(),
            table.outcomes(),
            table.mover,
            table.why_not(17),
            table.payoff(),
            table.view(),
            table.observation(0),
        )
        assert table.state.tobytes() == before


@PLAYERS
def test_games_end_and_points_add_up(players):
    for rules in RULES[:1] if INTERPRETED else RULES:
        for table, rng in games(players, seed=3, count=1, **rules):
            sold = [0] * players
            while table.mover != OVER:
                table.apply(rng.choice(table.choices()))
                for event in table.events:
                    if event.key == "shop":
                        sold[event.params["seat"]] += event.params["total"]
            points, won = table.payoff()
            assert points == sold
            assert [seat for seat in range(players) if won[seat]] == table.view()["winners"]
            assert won == [int(mine == max(points)) for mine in points]
            stalled = table.event("game_over")["reason"] == "stalled"
            assert stalled == (max(points) < 5)
            assert stalled == (table.state.idle_rounds == 3)


def test_setting_up_clears_all_that_was_there():
    table = Table(3)
    fresh = table.state.tobytes()
    *_, late = positions(6, seed=4, count=1)
    late.params.players = 3
    KERNELS.setup(late.params, late.state)
    assert late.state.tobytes() == fresh
    late.states.view("u1")[:] = 0xAA
    KERNELS.setup(late.params, late.state)
    for name in STATE.fields or ():
        assert (late.state[name] == table.state[name]).all(), name


@settings(max_examples=5 if INTERPRETED else 40, deadline=None)
@given(st.data(), st.integers(2, 6), st.sampled_from(RULES))
def test_the_order_of_hidden_draws_leaves_no_trace(data, players, rules):
    """The same cards dealt in another order give the same bytes, except for the deck, which is a set."""
    cards = data.draw(st.permutations(range(96)))[: 5 * players]
    hands = [cards[5 * seat : 5 * seat + 5] for seat in range(players)]
    one = Table(players, **rules).deal(hands)
    other = Table(players, **rules).deal([data.draw(st.permutations(hand)) for hand in hands])
    left = 96 - 5 * players
    assert sorted(one.state.ring.tolist()) == sorted(other.state.ring.tolist())
    one.state.ring[5 * players : 5 * players + left] = other.state.ring[5 * players : 5 * players + left]
    assert one.state.tobytes() == other.state.tobytes()


@settings(max_examples=4 if INTERPRETED else 40, deadline=None)
@given(st.lists(st.integers(0, 10**6), max_size=400), st.integers(2, 6), st.integers(0, 5), st.integers(1, 20))
def test_any_way_of_playing_keeps_order(choices, players, starter, target):
    table = Table(players, starter % players, target=target)
    for choice in choices:
        if table.mover == OVER:
            break
        actions = table.choices()
        table.step(actions[choice % len(actions)])
    check(table)


def test_a_fixed_game_runs_the_same_everywhere():
    """Interpreted or compiled, on any machine: a digest of one game's transcript."""
    digest = hashlib.sha256()
    for table, rng in games(3, seed=5, count=1):
        while table.mover != OVER:
            action = rng.choice(table.choices())
            digest.update(TEXTS[action].encode())
            table.apply(action)
        digest.update(json.dumps(table.view(OPEN), sort_keys=True).encode())
    assert digest.hexdigest()[:16] == "f0c75c72075c9302"
