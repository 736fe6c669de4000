"""Where points come from: what a game tells the arena about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from piazzetta.games.facts import Event

Value = int | str


class PointSources:
    """The sources of a game's points, in the order of its rulebook."""

    names: ClassVar[tuple[str, ...]]
    note: ClassVar[str] = ""  # what a reader should know about them
    score_field: ClassVar[str]  # the state's field with the points: a change triggers a look at events

    def start(self, rules: Mapping[str, Value]) -> dict[str, int]:
        """A seat's points before the first move, by source."""
        return {}

    def gains(self, event: Event) -> list[tuple[int, str, int]]:
        """The points from an event: seat, source and points."""
        raise NotImplementedError

    def of_move(self, text: str, last: bool, rules: Mapping[str, Value]) -> str | None:
        """The single source of all points of a move; None if only its events can tell."""
        return None
