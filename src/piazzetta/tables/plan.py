"""Moves that a seat has chosen in advance, for its next turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from piazzetta.tables.messages import Json, PlannedMoveCard


@dataclass(frozen=True)
class PlannedMove:
    """A move to make, perhaps only if the seat then sees some value in its view: a burgher in hand."""

    move: str
    field: str | None = None
    value: str | int | bool | None = None

    def to_json(self) -> PlannedMoveCard:
        return {"move": self.move} if self.field is None else {"move": self.move, "when": self.field, "is": self.value}


@dataclass(frozen=True)
class Plan:
    """For each of the next decisions of a seat, the moves to choose from: the first one that can be made.

    ``at``: the table's latest event when it was made.
    """

    seat: int
    at: int
    steps: list[list[PlannedMove]]


def plan_from(data: Mapping[str, Json]) -> Plan:
    """Return the plan that an event of a table's plans describes."""
    return Plan(data["seat"], data["at"], steps_from(data["steps"]))


def steps_from(data: Sequence[Sequence[PlannedMoveCard]]) -> list[list[PlannedMove]]:
    return [[PlannedMove(one["move"], one.get("when"), one.get("is")) for one in step] for step in data]


def steps_data(steps: Sequence[Sequence[PlannedMove]]) -> list[list[PlannedMoveCard]]:
    return [[one.to_json() for one in step] for step in steps]
