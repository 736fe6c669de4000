"""The map as a heat map: how often stalls stand on each space, customers on each square, the Bobby in each district."""

from __future__ import annotations

from collections.abc import Sequence

from piazzetta.games.portobello.board import Board
from piazzetta.games.portobello.drawing.colours import SPACE_EDGE, SQUARE_EDGE, STREET, STREET_EDGE
from piazzetta.games.portobello.drawing.ground import MAP, MapPicture
from piazzetta.games.svg import PAGE, Sheet

#: From never to always; each colour is readable under the ink beside it.
_COLD, _HOT = (247, 240, 224), (150, 30, 20)
_DARK = 0.7  # from here on white is read better than black; both have a contrast of 4.5 there


def warmth(share: float) -> tuple[str, str]:
    """A colour for a share from 0 to 1, and ink that can be read on it."""
    share = min(max(share, 0.0), 1.0)
    red, green, blue = (round(cold + share * (hot - cold)) for cold, hot in zip(_COLD, _HOT, strict=True))
    return f"#{red:02x}{green:02x}{blue:02x}", "#ffffff" if share > _DARK else "#000000"


def heat(
    board: Board, spaces: Sequence[float], squares: Sequence[float], visits: Sequence[float], marks: Sequence[float]
) -> str:
    """An SVG picture: shares of games for spaces and squares; visits and marks of districts in a game."""
    sheet = Sheet(*MAP)
    sheet.box(0, 0, *MAP, PAGE, r=0)
    ground = MapPicture(board, {"bobby": None}, sheet)
    hottest = max(*visits, 1e-9)
    for district, visited in zip(board.districts, visits, strict=True):
        fill, _ = warmth(visited / hottest)
        sheet.polygon(ground.outline(district), fill, STREET_EDGE, 3)
    for alley in board.alleys:
        ground.street(alley, STREET, 54)
    for alley in board.alleys:
        places, width = ground.places(alley)
        for number, (x, y, angle) in enumerate(places):
            share = spaces[alley.first + number]
            fill, ink = warmth(share)
            turned = f'transform="rotate({angle:.1f} {x:.1f} {y:.1f})"'
            sheet.box(x - width / 2, y - 20, width, 40, fill, SPACE_EDGE, 5, turned)
            sheet.text(x, y, f"{100 * share:.0f}", 20, ink)
    for number, square in enumerate(board.squares):
        x, y = ground.squares[number]
        fill, ink = warmth(squares[number])
        sheet.disc(x, y, 44, fill, SQUARE_EDGE, 3)
        sheet.text(x, y - 9, square.key, 22, ink)
        sheet.text(x, y + 15, f"{100 * squares[number]:.0f}", 20, ink)
    for district, visited, marked in zip(board.districts, visits, marks, strict=True):
        x, y = ground.middle(district)
        _, ink = warmth(visited / hottest)
        sheet.text(x, y - 12, f"{visited:.1f} visits", 18, ink)
        sheet.text(x, y + 12, f"{marked:.1f} marks", 18, ink)
    return str(sheet)
