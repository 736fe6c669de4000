"""Thinks about a position for as long as somebody looks at it, so that its best moves settle.

Each round is one long search with draws of its own. Chances are means over all rounds, weighted by how often each round
tried the move; their spread says how far they are settled. A short search before them gives a first answer at once.
"""

from __future__ import annotations

import math
from typing import TypedDict

from piazzetta.bots.hint import Hint, adviser, explain, look
from piazzetta.bots.levels import RootMove
from piazzetta.errors import BadInput
from piazzetta.match.match import Match
from piazzetta.tables.conditions import known_position

#: Who makes the first search, and the rounds.
FIRST, LONG = "hard", "master"
#: How many of the best moves are shown, and how many rounds are made at most.
BEST = 3
MOST_ROUNDS = 24
#: Chances are settled when their 95% interval is this narrow, and not before this many rounds.
SETTLED = 0.01
FEWEST_ROUNDS = 4
#: A move passes another once its chance is that much better, so that rows do not jump.
_CERTAIN = 0.005
#: A move that was tried less than this share of the most tried one is not compared by its chance.
_ENOUGH = 0.1


class Thought(TypedDict):
    """What is known so far."""

    moves: list[Hint]  # the best ones, then the move that follows in the study, if it is none of them
    rounds: int  # 0: the first answer
    within: float | None  # the chances of the moves shown lie within this of their final values; null: too few rounds
    settled: bool


class Thinking:
    """What a seat to move would think about, from what it knows alone."""

    def __init__(self, match: Match, follows: str | None = None, levels: tuple[str, str] = (FIRST, LONG)) -> None:
        """``follows``: a move to judge in any case, such as the one played. ``levels``: of first search and rounds."""
        if match.mover < 0:
            raise BadInput("node: nobody decides here")
        self._match = match
        self._seat = match.mover
        self._follows = None if follows is None else match.number(follows)
        self._levels = levels
        self._searches = 0
        self._rounds: list[dict[int, RootMove]] = []
        self._order: list[int] = []
        self._explained: list[Hint] = []

    def go_on(self) -> Thought:
        """Think for one more round."""
        seed = self._searches
        position = known_position(self._match, self._seat, seed)
        found = look(position, adviser(self._levels[1 if seed else 0], seed))
        self._searches += 1
        if seed == 1:  # long searches take the place of the short one
            self._rounds = []
        self._rounds.append({move.action: move for move in found})
        moves = {move.action: self._mean(move.action) for move in found}
        self._order = ranked(self._order or [move.action for move in found], moves, self._seat)
        shown = self._shown()
        if [hint.action for hint in self._explained] != shown:
            rest = [action for action in self._order if action not in shown]
            self._explained = explain(position, [moves[action] for action in shown + rest], len(shown), seed)
        within = self._within(shown)
        only = len(found) == 1
        return {
            "moves": [with_chances(hint, moves[hint.action], self._seat) for hint in self._explained],
            "rounds": seed,
            "within": 0.0 if only else within,
            "settled": only or seed >= MOST_ROUNDS or (within is not None and within <= SETTLED),
        }

    def _shown(self) -> list[int]:
        best = self._order[:BEST]
        if self._follows is None or self._follows in best or self._follows not in self._order:
            return best
        return [*best, self._follows]

    def _mean(self, action: int) -> RootMove:
        """A move over all rounds."""
        found = [searched[action] for searched in self._rounds]
        tried = sum([move.tried for move in found])
        shares = [move.tried / tried if tried else 1 / len(found) for move in found]
        seats = range(len(found[0].win))
        win = [sum([share * move.win[seat] for share, move in zip(shares, found, strict=True)]) for seat in seats]
        ends = [sum([share * move.points[seat] for share, move in zip(shares, found, strict=True)]) for seat in seats]
        return RootMove(action, tried, tuple(win), tuple(ends), found[0].prior)

    def _within(self, shown: list[int]) -> float | None:
        """Half of the widest 95% interval among the best moves; None after too few rounds."""
        count = len(self._rounds)
        if count < FEWEST_ROUNDS:
            return None
        widest = 0.0
        for action in shown[:BEST]:
            wins = [searched[action].win[self._seat] for searched in self._rounds]
            mean = sum(wins) / count
            spread = sum([(win - mean) * (win - mean) for win in wins]) / (count - 1)
            widest = max(widest, 1.96 * math.sqrt(spread / count))
        return round(widest, 4)


def ranked(before: list[int], moves: dict[int, RootMove], seat: int) -> list[int]:
    """Return the moves in order: those tried enough by the seat's chance, then the others, most tried first.

    A move passes another only when that is certain.
    """
    enough = _ENOUGH * max([move.tried for move in moves.values()])
    order = list(before)
    for place in range(1, len(order)):
        at = place
        while at > 0 and _passes(moves[order[at]], moves[order[at - 1]], enough, seat):
            order[at - 1], order[at] = order[at], order[at - 1]
            at -= 1
    return order


def _passes(move: RootMove, other: RootMove, enough: float, seat: int) -> bool:
    if move.tried >= enough and other.tried >= enough:
        return move.win[seat] > other.win[seat] + _CERTAIN
    return move.tried > other.tried


def with_chances(hint: Hint, move: RootMove, seat: int) -> Hint:
    """An explained move with the chances of all rounds."""
    return Hint(
        move=hint.move,
        action=hint.action,
        win=move.win[seat],
        points=None,
        wins=move.win,
        scores=None,
        tried=move.tried,
        plan=hint.plan,
        reasons=hint.reasons,
        sentence=hint.sentence,
        steps=hint.steps,
    )
