"""What the reasons for a move are found in: the line that it begins."""

from __future__ import annotations

from typing import Any, Protocol

from piazzetta.games.facts import Event


class Line(Protocol):
    """Moves of one seat in a row, begun by the one to be explained and carried on as a quick search would."""

    actions: list[int]

    @property
    def setting(self) -> Any:
        """The game as it is set up (``match.setting.Setting``)."""

    @property
    def position(self) -> Any:
        """The position that the line begins in (``bots.position.Position``)."""

    @property
    def seat(self) -> int:
        """Whose moves they are."""

    @property
    def mover(self) -> int:
        """Whose move it is after the line."""

    @property
    def events(self) -> list[Event]:
        """What the whole line does, as far as its seat may know."""

    @property
    def moves(self) -> list[str]:
        """The moves as texts."""

    def state(self, at: int | None = None) -> Any:
        """The position after ``at`` moves of the line (None: all), as a record."""

    def play(self, action: int) -> None:
        """Add a legal move."""

    def anew(self) -> Line:
        """Another line from the same position, still without a move."""
