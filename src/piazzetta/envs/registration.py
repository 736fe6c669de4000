"""Tell Gymnasium which environments there are: ``gymnasium.make("piazzetta/Portobello-v0")``."""

from __future__ import annotations

from typing import Any

from piazzetta.envs.extras import need

#: Version history: v0 is the first one (0.1.0).
IDS = {"portobello": "piazzetta/Portobello-v0", "viaggiatore": "piazzetta/Viaggiatore-v0"}


def register() -> None:
    gymnasium: Any = need("gymnasium", "gymnasium")
    for name, identity in IDS.items():
        if identity not in gymnasium.registry:
            gymnasium.register(
                identity,
                entry_point="piazzetta.envs.gymnasium:SeatEnv",
                vector_entry_point="piazzetta.envs.vector:SeatVectorEnv",
                kwargs={"game": name},
            )
