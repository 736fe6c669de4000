"""The arrays of a vector environment, one game per row."""

from __future__ import annotations

import sys

import numpy as np

from piazzetta.envs.kernels.seats import Room, Rows, Shown
from piazzetta.kernel import RNG_DTYPE, RNG_SIZE
from piazzetta.match.setting import Setting


def new_rows(setting: Setting, size: int, seat: int) -> Rows:
    """Games not yet begun, with ``seat`` as the agent's seat in each."""
    return Rows(
        states=setting.states(size),
        rng=np.zeros((size, RNG_SIZE), RNG_DTYPE),
        seat=np.full(size, seat, np.int8),
        mover=np.zeros(size, np.int8),
        before=np.zeros(size, np.int32),
        refused=np.zeros(size, np.int32),
        finished=np.zeros(size, np.bool_),
        reward=np.zeros(size),
        final=np.zeros((size, setting.observation_size), np.int16),
        points=np.zeros((size, setting.players), np.int16),
    )


def new_room(setting: Setting) -> Room:
    players = setting.players
    return Room(np.zeros(setting.game.most_legal, np.int32), np.zeros(2 * players, np.int16), np.zeros(players))


def new_shown(setting: Setting, size: int) -> Shown:
    return Shown(
        np.empty((size, setting.decision_count), np.int8), np.empty((size, setting.observation_size), np.int16)
    )


class Shelf:
    """A pool of output arrays: reuses those that nobody holds any more, since allocating new memory is slow."""

    def __init__(self, setting: Setting, size: int) -> None:
        self._setting = setting
        self._size = size
        self._kept: list[Shown] = []

    def take(self) -> Shown:
        """Arrays that nobody else holds, not even in part."""
        for shown in self._kept:
            if all(sys.getrefcount(array) == _ONLY_HERE for array in shown):
                return shown
        shown = new_shown(self._setting, self._size)
        self._kept = [*self._kept[-1:], shown]
        return shown


#: References to an array that only the pool holds: the tuple's, the loop's, and the query's.
_ONLY_HERE = 3
