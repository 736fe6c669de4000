"""Portobello Market for PettingZoo: ``env()`` guarded as usual, ``raw_env()`` bare.

Version history:
- v0: the first one (0.1.0).
"""

from __future__ import annotations

from typing import Any

from piazzetta.envs.pettingzoo import MarketEnv, aec_env


def env(**options: Any) -> Any:
    """The environment, guarded as by PettingZoo's usual wrappers; see ``piazzetta.envs.aec_env`` for the options."""
    return aec_env("portobello", **options)


def raw_env(**options: Any) -> MarketEnv:
    """The bare environment: an illegal action raises and changes nothing."""
    return MarketEnv("portobello", **options)
