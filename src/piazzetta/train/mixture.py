"""Which games a run plays: printed rulebooks and random rules, all numbers of players, any maps or decks."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import cycle, islice
from pathlib import Path

import numpy as np

from piazzetta.errors import BadInput, read_json
from piazzetta.games.base import Array, Components, Game, Value
from piazzetta.games.registry import find_game, workbench
from piazzetta.match.setting import Setting

RANDOM = "random"
SETTINGS = 256  # in a run with random maps or rules
BLOCK = 32  # neighbouring rows with one setting: the size of a GPU's warp


def mixture(
    name: str,
    players: Sequence[int] = (),
    editions: Sequence[str] = (),
    components: str = "default",
    variants: bool = True,
    seed: int = 0,
    focus: float = 0.0,
) -> list[Setting]:
    """The settings of a run: each printed rulebook with each number of players, on the package's own map or deck.

    If ``variants`` or ``components`` ask for it, these are half of them; the others have random rules or maps.
    In the share ``focus`` of the settings as few as possible play, by printed rules on the package's own map or deck.
    """
    game = find_game(name)
    seats = list(players) or list(game.seats)
    books = list(editions) or list(game.editions)
    own = read_components(game, components)
    printed = [
        Setting(game, count, 0, book, game.rules(book, {}), game.default_components())
        for book in books
        for count in seats
    ]
    if not variants and components == "default" and not focus:
        return printed
    few = [setting for setting in printed if setting.players == min(seats)]
    focused = round(SETTINGS * focus)
    half = (SETTINGS - focused) // 2
    dice = random.Random(seed)
    drawn = [
        Setting(game, dice.choice(seats), 0, book, _rules(game, book, variants, dice), _draw(game, own, dice))
        for _ in range(half)
        for book in [dice.choice(books)]
    ]
    return [*islice(cycle(few), focused), *islice(cycle(printed), half), *drawn]


def which_rows(size: int, settings: int) -> Array:
    """The setting of each row: blocks of neighbouring rows share one."""
    return ((np.arange(size) // BLOCK) % settings).astype(np.int32)


def _rules(game: Game, book: str, variants: bool, dice: random.Random) -> dict[str, Value]:
    changes: dict[str, object] = {}
    for name, switch in game.switches.items() if variants else ():
        if dice.random() < 0.4:
            changes[name] = dice.choice(switch.trained or list(switch.choices))
    return game.rules(book, changes)


def _draw(game: Game, own: Sequence[Components] | None, dice: random.Random) -> Components:
    if own is not None:
        return dice.choice(own)
    drawn: Components = workbench(game.name).any(dice.randrange(2**31))
    return drawn


def read_components(game: Game, source: str) -> list[Components] | None:
    """The maps or decks in a folder; the package's own for ``default``; ``None``: drawn at random."""
    if source == "default":
        return [game.default_components()]
    if source == RANDOM:
        return None
    folder = Path(source)
    files = sorted(folder.glob("*.json")) if folder.is_dir() else []
    if not files:
        raise BadInput(f"{source} is not default, random or a folder with {game.components_key} files (*.json)")
    return [game.read_components(read_json(file)) for file in files]
