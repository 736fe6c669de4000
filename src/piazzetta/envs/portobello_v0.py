"""Portobello Market for PettingZoo: ``env()`` with the usual wrappers, ``raw_env()`` without.

Version history:
- v0: the first one (0.1.0).
"""

from __future__ import annotations

from typing import Any

from piazzetta.envs.pettingzoo import MarketEnv, aec_env


def env(**options: Any) -> Any:
    """The environment with the checks of PettingZoo's usual wrappers; for the options see
    ``piazzetta.envs.aec_env``."""
    return aec_env("portobello", **options)


def raw_env(**options: Any) -> MarketEnv:
    """The bare environment: an illegal action raises and changes nothing."""
    return MarketEnv("portobello", **options)
