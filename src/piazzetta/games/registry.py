"""Which games there are, found by name; a game's kernels are loaded when it is first asked for."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from piazzetta.errors import BadInput
from piazzetta.games.base import Game

NAMES = ("portobello", "viaggiatore")


def find_game(name: str) -> Game:
    """The game of that name."""
    if name not in NAMES:
        raise BadInput(f"there is no game {name!r}; there is {' and '.join(NAMES)}")
    return cast(Game, getattr(import_module(f"piazzetta.games.{name}.game"), name.upper()))
