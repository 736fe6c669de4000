"""Registers the environments with Gymnasium: ``gymnasium.make("piazzetta/Portobello-v0")``."""

from __future__ import annotations

from typing import Any

from piazzetta.envs.extras import need
from piazzetta.games.registry import names

#: Version history: v0 is the first one (0.1.0).
VERSION = "v0"


def register() -> None:
    """Register every game. Call it again after registering another game."""
    gymnasium: Any = need("gymnasium", "gymnasium")
    for name in names():
        identity = f"piazzetta/{name.capitalize()}-{VERSION}"
        if identity not in gymnasium.registry:
            gymnasium.register(
                identity,
                entry_point="piazzetta.envs.gymnasium:SeatEnv",
                vector_entry_point="piazzetta.envs.vector:SeatVectorEnv",
                kwargs={"game": name},
            )
