"""What reasons for a move are derived from: the line that the move begins."""

from __future__ import annotations

from typing import Any, Protocol

from piazzetta.games.facts import Event


class Line(Protocol):
    """Consecutive moves of one seat: the one to be explained, continued as a quick search would."""

    actions: list[int]

    @property
    def setting(self) -> Any:
        """The game's setting (``match.setting.Setting``)."""

    @property
    def position(self) -> Any:
        """The position where the line begins (``bots.position.Position``)."""

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
        """A new, empty line from the same position."""
