"""The pictures of a film as pixels."""

from __future__ import annotations

import io
from importlib.resources import as_file, files
from typing import Any
from weakref import WeakKeyDictionary

from PIL import Image
from resvg_py import svg_to_bytes

from piazzetta.films.storyboard import Storyboard
from piazzetta.games.svg import PAGE, Sheet

_FONT = files("piazzetta").joinpath("data/fonts/cabin.ttf")


class Pictures:
    """Draws the pictures of a storyboard, in any order. Parts that have not changed are not drawn again."""

    def __init__(self, board: Storyboard) -> None:
        self._board = board
        self._drawn: WeakKeyDictionary[Sheet, Image.Image] = WeakKeyDictionary()

    def draw(self, number: int) -> Image.Image:
        """A picture by its number."""
        picture = Image.new("RGB", self._board.size, PAGE)
        for part in self._board.parts(number):
            left, top, right, _ = self._board.box(part)
            drawn = self._drawn.get(part)
            if drawn is None:
                drawn = self._drawn[part] = _rasterised(self._board.svg(part), right - left)
            picture.paste(drawn, (left, top), drawn)
        return picture


def _rasterised(svg: str, width: int) -> Image.Image:
    """An SVG picture as pixels. Its letters are our own, so that it looks the same on every machine."""
    with as_file(_FONT) as font:
        given: Any = svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True, font_files=[str(font)])
    return Image.open(io.BytesIO(bytes(given))).convert("RGBA")
