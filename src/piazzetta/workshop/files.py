"""Maps and decks from files, from the shelf, and into files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

from piazzetta.errors import BadInput, read_json
from piazzetta.games.base import Components, Game
from piazzetta.games.registry import find_game, names, shelf


class Found(NamedTuple):
    """A map or deck with the game it is for and a name for people."""

    game: Game
    components: Components
    name: str


def find(text: str) -> Found:
    """Find a map or deck by its file, by its key on the shelf, or a game's own by the game's name."""
    path = Path(text)
    if path.exists():
        return _read(read_json(path), path.stem)
    if found := _included(text):
        return found
    what = "there is no such file, included map or included deck (piazzetta workshop shelf lists them)"
    raise BadInput(f"{text} cannot be read: {what}")


def find_given(given: Any) -> Found:
    """Find a map or deck by its key on the shelf or its game's name, or read it; no file is opened.

    >>> find_given("portobello").name
    'the board of Portobello Market'
    """
    if not isinstance(given, str):
        return _read(given, "a map or deck of your own")
    if found := _included(given):
        return found
    try:
        source = json.loads(given)
    except ValueError:
        raise BadInput(f"{given[:80]!r} is neither an included map or deck nor the content of a file") from None
    return _read(source, "a map or deck of your own")


def _included(text: str) -> Found | None:
    for name in names():
        if text == name:
            game = find_game(name)
            return Found(game, game.default_components(), f"the {game.components_key} of {game.title}")
        for one in shelf(name):
            if one.key == text:
                game = find_game(name)
                return Found(game, game.read_components(one.source), one.title)
    return None


def _read(source: Any, name: str) -> Found:
    game = _game_of(source)
    components = game.read_components(source)
    return Found(game, components, getattr(components, "name", "") or name)


def _game_of(source: Any) -> Game:
    """Return the game whose own map or deck is written like this one: as an object, or as a list."""
    games = [find_game(name) for name in names()]
    kind = list if isinstance(source, list) else dict
    alike = [game for game in games if isinstance(game.default_components().to_json(), kind)]
    if not isinstance(source, list | dict) or not alike:
        raise BadInput(f"this is neither {' nor '.join(f'a {game.components_key}' for game in games)}")
    return alike[0]


def save(components: Components, path: Path) -> None:
    """Write a map or deck into its own file."""
    path.write_text(json.dumps(components.to_file(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
