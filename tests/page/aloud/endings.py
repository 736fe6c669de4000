"""Endings of games that no chance can change: the same words are said every time."""

from __future__ import annotations

from itertools import count
from typing import Any

import piazzetta
from piazzetta.bots import Position, bot
from piazzetta.kernel import CHANCE
from piazzetta.match.record import Record
from tests.tables.ways import WAYS

#: Lessons with a right way of some length.
LESSONS = {game: max(ways, key=lambda name: (len(ways[name][0]), name)) for game, ways in WAYS.items()}


def ending(game: str) -> tuple[dict[str, Any], list[tuple[int, str]]]:
    """The wish for a table of two at which the first seat moves next, and the moves to the end, or to a last move with
    a draw. The last one is the second seat's."""
    setting = piazzetta.game(game, players=2, rules={"target": 1} if game == "viaggiatore" else {})
    player = bot("easy", 1)
    for seed in count():
        match = setting.start(seed=seed)
        while not match.over:
            match.play(player.choose(Position.of(match)))
        log = list(match.log)
        while log[-1][0] == CHANCE:
            log.pop()
        if len(log) < len(match.log):
            log.pop()  # nor a move with a draw
        begin = 1 + max(at for at, (seat, _) in enumerate(log) if seat == CHANCE)
        own = [at for at in range(begin, len(log)) if log[at][0] == 0]
        if 1 < len(own) <= 6 and match.log[len(log) - 1][0] == 1:
            rest = [(seat, setting.text(action)) for seat, action in log[own[0] :]]
            return {"record": Record.of(match).to_json(), "at": own[0]}, rest
    raise AssertionError
