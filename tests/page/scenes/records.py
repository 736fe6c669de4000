"""A record that somebody might bring."""

from __future__ import annotations

from functools import cache
from itertools import count
from typing import Any

import piazzetta
from piazzetta import Record
from piazzetta.bots import Position, bot
from tests.tiers import tier


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
def nearly_over(game: str, players: int) -> dict[str, Any]:
    """The wish for a table with some twenty moves left, six in the short tier. The first seat begins; the last one, a
    bot, is about to win."""
    setting = piazzetta.game(game, players=players, rules={"target": 1} if game == "viaggiatore" else {})
    player = bot("easy", 1)
    for seed in count():
        match = setting.start(seed=seed)
        turns: list[int] = []  # steps before which it is the first seat's turn
        while not match.over:
            if match.mover == 0:
                turns.append(len(match.log))
            match.play(player.choose(Position.of(match)))
        early = [step for step in turns if step < len(match.log) - tier(6, 20)]
        if early and match.winners == [players - 1]:
            return {"record": Record.of(match).to_json(), "at": early[-1]}
    raise AssertionError
