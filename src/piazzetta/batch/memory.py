"""The arrays of a batch, a game a row, and the options that its kernels look at."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from piazzetta.kernel import RNG_DTYPE, RNG_SIZE
from piazzetta.match.setting import Setting


class Memory(NamedTuple):
    """All arrays of a batch. On a GPU the wide ones lie column by column, so that neighbours write side by side."""

    states: Any
    rng: Any  # chance: seed, row, counter
    mover: Any  # a seat, or OVER
    count: Any  # decisions of the game in progress
    length: Any  # the same, but of the finished game where one has just been restarted
    finished: Any  # the last step ended the game
    refused: Any  # the reason of the last refusal, or how many there were
    reward: Any  # by seat
    mask: Any  # by decision
    observation: Any  # by number, observer after observer


class Options(NamedTuple):
    watch: int
    by_points: int
    restart: int
    count_illegal: int


def layout(setting: Setting, size: int, watchers: int) -> dict[str, tuple[tuple[int, ...], Any]]:
    """The shape and type of each array but the states."""
    return {
        "rng": ((size, RNG_SIZE), RNG_DTYPE),
        "mover": ((size,), np.int8),
        "count": ((size,), np.int32),
        "length": ((size,), np.int32),
        "finished": ((size,), np.bool_),
        "refused": ((size,), np.int32),
        "reward": ((size, setting.players), np.float32),
        "mask": ((size, setting.decision_count), np.bool_),
        "observation": ((size, watchers * setting.observation_size), np.int16),
    }
