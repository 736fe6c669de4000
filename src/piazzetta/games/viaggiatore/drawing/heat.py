"""The deck as a heat map: every card as it is printed, and below it how often it was used."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from piazzetta.games.svg import INK, PAGE, PAPER, Sheet
from piazzetta.games.viaggiatore.deck import Deck
from piazzetta.games.viaggiatore.drawing.cards import CARD, Cards

_COLUMNS = 12
_GAP, _BAR = 14, 15  # between cards; the height of a bar


def heat(deck: Deck, uses: Mapping[str, Sequence[float]]) -> str:
    """An SVG picture: a bar for each use, as long as the card's share of the most used one's."""
    wide, high = CARD[0] + _GAP, CARD[1] + _GAP + _BAR * len(uses)
    rows = -(-len(deck.cards) // _COLUMNS)
    sheet = Sheet(_COLUMNS * wide + _GAP, rows * high + _GAP + 30)
    sheet.box(0, 0, sheet.width, sheet.height, PAGE, r=0)
    sheet.text(_GAP, 20, "below each card, in a hundred games: " + ", ".join(uses), 16, INK, "start")
    drawn = Cards(sheet, deck)
    most = [max(*of_cards, 1e-9) for of_cards in uses.values()]
    for number in range(len(deck.cards)):
        x, y = _GAP + wide * (number % _COLUMNS), 30 + _GAP + high * (number // _COLUMNS)
        drawn.card(number, x, y)
        for line, (of_cards, top) in enumerate(zip(uses.values(), most, strict=True)):
            below = y + CARD[1] + 2 + _BAR * line
            sheet.box(x, below, CARD[0], _BAR - 2, PAPER, r=2, width=0)
            sheet.box(x, below, CARD[0] * of_cards[number] / top, _BAR - 2, "#d98f6f", r=2, width=0)
            sheet.text(x + CARD[0] - 3, below + _BAR / 2 - 1, f"{100 * of_cards[number]:.0f}", 10, INK, "end")
    return str(sheet)
