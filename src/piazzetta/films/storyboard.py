"""What a film shows, picture by picture, as SVG: the game's scene, and below it who did what.

The page makes films with this same code, translated (docs/browser.md).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from piazzetta.booklet.reader import Reader
from piazzetta.films.cut import Cut
from piazzetta.games.base import Event
from piazzetta.games.scene import Scene
from piazzetta.games.svg import BRICK, INK, PAPER, RULE, Sheet, names_on_picture
from piazzetta.games.words.messages import words_of
from piazzetta.kernel import CHANCE
from piazzetta.match.record import Record
from piazzetta.match.setting import Setting

_LINES = 3  # of a caption
_LEADING = 1.3  # from line to line, in sizes of the letters
_LETTERS = 36  # letters of the largest size across the film
_BELOW = _LEADING * _LINES + 1.1  # the height of a caption, in sizes of the letters
_SAMPLES = 3  # pictures from which a GIF's colours are taken

#: How wide the letters of Cabin are, in hundredths of their size; in whole numbers, so that every machine breaks lines
#: at the same words.
_WIDTHS = {
    letter: wide
    for letters, wide in ((" .,:;'’!ijlí\u00a0", 26), ('IJfrt()"1/-', 36), ("mwMWœŒ—…", 92))
    for letter in letters
}
_CAPITAL, _SMALL = 72, 56


class Storyboard:
    """The pictures of a film. ``BadInput`` if the record or the cut does not fit.

    ``positions``: after how many moves it shows the game, and each one's ``seconds``; ``size`` in pixels,
    ``scale``: how many there are to a unit of the scene.
    """

    def __init__(self, record: Record, cut: Cut) -> None:
        match = record.replay()
        setting, game = match.setting, match.setting.game
        self._match = match
        self._cut = cut.of(match, match.over or "ended" in record.extra)
        words = words_of(game, cut.lang)
        seats = [words.say(f"seat.{seat}.name", {}) for seat in range(setting.players)]
        given = [*(record.extra.get("names") or []), *[None] * len(seats)]
        known = [name or seat for name, seat in zip(given, seats, strict=False)]
        self._first, self._last = self._cut.first or 0, self._cut.last or 0
        view = match.view(cut.viewer, self._first)
        self._scene = scene_of(setting, view, names_on_picture(known, setting.players))
        self._speech = game.speech(Reader(game, cut.lang, known), setting.components)
        self._title = words.say("title", {})
        self._letters = self._scene.width / _LETTERS
        self.scale = cut.width / self._scene.width
        self.size = cut.width, round((self._scene.height + _BELOW * self._letters) * self.scale)
        self.positions = self._cut.positions(match, self._scene.untold)
        self.seconds = self._cut.seconds(match, self.positions)

    @property
    def samples(self) -> list[int]:
        """The numbers of the pictures whose colours are those of a GIF."""
        last = len(self.positions) - 1
        return [last * number // _SAMPLES for number in range(1, _SAMPLES + 1)]

    def plan(self) -> dict[str, Any]:
        """What there is to draw, as plain data."""
        return {"size": self.size, "seconds": self.seconds, "samples": self.samples}

    def parts(self, number: int) -> list[Sheet]:
        """A picture in parts that lie on top of each other, the lowest first."""
        at, since = self.positions[number], self.positions[number - 1] if number else None
        view = self._match.view(self._cut.viewer, at)
        events = [] if since is None else self._events(since, at)
        return [*self._scene.parts(view, events), self._caption(at, since, events)]

    def box(self, part: Sheet) -> tuple[int, int, int, int]:
        """The pixels that a part covers: its first and its last corner."""
        scale, (wide, high) = self.scale, self.size
        left, top = max(0, math.floor(part.left * scale)), max(0, math.floor(part.top * scale))
        right, bottom = math.ceil((part.left + part.width) * scale), math.ceil((part.top + part.height) * scale)
        return left, top, min(wide, right), min(high, bottom)

    def svg(self, part: Sheet) -> str:
        """These pixels as a picture of its own. Its letters are to be those of Cabin."""
        left, top, right, bottom = self.box(part)
        scale = self.scale
        whole = Sheet((right - left) / scale, (bottom - top) / scale, left / scale, top / scale)
        whole.add('<g font-family="Cabin, sans-serif">')
        whole.add(part.inside)
        whole.add("</g>")
        return str(whole)

    def _events(self, since: int, at: int) -> list[Event]:
        return [event for move in range(since, at) for event in self._match.events_of(move, self._cut.viewer)]

    def _caption(self, at: int, since: int | None, events: Sequence[Event]) -> Sheet:
        """Who moved and what happened, and how much of the film has passed."""
        wide, top, size = self._scene.width, self._scene.height, self._letters
        passed = (at - self._first) / max(1, self._last - self._first)
        sheet = Sheet(wide, _BELOW * size, 0, top)
        sheet.box(0, top, wide, _BELOW * size, PAPER, r=0)
        sheet.box(0, top, wide, size / 6, RULE, r=0)
        sheet.box(0, top, wide * passed, size / 6, BRICK, r=0)
        shown = [event for event in events if event.key not in self._scene.untold]
        words = [self._speech.say("event", event.key, event.params) for event in shown]
        middle, left, mover = top + (_BELOW / 2 + 0.1) * size, size, self._mover(shown, since, at)
        if mover is not None:
            sheet.emblem(mover, 1.66 * size, middle, 0.66 * size)
            left = 2.9 * size
        lines = lines_of(words or ([self._title] if since is None else []), int(100 * (wide - left - size) / size))
        sheet.add('<g font-weight="normal">')
        for number, line in enumerate(lines):
            y = middle + _LEADING * size * (number - (len(lines) - 1) / 2)
            sheet.text(left, y, line, size, INK, "start")
        sheet.add("</g>")
        return sheet

    def _mover(self, shown: Sequence[Event], since: int | None, at: int) -> int | None:
        """The seat that these events name, or else the one that decided last between two positions."""
        seats = [event.params["seat"] for event in shown if "seat" in event.params]
        decided = [] if since is None else [seat for seat, _ in self._match.log[since:at] if seat != CHANCE]
        return next(iter([*seats, *reversed(decided)]), None)


def scene_of(setting: Setting, view: Mapping[str, Any], names: Sequence[str]) -> Scene:
    """What a game shows in films. The page has a version of its own: it loads the scene only then."""
    return setting.game.scene(setting.components, view, names)


def width_of(text: str) -> int:
    """How wide a text is, in hundredths of its size; rather too much than too little."""
    return sum([_WIDTHS.get(letter, _CAPITAL if letter.isupper() else _SMALL) for letter in text])


def lines_of(sentences: Sequence[str], room: int) -> list[str]:
    """Sentences as lines that fit; if there is too much to say, the first ones are left out."""
    lines = [""]
    for word in " ".join(sentences).split(" "):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if not lines[-1] or width_of(longer) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    if len(lines) > _LINES and len(sentences) > 1:
        return lines_of(sentences[1:], room)
    return lines if len(lines) <= _LINES else [*lines[: _LINES - 1], lines[_LINES - 1] + " …"]
