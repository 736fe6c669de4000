"""What a game says about a move, for hints: a reason is a fact with its words, a line is a turn to find facts in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from piazzetta.games.base import Event


@dataclass(frozen=True)
class Reason:
    """A fact that speaks for or against a move: a message key and its parameters, and the same in English."""

    key: str
    params: dict[str, Any]
    say: str


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


def listed(words: Sequence[str]) -> str:
    """Words with commas and a last "and"."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else list(words))


def counted(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
