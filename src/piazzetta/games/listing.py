"""How a game is listed: what is known about it before its kernels are loaded."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any


@cache
def load(source: str) -> Any:
    """Load what a text locates: "module:NAME"."""
    module, _, name = source.partition(":")
    return getattr(import_module(module), name)


@dataclass(frozen=True)
class Listing:
    """A game's name, title and seats, what it is played on, and where the rest of it is."""

    name: str  # in records, commands and addresses
    title: str
    seats: range
    source: str  # where its ``Game`` is: "module:NAME"
    components_key: str  # the field of a record, and the argument of ``piazzetta.game``, for what it is played on
    components_option: str  # the same on the command line and in OpenSpiel
    rulebook: str = "piazzetta:data/rules"  # package and folder that hold NAME.md, and NAME.LANGUAGE.md
    languages: tuple[str, ...] = ("en",)  # of the rulebook; English first
    workbench: str = ""  # where its ``Bench`` is, for the workshop: "module:NAME"
    shelf: str = ""  # package and folder that hold more maps or decks: shelf.json says which
    own_table: bool = False  # whether ``web/src/games`` has a table for it; if not, the page shows a plain table


@dataclass(frozen=True)
class Shelved:
    """A map or deck on a game's shelf."""

    game: str
    key: str
    title: str
    players: tuple[int, ...]  # the numbers of players it was made for; others may play on it too
    about: str
    text: str  # its file
    official: bool = False  # the fairer map for this number of players: every seat wins almost equally often

    @property
    def source(self) -> Any:
        """The parsed file, as ``piazzetta.game`` takes it."""
        return json.loads(self.text)
