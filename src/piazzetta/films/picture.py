"""The pictures of a film: the game's scene, and below it who did what."""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from importlib.resources import as_file, files
from typing import Any
from weakref import WeakKeyDictionary

from PIL import Image, ImageDraw, ImageFont
from resvg_py import svg_to_bytes

from piazzetta.booklet.reader import Reader
from piazzetta.films.cut import Cut
from piazzetta.games.base import Event
from piazzetta.games.svg import BRICK, INK, PAGE, PAPER, RULE, Sheet, names_on_picture
from piazzetta.games.words.messages import words_of
from piazzetta.kernel import CHANCE
from piazzetta.match.match import Match

_LINES = 3  # of a caption
_LEADING = 1.3  # from line to line, in sizes of the letters
_LETTERS = 36  # so many of these sizes are as wide as the film
_FONT = files("piazzetta").joinpath("data/fonts/cabin.ttf")


class Pictures:
    """Draws positions of a game, one after the other. Parts that have not changed are not drawn again."""

    def __init__(self, match: Match, cut: Cut, names: Sequence[str | None]) -> None:
        self._match, self._cut = match, cut
        setting, game = match.setting, match.setting.game
        words = words_of(game, cut.lang)
        seats = [words.say(f"seat.{seat}.name", {}) for seat in range(setting.players)]
        known = [name or seat for name, seat in zip([*names, *[None] * len(seats)], seats, strict=False)]
        assert cut.first is not None
        first = match.view(cut.viewer, cut.first)
        self._scene = game.scene(setting.components, first, names_on_picture(known, setting.players))
        self._speech = game.speech(Reader(game, cut.lang, known), setting.components)
        self._title = words.say("title", {})
        self._scale = cut.width / self._scene.width
        self._font = ImageFont.truetype(io.BytesIO(_FONT.read_bytes()), cut.width / _LETTERS)
        below = (_LEADING * _LINES + 1.1) * self._font.size
        self.size = cut.width, round(self._scene.height * self._scale + below)
        self._drawn: WeakKeyDictionary[Sheet, Image.Image] = WeakKeyDictionary()
        self._emblems: dict[int, Image.Image] = {}

    @property
    def untold(self) -> Sequence[str]:
        """The events that need no picture."""
        return self._scene.untold

    def draw(self, at: int, since: int | None) -> Image.Image:
        """The position after ``at`` moves, and what has happened since another one; None: the film begins."""
        view = self._match.view(self._cut.viewer, at)
        events = [] if since is None else self._events(since, at)
        picture = Image.new("RGB", self.size, PAGE)
        for part in self._scene.parts(view, events):
            drawn = self._drawn.get(part)
            if drawn is None:
                drawn = self._drawn[part] = self._raster(part)
            picture.paste(drawn, self._box(part)[:2], drawn)
        self._caption(picture, at, since, events)
        return picture

    # --- in words ---

    def _events(self, since: int, at: int) -> list[Event]:
        return [event for move in range(since, at) for event in self._match.events_of(move, self._cut.viewer)]

    def _caption(self, picture: Image.Image, at: int, since: int | None, events: Sequence[Event]) -> None:
        """Write below the board who moved and what happened, and draw how much of the film has passed."""
        (wide, high), size = self.size, self._font.size
        top, first, last = round(self._scene.height * self._scale), self._cut.first or 0, self._cut.last or 0
        draw = ImageDraw.Draw(picture)
        draw.rectangle((0, top, wide, high), PAPER)
        draw.rectangle((0, top, wide, top + size / 6), RULE)
        draw.rectangle((0, top, wide * (at - first) / max(1, last - first), top + size / 6), BRICK)
        told = [event for event in events if event.key not in self._scene.untold]
        words = [self._speech.say("event", event.key, event.params) for event in told]
        middle, left, mover = (top + high) / 2 + size / 10, size, self._mover(told, since, at)
        if mover is not None:
            sign = self._emblem(mover)
            picture.paste(sign, (round(0.8 * size), round(middle - sign.height / 2)), sign)
            left = 2.9 * size
        lines = self._lines(words or ([self._title] if since is None else []), wide - left - size)
        for number, line in enumerate(lines):
            y = middle + _LEADING * size * (number - (len(lines) - 1) / 2)
            draw.text((left, y), line, INK, self._font, "lm")

    def _lines(self, sentences: Sequence[str], room: float) -> list[str]:
        """Sentences as lines that fit; if there is too much to say, the first ones are left out."""
        lines = [""]
        for word in " ".join(sentences).split(" "):
            longer = f"{lines[-1]} {word}".lstrip()
            if self._font.getlength(longer) <= room or not lines[-1]:
                lines[-1] = longer
            else:
                lines.append(word)
        if len(lines) > _LINES and len(sentences) > 1:
            return self._lines(sentences[1:], room)
        return lines if len(lines) <= _LINES else [*lines[: _LINES - 1], lines[_LINES - 1] + " …"]

    def _emblem(self, seat: int) -> Image.Image:
        if seat not in self._emblems:
            r = 0.66 * self._font.size
            sheet = Sheet(2.6 * r, 2.6 * r)
            sheet.emblem(seat, 1.3 * r, 1.3 * r, r)
            self._emblems[seat] = rasterised(str(sheet), round(2.6 * r))
        return self._emblems[seat]

    def _mover(self, told: Sequence[Event], since: int | None, at: int) -> int | None:
        """The seat whose move is told, or else the one that decided last between two positions."""
        seats = [event.params["seat"] for event in told if "seat" in event.params]
        decided = [] if since is None else [seat for seat, _ in self._match.log[since:at] if seat != CHANCE]
        return next(iter([*seats, *reversed(decided)]), None)

    # --- in pixels ---

    def _box(self, part: Sheet) -> tuple[int, int, int, int]:
        """The pixels that a part covers."""
        scale, (wide, high) = self._scale, self.size
        left, top = max(0, math.floor(part.left * scale)), max(0, math.floor(part.top * scale))
        right, bottom = math.ceil((part.left + part.width) * scale), math.ceil((part.top + part.height) * scale)
        return left, top, min(wide, right), min(high, bottom)

    def _raster(self, part: Sheet) -> Image.Image:
        left, top, right, bottom = self._box(part)
        scale = self._scale
        whole = Sheet((right - left) / scale, (bottom - top) / scale, left / scale, top / scale)
        whole.add(part.inside)
        return rasterised(str(whole), right - left)


def rasterised(svg: str, width: int) -> Image.Image:
    """An SVG picture as pixels. Its letters are our own, so that it looks the same on every machine."""
    with as_file(_FONT) as font:
        given: Any = svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True, font_files=[str(font)])
    return Image.open(io.BytesIO(bytes(given))).convert("RGBA")
