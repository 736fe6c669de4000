"""The rulebook's pictures of Portobello Market: what is in the box, the setup, examples on the map, the aid."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from piazzetta.games.illustrations import Example, Frame, Illustrations, Label, View
from piazzetta.games.portobello.board import Board
from piazzetta.games.portobello.drawing.ground import MAP, MapPicture
from piazzetta.games.portobello.drawing.pieces import Pieces
from piazzetta.games.portobello.view import NEUTRAL_STACK
from piazzetta.games.seats import SEATS
from piazzetta.games.svg import BOTTLE, INK, PAPER, RULE, Sheet, cloths

_NEW = "#0b7a75"  # what has just come or may come: the page's colour for "you can"
_TILES = ("2", "3", "4")


class Pictures(Illustrations):
    aid = (
        (("3.1", 1), ("3.2", 1), ("3.3", 1), ("3.5", 2)),
        (("4.1", 1), ("4.2", 2)),
        (("5.1", 1), ("5.2", 1), ("5.4", 3)),
        (("6.1", 3), ("6.2", 2), ("6.3", 1)),
        (("7.1", 2), ("7.2", 1), ("7.3", 4), ("7.4", 2)),
        (("8.1", 1), ("8.2", 1)),
        (("9.1", 1), ("9.3", 3), ("9.4", 2)),
    )
    aid_label = "aid.factors"

    def box(self) -> list[tuple[str, int, str]]:
        views = [self.views(players) for players in (2, 3, 4)]
        most = [max(view["stalls_left"][seat] for view in views if seat < view["players"]) for seat in range(4)]
        bag = views[0]["bag"]
        return [
            ("board", 1, self.cover()),
            ("stalls", sum(most), _row(4, 74, lambda p, seat, x: _counted_stall(p, seat, x, most[seat]), 92)),
            ("tiles", 12, _row(12, 46, lambda p, n, x: p.watch(x, 36, n // 3, _TILES[n % 3]), columns=6)),
            ("neutral", 8, _row(8, 46, lambda p, n, x: p.watch(x, 36, 0, f"n{NEUTRAL_STACK[n]}"))),
            ("markers", 4, _row(4, 52, _marker)),
            ("servants", bag["servant"], _row(bag["servant"], 54, lambda p, n, x: p.person("servant", x, 36))),
            ("burghers", bag["burgher"], _row(bag["burgher"], 54, lambda p, n, x: p.person("burgher", x, 36))),
            ("lord", 1, _row(1, 54, lambda p, n, x: p.person("lord", x, 40), 74)),
            ("bobby", 1, _row(1, 80, lambda p, n, x: p.bobby(x, 42, 1.15), 84)),
            ("bag", 1, _row(1, 70, _bag)),
            ("boards", 4, _player_board(views[0], 0)),
        ]

    def setup(self, players: int) -> tuple[Label, str]:
        stalls = self.views(players)["stalls_left"]
        sheet = Sheet(250, 44 * players)
        sheet.add(cloths())
        for seat, many in enumerate(stalls):
            y = 22 + 44 * seat
            sheet.emblem(seat, 16, y, 11)
            Pieces(sheet).stall(64, y, 52, seat, None)
            sheet.text(100, y, f"× {many}", 20, anchor="start")
            for number, tile in enumerate(_TILES):
                sheet.add(f'<g transform="translate({172 + 32 * number} {y + 3}) scale(.68)">')
                Pieces(sheet).watch(0, 0, seat, tile)
                sheet.add("</g>")
        return ("setup.stalls", {"n": stalls[0]}), str(sheet)

    def cover(self) -> str:
        """The whole map, empty."""
        sheet = Sheet(*MAP)
        ground = MapPicture(Board.default(), self.views(4), sheet, label=25)
        ground.frame()
        ground.draw()
        return str(sheet)

    def aid_picture(self) -> str:
        """The five pairs of customers with what they multiply by (8.2)."""
        sheet = Sheet(456, 84)
        _factors(self.views(2), sheet, 2, 2)
        return str(sheet)

    def picture(self, example: Example, frame: Frame) -> str:
        """The part of the map where an example happens, with what has just come in teal."""
        districts = example.show["districts"]
        left, top, width, height = MapPicture(example.components, frame.after, Sheet(1, 1), districts, 24).bounds()
        sheet = Sheet(width, height, left, top)
        ground = MapPicture(example.components, frame.after, sheet, districts, 24)
        sheet.box(left, top, width, height, "#b9c492", BOTTLE, 14, width=6)
        letters = {letter: _above(ground, key) for key, letter in example.show.get("letters", {}).items()}
        for place in letters.values():
            ground.keep_free(place, 17)
        ground.draw()
        _new_pieces(ground, frame)
        _walk(ground, frame)
        if example.show.get("hatched"):
            _hatched(ground, frame.legal)
        for letter, (x, y) in letters.items():
            sheet.disc(x, y, 17, INK, PAPER)
            sheet.text(x, y, letter, 22, PAPER)
        return str(sheet)


def _above(ground: MapPicture, alley: str) -> tuple[float, float]:
    """The place of an alley's letter, above its middle."""
    places, _ = ground.places(ground.board.alleys[ground.board.alley_index(alley)])
    x, y, _ = places[len(places) // 2]
    return x, y - 34


def _row(many: int, step: float, draw: Any, high: float = 64, columns: int = 8) -> str:
    """The same piece several times, in rows."""
    wide = min(many, columns)
    sheet = Sheet(wide * step, high * math.ceil(many / columns))
    sheet.add(cloths())
    for top in range(0, many, columns):
        below = high * (top // columns)
        sheet.add(f'<g transform="translate(0 {below})">')
        for number in range(top, min(top + columns, many)):
            draw(Pieces(sheet), number, step * (number - top + 0.5))
        sheet.add("</g>")
    return str(sheet)


def _counted_stall(pieces: Pieces, seat: int, x: float, many: int) -> None:
    pieces.stall(x, 26, 62, seat, None)
    pieces.sheet.emblem(seat, x - 20, 70, 9)
    pieces.sheet.text(x + 10, 70, f"× {many}", 20)


def _marker(pieces: Pieces, seat: int, x: float) -> None:
    pieces.piece(f"marker-{SEATS[seat].name}", x - 20, 14, 40, 40)


def _bag(pieces: Pieces, _: int, x: float) -> None:
    pieces.piece("bag", x - 26, 3, 52, 58.5)


def _player_board(view: View, seat: int) -> str:
    """A player board: the factors of 8.2 under the awning, below them the three tiles."""
    sheet = Sheet(470, 190)
    sheet.add(cloths())
    sheet.box(2, 2, 466, 186, PAPER, RULE, 12)
    sheet.box(6, 6, 458, 26, f"url(#cloth{seat})", SEATS[seat].deep, 8)
    _factors(view, sheet, 8, 42)
    for number, tile in enumerate(_TILES):
        Pieces(sheet).watch(175 + 60 * number, 156, seat, tile)
    return str(sheet)


def _factors(view: View, sheet: Sheet, x: float, y: float) -> None:
    for number, (one, other, factor) in enumerate(view["factors"]):
        left = x + 91 * number
        sheet.box(left, y, 87, 80, "#f8f0de", RULE, 8)
        Pieces(sheet).person(one, left + 24, y + 32, 0.8)
        Pieces(sheet).person(other, left + 62, y + 32, 0.8)
        sheet.text(left + 43, y + 66, f"× {factor}", 21)


def _new_pieces(ground: MapPicture, frame: Frame) -> None:
    for alley in ground.alleys:
        places, w = ground.places(alley)
        pairs = zip(
            frame.before["alleys"][alley.key]["stalls"], frame.after["alleys"][alley.key]["stalls"], strict=True
        )
        for (x, y, angle), (old, new) in zip(places, pairs, strict=True):
            if old != new:
                turn = f'transform="rotate({angle:.1f} {x:.1f} {y:.1f})"'
                ground.sheet.box(x - w / 2 - 3, y - 23, w + 6, 46, "none", _NEW, 8, turn, width=5)
    for square, (x, y) in zip(ground.board.squares, ground.squares, strict=True):
        if frame.before["squares"][square.key] != frame.after["squares"][square.key]:
            ground.sheet.disc(x, y, 49, "none", _NEW, 6)


def _walk(ground: MapPicture, frame: Frame) -> None:
    """The Bobby's way, as an arrow."""
    if frame.before["bobby"] == frame.after["bobby"]:
        return
    number = ground.board.district_index
    (ax, ay), (bx, by) = (
        ground.middle(ground.board.districts[number(at["bobby"])]) for at in (frame.before, frame.after)
    )
    far = math.dist((ax, ay), (bx, by))
    ux, uy = (bx - ax) / far, (by - ay) / far
    tip = (bx - 50 * ux, by - 10 - 50 * uy)
    start = (ax + 62 * ux, ay - 10 + 62 * uy)  # clear of the district's name
    ground.sheet.line(start, (tip[0] - 14 * ux, tip[1] - 14 * uy), _NEW, 9, 'stroke-dasharray="18 9"')
    wings = [(tip[0] - 24 * ux + side * 14 * uy, tip[1] - 24 * uy - side * 14 * ux) for side in (1, -1)]
    ground.sheet.polygon([tip, *wings], _NEW)


def _hatched(ground: MapPicture, legal: Sequence[str]) -> None:
    """The spaces where a stall may go."""
    for move in legal:
        if not move.startswith("build"):
            continue
        key, _, end = move.removeprefix("build ").partition("@")
        alley = ground.board.alleys[ground.board.alley_index(key)]
        stalls = ground.view["alleys"][key]["stalls"]
        order = range(len(stalls)) if key.startswith(f"{end}-") else range(len(stalls) - 1, -1, -1)
        space = next(number for number in order if stalls[number] is None)
        places, w = ground.places(alley)
        x, y, angle = places[space]
        turn = f'transform="rotate({angle:.1f} {x:.1f} {y:.1f})" stroke-dasharray="9 6"'
        ground.sheet.box(x - w / 2, y - 20, w, 40, "#0b7a7533", _NEW, 6, turn, width=5)
