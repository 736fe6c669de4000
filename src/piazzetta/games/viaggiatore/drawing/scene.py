"""The scene of a film of Il Commercio Viaggiatore: deck and pile, and a panel for each seat with its bid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from piazzetta.games.base import SPECTATOR, Event
from piazzetta.games.scene import Scene
from piazzetta.games.seats import SEATS
from piazzetta.games.svg import GOLD, INK, INK_3, PAGE, PANEL, PAPER, RULE, Sheet
from piazzetta.games.viaggiatore.deck import KIND_NAMES, Deck
from piazzetta.games.viaggiatore.drawing.cards import CARD, KIND_COLOURS, ROAD, Cards

_WIDE, _GAP, _TOP = 570, 12, 84  # of a panel, between panels, of deck and pile
_FLAT, _TALL = 304, 424  # the height of a panel without and with a hand
_ROOM = 8  # baggage shown of a seat


class TableScene(Scene):
    #: Bids are told together when they are revealed; who does nothing gets no picture.
    untold = ("turn", "auction_called", "auctions_closed", "bid_laid", "stayed", "waited", "drew", "dealt")

    def __init__(self, deck: Deck, view: Mapping[str, Any], names: Sequence[str]) -> None:
        super().__init__()
        self.deck = deck
        self.names = names
        self._hands = view["viewer"] != SPECTATOR
        self._high = _TALL if self._hands else _FLAT
        players = view["players"]
        self.width = 2 * (_WIDE + _GAP) + _GAP
        self.height = _TOP + -(-players // 2) * (self._high + _GAP)
        self._ground = Sheet(self.width, self.height)
        self._ground.box(0, 0, self.width, self.height, PAGE, r=0)

    def parts(self, view: Mapping[str, Any], events: Sequence[Event]) -> list[Sheet]:
        revealed = [event.params["bids"] for event in events if event.key == "auction_revealed"]
        bids = {bid["seat"]: bid["bid"] for shown in revealed for bid in shown}
        pile, top = len(view["pile"]), view["pile"][-1] if view["pile"] else None
        found = [self._ground]
        for x, many, name in ((24, view["deck"], "deck"), (202, pile, "pile")):
            face = name if many and name == "deck" else top if many else None
            found.append(self.part((name, face), partial(self._small_card, x, face)))
            found.append(self.part((name, "count", many), partial(_number, x + 62, 44, many, 34, INK, "start")))
        for number in range(view["players"]):
            found += self._panel(view, number, bids.get(number))
        return found

    def _small_card(self, x: float, face: int | str | None) -> Sheet:
        """The deck's back, the card on top of the pile, or nothing."""
        sheet = Sheet(52, 72, x - 2, 7)
        sheet.add(f'<g transform="translate({x} 9) scale(.6)">')
        if isinstance(face, int):
            Cards(sheet, self.deck).card(face, 0, 0)
        elif face is None:
            sheet.box(0, 0, *CARD, "none", RULE, 6)
        else:
            Cards(sheet, self.deck).back(0, 0, *CARD)
        sheet.add("</g>")
        return sheet

    def _panel(self, view: Mapping[str, Any], number: int, bid: int | str | None) -> list[Sheet]:
        """A seat's name, points, goods, baggage, bid and way; who is active, or has won, stands out."""
        x = _GAP + (number % 2) * (_WIDE + _GAP)
        y = _TOP + (number // 2) * (self._high + _GAP)
        seat = view["seats"][number]
        bright = number in view["winners"] if view["phase"] == "finished" else number == view["active"]
        points = f"{seat['points']} / {view['rules']['target']}"
        if bid is None:
            bid = "back" if seat["bid"] is None and seat["has_bid"] else seat["bid"]
        found = [
            self.part((number, bright), partial(self._ground_of, number, x, y, bright)),
            self.part((number, points), partial(_number, x + _WIDE - 18, y + 34, points, 34, INK, "end")),
        ]
        for at, many in enumerate(seat["objects"]):
            found.append(
                self.part((number, "goods", at, many), partial(self._goods, at, many, x + 26 + 70 * at, y + 60))
            )
        lots = [lot for lot in view["lots"] if lot["seat"] == number]
        for at, lot in enumerate(lots[:_ROOM]):
            key = (number, "lot", at, lot["card"], lot["vehicle"], lot["face_down"])
            left, top = x + 26 + (at % 4) * 110, y + 106 + (at // 4) * 66
            found.append(self.part(key, partial(self._lot, lot, left, top)))
        if len(lots) > _ROOM:
            more = f"+{len(lots) - _ROOM}"
            found.append(self.part((number, more), partial(_number, x + _WIDE - 16, y + 196, more, 24, INK_3, "end")))
        found.append(self.part((number, "bid", bid), partial(self._bid, bid, x + _WIDE - CARD[0] - 16, y + 62)))
        way = partial(self._way, number, seat["steps"], x + 26, y + self._high - 48)
        found.append(self.part((number, "way", seat["steps"]), way))
        return [*found, *self._hand(number, seat, x, y)]

    def _ground_of(self, number: int, x: float, y: float, bright: bool) -> Sheet:
        sheet = Sheet(_WIDE + 8, self._high + 8, x - 4, y - 4)
        sheet.box(x, y, _WIDE, self._high, PAPER if bright else PANEL, GOLD if bright else RULE, 12, width=5)
        sheet.box(x + 4, y + 10, 9, self._high - 20, SEATS[number].fill, r=4)
        sheet.emblem(number, x + 38, y + 34, 16)
        sheet.text(x + 64, y + 34, self.names[number], 30, INK, "start")
        return sheet

    def _goods(self, kind: int, many: int, x: float, y: float) -> Sheet:
        sheet, name = Sheet(68, 38, x - 1, y - 1), KIND_NAMES[kind]
        faded = "" if many else 'opacity="0.35"'
        Cards(sheet, self.deck).icon(f"k-{name}", x, y, 34, 34, KIND_COLOURS[name], faded)
        sheet.text(x + 40, y + 19, str(many), 26, INK if many else INK_3, "start")
        return sheet

    def _lot(self, lot: Mapping[str, Any], x: float, y: float) -> Sheet:
        """Baggage with its carrier; face down without one (3.9)."""
        sheet = Sheet(104, 62, x - 2, y - 2)
        if lot["face_down"]:
            Cards(sheet, self.deck).back(x, y, 42, 58)
        else:
            Cards(sheet, self.deck).baggage(lot["card"], lot["vehicle"], x, y)
        return sheet

    def _bid(self, bid: int | str | None, x: float, y: float) -> Sheet:
        """What a seat has laid in the auction: face down, a card, or a bluff."""
        sheet = _card_sheet(x, y)
        if isinstance(bid, int):
            Cards(sheet, self.deck).card(bid, x, y, laid=True)
        elif bid is None:
            sheet.box(x, y, *CARD, "none", RULE, 6, 'stroke-dasharray="6 6" opacity="0.7"')
        else:
            Cards(sheet, self.deck).back(x, y, *CARD)
            if bid == "bluff":
                sheet.text(x + CARD[0] / 2, y + CARD[1] / 2, "0", 56, PAPER, halo="#7e1f15")
        return sheet

    def _way(self, number: int, steps: int, x: float, y: float) -> Sheet:
        sheet = Sheet(ROAD, 68, x, y - 24)
        Cards(sheet, self.deck).road(number, steps, x, y)
        return sheet

    def _hand(self, number: int, seat: Mapping[str, Any], x: float, y: float) -> list[Sheet]:
        """The cards a seat holds: as many small backs, or in a row of their own if some are seen."""
        held = seat["held"]
        if not self._hands:
            return [self.part((number, "held", held), partial(self._backs, held, x + 312, y + 60))]
        known = seat["known"] if seat["hand"] is None else seat["hand"]
        step = min(CARD[0] + 6, (_WIDE - 60 - CARD[0]) / max(1, held - 1))
        found = []
        for place in range(held):
            card = known[place] if place < len(known) else None
            laid = card is not None and card == seat["bid"]
            key = (number, "hand", place, step, card, laid)
            found.append(self.part(key, partial(self._held, card, laid, x + 26 + step * place, y + 246)))
        return found

    def _backs(self, held: int, x: float, y: float) -> Sheet:
        sheet = Sheet(140, 40, x - 1, y - 1)
        for place in range(held):
            Cards(sheet, self.deck).back(x + min(22.0, 108 / held) * place, y, 26, 37)
        return sheet

    def _held(self, card: int | None, laid: bool, x: float, y: float) -> Sheet:
        sheet = _card_sheet(x, y)
        if card is None:
            Cards(sheet, self.deck).back(x, y, *CARD)
        else:
            Cards(sheet, self.deck).card(card, x, y, laid)
        return sheet


def _card_sheet(x: float, y: float) -> Sheet:
    return Sheet(CARD[0] + 6, CARD[1] + 6, x - 3, y - 3)


def _number(x: float, y: float, words: int | str, size: float, ink: str, anchor: str) -> Sheet:
    sheet = Sheet(4 * size, 1.2 * size, x if anchor == "start" else x - 4 * size, y - 0.6 * size)
    sheet.text(x, y, str(words), size, ink, anchor)
    return sheet


scene = TableScene
