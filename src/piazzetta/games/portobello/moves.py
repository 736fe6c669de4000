"""The text of every move as defined in `rules/records.md`, by action number; and the names of pieces."""

from __future__ import annotations

from functools import lru_cache

from piazzetta.games.portobello.board import Board
from piazzetta.games.portobello.state import BOBBY, LORD
from piazzetta.games.seats import SEATS

COLOURS = tuple(seat.name for seat in SEATS)
CLIENTS = ("nobody", "servant", "burgher", "lord")
TILE_NAMES = ("2", "3", "4", "n1", "n2", "n3")


class Offsets:
    """Where each kind of move begins in the action numbering of a map."""

    def __init__(self, board: Board) -> None:
        self.place = BOBBY + len(board.districts)
        self.build = self.place + len(board.squares)
        self.mark = self.build + 2 * len(board.alleys)
        self.chance = self.mark + 2 * len(board.districts)
        self.count = self.chance + LORD + 1


@lru_cache(maxsize=64)
def offsets_of(board: Board) -> Offsets:
    return Offsets(board)


def alley_end(board: Board, alley: int, end: int) -> str:
    """The square at one end of an alley."""
    return board.squares[board.alleys[alley].ends[end]].key


@lru_cache(maxsize=64)
def texts(board: Board) -> tuple[str, ...]:
    """The text of every action, by number."""
    words = ["end", "draw", "lord"]
    words += [f"tile {name}" for name in TILE_NAMES]
    words += [f"bobby {district.key}" for district in board.districts]
    words += [f"place {square.key}" for square in board.squares]
    for number, alley in enumerate(board.alleys):
        words += [f"build {alley.key}@{alley_end(board, number, end)}" for end in (0, 1)]
    for district in board.districts:
        words += [f"mark {district.key} x2", f"mark {district.key} x4"]
    # "lord" is already a move, so the chance outcome is "the lord"; a record never contains it (10.2)
    words += ["nobody", "servant", "burgher", "the lord"]
    return tuple(words)
