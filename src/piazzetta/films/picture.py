"""The pictures of a film as pixels."""

from __future__ import annotations

import io
import math
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
            drawn = self._drawn.get(part)
            if drawn is None:
                drawn = self._drawn[part] = self._raster(part)
            picture.paste(drawn, self._box(part)[:2], drawn)
        return picture

    def _box(self, part: Sheet) -> tuple[int, int, int, int]:
        """The pixels that a part covers."""
        scale, (wide, high) = self._board.scale, self._board.size
        left, top = max(0, math.floor(part.left * scale)), max(0, math.floor(part.top * scale))
        right, bottom = math.ceil((part.left + part.width) * scale), math.ceil((part.top + part.height) * scale)
        return left, top, min(wide, right), min(high, bottom)

    def _raster(self, part: Sheet) -> Image.Image:
        left, top, right, bottom = self._box(part)
        scale = self._board.scale
        whole = Sheet((right - left) / scale, (bottom - top) / scale, left / scale, top / scale)
        whole.add(part.inside)
        return _rasterised(str(whole), right - left)


def _rasterised(svg: str, width: int) -> Image.Image:
    """An SVG picture as pixels. Its letters are our own, so that it looks the same on every machine."""
    with as_file(_FONT) as font:
        given: Any = svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True, font_files=[str(font)])
    return Image.open(io.BytesIO(bytes(given))).convert("RGBA")
