"""What a bot gets: a position as its seat knows it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from piazzetta.errors import BadInput
from piazzetta.games.base import Array, Game, determinize, legal
from piazzetta.kernel import CHANCE, OVER, random_stream
from piazzetta.match.match import Match
from piazzetta.match.setting import Setting


def determinize_one(params, states, seat, rng):
    """Redraw what ``seat`` cannot know in the single position in ``states``."""
    determinize(params[0], states[0], seat, rng)


def list_moves(params, states, out):
    return legal(params[0], states[0], out)


@lru_cache
def _kernels(game: Game) -> tuple[Any, Any]:
    return game.bind(determinize_one), game.bind(list_moves)


def one(setting: Setting, record: Any) -> Array:
    """A copy of a record as an array of one."""
    state = setting.states(1)
    state[0] = record
    return state


@dataclass(frozen=True, eq=False)
class Position:
    """A position that ``seat`` cannot tell apart from the true one: what is hidden from it has been redrawn.

    >>> import piazzetta
    >>> from piazzetta.bots import Position
    >>> match = piazzetta.game("viaggiatore").start(seed=1)
    >>> Position.of(match).seat
    0
    """

    setting: Setting
    seat: int
    state: Array  # one record

    @classmethod
    def of(cls, match: Match, seat: int | None = None, seed: int = 0) -> Position:
        """The position of a match as its mover, or ``seat``, knows it."""
        if match.mover in (CHANCE, OVER):
            raise BadInput(
                "nobody has to move: the game is over" if match.over else "nobody has to move: a random draw comes next"
            )
        seat = match.mover if seat is None else seat
        if seat != match.mover:
            raise BadInput(f"it is seat {match.mover}'s move, not seat {seat}'s")
        return cls.determinized(match.setting, seat, one(match.setting, match.state()), seed)

    @classmethod
    def at(cls, setting: Setting, seat: int, record: Any) -> Position:
        """A position that hides nothing from ``seat``, as a copy of a record."""
        return cls(setting, seat, one(setting, record))

    @property
    def record(self) -> Any:
        """The one record, with its fields as attributes."""
        return self.state.view(np.recarray)[0]

    @classmethod
    def determinized(cls, setting: Setting, seat: int, state: Array, seed: int = 0) -> Position:
        """Return the position of an array of one record as ``seat`` knows it; the array stays unchanged."""
        true, state = state, setting.states(1)
        # byte by byte: ``copy`` leaves the padding between fields undefined, and bots compute a digest of all bytes
        state.view(np.uint8)[:] = true.view(np.uint8)
        _kernels(setting.game)[0](setting.params, state, seat, random_stream(seed))
        return cls(setting, seat, state)

    def legal(self) -> list[int]:
        """Return the legal actions."""
        out = np.zeros(self.setting.game.most_legal, np.int32)
        count = _kernels(self.setting.game)[1](self.setting.params, self.state, out)
        actions: list[int] = out[:count].tolist()
        return actions
