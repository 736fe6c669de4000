"""A view of Portobello Market as a picture: the map, and next to it the players and the remaining pieces."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from piazzetta.games.portobello.board import Alley, Board, District, Place
from piazzetta.games.portobello.moves import COLOURS
from piazzetta.games.seats import SEATS
from piazzetta.games.svg import (
    BOTTLE,
    BRICK,
    GOLD,
    INK,
    INK_2,
    INK_3,
    PAGE,
    PANEL,
    PAPER,
    RULE,
    Sheet,
    cloths,
)

MAP = (1480, 1000)
SIDE = 440
_MARGIN = (105, 95)
_VALUES = {1: ("#fbf4e0", "#4b3621"), 2: ("#f3cd82", "#45290c"), 3: ("#b04d1a", "#fff8ea")}
_CLIENTS = {"servant": ("#8b9298", "#44494e"), "burgher": ("#d58a94", "#86404f"), "lord": ("#3a3542", "#0f0d13")}
_SQUARE = 46  # the radius of a square
_WORDS = {
    "arranging": "the customers are laid out",
    "setting": "puts the Bobby into a district",
    "picking": "picks a tile or marks a district",
    "drawing": "draws a customer",
    "placing": "places the client",
    "finished": "the game is over",
}


class Picture:
    def __init__(self, board: Board, view: Mapping[str, Any]) -> None:
        self.board = board
        self.view = view
        self.sheet = Sheet(MAP[0] + SIDE, MAP[1])
        xs, ys = zip(*board.positions(), strict=True)
        scale = min(
            (size - 2 * margin) / max(max(along) - min(along), 1e-9)
            for size, margin, along in zip(MAP, _MARGIN, (xs, ys), strict=True)
        )
        left = (MAP[0] - scale * (max(xs) - min(xs))) / 2 - scale * min(xs)
        top = (MAP[1] - scale * (max(ys) - min(ys))) / 2 - scale * min(ys)
        self.squares = [(left + scale * x, top + scale * y) for x, y in board.positions()]

    def draw(self) -> str:
        sheet = self.sheet
        sheet.add(cloths())
        sheet.box(0, 0, sheet.width, sheet.height, PAGE, r=0)
        sheet.box(10, 10, MAP[0] - 20, MAP[1] - 20, "#b9c492", BOTTLE, 18, 'style="stroke-width:14"')
        sheet.box(22, 22, MAP[0] - 44, MAP[1] - 44, "none", GOLD, 10)
        for district in self.board.districts:
            self._garden(district)
        for number, alley in enumerate(self.board.alleys):
            a, b = (self.squares[end] for end in alley.ends)
            beat = self.view["bobby"] and number in self._beat()
            sheet.line(a, b, "#d8b86a" if beat else "#a89468", 60)
            sheet.line(a, b, "#e9dec3", 54)
        for alley in self.board.alleys:
            self._spaces(alley)
        for square, place in zip(self.board.squares, self.squares, strict=True):
            self._square(square.key, square.name, place)
        for district in self.board.districts:
            self._district(district)
        self._side()
        return str(sheet)

    def _beat(self) -> tuple[int, ...]:
        """The alleys around the Bobby, where actions are possible (3.2)."""
        return self.board.districts[self.board.district_index(self.view["bobby"])].alleys

    def _corners(self, district: District) -> list[Place]:
        return [self.squares[square] for square in district.squares]

    def _middle(self, district: District) -> Place:
        """The centre of the circle that touches the three alleys: the roomiest spot."""
        corners = self._corners(district)
        weights = [math.dist(corners[k - 2], corners[k - 1]) for k in range(3)]
        total = sum(weights) or 1e-9
        x, y = (sum(w * corner[axis] for w, corner in zip(weights, corners, strict=True)) / total for axis in (0, 1))
        return x, y

    def _garden(self, district: District) -> None:
        mx, my = self._middle(district)
        for share, fill in ((0.92, "#a9745a"), (0.66, "#c9d1a3")):
            inner = [(mx + share * (x - mx), my + share * (y - my)) for x, y in self._corners(district)]
            self.sheet.polygon(inner, fill, "#8b5c46" if share > 0.8 else "#8ba067", 3)

    def _spaces(self, alley: Alley) -> None:
        (ax, ay), (bx, by) = (self.squares[end] for end in alley.ends)
        length = max(math.dist((ax, ay), (bx, by)), 1e-9)
        ux, uy = (bx - ax) / length, (by - ay) / length
        stalls = self.view["alleys"][alley.key]["stalls"]
        room = max(length - 2 * _SQUARE - 8, 10)
        step = min(room / len(stalls), 70)
        start = length / 2 - step * len(stalls) / 2
        angle = math.degrees(math.atan2(uy, ux))
        for number, (value, seat) in enumerate(zip(alley.values, stalls, strict=True)):
            along = start + step * (number + 0.5)
            x, y = ax + ux * along, ay + uy * along
            fill, ink = _VALUES.get(value, _VALUES[3])
            turn = f'transform="rotate({angle:.1f} {x:.1f} {y:.1f})"'
            w, h = step - 5, 40
            if seat is None:
                self.sheet.box(x - w / 2, y - h / 2, w, h, fill, "#7d6237", 5, turn)
                self.sheet.text(x, y, str(value), 24, ink)
            else:
                self.sheet.box(x - w / 2, y - h / 2, w, h, f"url(#cloth{seat})", SEATS[seat].deep, 5, turn)
                self.sheet.disc(x, y, 15, PAPER, SEATS[seat].deep)
                self.sheet.text(x, y, str(value), 20, SEATS[seat].deep)

    def _square(self, key: str, name: str, place: Place) -> None:
        x, y = place
        client = self.view["squares"][key]
        self.sheet.disc(x, y, _SQUARE, "#f8efd9", "#4a3320", 3)
        self.sheet.disc(x, y, _SQUARE - 10, "#c9b88e", "#a08b5c")
        if client:
            self._person(client, x, y)
        else:
            self.sheet.text(x, y, key, 26, "#6b5734")
        below = y + _SQUARE + 13
        self.sheet.text(x, below, name if name != key else f"({key})", 16, INK, halo="#e9dec3")

    def _person(self, client: str, x: float, y: float, size: float = 1.0) -> None:
        """A client, recognisable by the hat: a cap, a bowler, a top hat."""
        fill, deep = _CLIENTS[client]
        shapes = {
            "servant": f'<path d="M-15 -12q2 -12 15 -12q13 0 16 9l8 4h-39z" fill="{deep}"/>',
            "burgher": f'<path d="M-12 -12q0 -14 12 -14q12 0 12 14zM-19 -13h38v4h-38z" fill="{deep}"/>',
            "lord": f'<path d="M-11 -36h22v25h-22zM-20 -13h40v4h-40z" fill="{deep}"/>'
            f'<path d="M-11 -19h22v4h-22z" fill="{GOLD}"/>',
        }
        self.sheet.add(
            f'<g transform="translate({x:.1f} {y + 6 * size:.1f}) scale({size})">'
            f'<path d="M-21 24q0 -22 21 -22q21 0 21 22z" fill="{fill}" stroke="{deep}" stroke-width="2"/>'
            f'<circle r="11" cy="-6" fill="#f1cfae" stroke="{deep}" stroke-width="2"/>{shapes[client]}</g>'
        )

    def _bobby(self, x: float, y: float) -> None:
        self.sheet.add(
            f'<g transform="translate({x:.1f} {y:.1f}) scale(1.25)">'
            f'<circle r="31" fill="{PAPER}" stroke="#22355c" stroke-width="4"/>'
            '<path d="M-19 24q0 -22 19 -22q19 0 19 22z" fill="#22355c"/><circle r="10" cy="-5" fill="#f1cfae"/>'
            '<path d="M-14 -8q0 -20 14 -20q14 0 14 20z" fill="#101b33"/>'
            f'<circle r="3.5" cy="-15" fill="{GOLD}"/></g>'
        )

    def _district(self, district: District) -> None:
        x, y = self._middle(district)
        mark = self.view["districts"][district.key]
        here = self.view["bobby"] == district.key
        if mark is not None:
            mx = x + 44 if here else x
            self.sheet.disc(mx, y - 8, 25, PAPER, SEATS[mark["seat"]].deep, 4)
            self.sheet.disc(mx, y - 8, 20, SEATS[mark["seat"]].fill)
            self.sheet.text(mx, y - 8, f"×{mark['factor']}", 20, SEATS[mark["seat"]].ink)
        if here:
            self._bobby(x - (24 if mark else 0), y - 10)
        label = district.name if len(district.name) <= 16 else district.key
        self.sheet.text(x, y + (46 if here else 30 if mark else 0), label, 17, "#2c3520", halo="#e3e8c8")

    # --- next to the map ---

    def _side(self) -> None:
        view, sheet, x = self.view, self.sheet, MAP[0] + 8
        sheet.text(x, 44, "Portobello Market", 34, BRICK, "start")
        over = view["phase"] == "finished"
        turn = f"round {(view['turn'] - 1 - over) // view['players'] + 1}" if view["turn"] else "before the first round"
        sheet.text(x, 84, turn + (", the last" if view["last_round"] else ""), 22, INK_2, "start")
        if view["phase"] == "acting":
            doing = f"uses tile {view['tile_in_use']}, {view['actions_left']} left"
        else:
            doing = _WORDS[view["phase"]]
        who = "" if over or view["mover"] is None else f"{COLOURS[view['seat']].capitalize()} "
        sheet.text(x, 114, who + doing, 22, INK, "start")
        for seat in range(view["players"]):
            self._player(seat, x, 140 + 160 * seat)
        self._supply(x, 140 + 160 * view["players"])

    def _player(self, seat: int, x: float, y: float) -> None:
        view, sheet = self.view, self.sheet
        moves = seat == view["mover"]
        won = view["phase"] == "finished" and view["scores"][seat] == max(view["scores"])
        sheet.box(
            x,
            y,
            SIDE - 24,
            148,
            PAPER if moves else PANEL,
            GOLD if moves or won else RULE,
            12,
            'style="stroke-width:4"',
        )
        sheet.box(x + 4, y + 4, SIDE - 32, 20, f"url(#cloth{seat})", r=8)
        sheet.emblem(seat, x + 30, y + 56, 15)
        sheet.text(x + 56, y + 56, COLOURS[seat].capitalize() + (" wins" if won else ""), 26, INK, "start")
        sheet.text(x + SIDE - 44, y + 58, str(view["scores"][seat]), 40, INK, "end")
        sheet.text(x + SIDE - 44, y + 112, f"{view['stalls_left'][seat]} stalls", 20, INK_2, "end")
        tiles = view["tiles"][seat]
        shown = [(tile, True) for tile in tiles["up"]] + [(tile, False) for tile in tiles["down"]]
        for number, (tile, up) in enumerate(shown):
            self._watch(x + 36 + 46 * number, y + 110, seat, tile, up)

    def _watch(self, x: float, y: float, seat: int, tile: str, up: bool) -> None:
        """A tile: a pocket watch, brass if neutral, shut if face down."""
        brass = tile.startswith("n")
        case = GOLD if brass else SEATS[seat].fill
        more = "" if up else 'opacity="0.35"'
        self.sheet.box(x - 4, y - 26, 8, 8, case, r=2, more=more)
        self.sheet.disc(x, y, 19, PAPER if up else case, case, 5, more)
        self.sheet.text(x, y, tile.removeprefix("n"), 20, INK if up else PAPER)

    def _supply(self, x: float, y: float) -> None:
        view, sheet = self.view, self.sheet
        sheet.text(x, y + 18, "neutral tiles", 19, INK_3, "start")
        stack = "  ".join(str(value) for value in view["neutral_stack"]) or "none"
        sheet.text(x + 150, y + 18, stack, 21, INK, "start")
        if view["row"] is not None:
            for number, client in enumerate(view["row"]):
                self._person(client, x + 22 + 40 * number, y + 80, 0.8)
            return
        for number, (client, count) in enumerate(view["bag"].items()):
            self._person(client, x + 34 + 120 * number, y + 82, 1.0)
            sheet.text(x + 68 + 120 * number, y + 88, f"× {count}", 22, INK, "start")


def svg(board: Board, view: Mapping[str, Any]) -> str:
    """The position as an SVG picture."""
    return Picture(board, view).draw()
