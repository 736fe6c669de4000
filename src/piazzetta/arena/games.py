"""The results of many games by any players: a row for each game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

import numpy as np

from piazzetta.games.base import Array

#: Where the points of a game came from: points by source, for each seat.
Sources = list[dict[str, int]]


@dataclass
class Games:
    """Finished games of one setting, one per row. A column is None where the players do not tell it."""

    points: Array  # by seat
    won: Array  # by seat: 1 for each winner
    turns: Array | None = None
    decisions: Array | None = None  # moves of all seats together, forced ones included
    choices: Array | None = None  # by seat: decisions with more than one legal move
    sources: list[Sources | None] | None = None  # a game's are None where its moves do not tell them
    records: list[dict[str, Any]] | None = None  # as JSON, with what an arena observed
    facts: Array | None = None  # what ``bots.policy`` notes of each game
    states: Array | None = None  # the final positions
    logs: list[tuple[Array, Array]] | None = None  # of the first games: actions, and everyone's points after each
    uses: Array | None = None  # how often each action was chosen, or happened, in all games together

    def __len__(self) -> int:
        return len(self.points)

    @cached_property
    def shares(self) -> Array:
        """Each seat's share of the win in each game: 1 divided by the number of winners."""
        shares: Array = self.won / self.won.sum(axis=1, keepdims=True)
        return shares

    @property
    def wins(self) -> list[float]:
        """Each seat's wins in all games."""
        return [float(one) for one in self.shares.sum(axis=0)]


def joined(parts: Sequence[Games]) -> Games:
    """Return all games of some parts, in their order."""
    if len(parts) == 1:
        return parts[0]
    found: dict[str, Any] = {}
    for field in fields(Games):
        values = [getattr(part, field.name) for part in parts]
        if any(value is None for value in values):
            found[field.name] = None
        elif field.name == "uses":
            found[field.name] = np.sum(values, axis=0)
        elif isinstance(values[0], list):
            found[field.name] = [one for value in values for one in value]
        else:
            found[field.name] = _stacked(values)
    return Games(**found)


def _stacked(arrays: Sequence[Array]) -> Array:
    stacked: Array = np.zeros((sum(map(len, arrays)), *arrays[0].shape[1:]), arrays[0].dtype)
    at = 0
    for array in arrays:  # into zeros: ``np.concatenate`` would leave anything in the gaps between fields of records
        stacked[at : at + len(array)] = array
        at += len(array)
    return stacked
