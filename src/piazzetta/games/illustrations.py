"""What the illustrated rulebook needs from a game: its pictures, and how to lay out the position of an example."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from piazzetta.games.facts import Event

View = Mapping[str, Any]
#: The rulebook's labels: a key and its parameters.
Label = tuple[str, Mapping[str, Any]]


@dataclass(frozen=True)
class Frame:
    """One picture of an example: the positions before and after some moves, and what happened in between."""

    before: View
    after: View
    events: Sequence[Event]
    legal: Sequence[str]
    kind: str = ""  # what to draw, where a game has several kinds of pictures; then ``events`` are the last move's


@dataclass(frozen=True)
class Line:
    """One way an example goes: its pictures, what it brings each seat, and what the document says it brings."""

    frames: Sequence[Frame]
    gains: Sequence[int]
    expected: Sequence[int]


@dataclass(frozen=True)
class Example:
    """A worked example on our map or with our deck."""

    key: str
    clause: str
    components: Any
    lines: Sequence[Line]
    names: Sequence[str]  # of the players; else their colours
    show: Mapping[str, Any]  # what the game's pictures want to know
    is_turn: bool  # one whole turn, from picture to picture
    printed_in: Sequence[str] = ()  # the editions whose documents have it; empty: it is ours


class Illustrations(ABC):
    """A game's pictures. ``views``: the first position, for any number of players."""

    #: The clauses of the one-page aid by group, and how many sentences of each.
    aid: ClassVar[Sequence[Sequence[tuple[str, int]]]]
    #: The label of the aid's picture.
    aid_label: ClassVar[str]

    def __init__(self, views: Callable[[int], View]) -> None:
        self.views = views

    @abstractmethod
    def box(self) -> list[tuple[str, int, str]]:
        """Everything in the box: the key of its name, how many there are, its picture."""

    def parts(self, label: Callable[[str], str]) -> str | None:
        """A piece with the names of its parts, where one needs explaining."""
        return None

    @abstractmethod
    def setup(self, players: int) -> tuple[Label, str]:
        """What this many players get: in words, and as a picture."""

    @abstractmethod
    def cover(self) -> str:
        """The picture on the cover."""

    @abstractmethod
    def aid_picture(self) -> str:
        """What the aid shows beside its clauses."""

    @abstractmethod
    def picture(self, example: Example, frame: Frame) -> str:
        """A moment of an example."""
