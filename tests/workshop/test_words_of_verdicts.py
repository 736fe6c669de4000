"""Verdicts in words: kinds of moves are sentences, and closeness means something where points are few."""

from __future__ import annotations

import pytest

import piazzetta
from piazzetta.arena.results.figures import figure_names, figures
from piazzetta.games.registry import NAMES
from piazzetta.workshop.kinds import kind_of_move
from piazzetta.workshop.trials import words_of

pytestmark = pytest.mark.interpreted_only


@pytest.mark.parametrize("name", NAMES)
def test_every_kind_of_move_is_a_phrase(name: str) -> None:
    """The report said "nobody may bobby"."""
    for word in words_of(piazzetta.game(name)):
        phrase = kind_of_move(name, word)
        assert phrase
        if word in ("bobby", "lord", "mark", "auction", "close", "tile"):
            assert " " in phrase
    assert kind_of_move(name, "juggle") == "juggle"
    assert kind_of_move("portobello", "bobby") == "move the Bobby"


@pytest.mark.parametrize(
    ("points", "close"),
    [([5, 4], 1), ([5, 3], 0), ([5, 5], 1), ([100, 91], 1), ([100, 89], 0), ([3, 2, 1], 1)],
)
def test_a_game_is_close_at_a_tenth_or_at_one_point(points: list[int], close: int) -> None:
    """In a race to five points a tenth of them was never won by."""
    won = [int(one == max(points)) for one in points]
    row = figures(points, won, {})
    assert row[figure_names(len(points)).index("close")] == close
