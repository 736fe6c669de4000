"""Random maps and decks: they pass the checks for every map and deck; the same seed gives the same result."""

from __future__ import annotations

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from piazzetta.games.portobello.board import Board
from piazzetta.games.portobello.board_drawing import check_drawing
from piazzetta.games.portobello.generate import random_board
from piazzetta.games.viaggiatore.deck import Deck
from piazzetta.games.viaggiatore.generate import random_deck


@settings(deadline=None)
@given(st.integers(), st.integers(5, 16))
def test_random_maps_hold(seed: int, squares: int) -> None:
    board = random_board(seed, squares)
    assert len(board.squares) == squares
    assert Board.read(json.loads(json.dumps(board.to_json()))) == board
    check_drawing(board, board.positions())
    assert random_board(seed, squares) == board


@settings(deadline=None)
@given(st.integers())
def test_random_decks_hold(seed: int) -> None:
    deck = random_deck(seed)
    assert Deck.read(json.loads(json.dumps(deck.to_json()))) == deck == random_deck(seed)


def test_random_maps_differ_in_size() -> None:
    sizes = {len(random_board(seed).squares) for seed in range(200)}
    assert sizes == set(range(5, 17))
