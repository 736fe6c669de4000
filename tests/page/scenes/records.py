"""A record that somebody might bring."""

from __future__ import annotations

from functools import cache

import piazzetta
from piazzetta import Record
from piazzetta.bots import Position, bot


@cache
def short_game() -> Record:
    """A short game of two bots, with the players' names."""
    match = piazzetta.game("viaggiatore", players=2, rules={"target": 1}).start(seed=4)
    player = bot("easy", 1)
    while not match.over:
        match.play(player.choose(Position.of(match)))
    kept = Record.of(match)
    kept.extra["names"] = ["Ada", "Leo"]
    return kept
