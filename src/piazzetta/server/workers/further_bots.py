"""Bots that a server adds to the levels: ``judge``, and trained networks under names of their own."""

from __future__ import annotations

import multiprocessing
import re
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from piazzetta.errors import BadInput
from piazzetta.games.registry import find_game, names

_NAME = re.compile(r"[a-z0-9][a-z0-9_.-]{0,19}")  # at most as long as a level in a message


def read_further_bots(text: str) -> Mapping[str, Mapping[str, str]]:
    """Read ``serve --bots``: by game and by name, what plays.

    Another process reads the networks: PyTorch would stay in the server's memory.
    """
    wanted = dict(_named(part.strip()) for part in text.split(",") if part.strip())
    if not wanted:
        return {}
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as other:
        games = {name: other.submit(games_of, what).result() for name, what in wanted.items()}
    return {
        game: {name: what for name, what in wanted.items() if game in games[name]}
        for game in names()
        if any(game in fitting for fitting in games.values())
    }


def games_of(what: str) -> list[str]:
    """Return the games that a network plays."""
    from piazzetta.bots.named import check_bot

    refused = ""
    fitting = []
    for game in names():
        try:
            check_bot(what, find_game(game))
            fitting.append(game)
        except BadInput as problem:
            refused = str(problem)
    if not fitting:
        raise BadInput(refused)
    return fitting


def _named(part: str) -> tuple[str, str]:
    """Return a bot's name and what plays: ``judge``, ``FILE``, or ``NAME=FILE``."""
    from piazzetta.bots.levels import LEVELS
    from piazzetta.bots.named import JUDGE, is_file

    given, _, what = part.rpartition("=")
    name = given or Path(what).stem
    if not is_file(what) and what != JUDGE:
        raise BadInput(f"--bots {part}: tables have all levels; add judge, or a network's FILE.pt or FILE.bin")
    if not _NAME.fullmatch(name) or name in LEVELS:
        raise BadInput(
            f"--bots {part}: a network is called by its file, or as NAME=FILE says: small letters and digits, "
            "at most 20, and no level"
        )
    return name, what if what == JUDGE else str(Path(what).resolve())
