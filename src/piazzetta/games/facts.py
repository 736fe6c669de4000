"""What a game reports, as data: a message key and its parameters, so that it can be worded in any language."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from piazzetta.games.words.messages import common
from piazzetta.games.words.speech import Speech


class Event(NamedTuple):
    """Something that happened."""

    key: str
    params: dict[str, Any]


class Difference(NamedTuple):
    """How a map or deck differs from the printed game, or from ours, while the rules can still play it."""

    key: str
    params: dict[str, Any]


class Refusal(NamedTuple):
    """Why a move is not allowed: a sentence, the clause behind it, and the same as a key with its parameters."""

    sentence: str
    clause: str
    key: str
    params: dict[str, Any]


class Preview(NamedTuple):
    """What a move costs and gains, and for whom, before it is played.

    ``points`` holds the change for each seat, as far as the mover can know it; ``events`` what would happen;
    ``remarks`` holds the notes as data, so that they can be worded in any language.
    """

    move: str
    points: tuple[int, ...]
    events: tuple[Event, ...] = ()
    notes: tuple[str, ...] = ()
    remarks: tuple[Event, ...] = ()

    def noted(self, speech: Speech) -> Preview:
        """The same with its remarks as notes, if it has none."""
        if self.notes or not self.remarks:
            return self
        notes = tuple([speech.say("note", remark.key, remark.params) for remark in self.remarks])
        return Preview(self.move, self.points, self.events, notes, self.remarks)

    def __str__(self) -> str:
        return ". ".join(self.notes) or common().say("note.nothing", {})


@dataclass(frozen=True)
class Reason:
    """A fact that speaks for or against a move: a message key and its parameters, and the same in English."""

    key: str
    params: dict[str, Any]
    say: str
    clause: str | None = None  # it rests on


class Parts:
    """The parts of a view, kept for the next one: what rests on the same facts is not built again, and whoever compares
    two views sees at once that it is the same."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[Any, Any]] = {}

    def part(self, name: str, rests_on: Any, build: Callable[[], Any]) -> Any:
        """A part that says nothing but what follows from ``rests_on``: not to be changed."""
        known = self._known.get(name)
        if known is None or known[0] != rests_on:
            known = (rests_on, build())
            self._known[name] = known
        return known[1]
