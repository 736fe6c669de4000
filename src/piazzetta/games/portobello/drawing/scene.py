"""The scene of a film of Portobello Market: the map, and below it the players."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from piazzetta.games.base import Event
from piazzetta.games.portobello.board import Board
from piazzetta.games.portobello.drawing.ground import MAP, MapPicture
from piazzetta.games.portobello.drawing.pieces import Pieces
from piazzetta.games.portobello.drawing.sheet import bare
from piazzetta.games.portobello.places import Alley, District
from piazzetta.games.scene import Scene
from piazzetta.games.svg import GOLD, INK, INK_2, PAGE, PANEL, PAPER, RULE, Sheet, cloths

_CARD = 128  # the height of a player's card
_GAP = 12
_LABEL = 19  # names on the map, larger than beside a list of players


class MapScene(Scene):
    #: What goes with another move, or shows on the tiles, gets no picture.
    untold = ("turn", "turn_ended", "drawing", "client_drawn", "tile_picked")

    def __init__(self, board: Board, view: Mapping[str, Any], names: Sequence[str]) -> None:
        super().__init__()
        self.board = board
        self.names = names
        self.width, self.height = MAP[0], MAP[1] + _CARD + _GAP
        self._map = MapPicture(board, bare(board), Sheet(*MAP), label=_LABEL)
        for district in board.districts:  # where its name goes when the Bobby stands above it
            x, y = self._map.middle(district)
            self._map.keep_free((x, y + 46), 16)
        self._map.draw()  # decides where the names stand, for the whole film
        self._ground = self._sheet(0, 0, self.width, self.height)
        self._ground.box(0, 0, self.width, self.height, PAGE, r=0)
        self._map.frame()
        for district in board.districts:
            self._map.garden(district)

    def parts(self, view: Mapping[str, Any], events: Sequence[Event]) -> list[Sheet]:
        self._map.view = view
        beat = self._map.beat()
        found = [self._ground]
        for at, alley in enumerate(self.board.alleys):
            found.append(self.part(("alley", at, at in beat), partial(self._alley, alley, at in beat)))
        for at, alley in enumerate(self.board.alleys):
            for number, seat in enumerate(view["alleys"][alley.key]["stalls"]):
                found.append(self.part(("space", at, number, seat), partial(self._space, alley, number)))
        for district in self.board.districts:
            mark = view["districts"][district.key]
            key = ("district", district.key, mark and tuple(mark.items()), view["bobby"] == district.key)
            found.append(self.part(key, partial(self._district, district)))
        for number, square in enumerate(self.board.squares):
            there = view["squares"][square.key]
            found.append(self.part(("square", number, there), partial(self._square, number)))
        for seat in range(view["players"]):
            found += self._player(view, seat)
        return found

    def _sheet(self, left: float, top: float, width: float, height: float) -> Sheet:
        """A part, onto which the map is drawn from now on."""
        sheet = Sheet(width, height, left, top)
        self._map.sheet, self._map.pieces = sheet, Pieces(sheet)
        return sheet

    def _alley(self, alley: Alley, beat: bool) -> Sheet:
        course = self._map.course(alley)
        xs, ys = zip(*(course.along(course.length * share / 8)[:2] for share in range(9)), strict=True)
        sheet = self._sheet(min(xs) - 36, min(ys) - 36, max(xs) - min(xs) + 72, max(ys) - min(ys) + 72)
        self._map.pavement(alley, beat)
        return sheet

    def _space(self, alley: Alley, number: int) -> Sheet:
        places, w = self._map.places(alley)
        x, y, _ = places[number]
        half = math.hypot(w / 2 + 4, 26)
        sheet = self._sheet(x - half, y - half, 2 * half, 2 * half)
        self._map.space(alley, number)
        return sheet

    def _district(self, district: District) -> Sheet:
        x, y = self._map.middle(district)
        half = max(100.0, self._map.size([district.name])[0] + 16)
        sheet = self._sheet(x - half, y - 70, 2 * half, 160)
        self._map.district(district)
        return sheet

    def _square(self, number: int) -> Sheet:
        square, (x, y) = self.board.squares[number], self._map.squares[number]
        (at, middle), lines = self._map.spots[square.key]
        half, tall = (size + 8 for size in self._map.size(lines))
        left, top = min(x - 50, at - half), min(y - 50, middle - tall)
        right, bottom = max(x + 50, at + half), max(y + 50, middle + tall)
        sheet = self._sheet(left, top, right - left, bottom - top)
        self._map.square(square.key, square.name, (x, y))
        return sheet

    def _player(self, view: Mapping[str, Any], seat: int) -> list[Sheet]:
        """A player's name, points, tiles and stalls; who moves, or has won, stands out."""
        score, tiles = view["scores"][seat], view["tiles"][seat]
        shown = [*((tile, True) for tile in tiles["up"]), *((tile, False) for tile in tiles["down"])]
        over = view["phase"] == "finished"
        bright = score == max(view["scores"]) if over else seat == view["mover"]
        w = (MAP[0] - 10) / view["players"] - 10
        x, y = 10 + (w + 10) * seat, MAP[1] + 4
        stalls = view["stalls_left"][seat]
        return [
            self.part(("player", seat, bright), lambda: self._card(seat, x, y, w, bright)),
            self.part(("score", seat, score), lambda: _number(x + w - 16, y + 44, score, 46, INK)),
            self.part(("stalls", seat, stalls), lambda: _number(x + w - 18, y + 95, stalls, 30, INK_2)),
            self.part(("tiles", seat, tuple(shown)), lambda: _tiles(seat, shown, x + 12, y + 66, w - 118)),
        ]

    def _card(self, seat: int, x: float, y: float, w: float, bright: bool) -> Sheet:
        sheet = Sheet(w + 6, _CARD, x - 3, y - 3)
        sheet.add(cloths())
        sheet.box(x, y, w, _CARD - 6, PAPER if bright else PANEL, GOLD if bright else RULE, 12, width=5)
        sheet.box(x + 4, y + 4, w - 8, 16, f"url(#cloth{seat})", r=7)
        sheet.emblem(seat, x + 32, y + 45, 16)
        sheet.text(x + 58, y + 45, self.names[seat], 32, INK, "start")
        Pieces(sheet).stall(x + w - 90, y + 95, 58, seat, None)
        return sheet


def _number(x: float, y: float, number: int, size: float, ink: str) -> Sheet:
    """A number that ends at ``x``."""
    sheet = Sheet(2 * size, 1.2 * size, x - 2 * size, y - 0.6 * size)
    sheet.text(x, y, str(number), size, ink, "end")
    return sheet


def _tiles(seat: int, tiles: Sequence[tuple[str, bool]], x: float, y: float, w: float) -> Sheet:
    sheet = Sheet(w, 58, x, y)
    step = min(48.0, (w - 46) / max(1, len(tiles) - 1))
    for number, (tile, is_up) in enumerate(tiles):
        Pieces(sheet).watch(x + 23 + step * number, y + 31, seat, tile, is_up)
    return sheet


scene = MapScene
