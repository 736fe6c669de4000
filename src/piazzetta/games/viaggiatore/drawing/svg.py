"""A view of Il Commercio Viaggiatore as a picture: a panel for each seat, and next to them deck, pile and phase."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from piazzetta.games.seats import SEATS
from piazzetta.games.svg import BRICK, GOLD, INK, INK_2, INK_3, PAGE, PANEL, PAPER, RULE, Sheet, names_on_picture
from piazzetta.games.viaggiatore.deck import KIND_NAMES, Deck
from piazzetta.games.viaggiatore.drawing.cards import CARD, KIND_COLOURS, ROAD, Cards
from piazzetta.games.viaggiatore.moves import counted, listed

_WIDE, _HIGH, _SIDE, _GAP = ROAD, 440, 250, 12  # of a panel, of the column next to them
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


class Picture:
    def __init__(self, deck: Deck, view: Mapping[str, Any], names: Sequence[str]) -> None:
        self.deck = deck
        self.view = view
        self.names = names_on_picture(names, view["players"])
        columns = 3 if view["players"] > 4 else 2
        self.columns = min(columns, view["players"])
        rows = -(-view["players"] // self.columns)
        self.sheet = Sheet(self.columns * (_WIDE + _GAP) + _GAP + _SIDE, rows * (_HIGH + _GAP) + _GAP)
        self.cards = Cards(self.sheet, deck)

    def draw(self) -> str:
        sheet = self.sheet
        sheet.box(0, 0, sheet.width, sheet.height, PAGE, r=0)
        for number in range(self.view["players"]):
            x = _GAP + (number % self.columns) * (_WIDE + _GAP)
            y = _GAP + (number // self.columns) * (_HIGH + _GAP)
            self._panel(number, x, y)
        self._beside(sheet.width - _SIDE + 4)
        return str(sheet)

    # --- a seat ---

    def _panel(self, number: int, x: float, y: float) -> None:
        sheet, seat = self.sheet, self.view["seats"][number]
        active = number == self.view["active"]
        won = number in self.view["winners"]
        edge = GOLD if active or won else RULE
        sheet.box(x, y, _WIDE, _HIGH, PAPER if active else PANEL, edge, 12, width=4)
        sheet.box(x + 3, y + 10, 8, _HIGH - 20, SEATS[number].fill, r=4)
        sheet.emblem(number, x + 36, y + 32, 15)
        name = self.names[number] + (" wins" if won else "")
        sheet.text(x + 60, y + 32, name, 25, INK, "start")
        if number == self.view["mover"]:
            sheet.box(x + 72 + 14.5 * len(name), y + 20, 62, 25, "#f2dca4", r=12)
            sheet.text(x + 103 + 14.5 * len(name), y + 32, "asked", 16, "#7a5510")
        sheet.text(x + _WIDE - 18, y + 32, f"{seat['points']} / {self.view['rules']['target']}", 28, INK, "end")
        self._goods(seat, x + 24, y + 58)
        self._lots(number, x + 24, y + 100)
        self._hand(seat, x + 24, y + 238)
        self.cards.road(number, seat["steps"], x + 24, y + _HIGH - 46)

    def _goods(self, seat: Mapping[str, Any], x: float, y: float) -> None:
        for number, (kind, many) in enumerate(zip(KIND_NAMES, seat["objects"], strict=True)):
            faded = "" if many else 'opacity="0.35"'
            self.cards.icon(f"k-{kind}", x + 62 * number, y, 30, 30, KIND_COLOURS[kind], faded)
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
                self.cards.back(left, top, 42, 58)
                sheet.text(left + 72, top + 30, "no carrier", 12, INK_3)
                continue
            self.cards.baggage(lot["card"], lot["vehicle"], left, top)
        if not lots:
            sheet.text(x, y + 28, "no baggage", 18, INK_3, "start")
        if len(lots) > room:
            sheet.text(x + _WIDE - 42, y + 131, f"and {len(lots) - room} more", 12, INK_3, "end")

    def _hand(self, seat: Mapping[str, Any], x: float, y: float) -> None:
        cards = seat["hand"] if seat["hand"] is not None else seat["known"]
        for place in range(seat["held"]):
            left = x + place * (CARD[0] + 6)
            if place < len(cards):
                self.cards.card(cards[place], left, y, laid=seat["bid"] == cards[place])
            else:
                self.cards.back(left, y, *CARD)

    # --- next to the seats ---

    def _beside(self, x: float) -> None:
        view, sheet = self.view, self.sheet
        sheet.text(x, 38, "Il Commercio", 29, BRICK, "start")
        sheet.text(x, 70, "Viaggiatore", 29, BRICK, "start")
        sheet.text(x, 112, f"turn {view['turn']}, {self.names[view['active']]}", 21, INK_2, "start")
        for line, words in enumerate(self._doing()):
            sheet.text(x, 146 + 26 * line, words, 19, INK, "start")
        self.cards.back(x, 226, *CARD)
        sheet.text(x + 96, 262, counted(view["deck"], "card"), 19, INK, "start")
        sheet.text(x + 96, 288, "in the deck", 17, INK_3, "start")
        pile = view["pile"]
        if pile:
            self.cards.card(pile[-1], x, 352)
        else:
            sheet.box(x, 352, *CARD, "none", RULE, 6)
        sheet.text(x + 96, 388, counted(len(pile), "card"), 19, INK, "start")
        sheet.text(x + 96, 414, "discarded", 17, INK_3, "start")
        order = view["deck_order"]
        if order:
            sheet.text(x, 486, "next: " + " ".join(str(card) for card in order[:5]), 18, INK_2, "start")

    def _doing(self) -> list[str]:
        view = self.view
        if view["phase"] == "finished":
            winners = [self.names[seat] for seat in view["winners"]]
            return ["the game is over", f"{listed(winners)} win{'s' if len(winners) == 1 else ''}"]
        who = [self.names[view["asked"]]] if view["phase"] != "dealing" else []
        by = [f"by {view['ticket']}"] if view["phase"] == "riding" else []
        return [*who, _DOING[view["phase"]], *by]


def svg(deck: Deck, view: Mapping[str, Any], names: Sequence[str] = ()) -> str:
    """The position as an SVG picture."""
    return Picture(deck, view, names).draw()
