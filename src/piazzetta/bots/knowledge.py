"""A game's own knowledge in the form a search needs: its kernels, their weights, and working space."""

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
    """The weights that ``evaluate`` reads, shared by all searches of a setting."""
    weights = np.array(setting.game.knowledge().weights(setting.players), np.float64, order="C")
    weights.flags.writeable = False
    return weights


def new_scratch(game: Game) -> Array:
    """The rows that ``evaluate`` writes, for one search."""
    return np.zeros(game.knowledge().scratch)
