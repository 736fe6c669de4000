"""A view of Il Commercio Viaggiatore as a picture: a panel for each seat, and next to them deck, pile and phase."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from piazzetta.games.seats import SEATS
from piazzetta.games.svg import BOTTLE, BRICK, GOLD, INK, INK_2, INK_3, PAGE, PANEL, PAPER, RULE, Sheet
from piazzetta.games.viaggiatore.deck import KIND_NAMES, VEHICLE_NAMES, Card, Deck
from piazzetta.games.viaggiatore.moves import counted, seat_name, seats_named
from piazzetta.games.viaggiatore.state import CITY

_WIDE, _HIGH, _SIDE, _GAP = 460, 440, 250, 12  # of a panel, of the column next to them
_CARD = (78, 112)
_VEHICLES = dict(zip(VEHICLE_NAMES, ("#a5332a", "#2f73a8", "#2b3a72", "#8a6408"), strict=True))
_KINDS = dict(zip(KIND_NAMES, ("#7a2a62", "#1f6b43", "#9a5016", "#2c4a86"), strict=True))
_CREAM = "#fdf6e6"  # paper, for cut-outs in icons
_DOING = {
    "dealing": "the cards are dealt",
    "calling": "may call an auction",
    "bidding": "lays a bid face down",
    "carrying": "chooses a carrier",
    "travelling": "travels or stays",
    "riding": "may ride along",
    "shopping": "sells",
    "drawing": "draws",
    "loading": "loads the card drawn",
}


@cache
def _icons() -> str:
    """The icons, and the vehicles again for use on their own colour: #s-train, …"""
    text = resources.files("piazzetta").joinpath("data/viaggiatore-icons.svg").read_text("utf-8")
    for vehicle, colour in _VEHICLES.items():
        symbol = re.search(f'<symbol id="v-{vehicle}".*?</symbol>', text, re.DOTALL)
        assert symbol is not None
        sticker = symbol[0].replace(f'"v-{vehicle}"', f'"s-{vehicle}"').replace(_CREAM, colour)
        text = text.replace("</defs>", f"{sticker}</defs>")
    return re.sub(r"</?svg[^>]*>", "", text)


class Picture:
    def __init__(self, deck: Deck, view: Mapping[str, Any]) -> None:
        self.deck = deck
        self.view = view
        columns = 3 if view["players"] > 4 else 2
        self.columns = min(columns, view["players"])
        rows = -(-view["players"] // self.columns)
        self.sheet = Sheet(self.columns * (_WIDE + _GAP) + _GAP + _SIDE, rows * (_HIGH + _GAP) + _GAP)

    def draw(self) -> str:
        sheet = self.sheet
        sheet.add(_icons())
        sheet.box(0, 0, sheet.width, sheet.height, PAGE, r=0)
        for number in range(self.view["players"]):
            x = _GAP + (number % self.columns) * (_WIDE + _GAP)
            y = _GAP + (number // self.columns) * (_HIGH + _GAP)
            self._panel(number, x, y)
        self._beside(sheet.width - _SIDE + 4)
        return str(sheet)

    def _icon(self, name: str, x: float, y: float, w: float, h: float, colour: str, more: str = "") -> None:
        self.sheet.add(
            f'<use xlink:href="#{name}" x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}" '
            f'color="{colour}" {more}/>'
        )

    def _sticker(self, vehicle: str, x: float, y: float, w: float, h: float) -> None:
        """A vehicle, cream on its colour."""
        self.sheet.box(x, y, w, h, _VEHICLES[vehicle], r=4)
        self._icon(f"s-{vehicle}", x + 0.1 * w, y + 0.1 * h, 0.8 * w, 0.8 * h, _CREAM)

    # --- a seat ---

    def _panel(self, number: int, x: float, y: float) -> None:
        sheet, seat = self.sheet, self.view["seats"][number]
        active = number == self.view["active"]
        won = number in self.view["winners"]
        edge = GOLD if active or won else RULE
        sheet.box(x, y, _WIDE, _HIGH, PAPER if active else PANEL, edge, 12, 'style="stroke-width:4"')
        sheet.box(x + 3, y + 10, 8, _HIGH - 20, SEATS[number].fill, r=4)
        sheet.emblem(number, x + 36, y + 32, 15)
        name = seat_name(number) + (" wins" if won else "")
        sheet.text(x + 60, y + 32, name, 25, INK, "start")
        if number == self.view["mover"]:
            sheet.box(x + 72 + 14.5 * len(name), y + 20, 62, 25, "#f2dca4", r=12)
            sheet.text(x + 103 + 14.5 * len(name), y + 32, "asked", 16, "#7a5510")
        sheet.text(x + _WIDE - 18, y + 32, f"{seat['points']} / {self.view['rules']['target']}", 28, INK, "end")
        self._goods(seat, x + 24, y + 58)
        self._lots(number, x + 24, y + 100)
        self._hand(seat, x + 24, y + 238)
        self._road(number, seat["steps"], x + 24, y + _HIGH - 46)

    def _goods(self, seat: Mapping[str, Any], x: float, y: float) -> None:
        for number, (kind, many) in enumerate(zip(KIND_NAMES, seat["objects"], strict=True)):
            faded = "" if many else 'opacity="0.35"'
            self._icon(f"k-{kind}", x + 62 * number, y, 30, 30, _KINDS[kind], faded)
            self.sheet.text(x + 40 + 62 * number, y + 17, str(many), 21, INK if many else INK_3)
        cards = counted(seat["held"], "card")
        bid = ""
        if seat["has_bid"]:
            shown = seat["bid"]
            bid = ", bid laid" if shown is None else f", bids {shown}" if shown != "bluff" else ", bluffs"
        self.sheet.text(x + _WIDE - 42, y + 17, cards + bid, 18, INK_2, "end")

    def _lots(self, number: int, x: float, y: float) -> None:
        """Baggage with its carriers, as many as fit."""
        sheet = self.sheet
        lots = [lot for lot in self.view["lots"] if lot["seat"] == number]
        room = 8
        for place, lot in enumerate(lots[:room]):
            left, top = x + (place % 4) * 106, y + (place // 4) * 66
            if lot["face_down"]:
                self._back(left, top, 42, 58)
                sheet.text(left + 72, top + 30, "no carrier", 12, INK_3)
                continue
            sheet.box(left, top, 48, 58, PAPER, "#a98b52", 5)
            goods = [
                kind
                for kind, many in zip(KIND_NAMES, self.deck.cards[lot["card"]].objects, strict=True)
                for _ in range(many)
            ]
            columns = max(2, math.ceil(len(goods) ** 0.5))  # a custom deck may have more than four (1.2)
            step = 42 / columns
            for index, kind in enumerate(goods):
                across, down = step * (index % columns), step * (index // columns)
                self._icon(f"k-{kind}", left + 4 + across, top + 5 + down, step - 2, step - 2, _KINDS[kind])
            sheet.text(left + 24, top + 51, f"no. {lot['card']}", 10, INK_3)
            if lot["vehicle"] is not None:
                self._sticker(lot["vehicle"], left + 49, top + 2, 50, 36)
        if not lots:
            sheet.text(x, y + 28, "no baggage", 18, INK_3, "start")
        if len(lots) > room:
            sheet.text(x + _WIDE - 42, y + 134, f"and {len(lots) - room} more", 14, INK_3, "end")

    def _hand(self, seat: Mapping[str, Any], x: float, y: float) -> None:
        cards = seat["hand"] if seat["hand"] is not None else seat["known"]
        for place in range(seat["held"]):
            left = x + place * (_CARD[0] + 6)
            if place < len(cards):
                self._card(cards[place], left, y, laid=seat["bid"] == cards[place])
            else:
                self._back(left, y, *_CARD)

    def _back(self, x: float, y: float, w: float, h: float) -> None:
        self.sheet.box(x, y, w, h, BOTTLE, "#a98b52", 6)
        self.sheet.box(x + 5, y + 5, w - 10, h - 10, "none", GOLD, 4)
        self._icon("walker", x + w / 2 - 0.2 * w, y + h / 2 - 0.28 * h, 0.4 * w, 0.56 * h, _CREAM)

    def _card(self, number: int, x: float, y: float, laid: bool = False) -> None:
        """A game card: bid and objects on top, the ticket between its two vehicles, the shop at the bottom (1.2)."""
        sheet, card = self.sheet, self.deck.cards[number]
        w, h = _CARD
        sheet.box(x, y, w, h, PAPER, GOLD if laid else "#a98b52", 6, 'style="stroke-width:4"' if laid else "")
        sheet.disc(x + 15, y + 16, 12, BOTTLE, GOLD)
        sheet.text(x + 15, y + 16, str(card.bid), 17, PAPER)
        goods = [kind for kind, many in zip(KIND_NAMES, card.objects, strict=True) for _ in range(many)]
        step = 12 if len(goods) <= 4 else 48 / len(goods)
        for index, kind in enumerate(goods):
            self._icon(f"k-{kind}", x + 29 + step * index, y + 10, step - 1, step - 1, _KINDS[kind])
        for side, vehicle in enumerate(card.vehicles):
            self._sticker(VEHICLE_NAMES[vehicle], x + 3 + side * (w - 27), y + 36, 21, 30)
        ticket = VEHICLE_NAMES[card.ticket]
        sheet.box(x + 26, y + 33, w - 52, 36, _CREAM, _VEHICLES[ticket], 3)
        self._icon(f"v-{ticket}", x + 28, y + 40, w - 56, 22, _VEHICLES[ticket])
        self._shop(card, x, y + 76, w)
        sheet.text(x + w / 2, y + h - 8, f"no. {number}", 9, INK_3)

    def _shop(self, card: Card, x: float, y: float, w: float) -> None:
        step = (w - 6) / 4
        for number, (kind, least) in enumerate(zip(KIND_NAMES, card.shop, strict=True)):
            left = x + 3 + step * number
            self.sheet.box(
                left, y, step, 5, BOTTLE if number % 2 == 0 else "#e2d2ae", r=0, more='style="stroke-width:0"'
            )
            self._icon(f"k-{kind}", left + 0.5, y + 9, 8, 8, _KINDS[kind])
            self.sheet.text(left + 13, y + 14, "–" if least is None else str(least), 12, INK)

    def _road(self, number: int, steps: int, x: float, y: float) -> None:
        """The Metrella: seven steps to the city (1.3)."""
        sheet, colours = self.sheet, SEATS[number]
        step = (_WIDE - 90) / CITY
        sheet.line((x + 8, y + 26), (x + 8 + CITY * step, y + 26), "#e2d2ae", 8)
        if steps:
            sheet.line((x + 8, y + 26), (x + 8 + steps * step, y + 26), colours.fill, 8)
        for place in range(1, CITY + 1):
            reached = place <= steps
            at = x + 8 + place * step
            sheet.box(at - 11, y + 13, 22, 24, colours.fill if reached else PAPER, colours.deep, 6)
            sheet.text(at, y + 26, str(place), 15, colours.ink if reached else INK_2)
        city = x + 12 + CITY * step
        for index, tall in enumerate((26, 40, 32)):
            sheet.box(city + 8 + 11 * index, y + 38 - tall, 10, tall, BOTTLE, r=0, more='style="stroke-width:0"')
        self._icon("walker", x - 2 + steps * step, y - 22, 24, 34, colours.fill)

    # --- next to the seats ---

    def _beside(self, x: float) -> None:
        view, sheet = self.view, self.sheet
        sheet.text(x, 38, "Il Commercio", 29, BRICK, "start")
        sheet.text(x, 70, "Viaggiatore", 29, BRICK, "start")
        sheet.text(x, 112, f"turn {view['turn']}, {seat_name(view['active'])}", 21, INK_2, "start")
        for line, words in enumerate(self._doing()):
            sheet.text(x, 146 + 26 * line, words, 19, INK, "start")
        self._back(x, 226, *_CARD)
        sheet.text(x + 96, 262, counted(view["deck"], "card"), 19, INK, "start")
        sheet.text(x + 96, 288, "in the deck", 17, INK_3, "start")
        pile = view["pile"]
        if pile:
            self._card(pile[-1], x, 352)
        else:
            sheet.box(x, 352, *_CARD, "none", RULE, 6)
        sheet.text(x + 96, 388, counted(len(pile), "card"), 19, INK, "start")
        sheet.text(x + 96, 414, "discarded", 17, INK_3, "start")
        order = view["deck_order"]
        if order:
            sheet.text(x, 486, "next: " + " ".join(str(card) for card in order[:5]), 18, INK_2, "start")

    def _doing(self) -> list[str]:
        view = self.view
        if view["phase"] == "finished":
            return ["the game is over", f"{seats_named(view['winners'])} win{'s' if len(view['winners']) == 1 else ''}"]
        who = [seat_name(view["asked"])] if view["phase"] != "dealing" else []
        by = [f"by {view['ticket']}"] if view["phase"] == "riding" else []
        return [*who, _DOING[view["phase"]], *by]


def svg(deck: Deck, view: Mapping[str, Any]) -> str:
    """The position as an SVG picture."""
    return Picture(deck, view).draw()
