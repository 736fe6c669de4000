"""The front of the bots: names, seeds, legal moves."""

from __future__ import annotations

import pytest

import piazzetta
from piazzetta.bots import LEVELS, Position, bot
from piazzetta.games.base import BadInput


def test_unknown_level_lists_the_names() -> None:
    with pytest.raises(BadInput, match="random, easy, medium, hard, expert"):
        bot("grandmaster")


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", ["portobello", "viaggiatore"])
def test_same_seed_same_choice(level: str, name: str) -> None:
    match = piazzetta.game(name).start(seed=3)
    position = Position.of(match)
    assert bot(level, 5).choose(position) == bot(level, 5).choose(Position.of(match, seed=9))
    assert bot(level, 5).choose(position) in match.legal_moves


def test_position_is_the_movers() -> None:
    match = piazzetta.game("viaggiatore").start(seed=3)
    with pytest.raises(BadInput, match="seat 0's move"):
        Position.of(match, 1)
