"""Piazzetta: Portobello Market and Il Commercio Viaggiatore, to play, to study and to learn from.

>>> import piazzetta
>>> match = piazzetta.game("portobello", edition="it", players=3).start(seed=7)
>>> match.play("bobby D4")
>>> match.play("tile 3")
>>> match.scores
[0, 0, 0]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from piazzetta.errors import BadInput, BadRecord, IllegalMove
    from piazzetta.games.base import OPEN, SPECTATOR, Event, Preview
    from piazzetta.kernel import CHANCE, OVER
    from piazzetta.match.dealer import SeededDealer, SystemDealer
    from piazzetta.match.match import Match
    from piazzetta.match.record import Record
    from piazzetta.match.setting import Setting, game

__version__ = "0.3.0.dev0"

# Loaded on first use: importing the package stays quick, and Numba loads only with a game.
_HOMES = {
    "game": "match.setting",
    "Setting": "match.setting",
    "Match": "match.match",
    "Record": "match.record",
    "SeededDealer": "match.dealer",
    "SystemDealer": "match.dealer",
    "IllegalMove": "errors",
    "BadRecord": "errors",
    "BadInput": "errors",
    "Event": "games.base",
    "Preview": "games.base",
    "SPECTATOR": "games.base",
    "OPEN": "games.base",
    "CHANCE": "kernel",
    "OVER": "kernel",
}

__all__ = [
    "CHANCE",
    "OPEN",
    "OVER",
    "SPECTATOR",
    "BadInput",
    "BadRecord",
    "Event",
    "IllegalMove",
    "Match",
    "Preview",
    "Record",
    "SeededDealer",
    "Setting",
    "SystemDealer",
    "__version__",
    "game",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'piazzetta' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"piazzetta.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
