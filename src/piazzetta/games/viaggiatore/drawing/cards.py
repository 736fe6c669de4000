"""The cards of Il Commercio Viaggiatore as drawings, each in its place on a sheet."""

from __future__ import annotations

import math
import re
from functools import cache
from importlib import resources

from piazzetta.games.seats import SEATS
from piazzetta.games.svg import BOTTLE, GOLD, INK, INK_2, INK_3, PAPER, Sheet
from piazzetta.games.viaggiatore.deck import KIND_NAMES, VEHICLE_NAMES, Card, Deck
from piazzetta.games.viaggiatore.state import CITY

CARD = (78, 112)
ROAD = 460
VEHICLE_COLOURS = dict(zip(VEHICLE_NAMES, ("#a5332a", "#2f73a8", "#2b3a72", "#8a6408"), strict=True))
KIND_COLOURS = dict(zip(KIND_NAMES, ("#7a2a62", "#1f6b43", "#9a5016", "#2c4a86"), strict=True))
_CREAM = "#fdf6e6"  # paper, for cut-outs in icons


@cache
def _icons() -> dict[str, str]:
    """The icons by name, with the vehicles a second time for use on their own colour: s-train, …"""
    text = resources.files("piazzetta").joinpath("data/viaggiatore-icons.svg").read_text("utf-8")
    found = {name: symbol for symbol, name in re.findall(r'(<symbol id="([\w-]+)".*?</symbol>)', text, re.DOTALL)}
    for vehicle, colour in VEHICLE_COLOURS.items():
        symbol = found[f"v-{vehicle}"].replace(f'"v-{vehicle}"', f'"s-{vehicle}"').replace(_CREAM, colour)
        found[f"s-{vehicle}"] = symbol
    return found


class Cards:
    """Draws cards and what lies beside them on a sheet."""

    def __init__(self, sheet: Sheet, deck: Deck) -> None:
        self.sheet = sheet
        self.deck = deck
        self._defined: set[str] = set()

    def icon(self, name: str, x: float, y: float, w: float, h: float, colour: str, more: str = "") -> None:
        if name not in self._defined:
            self._defined.add(name)
            self.sheet.add(f"<defs>{_icons()[name]}</defs>")
        self.sheet.add(
            f'<use xlink:href="#{name}" x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}" '
            f'color="{colour}" {more}/>'
        )

    def sticker(self, vehicle: str, x: float, y: float, w: float, h: float) -> None:
        """A vehicle, cream on its colour."""
        self.sheet.box(x, y, w, h, VEHICLE_COLOURS[vehicle], r=4)
        self.icon(f"s-{vehicle}", x + 0.1 * w, y + 0.1 * h, 0.8 * w, 0.8 * h, _CREAM)

    def back(self, x: float, y: float, w: float, h: float) -> None:
        self.sheet.box(x, y, w, h, BOTTLE, "#a98b52", 6)
        self.sheet.box(x + 5, y + 5, w - 10, h - 10, "none", GOLD, 4)
        self.icon("walker", x + w / 2 - 0.2 * w, y + h / 2 - 0.28 * h, 0.4 * w, 0.56 * h, _CREAM)

    def card(self, number: int, x: float, y: float, laid: bool = False) -> None:
        """A game card: bid and objects on top, the ticket between its two vehicles, the shop at the bottom (1.2)."""
        sheet, card = self.sheet, self.deck.cards[number]
        w, h = CARD
        sheet.box(x, y, w, h, PAPER, GOLD if laid else "#a98b52", 6, width=4 if laid else 2)
        sheet.disc(x + 15, y + 16, 12, BOTTLE, GOLD)
        sheet.text(x + 15, y + 16, str(card.bid), 17, PAPER)
        goods = [kind for kind, many in zip(KIND_NAMES, card.objects, strict=True) for _ in range(many)]
        step = 12 if len(goods) <= 4 else 48 / len(goods)
        for index, kind in enumerate(goods):
            self.icon(f"k-{kind}", x + 29 + step * index, y + 10, step - 1, step - 1, KIND_COLOURS[kind])
        for side, vehicle in enumerate(card.vehicles):
            self.sticker(VEHICLE_NAMES[vehicle], x + 3 + side * (w - 27), y + 36, 21, 30)
        ticket = VEHICLE_NAMES[card.ticket]
        sheet.box(x + 26, y + 33, w - 52, 36, _CREAM, VEHICLE_COLOURS[ticket], 3)
        self.icon(f"v-{ticket}", x + 28, y + 40, w - 56, 22, VEHICLE_COLOURS[ticket])
        self.shop(card, x, y + 76, w)
        sheet.text(x + w / 2, y + h - 8, str(number), 9, INK_3)

    def baggage(self, number: int, vehicle: str | None, x: float, y: float) -> None:
        """A card won in an auction: its objects, and its carrier's vehicle if it has one."""
        self.sheet.box(x, y, 48, 58, PAPER, "#a98b52", 5)
        objects = self.deck.cards[number].objects
        goods = [kind for kind, many in zip(KIND_NAMES, objects, strict=True) for _ in range(many)]
        columns = max(2, math.ceil(len(goods) ** 0.5))  # a custom deck may have more than four (1.2)
        step = 42 / columns
        for index, kind in enumerate(goods):
            across, down = step * (index % columns), step * (index // columns)
            self.icon(f"k-{kind}", x + 4 + across, y + 5 + down, step - 2, step - 2, KIND_COLOURS[kind])
        self.sheet.text(x + 24, y + 51, str(number), 10, INK_3)
        if vehicle is not None:
            self.sticker(vehicle, x + 49, y + 2, 50, 36)

    def shop(self, card: Card, x: float, y: float, w: float) -> None:
        step = (w - 6) / 4
        for number, (kind, least) in enumerate(zip(KIND_NAMES, card.shop, strict=True)):
            left = x + 3 + step * number
            self.sheet.box(left, y, step, 5, BOTTLE if number % 2 == 0 else "#e2d2ae", r=0, width=0)
            self.icon(f"k-{kind}", left + 0.5, y + 9, 8, 8, KIND_COLOURS[kind])
            self.sheet.text(left + 13, y + 14, "–" if least is None else str(least), 12, INK)

    def road(self, number: int, steps: int, x: float, y: float) -> None:
        """The Metrella: seven steps to the city, which lies on the left as in print (1.3)."""
        sheet, colours = self.sheet, SEATS[number]
        step = (ROAD - 114) / CITY  # the walker stands inside the panel even before the first step

        def at(place: int) -> float:
            return x + 58 + (CITY - place) * step

        sheet.line((at(CITY), y + 26), (at(0), y + 26), "#e2d2ae", 8)
        if steps:
            sheet.line((at(steps), y + 26), (at(0), y + 26), colours.fill, 8)
        for place in range(1, CITY + 1):
            reached = place <= steps
            sheet.box(at(place) - 11, y + 13, 22, 24, colours.fill if reached else PAPER, colours.deep, 6)
            sheet.text(at(place), y + 26, str(place), 15, colours.ink if reached else INK_2)
        for index, tall in enumerate((26, 40, 32)):
            sheet.box(x + 8 + 11 * index, y + 38 - tall, 10, tall, BOTTLE, r=0, width=0)
        to_the_left = f'transform="translate({2 * at(steps):.1f} 0) scale(-1 1)"'
        self.icon("walker", at(steps) - 12, y - 22, 24, 34, colours.fill, to_the_left)
