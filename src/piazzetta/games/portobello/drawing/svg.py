"""A view of Portobello Market as a picture: the map, and next to it the players and the remaining pieces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from piazzetta.games.portobello.board import Board
from piazzetta.games.portobello.drawing.ground import MAP, MapPicture
from piazzetta.games.portobello.drawing.pieces import Pieces
from piazzetta.games.svg import BRICK, GOLD, INK, INK_2, INK_3, PAGE, PANEL, PAPER, RULE, Sheet, names_on_picture

SIDE = 440
_WORDS = {
    "arranging": "the customers are laid out",
    "setting": "places the Bobby in a district",
    "picking": "picks a tile or marks a district",
    "drawing": "draws a customer",
    "placing": "places the customer",
    "finished": "the game is over",
}


class Picture:
    def __init__(self, board: Board, view: Mapping[str, Any], names: Sequence[str]) -> None:
        self.board = board
        self.view = view
        self.names = names_on_picture(names, view["players"])
        self.sheet = Sheet(MAP[0] + SIDE, MAP[1])
        self.pieces = Pieces(self.sheet)

    def draw(self) -> str:
        self.sheet.box(0, 0, self.sheet.width, self.sheet.height, PAGE, r=0)
        ground = MapPicture(self.board, self.view, self.sheet)
        ground.frame()
        ground.draw()
        self._side()
        return str(self.sheet)

    # --- next to the map ---

    def _side(self) -> None:
        view, sheet, x = self.view, self.sheet, MAP[0] + 8
        sheet.text(x, 44, "Portobello Market", 34, BRICK, "start")
        over = view["phase"] == "finished"
        turn = f"round {(view['turn'] - 1 - over) // view['players'] + 1}" if view["turn"] else "before the first round"
        sheet.text(x, 84, turn + (", the last" if view["last_round"] else ""), 22, INK_2, "start")
        if view["phase"] == "acting":
            left = view["actions_left"]
            doing = f"has {left} action{'' if left == 1 else 's'} left"
        else:
            doing = _WORDS[view["phase"]]
        who = "" if over or view["mover"] is None else f"{self.names[view['seat']]} "
        sheet.text(x, 114, who + doing, 22, INK, "start")
        for seat in range(view["players"]):
            self._player(seat, x, 140 + 160 * seat)
        self._supply(x, 140 + 160 * view["players"])

    def _player(self, seat: int, x: float, y: float) -> None:
        view, sheet = self.view, self.sheet
        moves = seat == view["mover"]
        won = view["phase"] == "finished" and view["scores"][seat] == max(view["scores"])
        edge = GOLD if moves or won else RULE
        sheet.box(x, y, SIDE - 24, 148, PAPER if moves else PANEL, edge, 12, width=4)
        sheet.box(x + 4, y + 4, SIDE - 32, 20, f"url(#cloth{seat})", r=8)
        sheet.emblem(seat, x + 30, y + 56, 15)
        sheet.text(x + 56, y + 56, self.names[seat] + (" wins" if won else ""), 26, INK, "start")
        sheet.text(x + SIDE - 44, y + 58, str(view["scores"][seat]), 40, INK, "end")
        sheet.text(x + SIDE - 44, y + 112, f"{view['stalls_left'][seat]} stalls", 20, INK_2, "end")
        tiles = view["tiles"][seat]
        shown = [(tile, True) for tile in tiles["up"]] + [(tile, False) for tile in tiles["down"]]
        for number, (tile, up) in enumerate(shown):
            self.pieces.watch(x + 36 + 46 * number, y + 110, seat, tile, up)

    def _supply(self, x: float, y: float) -> None:
        view, sheet = self.view, self.sheet
        sheet.text(x, y + 18, "neutral tiles", 19, INK_3, "start")
        stack = "  ".join(str(value) for value in view["neutral_stack"]) or "none"
        sheet.text(x + 150, y + 18, stack, 21, INK, "start")
        if view["row"] is not None:
            lord = [] if "lord" in view["squares"].values() or view["in_hand"] == "lord" else ["lord"]
            for number, client in enumerate([*view["row"], *lord]):
                self.pieces.person(client, x + 20 + 38 * number, y + 80, 0.75)
            return
        for number, (client, count) in enumerate(view["bag"].items()):
            self.pieces.person(client, x + 34 + 120 * number, y + 82, 1.0)
            sheet.text(x + 68 + 120 * number, y + 88, f"× {count}", 22, INK, "start")


def svg(board: Board, view: Mapping[str, Any], names: Sequence[str] = ()) -> str:
    """The position as an SVG picture."""
    return Picture(board, view, names).draw()
