"""The best few moves of a position, their prospects, and the reasons for them.

Chances come from a search that sees only what the seat may know. Reasons are facts: the line that a quick search would
follow is played on a copy of the position, and the hint reports what the engine says happens there.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from piazzetta.bots.knowledge import new_evaluator
from piazzetta.bots.levels import Level, RootMove
from piazzetta.bots.position import Position
from piazzetta.bots.reasons import FollowedLine, in_words, most_often, only_move, sentence, wins_less
from piazzetta.bots.search import outlook_of
from piazzetta.errors import BadInput
from piazzetta.games.facts import Event, Reason
from piazzetta.match.match import Match

#: Levels whose search evaluates every move.
ADVISERS = ("medium", "hard", "expert", "master")
_QUICK = "medium"  # follows a line to the end of a turn
_MOST_AGAINST = 3  # facts against one move


@dataclass(frozen=True)
class Hint:
    """A move, its prospects for the seat that moves, and why. It can be written as JSON."""

    move: str
    action: int
    win: float  # chance to win
    points: float | None  # None: what features expected until 0.2 was far off
    wins: tuple[float, ...]  # every seat's chance
    scores: tuple[float, ...] | None  # None, as for ``points``
    tried: int  # number of simulations
    plan: tuple[str, ...]  # how the turn may continue after it
    reasons: tuple[Reason, ...]
    sentence: str  # the reasons in English
    steps: tuple[dict[str, Any], ...] = ()  # the move and its plan, each with its events

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def adviser(level: str, seed: int = 0, threads: int = 1) -> Level:
    """A bot that can evaluate every move."""
    if level not in ADVISERS:
        raise BadInput(f"no hints from level {level!r}; choose from {', '.join(ADVISERS)}")
    return Level(level, seed, threads, advises=True)


def look(position: Position, level: Level) -> list[RootMove]:
    """A level's evaluation of every legal move, best first. Unlike in play, it makes no deliberate slips."""
    moves = position.legal()
    if len(moves) > 1:
        return level.look(position)
    wins, points = outlook(position)
    return [RootMove(moves[0], 0, wins, points)]


def outlook(position: Position) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Every seat's chance of winning and final points, without a search."""
    setting = position.setting
    values = np.zeros(2 * setting.players)
    outlook_of(setting.game)(setting.params_record, position.record, *new_evaluator(setting), values)
    worth = values.tolist()
    return tuple(worth[: setting.players]), tuple(worth[setting.players :])


def follow(position: Position, action: int, quick: Level) -> FollowedLine:
    """An action, and how its seat would continue the turn until chance or another seat intervenes."""
    line = FollowedLine(position)
    line.play(action)
    while line.goes_on:
        line.play(look(Position.at(position.setting, position.seat, line.state()), quick)[0].action)
    return line


def reply(line: FollowedLine, quick: Level) -> FollowedLine | None:
    """What the next seat would do, if it moves immediately and nothing is hidden from it."""
    game = line.setting.game
    seat = line.mover
    if seat < 0 or seat == line.seat or game.has_secrets:
        return None
    position = Position.at(line.setting, seat, line.state())
    return follow(position, look(position, quick)[0].action, quick)


def _step(line: FollowedLine, at: int) -> dict[str, Any]:
    """A move of a line with what it does, to draw it."""
    events = [{"key": event.key, "params": event.params} for event in line.events_of(at)]
    return {"move": line.moves[at], "events": events}


def hint(
    position: Position | Match, level: str = "hard", count: int = 3, seed: int = 0, threads: int = 1
) -> list[Hint]:
    """The best ``count`` moves of a position (or of a match, for its mover), with chances and reasons.

    >>> import piazzetta
    >>> from piazzetta.bots import hint
    >>> match = piazzetta.game("portobello").start(seed=1)
    >>> best = hint(match, level="medium", count=2)
    >>> len(best), best[0].move in match.legal_moves
    (2, True)
    """
    if count < 1:
        raise BadInput(f"count must be at least 1, not {count}")
    if isinstance(position, Match):
        position = Position.of(position, seed=seed)
    return explain(position, look(position, adviser(level, seed, threads)), count, seed)


def explain(position: Position, weighed: list[RootMove], count: int, seed: int = 0) -> list[Hint]:
    """The best of the moves that a search has weighed, with their reasons."""
    moves = weighed[:count]
    lines, answers = _followed(position, moves, seed)
    return [_explained(position, weighed, moves, lines, answers, place) for place in range(len(moves))]


def compare(
    position: Position, weighed: list[RootMove], played: RootMove, seed: int = 0
) -> tuple[Hint, tuple[Reason, ...]]:
    """Explain the best move beside the one that was played, and say what speaks against that one."""
    setting, seat = position.setting, position.seat
    moves = [weighed[0], played]
    lines, answers = _followed(position, moves, seed)
    drawbacks = setting.game.bots.drawbacks
    facts: list[Event] = [] if drawbacks is None else drawbacks(lines[1], answers[1], lines[0], answers[0])
    against = in_words(facts[:_MOST_AGAINST] or [wins_less()], setting, seat)
    return _explained(position, weighed, moves, lines, answers, 0), tuple(against)


def _followed(
    position: Position, moves: list[RootMove], seed: int
) -> tuple[list[FollowedLine], list[FollowedLine | None]]:
    """The line that each move begins, and the next seat's answer to it."""
    quick = adviser(_QUICK, seed)
    lines = [follow(position, move.action, quick) for move in moves]
    return lines, [reply(line, quick) for line in lines]


def _explained(
    position: Position,
    weighed: list[RootMove],
    moves: list[RootMove],
    lines: list[FollowedLine],
    answers: list[FollowedLine | None],
    place: int,
) -> Hint:
    """One of some moves, with its reasons: the first is compared with the second, the others with the first."""
    setting, seat = position.setting, position.seat
    bots = setting.game.bots
    move, line, answer = moves[place], lines[place], answers[place]
    facts: list[Event] = bots.reasons(line, answer)
    rival = 1 if place == 0 else 0
    if rival < len(lines):
        facts += bots.compared(line, answer, lines[rival], answers[rival])
    if not facts and len(weighed) == 1:
        facts = [only_move()]
    elif not facts and place == 0:
        facts = [most_often(len(weighed), move.win[seat] - weighed[1].win[seat])]
    reasons = in_words(facts, setting, seat)
    return Hint(
        move=setting.text(move.action),
        action=move.action,
        win=move.win[seat],
        points=None,
        wins=move.win,
        scores=None,
        tried=move.tried,
        plan=tuple(line.moves[1:]),
        reasons=tuple(reasons),
        sentence=sentence(reasons),
        steps=tuple(_step(line, at) for at in range(len(line.actions))),
    )
