"""Moments of a finished game to learn from: a seat's costliest decisions, and what another try there is worth.

Nobody is shown a moment that one search alone found: a second, deeper one with other random numbers must agree that the
move gave much away, and on what was better. Tries are judged by that search's chances of all moves, in the position as
its seat knew it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from piazzetta.bots.analysis import SLIGHT
from piazzetta.bots.hint import compare, look
from piazzetta.bots.levels import Level, RootMove
from piazzetta.bots.position import Position
from piazzetta.errors import BadInput
from piazzetta.games.base import Game
from piazzetta.games.facts import Reason
from piazzetta.match.match import Match

#: Moments of a seat in one game.
MOST = 4
#: A moment gave away at least this chance to win, in both searches: well above their accuracy.
WORTH = 0.05
#: How near to the best move a try is, in steps; the last is the best itself.
STEPS = 5

_SEED = 1  # the analysis searches with 0
_SIMULATIONS = 8_000
_LEAST = 40  # for every move, so that each try can be judged
_SECONDS = 30.0  # enough for all of them: the same moments on every device
_MOST_REASONS = 3


@dataclass(frozen=True)
class Weighed:
    """A legal move of a moment, with what its seat can expect after it."""

    move: str
    win: float
    points: tuple[float, ...]  # every seat's, at the end


@dataclass(frozen=True)
class Moment:
    """A decision that gave much away, with all its moves, the best first. It can be written as JSON."""

    index: int  # of the record's moves
    seat: int
    round: int  # from 1
    move: str  # what was played
    weighed: tuple[Weighed, ...]
    against: tuple[Reason, ...]  # what speaks against the move played: the first gives the moment its title

    @property
    def before(self) -> float:
        """The seat's chance to win, had it played the best move."""
        return self.weighed[0].win

    @property
    def after(self) -> float:
        """The seat's chance to win after what it played."""
        return self.of(self.move).win

    def of(self, move: str) -> Weighed:
        """Return what a move is worth; ``BadInput`` if it is not legal here."""
        for one in self.weighed:
            if one.move == move:
                return one
        raise BadInput(f"{move!r} is no legal move of this moment")

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def moment_from(data: dict[str, Any]) -> Moment:
    """Read a moment; reasons are for people and are not needed to judge a try."""
    weighed = [Weighed(one["move"], one["win"], tuple(one["points"])) for one in data["weighed"]]
    return Moment(data["index"], data["seat"], data["round"], data["move"], tuple(weighed), ())


@dataclass(frozen=True)
class Verdict:
    """What a try is worth: ``best`` means as good as the best move, as far as a search can tell."""

    move: str
    win: float
    warmth: str  # colder, warmer, best: than what was played
    step: int  # 1 to STEPS
    reasons: tuple[Reason, ...]

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


class MomentSearch:
    """Looks for a seat's moments in a match, a decision at a time.

    ``judged``: the decisions of an analysis, each with its index among the record's moves, what it gave away and the
    best move.
    """

    def __init__(self, match: Match, seat: int, judged: Sequence[tuple[int, float, str]]) -> None:
        self.match = match
        self.seat = seat
        self.found: list[Moment] = []
        self.left = sorted([one for one in judged if one[1] >= WORTH], key=lambda one: (-one[1], one[0]))
        self._turns: list[int] = []
        self._opening = match.setting.opening_length

    @property
    def done(self) -> bool:
        return not self.left or len(self.found) == MOST

    def look(self) -> None:
        """Look at the costliest decision left: it is a moment unless another is near, or the second search differs."""
        index, _, best = self.left[0]
        self.left = self.left[1:]
        at = self._opening + index
        if at >= len(self.match.log) or self.match.log[at][0] != self.seat:
            raise BadInput(f"move {index} is no decision of seat {self.seat}")
        setting = self.match.setting
        true = Position.at(setting, self.seat, self.match.state(at))
        position = Position.determinized(setting, self.seat, true.state)
        turn = int(position.record.turn)
        if any(abs(turn - other) < setting.players for other in self._turns):
            return
        moment = confirmed(position, self.match.log[at][1], index, best)
        if moment is not None:
            self._turns.append(turn)
            self.found = sorted([*self.found, moment], key=lambda one: one.index)


def confirmed(position: Position, action: int, index: int, best: str) -> Moment | None:
    """Return the moment that a deeper search confirms; None if the move was not so bad, or ``best`` is not so good."""
    setting, seat = position.setting, position.seat
    weighed = look(position, second_search(setting.game))
    played = next(move for move in weighed if move.action == action)
    agreed = next((move for move in weighed if setting.text(move.action) == best), played)
    top = weighed[0].win[seat]
    if top - played.win[seat] < WORTH or top - agreed.win[seat] >= SLIGHT:
        return None
    _, against = compare(position, weighed, played)
    moves = [Weighed(setting.text(move.action), move.win[seat], move.points) for move in weighed]
    number = (int(position.record.turn) - 1) // setting.players + 1
    return Moment(index, seat, number, setting.text(action), tuple(moves), against)


def judge(position: Position, moment: Moment, move: str) -> Verdict:
    """Judge a try, with what speaks for it and, unless it is the best, what speaks against it."""
    tried = moment.of(move)
    lost, regained = moment.before - moment.after, tried.win - moment.after
    if moment.before - tried.win < SLIGHT:
        return Verdict(move, tried.win, "best", STEPS, _merits(position, moment, tried))
    against = _against(position, moment, tried)
    step = min(STEPS - 1, max(1, 1 + int((STEPS - 1) * max(0.0, regained) / lost)))
    if regained < SLIGHT:
        return Verdict(move, tried.win, "colder", step, against)
    merits = [*_merits(position, moment, tried)[: _MOST_REASONS - 1], *against]
    return Verdict(move, tried.win, "warmer", step, tuple(merits[:_MOST_REASONS]))


def _merits(position: Position, moment: Moment, tried: Weighed) -> tuple[Reason, ...]:
    """What speaks for a try, compared with what was played."""
    rest = [one for one in moment.weighed if one.move != tried.move]
    weighed = [_root(position, one) for one in [tried, *rest]]
    advice, _ = compare(position, weighed, _root(position, moment.of(moment.move)))
    # only the very best wins most often
    return tuple([one for one in advice.reasons if one.key != "most_often" or tried.move == moment.weighed[0].move])


def _against(position: Position, moment: Moment, tried: Weighed) -> tuple[Reason, ...]:
    """What speaks against a try, compared with the best move."""
    return compare(position, [_root(position, moment.weighed[0])], _root(position, tried))[1]


def _root(position: Position, one: Weighed) -> RootMove:
    setting = position.setting
    return RootMove(setting.action(one.move), 0, tuple([one.win] * setting.players), one.points)


def second_search(game: Game, seed: int = _SEED) -> Level:
    """The second search: several times as deep as that of an analysis, with other random numbers."""
    budgets = game.bots.budgets
    strongest = budgets["master"] if "master" in budgets else budgets["expert"]
    budget = replace(strongest, simulations=_SIMULATIONS, seconds=_SECONDS, least=_LEAST)
    return Level("master", seed, 1, True, None, budget)
