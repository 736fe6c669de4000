"""The rulebook's pictures of Il Commercio Viaggiatore: what is in the box, the setup, bids, journeys and sales."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from piazzetta.games.facts import Event
from piazzetta.games.illustrations import Example, Frame, Illustrations, Label
from piazzetta.games.seats import SEATS
from piazzetta.games.svg import BOTTLE, BRICK, GOLD, INK, INK_3, PAPER, RULE, Sheet
from piazzetta.games.viaggiatore.deck import KIND_NAMES, Deck
from piazzetta.games.viaggiatore.drawing.cards import CARD, KIND_COLOURS, ROAD, Cards
from piazzetta.games.viaggiatore.state import HAND, MOST_PLAYERS

_SHOWN = 10  # the card that explains what a card carries
_GOOD = "#0b7a75"
_WIDE, _HIGH = CARD


class Pictures(Illustrations):
    aid = (
        (("3.1", 1), ("3.2", 2), ("3.3", 1), ("3.4", 1), ("3.5", 1), ("3.6", 1), ("3.7", 1), ("3.8", 1), ("3.9", 2)),
        (("4.1", 2), ("4.2", 1), ("4.3", 2), ("4.4", 2)),
        (("5.1", 2), ("5.2", 2), ("5.3", 1), ("5.4", 1)),
        (("6.1", 1), ("6.2", 1)),
        (("7.1", 1),),
    )
    aid_label = "box.metrellas"

    def box(self) -> list[tuple[str, int, str]]:
        deck = Deck.default()
        return [
            ("cards", len(deck.cards), _fan(deck)),
            ("bluffs", MOST_PLAYERS, _bluffs(deck)),
            ("metrellas", MOST_PLAYERS, _metrellas(deck)),
        ]

    def parts(self, label: Callable[[str], str]) -> str:
        """One card, large, with the names of its five parts (1.2)."""
        sheet = Sheet(720, 344)
        sheet.add('<g transform="translate(240 4) scale(3)">')
        Cards(sheet, Deck.default()).card(_SHOWN, 0, 0)
        sheet.add("</g>")
        left, right = 246, 240 + 3 * _WIDE
        for key, y, x, side in (
            ("bid", 52, left + 20, -1),
            ("objects", 52, right - 24, 1),
            ("vehicles", 150, left + 12, -1),
            ("ticket", 172, right - 92, 1),
            ("shop", 276, left + 12, -1),
        ):
            end = 222 if side < 0 else 490
            sheet.line((x, y), (end, y), BRICK, 2)
            sheet.disc(x, y, 4, BRICK)
            sheet.text(end + 6 * side, y, label(f"card.{key}"), 21, INK, "end" if side < 0 else "start")
        return str(sheet)

    def setup(self, players: int) -> tuple[Label, str]:
        """A hand each, and what is left in the deck (2.1)."""
        deck = Deck.default()
        left = len(deck.cards) - HAND * players
        sheet = Sheet(250, 34 * players + 8)
        cards = Cards(sheet, deck)
        for seat in range(players):
            y = 20 + 34 * seat
            sheet.emblem(seat, 14, y, 9)
            for place in range(HAND):
                cards.back(34 + 18 * place, y - 13, 17, 26)
            sheet.box(34 + 18 * HAND, y - 13, 17, 26, SEATS[seat].fill, SEATS[seat].deep, 3)
        middle = sheet.height / 2
        cards.back(168, middle - 32, 44, 64)
        sheet.text(234, middle, str(left), 22)
        return ("setup.cards", {"hand": HAND, "deck": left}), str(sheet)

    def cover(self) -> str:
        """A fan of cards."""
        sheet = Sheet(6 * 96, 300)
        sheet.box(0, 0, sheet.width, sheet.height, BOTTLE, r=14)
        cards = Cards(sheet, Deck.default())
        for place, number in enumerate((20, 35, 61, 82, 95)):
            turn, across = 9 * (place - 2), 225 + 88 * (place - 2)
            down = 48 + 8 * (place - 2) ** 2
            sheet.add(f'<g transform="translate({across} {down}) rotate({turn} 62 90) scale(1.6)">')
            cards.card(number, 0, 0)
            sheet.add("</g>")
        return str(sheet)

    def aid_picture(self) -> str:
        """The way to the city."""
        sheet = Sheet(ROAD, 66)
        Cards(sheet, Deck.default()).road(0, 0, 0, 24)
        return str(sheet)

    def picture(self, example: Example, frame: Frame) -> str:
        draw = {"bids": _bids, "travel": _journey, "sale": _sale, "lots": _lots_alone, "hand": _hand}[frame.kind]
        return draw(example, frame)


def _fan(deck: Deck) -> str:
    sheet = Sheet(4 * (_WIDE + 8), _HIGH + 4)
    cards = Cards(sheet, deck)
    cards.back(0, 2, *CARD)
    for place, number in enumerate((0, 35, 61)):
        cards.card(number, (place + 1) * (_WIDE + 8), 2)
    return str(sheet)


def _bluff(cards: Cards, seat: int, x: float, y: float) -> None:
    """A Bluff card in its player's colour."""
    sheet, colours = cards.sheet, SEATS[seat]
    sheet.box(x + 1, y + 1, _WIDE - 2, _HIGH - 2, colours.fill, colours.deep, 6)
    sheet.box(x + 7, y + 7, _WIDE - 14, _HIGH - 14, "none", colours.light, 4)
    sheet.emblem(seat, x + _WIDE / 2, y + 30, 11)
    sheet.text(x + _WIDE / 2, y + 66, "Bluff!", 19, colours.ink)


def _bluffs(deck: Deck) -> str:
    sheet = Sheet(MOST_PLAYERS * (_WIDE + 6), _HIGH + 4)
    for seat in range(MOST_PLAYERS):
        _bluff(Cards(sheet, deck), seat, seat * (_WIDE + 6), 0)
    return str(sheet)


def _metrellas(deck: Deck) -> str:
    high = 66
    sheet = Sheet(2 * ROAD, 3 * high)
    cards = Cards(sheet, deck)
    for seat in range(MOST_PLAYERS):
        cards.road(seat, 0, (seat % 2) * ROAD, 24 + high * (seat // 2))
    return str(sheet)


def _bids(example: Example, frame: Frame) -> str:
    """The cards that were turned up, with what becomes of them."""
    bids: Sequence[Any] = _params(frame.events, "auction_revealed")["bids"]
    winner = next((event.params["seat"] for event in frame.events if event.key == "auction_won"), None)
    tied = [seat for event in frame.events if event.key == "tie_lost" for seat in event.params["seats"]]
    sheet = Sheet(len(bids) * 100, _HIGH + 62)
    cards = Cards(sheet, example.components)
    for place, laid in enumerate(bids):
        seat, bid = laid["seat"], laid["bid"]
        x = 100 * place + 11
        sheet.emblem(seat, x + 6, 14, 8)
        sheet.text(x + 20, 14, example.names[seat], 16, INK, "start")
        if bid == "bluff":
            _bluff(cards, seat, x, 28)
            sheet.text(x + _WIDE / 2, _HIGH + 46, "↩", 24, INK_3)
            continue
        cards.card(bid, x, 28, laid=seat == winner)
        if seat == winner:
            sheet.text(x + _WIDE / 2, _HIGH + 46, "★", 26, GOLD)
        else:
            sheet.text(x + _WIDE / 2, _HIGH + 46, "=" if seat in tied else "↓", 24, INK_3)
        if seat in tied:
            sheet.line((x + 8, 36), (x + _WIDE - 8, 20 + _HIGH), BRICK, 4)
    return str(sheet)


def _lots(cards: Cards, view: Mapping[str, Any], seat: int, x: float, y: float, ticket: str = "") -> None:
    """A player's baggage, each with its carrier; those that show the ticket's vehicle are marked."""
    for place, lot in enumerate(lot for lot in view["lots"] if lot["seat"] == seat):
        left = x + 138 * place
        cards.card(lot["card"], left, y)
        if lot["vehicle"] is not None:
            cards.sticker(lot["vehicle"], left + _WIDE + 2, y + 6, 50, 36)
            if lot["vehicle"] == ticket:
                cards.sheet.box(left + _WIDE, y + 3, 54, 42, "none", _GOOD, 7, width=4)


def _lots_alone(example: Example, frame: Frame) -> str:
    sheet = Sheet(4 * 138, _HIGH + 4)
    _lots(Cards(sheet, example.components), frame.after, 0, 1, 2)
    return str(sheet)


def _journey(example: Example, frame: Frame) -> str:
    """Baggage, carriers, the ticket played, and the Metrella after it."""
    moved = _params(frame.events, "travelled")
    sheet = Sheet(640, _HIGH + 96)
    cards = Cards(sheet, example.components)
    _lots(cards, frame.after, 0, 1, 2, moved["vehicle"])
    cards.card(frame.after["pile"][-1], 640 - _WIDE - 2, 2, laid=True)
    cards.road(0, frame.after["seats"][0]["steps"], 20, _HIGH + 46)
    return str(sheet)


def _sale(example: Example, frame: Frame) -> str:
    """The goods of a player beside what the shop asks for."""
    sold = _params(frame.events, "shop")
    card = example.components.cards[sold["card"]]
    sheet = Sheet(560, 160)
    cards = Cards(sheet, example.components)
    sheet.add('<g transform="translate(2 2) scale(1.35)">')
    cards.card(sold["card"], 0, 0)
    sheet.add("</g>")
    for number, (kind, least) in enumerate(zip(KIND_NAMES, card.shop, strict=True)):
        x = 140 + 104 * number
        have, pays = sold["objects"][number], sold["points"][number] > 0
        sheet.box(x, 4, 96, 148, PAPER, _GOOD if pays else RULE, 10, width=4 if pays else 2)
        cards.icon(f"k-{kind}", x + 26, 14, 44, 44, KIND_COLOURS[kind])
        sheet.text(x + 48, 82, f"{have} {'≥' if pays else '<' if least is not None else ''} {least or '–'}", 24)
        sheet.text(x + 48, 124, "+1" if pays else "0", 28, _GOOD if pays else INK_3)
    return str(sheet)


def _hand(example: Example, frame: Frame) -> str:
    hand = frame.after["seats"][0]["hand"]
    sheet = Sheet((len(hand) + 1) * (_WIDE + 6), _HIGH + 4)
    cards = Cards(sheet, example.components)
    for place, number in enumerate(hand):
        cards.card(number, place * (_WIDE + 6) + 2, 2, laid=number not in frame.before["seats"][0]["hand"])
    _bluff(cards, 0, len(hand) * (_WIDE + 6) + 2, 2)
    return str(sheet)


def _params(events: Sequence[Event], key: str) -> Mapping[str, Any]:
    return next(event.params for event in events if event.key == key)
