"""Where points come from: what a game says about it, for the arena."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from piazzetta.games.facts import Event

Value = int | str


class PointSources:
    """The sources of a game's points, in the order of its rulebook."""

    names: ClassVar[tuple[str, ...]]
    note: ClassVar[str] = ""  # what a reader should know about them
    score_field: ClassVar[str]  # the field of the state that holds the points: events are asked for when it changes

    def start(self, rules: Mapping[str, Value]) -> dict[str, int]:
        """What a seat has before the first move, by source."""
        return {}

    def gains(self, event: Event) -> list[tuple[int, str, int]]:
        """What an event brought: seat, source and points."""
        raise NotImplementedError

    def of_move(self, text: str, last: bool) -> str | None:
        """The one source that all points of a move come from; None if only its events can tell."""
        return None
