"""Random maps to look at: with a name, and with places for their squares. The page draws them too, translated."""

from __future__ import annotations

from piazzetta.errors import BadInput
from piazzetta.games.portobello.board import Board
from piazzetta.games.portobello.drawing.layout import laid_out
from piazzetta.games.portobello.generate import LEAST_SQUARES, random_board
from piazzetta.games.portobello.listing import LISTING
from piazzetta.games.portobello.state import MOST_SQUARES


def drawn(seed: int, squares: int | None, players: int) -> Board:
    """A random map for a number of players, with so many squares or as many as suit them."""
    if squares is not None and not LEAST_SQUARES <= squares <= MOST_SQUARES:
        raise BadInput(f"a random map has {LEAST_SQUARES} to {MOST_SQUARES} squares, not {squares}")
    if players not in LISTING.seats:
        raise BadInput(f"a map is for {LISTING.seats[0]} to {LISTING.seats[-1]} players, not {players}")
    return placed(random_board(seed, squares, players), f"Map {seed}")


def placed(board: Board, name: str) -> Board:
    """The map with a name and with places for its squares."""
    file = board.to_file()
    places = laid_out(board)
    squares = {
        square.key: {"name": square.name, "x": places[number][0], "y": places[number][1]}
        for number, square in enumerate(board.squares)
    }
    districts = {
        key: {"name": district["name"], "squares": district["squares"]} for key, district in file["districts"].items()
    }
    return Board.read({**file, "name": name, "squares": squares, "districts": districts})
