"""A record that somebody might bring."""

from __future__ import annotations

from functools import cache
from typing import Any

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


@cache
def late_market(players: int) -> dict[str, Any]:
    """The wish for a table where a market is almost over: some twenty moves, the first seat begins."""
    match = piazzetta.game("portobello", players=players).start(seed=4)
    player = bot("easy", 1)
    seats: list[int] = []  # who moves, by the number of steps before
    while not match.over:
        seats += [match.mover] * (len(match.log) + 1 - len(seats))
        match.play(player.choose(Position.of(match)))
    at = max(step for step in range(len(seats) - 20) if seats[step] == 0)
    return {"record": Record.of(match).to_json(), "at": at}
