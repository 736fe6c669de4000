"""The map alone, as the page and a poster show it: no players, no game in progress."""

from __future__ import annotations

from typing import Any

from piazzetta.games.portobello.board import Board
from piazzetta.games.portobello.drawing.ground import MAP, MapPicture
from piazzetta.games.svg import PAGE, Sheet


def bare(board: Board) -> dict[str, Any]:
    """What a drawing needs of a view, before anything lies on the map."""
    return {
        "bobby": None,
        "alleys": {alley.key: {"stalls": [None] * len(alley.values)} for alley in board.alleys},
        "squares": dict.fromkeys((square.key for square in board.squares), None),
        "districts": dict.fromkeys((district.key for district in board.districts), None),
    }


def picture(board: Board) -> str:
    """An SVG picture of a map."""
    sheet = Sheet(*MAP)
    sheet.box(0, 0, *MAP, PAGE, r=0)
    ground = MapPicture(board, bare(board), sheet)
    ground.frame()
    ground.draw()
    return str(sheet)
