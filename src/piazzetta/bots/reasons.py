"""Why a move is good: the line it begins, in which to find reasons, and the words for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from piazzetta.bots.position import Position
from piazzetta.games.base import Event
from piazzetta.games.facts import Reason
from piazzetta.match.position_history import PositionHistory
from piazzetta.match.setting import Setting

#: The maximum length of a line.
LONGEST = 24
#: The reasons of every game, which rest on no clause.
GENERAL = ("most_often", "only_move", "wins_less")


@dataclass
class FollowedLine:
    """Consecutive moves of one seat: the one to be explained, continued as a quick search would."""

    position: Position
    actions: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._trail = PositionHistory(self.setting, self.position.record)

    @property
    def setting(self) -> Setting:
        return self.position.setting

    @property
    def seat(self) -> int:
        return self.position.seat

    def anew(self) -> FollowedLine:
        """Return a new, empty line from the same position."""
        return FollowedLine(self.position)

    def play(self, action: int) -> None:
        """Add a legal move."""
        self._trail.step(len(self.actions), action)
        self.actions.append(action)

    def state(self, at: int | None = None) -> Any:
        """The position after ``at`` moves of the line (None: all), as a record."""
        return self._trail.record(len(self.actions) if at is None else at)

    @property
    def mover(self) -> int:
        """Whose move it is after the line."""
        return self._trail.mover(len(self.actions))

    @property
    def goes_on(self) -> bool:
        """Whether the same seat is still to move and nothing was revealed since: what is hidden cannot be predicted."""
        undo_barrier = self.setting.game.undo_barrier
        same = undo_barrier(self.state(0)) == undo_barrier(self.state())
        return self.mover == self.seat and same and len(self.actions) < LONGEST

    @cached_property
    def events(self) -> list[Event]:
        """What the whole line does, as far as its seat may know. Call it once the line is complete."""
        happened: list[Event] = []
        for at in range(len(self.actions)):
            happened += self.events_of(at)
        return happened

    def events_of(self, at: int) -> list[Event]:
        """What move number ``at`` of the line does, as far as its seat may know."""
        setting = self.setting
        return setting.game.events(
            setting.components,
            setting.params_record,
            self.state(at),
            self.actions[at],
            self.state(at + 1),
            self.seat,
        )

    @property
    def moves(self) -> list[str]:
        return [self.setting.text(action) for action in self.actions]


def most_often(moves: int, ahead: float) -> Event:
    """What to say about the best move when nothing happens yet."""
    return Event("most_often", {"moves": moves, "ahead": ahead})


def only_move() -> Event:
    """What to say about a forced move."""
    return Event("only_move", {})


def wins_less() -> Event:
    """What to say against a move when nothing else speaks against it."""
    return Event("wins_less", {})


def in_words(facts: Sequence[Event], setting: Setting, seat: int) -> list[Reason]:
    """Facts that speak for a move of a seat, as text; the seat is "you"."""
    speech = setting.game.english(setting.components, seat)
    clauses = setting.game.bots.clauses
    return [
        Reason(
            fact.key,
            fact.params,
            speech.reader.t(f"reason.{fact.key}", speech.reason(fact.params, seat)),
            clauses.get(fact.key),
        )
        for fact in facts
    ]


def sentence(reasons: Sequence[Reason]) -> str:
    """All reasons, one after another."""
    return " ".join([f"{reason.say}." for reason in reasons])
