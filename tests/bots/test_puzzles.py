"""``hard`` finds the one clearly best move."""

from __future__ import annotations

import pytest

from piazzetta.bots import bot
from tests.bots.card_puzzles import VIAGGIATORE
from tests.bots.card_puzzles import Puzzle as CardPuzzle
from tests.bots.puzzles import PORTOBELLO, Puzzle

pytestmark = pytest.mark.compiled_only
HARD = bot("hard", seed=1)


def solved(puzzle: Puzzle | CardPuzzle) -> None:
    position = puzzle.position()
    assert position.setting.text(HARD.choose(position)) in puzzle.best.split("|")


def test_there_are_enough() -> None:
    assert len({puzzle.about for puzzle in PORTOBELLO}) >= 20
    assert len({puzzle.about for puzzle in VIAGGIATORE}) >= 20


@pytest.mark.parametrize("puzzle", PORTOBELLO, ids=lambda puzzle: puzzle.about)
def test_portobello(puzzle: Puzzle) -> None:
    solved(puzzle)


@pytest.mark.parametrize("puzzle", VIAGGIATORE, ids=lambda puzzle: puzzle.about)
def test_viaggiatore(puzzle: CardPuzzle) -> None:
    solved(puzzle)
