"""What a game's own knowledge comes to for a search: its kernels, the numbers they read, and room to work in."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from piazzetta.games.base import Array, Game
from piazzetta.match.setting import Setting


def kernels_of(game: Game) -> dict[str, Callable[..., Any]]:
    """The kernels to bind in place of the stand-ins of ``games/knowledge.py``."""
    kernels = game.knowledge().kernels
    return kernels._replace(prepare=kernels.prepare or game.kernels.determinize)._asdict()


@lru_cache
def weights_of(setting: Setting) -> Array:
    """The numbers that ``evaluate`` reads: all searches of a setting share them."""
    weights = np.array(setting.game.knowledge().weights(setting.players), np.float64, order="C")
    weights.flags.writeable = False
    return weights


def new_scratch(game: Game) -> Array:
    """The rows that ``evaluate`` writes, for one search."""
    return np.zeros(game.knowledge().scratch)
