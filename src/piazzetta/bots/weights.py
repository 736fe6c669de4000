"""The numbers that a game's evaluation reads, for one setting."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from typing import Any

import numpy as np

from piazzetta.games.base import Array, Game
from piazzetta.games.knowledge import Knowledge
from piazzetta.match.setting import Setting


def _home(game: Game) -> Any:
    return import_module(f"piazzetta.games.{game.name}.bots.knowledge")


def knowledge_of(game: Game) -> Knowledge:
    knowledge: Knowledge = _home(game).KNOWLEDGE
    return knowledge


@lru_cache
def lore_of(setting: Setting) -> Array:
    """The numbers that ``evaluate`` reads, for one setting."""
    lore: Array = np.ascontiguousarray(_home(setting.game).lore(setting), np.float64)
    return lore
