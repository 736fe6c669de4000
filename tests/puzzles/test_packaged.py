"""The puzzles of the package: all can be played, each theme is its game's, and a search still finds the solutions."""

from __future__ import annotations

from pathlib import Path

import pytest

from piazzetta.games.registry import NAMES, find_game
from piazzetta.puzzles.check import check
from piazzetta.puzzles.judging import FEWEST, MARGIN
from piazzetta.puzzles.make import MOST
from piazzetta.puzzles.puzzle import PuzzleBook, packaged_puzzle, packaged_puzzles
from piazzetta.puzzles.rating import RATED
from tests.tiers import tier

pytestmark = pytest.mark.compiled_only

DOCUMENT = Path(__file__).parents[2] / "docs" / "puzzles.md"


def packaged(name: str) -> PuzzleBook:
    book = packaged_puzzles(name)
    assert book is not None
    return book


@pytest.mark.parametrize("name", NAMES)
def test_every_puzzle_can_be_played(name: str) -> None:
    book = packaged(name)
    game = find_game(name)
    puzzles = book.puzzles
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    assert {puzzle.record.setting.players for puzzle in puzzles} == set(game.seats)
    assert set(book.themes()) == set(game.bots.themes)
    assert set(book.bots) == set(RATED)
    ratings = [puzzle.rating.rating for puzzle in puzzles]
    assert ratings == sorted(ratings)
    for puzzle in puzzles[:: tier(9, 1)]:  # of all ratings
        assert set(puzzle.solutions) <= set(puzzle.match().legal_moves)
        assert puzzle.margin >= MARGIN - 0.0011, "figures have three decimals"
        assert len(puzzle.weighed) >= FEWEST * len(puzzle.solutions)
    one = packaged_puzzle(name, puzzles[500].id)
    assert one is not None
    assert (one.id, one.index, one.weighed) == (puzzles[500].id, puzzles[500].index, puzzles[500].weighed)
    assert packaged_puzzle(name, "nothing") is None
    of_game = [id(puzzle.record) for puzzle in puzzles]
    assert max(map(of_game.count, set(of_game))) <= MOST


@pytest.mark.parametrize("name", NAMES)
def test_the_document_says_how_many_there_are(name: str) -> None:
    book = packaged(name)
    row = f"| {find_game(name).title} | {len(book.puzzles):,} | {len(book.dumps()):,} |"
    assert row in DOCUMENT.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_a_search_of_ten_times_the_thinking_agrees(name: str) -> None:
    """All were checked so when they were made (docs/puzzles.md); here a few again, as rules and networks change."""
    found = check(packaged(name), 4, 10, 41, 1, lambda done, of: None)
    assert found.checked == 4
    assert not found.disputed
