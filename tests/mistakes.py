"""Games with mistakes, for the tests of moments to learn from: the first seat plays anything."""

from __future__ import annotations

from functools import cache
from typing import Any

import piazzetta
from piazzetta import Record
from piazzetta.bots import Position, bot
from piazzetta.bots.analysis import assess, positions
from piazzetta.bots.hint import adviser
from piazzetta.bots.moments import WORTH, MomentSearch
from piazzetta.tables.viewers.moments import moments_of

#: A seed with at least two moments of the first seat.
SEEDS = {"portobello": 1, "viaggiatore": 1}
Judged = tuple[int, float, str]


@cache
def mistaken(game: str) -> Record:
    """A finished game of two in which the first seat played at random."""
    rules = {"target": 15} if game == "viaggiatore" else {}
    match = piazzetta.game(game, players=2, rules=rules).start(seed=SEEDS[game])
    seats = [bot("random", 1), bot("easy", 2)]
    while not match.over:
        match.play(seats[match.mover].choose(Position.of(match)))
    return Record.of(match)


@cache
def judged(game: str, most: int = 60) -> list[Judged]:
    """What a quick search thinks of the first seat's decisions, of the first ones: index, what was given away, best."""
    match = mistaken(game).replay()
    level = adviser("medium")
    own = [(at, position) for at, position in positions(match) if position.seat == 0][:most]
    decisions = [assess(match, at, position, level) for at, position in own]
    return [(one.index, one.gave_away, one.best) for one in decisions]


@cache
def searched(game: str) -> MomentSearch:
    """The moments of the first seat, all found."""
    search = moments_of(mistaken(game), 0, judged(game))
    while not search.done:
        search.look()
    return search


def analysis_of(game: str) -> dict[str, Any]:
    """What a server would answer that has analysed the game, as far as moments need it."""
    decisions = [
        {"index": index, "seat": 0, "gave_away": lost, "best": best}
        for index, lost, best in judged(game)
        if lost > WORTH
    ]
    return {"done": 1, "of": 1, "analysis": {"decisions": decisions}}
