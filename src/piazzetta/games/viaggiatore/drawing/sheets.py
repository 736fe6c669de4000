"""The cards of a deck alone: all of them in one picture, or on pages to print and cut."""

from __future__ import annotations

from collections.abc import Sequence

from piazzetta.games.svg import INK_3, PAGE, Sheet
from piazzetta.games.viaggiatore.deck import Deck
from piazzetta.games.viaggiatore.drawing.cards import CARD, Cards

_COLUMNS, _GAP = 12, 14  # of the picture
_A_PAGE = 3  # columns and rows of a printed page, without gaps: one cut for two cards
_MARK, _EDGE = 8, 10  # a cut mark, and the edge that it lies in


def picture(deck: Deck) -> str:
    """An SVG picture of all cards."""
    wide, high = CARD[0] + _GAP, CARD[1] + _GAP
    sheet = Sheet(_COLUMNS * wide + _GAP, -(-len(deck.cards) // _COLUMNS) * high + _GAP)
    sheet.box(0, 0, sheet.width, sheet.height, PAGE, r=0)
    drawn = Cards(sheet, deck)
    for number in range(len(deck.cards)):
        drawn.card(number, _GAP + wide * (number % _COLUMNS), _GAP + high * (number // _COLUMNS))
    return str(sheet)


def pages(deck: Deck) -> list[str]:
    """An SVG picture for each printed page: nine cards, with cut marks around them."""
    size = _A_PAGE * _A_PAGE
    return [_page(deck, range(first, min(first + size, len(deck.cards)))) for first in range(0, len(deck.cards), size)]


def _page(deck: Deck, numbers: Sequence[int]) -> str:
    wide, high = CARD
    sheet = Sheet(_A_PAGE * wide + 2 * _EDGE, _A_PAGE * high + 2 * _EDGE)
    drawn = Cards(sheet, deck)
    for place, number in enumerate(numbers):
        drawn.card(number, _EDGE + wide * (place % _A_PAGE), _EDGE + high * (place // _A_PAGE))
    for cut in range(_A_PAGE + 1):
        x, y = _EDGE + wide * cut, _EDGE + high * cut
        for far in (0.0, sheet.height - _MARK):
            sheet.line((x, far), (x, far + _MARK), INK_3, 0.4)
        for far in (0.0, sheet.width - _MARK):
            sheet.line((far, y), (far + _MARK, y), INK_3, 0.4)
    return str(sheet)
