"""Simultaneous secret choices (Viaggiatore 3.2): any order of choosing gives the same game."""

from __future__ import annotations

from itertools import permutations

import pytest

import piazzetta
from piazzetta import IllegalMove, Match


def auction() -> Match:
    match = piazzetta.game("viaggiatore", players=3, starter=1).start(seed=4)
    match.play("auction")
    return match


def test_the_mover_alone_is_awaited_elsewhere() -> None:
    match = piazzetta.game("portobello", players=3).start(seed=1)
    assert match.awaited == [match.mover]
    assert list(match.choices(match.mover)) == list(match.legal_moves)
    assert len(match.choices((match.mover + 1) % 3)) == 0
    with pytest.raises(IllegalMove, match="turn"):
        match.choose("bobby D1", (match.mover + 1) % 3)


def test_any_order_of_choosing_is_the_same_game() -> None:
    plain = auction()
    bids = {seat: list(plain.choices(seat))[seat] for seat in (0, 1, 2)}
    for seat in (1, 2, 0):
        plain.play(bids[seat], seat)
    for order in permutations(range(3)):
        match = auction()
        for count, seat in enumerate(order):
            assert set(match.awaited) == set(order[count:])
            sealed = match.choose(bids[seat], seat)
            assert match.sealed(seat) == (bids[seat] if sealed else None)
        assert match.moves == plain.moves
        assert match.state().tobytes() == plain.state().tobytes()


def test_a_sealed_choice_is_the_owners_alone() -> None:
    match = auction()
    before = match.state().tobytes()
    views = [match.view(viewer) for viewer in (-1, 0, 1)]
    match.choose(next(iter(match.choices(2))), 2)
    assert match.state().tobytes() == before
    assert [match.view(viewer) for viewer in (-1, 0, 1)] == views
    assert match.sealed(0) is None
    assert match.awaited == [1, 0]
    with pytest.raises(IllegalMove):
        match.choose("bluff", 2)
    assert match.undo(2)
    assert match.awaited == [1, 2, 0]


def test_what_a_seat_may_choose_is_judged_by_its_own_hand() -> None:
    match = auction()
    for seat in range(3):
        hand = match.view(seat)["seats"][seat]["hand"]
        assert list(match.choices(seat)) == [f"bid {card}" for card in hand] + ["bluff"]
        assert match.why_not(f"bid {hand[0]}", seat) is None
        foreign = match.view((seat + 1) % 3)["seats"][(seat + 1) % 3]["hand"][0]
        refusal = match.why_not(f"bid {foreign}", seat)
        assert refusal is not None
        assert refusal.clause == "3.2"
        with pytest.raises(IllegalMove, match="not in your hand"):
            match.choose(f"bid {foreign}", seat)
        assert [preview.move for preview in match.previews(seat)] == list(match.choices(seat))
        assert match.preview("bluff", seat).move == "bluff"
    assert match.awaited == [1, 2, 0]


def test_taking_back_the_auction_voids_what_was_sealed() -> None:
    match = auction()
    match.choose("bluff", 0)
    assert match.undo(1) == "auction"
    assert match.sealed(0) is None
    assert match.awaited == [1]


def test_a_refused_undo_does_not_tell_what_it_was() -> None:
    match = auction()
    card = match.view(1)["seats"][1]["hand"][0]
    match.play(f"bid {card}")
    for seat in (0, 2):
        refusal = match.undo_refusal(seat)
        assert refusal is not None
        assert str(card) not in str(refusal)
        assert refusal.params == {"move": ""}
    match.play("bluff")
    match.play("bluff")
    while match.moves[-1][0] >= 0:
        match.play(list(match.legal_moves)[-1])
    drawn = match.moves[-1][1]
    for seat in range(3):
        assert drawn not in match.why_not_undo(seat)
