"""The arrays of a vector environment, a game a row."""

from __future__ import annotations

import numpy as np

from piazzetta.envs.seats import Room, Rows
from piazzetta.games.base import Array
from piazzetta.kernel import RNG_DTYPE, RNG_SIZE
from piazzetta.match.setting import Setting


def new_rows(setting: Setting, size: int, seat: int) -> Rows:
    """Games not yet begun, the own seat of each being ``seat``."""
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


def new_arrays(setting: Setting, size: int) -> tuple[Array, Array]:
    """Masks and observations, to be written and given to the user."""
    return np.empty((size, setting.decision_count), np.int8), np.empty((size, setting.observation_size), np.int16)
