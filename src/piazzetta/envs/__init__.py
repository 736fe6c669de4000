"""Both games as environments for PettingZoo, Gymnasium and OpenSpiel.

Importing this package registers them with Gymnasium, if installed; to register them with OpenSpiel, ``import
piazzetta.envs.openspiel``.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from piazzetta.envs.registration import register

if TYPE_CHECKING:
    from piazzetta.envs.pettingzoo import aec_env

__all__ = ["aec_env"]

if find_spec("gymnasium") is not None:
    register()


def __getattr__(name: str) -> Any:
    if name == "aec_env":  # loaded on demand: PettingZoo may not be installed
        from piazzetta.envs.pettingzoo import aec_env

        return aec_env
    raise AttributeError(f"module 'piazzetta.envs' has no attribute {name!r}")
