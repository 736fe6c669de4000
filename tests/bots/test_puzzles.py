"""``master`` finds the one clearly best move: these tests ask its search, without the draws of its play."""

from __future__ import annotations

import pytest

from piazzetta.bots.levels import Level
from tests.bots.card_puzzles import VIAGGIATORE
from tests.bots.card_puzzles import Puzzle as CardPuzzle
from tests.bots.puzzles import PORTOBELLO, Puzzle

pytestmark = pytest.mark.compiled_only
MASTER = Level("master", seed=1)


def solved(puzzle: Puzzle | CardPuzzle) -> None:
    position = puzzle.position()
    found = MASTER.look(position)[0].action
    assert position.setting.text(found) in puzzle.best.split("|")


def test_there_are_enough() -> None:
    assert len({puzzle.about for puzzle in PORTOBELLO}) >= 20
    assert len({puzzle.about for puzzle in VIAGGIATORE}) >= 20


@pytest.mark.parametrize("puzzle", PORTOBELLO, ids=lambda puzzle: puzzle.about)
def test_portobello(puzzle: Puzzle) -> None:
    solved(puzzle)


@pytest.mark.parametrize("puzzle", VIAGGIATORE, ids=lambda puzzle: puzzle.about)
def test_viaggiatore(puzzle: CardPuzzle) -> None:
    solved(puzzle)
