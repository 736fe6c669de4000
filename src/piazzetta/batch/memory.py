"""The arrays of a batch, one game per row, and the options that its kernels read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from piazzetta.games.base import Array
from piazzetta.games.encoding import Encoding
from piazzetta.kernel import RNG_DTYPE, RNG_SIZE, records
from piazzetta.match.setting import Setting


class Memory(NamedTuple):
    """All arrays of a batch. On a GPU the wide ones are column-major, so that neighbours write side by side."""

    states: Any
    which: Any  # the setting of each row, by its number
    rng: Any  # chance: seed, row, counter
    mover: Any  # a seat, or OVER
    count: Any  # decisions in the game in progress
    length: Any  # like ``count``, but of the finished game if the last step has restarted the row
    finished: Any  # the last step ended the game
    refused: Any  # the reason of the last refusal, or how many there were
    reward: Any  # by seat
    mask: Any  # by decision
    observation: Any  # by number, observer after observer


class Options(NamedTuple):
    watch: int
    watchers: int  # observations per row: none, the mover's, or one for each seat
    by_points: int
    restart: int
    count_illegal: int


def all_params(settings: Sequence[Setting]) -> Array:
    """The params of all settings, one record each."""
    params = records(settings[0].params.dtype, len(settings))
    for number, setting in enumerate(settings):
        params[number] = setting.params[0]
    return params


def layout(
    settings: Sequence[Setting], size: int, watchers: int, encoding: Encoding | None
) -> dict[str, tuple[tuple[int, ...], Any]]:
    """The shape and type of each array except the states, wide enough for every setting."""
    choices = max(setting.decision_count for setting in settings) if encoding is None else encoding.slots
    numbers = max(setting.observation_size for setting in settings) if encoding is None else encoding.size
    return {
        "which": ((size,), np.int32),
        "rng": ((size, RNG_SIZE), RNG_DTYPE),
        "mover": ((size,), np.int8),
        "count": ((size,), np.int32),
        "length": ((size,), np.int32),
        "finished": ((size,), np.bool_),
        "refused": ((size,), np.int32),
        "reward": ((size, max(setting.players for setting in settings)), np.float32),
        "mask": ((size, choices), np.bool_),
        "observation": ((size, watchers * numbers), np.int16 if encoding is None else np.uint8),
    }
