"""A game's picture in parts that lie on top of each other, so that a film draws again only what has changed."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

from piazzetta.games.facts import Event
from piazzetta.games.svg import Sheet


class Scene:
    """The picture of a game's film. It has no words besides names, so that it fits every language.

    A part that has not changed is the same object as before.
    """

    width: float
    height: float
    untold: tuple[str, ...] = ("turn",)  # events that get neither a sentence nor a picture of their own

    def __init__(self) -> None:
        self._parts: dict[Hashable, Sheet] = {}

    def parts(self, view: Mapping[str, Any], events: Sequence[Event]) -> list[Sheet]:
        """The parts of the picture after these events, the lowest first; that one covers the whole picture."""
        raise NotImplementedError

    def part(self, key: Hashable, sheet: Callable[[], Sheet]) -> Sheet:
        """The part that shows what ``key`` says, drawn once."""
        if key not in self._parts:
            self._parts[key] = sheet()
        return self._parts[key]


class WholeScene(Scene):
    """A game that brings no scene of its own: its whole picture is the only part."""

    def __init__(self, draw: Callable[[Mapping[str, Any]], str], view: Mapping[str, Any]) -> None:
        super().__init__()
        self._draw = draw
        found = re.search(r'width="([\d.]+)" height="([\d.]+)"', draw(view))
        self.width, self.height = (float(found[1]), float(found[2])) if found else (800.0, 500.0)

    def parts(self, view: Mapping[str, Any], events: Sequence[Event]) -> list[Sheet]:
        sheet = Sheet(self.width, self.height)
        sheet.add(self._draw(view))
        return [sheet]
