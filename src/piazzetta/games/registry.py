"""The available games: those of this package, those registered at run time, and those from other packages.

Listing a game does not load its kernels; they are loaded with the game itself.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any

from piazzetta.errors import BadInput
from piazzetta.games.listing import Listing, Shelved, load

if TYPE_CHECKING:
    from piazzetta.games.base import Game
    from piazzetta.games.workbench import Bench

#: The games of this package.
NAMES = ("portobello", "viaggiatore")
#: The most bytes that a position may take.
MOST_BYTES = 512
#: The entry point group where other packages declare theirs: ``NAME = "module:LISTING"``.
GROUP = "piazzetta.games"

_registered = {name: f"piazzetta.games.{name}.listing:LISTING" for name in NAMES}


def register(name: str, source: str) -> None:
    """Add a game to this process. ``source`` locates its ``Listing``: "module:NAME"."""
    _registered[name] = source


@cache
def installed() -> dict[str, str]:
    """The games from other installed packages, read once."""
    return {point.name: point.value for point in entry_points(group=GROUP)}


def names() -> tuple[str, ...]:
    """The names of all games."""
    return tuple({**_registered, **installed()})


def listing(name: str) -> Listing:
    """A game's listing. Cheap: does not load its kernels."""
    source = _registered.get(name) or installed().get(name)
    if source is None:
        raise BadInput(f"unknown game {name!r}; choose from {', '.join(names())}")
    found: Listing = load(source)
    return found


def find_game(name: str) -> Game:
    """The game of that name."""
    found: Game = load(listing(name).source)
    size = found.state_dtype.itemsize
    if size % 4 or size > MOST_BYTES:
        need = f"it must be a multiple of four, at most {MOST_BYTES}: add or drop a spare field"
        raise BadInput(f"{name}: its state_dtype is {size} bytes; {need}")
    return found


def workbench(name: str) -> Bench:
    """What the workshop knows about a game's map or deck."""
    found = listing(name)
    if not found.workbench:
        raise BadInput(f"{found.title} has no workbench: its {found.components_key} cannot be made or judged")
    bench: Bench = load(found.workbench)
    return bench


@cache
def shelf(name: str) -> tuple[Shelved, ...]:
    """The maps or decks that come with a game besides its own."""
    place = listing(name).shelf
    if not place:
        return ()
    package, _, folder = place.partition(":")
    here = resources.files(package).joinpath(folder)
    index: dict[str, Any] = json.loads(here.joinpath("shelf.json").read_text("utf-8"))
    return tuple(
        Shelved(
            name,
            key,
            one["title"],
            tuple(one["players"]),
            one["about"],
            here.joinpath(f"{key}.json").read_text("utf-8"),
            one.get("official", False),
        )
        for key, one in index.items()
    )
