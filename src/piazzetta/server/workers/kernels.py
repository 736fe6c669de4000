"""Loads the kernels of all games before a table needs them; those of other packages may have to be compiled."""

from __future__ import annotations

import gc
import logging

from piazzetta.games.registry import NAMES, find_game, listing, names
from piazzetta.tables.refusals import Refused

log = logging.getLogger("piazzetta")

#: The games that can be played in this process without waiting for a compiler.
_loaded: set[str] = set(NAMES)


def loaded_games() -> tuple[str, ...]:
    """Return the games that can be played now."""
    return tuple(name for name in names() if name in _loaded)


def check_loaded(name: str) -> None:
    """Refuse a game of another package whose kernels are still being compiled: a table would stop the whole server."""
    if name in names() and name not in _loaded:
        sentence = f"the kernels of {listing(name).title} are being compiled; please try again in a minute."
        raise Refused("compiling", sentence)


def load_components() -> None:
    """Load the included maps and decks, before several threads can: each would keep one of its own, and whatever is
    kept by map or deck would compare the two in full at every use."""
    for name in NAMES:
        find_game(name).default_components()


def load_kernels() -> None:
    """Load every game's kernels, those of this package first. One game that fails does not keep the others away."""
    for name in names():
        try:
            _load(name)
            _loaded.add(name)
        except Exception:
            if name in NAMES:
                raise
            log.exception("the game %s of another package could not be loaded", name)
    # freeze what is loaded by now: otherwise every collection would traverse all of Numba while people wait
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


def _load(name: str) -> None:
    from piazzetta.match.setting import game

    match = game(name).start(seed=0)
    for move in list(match.legal_moves)[:2]:
        match.preview(move)
    match.play(next(iter(match.legal_moves)))
    match.view(0)
    match.events(0)
