"""Analysis of a finished game: winning chances over time, turning points, what each move gave away, and luck.

Every decision is compared with what its seat could know at that moment: hidden cards are redrawn before the search.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any

from piazzetta.bots.hint import Hint, adviser, compare, look
from piazzetta.bots.levels import Level
from piazzetta.bots.luck import Draw, Luck, draw_places, luck_of, weigh
from piazzetta.bots.position import Position
from piazzetta.bots.workers import behave
from piazzetta.errors import BadInput
from piazzetta.games.base import OPEN, Event
from piazzetta.games.facts import Reason
from piazzetta.kernel import CHANCE
from piazzetta.match.match import Match
from piazzetta.match.record import Record

#: A move that gives away less than this counts as good as the best one, given the accuracy of a search.
SLIGHT = 0.02
TURNING_POINTS = 3


@dataclass(frozen=True)
class Decision:
    """A decision of a seat that had a choice, compared with the best move that it could know."""

    index: int  # of the record's moves
    seat: int
    move: str
    best: str
    wins: tuple[float, ...]  # every seat's chance of winning if the best move is played
    scores: tuple[float, ...] | None  # None: what features expected until 0.2 was far off
    gave_away: float  # how much less the seat's chance is after the move that was played
    why: str  # reasons for the best move, if another one was played and gave something away
    reasons: tuple[Reason, ...] = ()  # the same as data
    steps: tuple[dict[str, Any], ...] = ()  # the best move and its plan, each with its events: to draw them
    against: tuple[Reason, ...] = ()  # what the move played let others do and gave up, if it gave something away


@dataclass(frozen=True)
class TurningPoint:
    """A large change of a seat's chance between two of its decisions: ``before`` and ``after``, and what happened."""

    index: int  # of the record's moves: the seat's decision before
    until: int
    seat: int
    before: float
    after: float
    happened: tuple[str, ...]
    gave_away: float
    move: str
    best: str
    why: str
    reasons: tuple[Reason, ...] = ()
    events: tuple[dict[str, Any], ...] = ()  # what happened as data: key and params of each
    against: tuple[Reason, ...] = ()  # what speaks against the seat's move


@dataclass(frozen=True)
class SeatSummary:
    """How well a seat played: chance of winning given away, in total and per move."""

    seat: int
    decisions: int
    gave_away: float
    as_good: int  # moves that gave nothing away


@dataclass(frozen=True)
class Analysis:
    game: str
    players: int
    level: str
    moves: int
    decisions: tuple[Decision, ...]
    turning_points: tuple[TurningPoint, ...]
    seats: tuple[SeatSummary, ...]
    result: dict[str, list[int]] | None
    opening: int = 0  # draws before the first move: the position before move i is a replay's frame ``opening + i``
    luck: Luck | None = None  # None: its draws were not weighed

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def positions(match: Match) -> list[tuple[int, Position]]:
    """Return each decision of a match with more than one choice: its index in the log, and what its seat knew."""
    found = []
    for at, (seat, _) in enumerate(match.log):
        if seat == CHANCE:
            continue
        true = Position.at(match.setting, seat, match.state(at))
        position = Position.determinized(match.setting, seat, true.state)
        if len(position.legal()) > 1:
            found.append((at, position))
    return found


def assess(match: Match, at: int, position: Position, level: Level) -> Decision:
    """Compare the move that was played with what a search finds."""
    setting, seat = match.setting, position.seat
    action = match.log[at][1]
    weighed = look(position, level)
    best = weighed[0]
    played = next(move for move in weighed if move.action == action)
    gave_away = max(0.0, best.win[seat] - played.win[seat])
    advice: Hint | None = None
    against: tuple[Reason, ...] = ()
    if gave_away >= SLIGHT:
        advice, against = compare(position, weighed, played)
    opening = setting.opening_length
    return Decision(
        at - opening,
        seat,
        setting.text(action),
        setting.text(best.action),
        best.win,
        None,
        gave_away,
        advice.sentence if advice else "",
        advice.reasons if advice else (),
        advice.steps if advice else (),
        against,
    )


def places(match: Match, found: Mapping[int, Position]) -> list[int]:
    """What there is to judge of a match, in order: its draws, which takes little time, then its decisions."""
    return [*draw_places(match), *found]


def judge(match: Match, at: int, found: Mapping[int, Position], level: Level) -> Decision | Draw:
    """Judge what there is at one of the ``places``."""
    return assess(match, at, found[at], level) if at in found else weigh(match, at)


_work_on: list[Any] = []  # in a worker: the match, its positions, the level


def _warm_up(position: Position) -> None:
    """Compile everything: a search that waits for the compiler has less time to think."""
    adviser("medium").choose(position)


def _prepare(text: str, level: str, seed: int) -> None:
    behave()
    match = Record.loads(text).replay()
    found = dict(positions(match))
    _warm_up(next(iter(found.values())))
    _work_on[:] = [match, found, adviser(level, seed)]


def _work(at: int) -> Decision | Draw:
    match, found, level = _work_on
    return judge(match, at, found, level)


def analyse(
    record: Record,
    level: str = "hard",
    seed: int = 0,
    workers: int = 1,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Analysis:
    """Analyse every decision of a record. Several ``workers`` share the decisions among them."""
    advises = adviser(level, seed)
    match = record.replay()
    found = dict(positions(match))
    if not found:
        raise BadInput("the record has no decisions to analyse")
    wanted = places(match, found)
    progress(0, len(wanted))
    judged: list[Decision | Draw] = []

    def done(one: Decision | Draw) -> None:
        judged.append(one)
        progress(len(judged), len(wanted))

    if workers == 1:
        _warm_up(next(iter(found.values())))
        for at in wanted:
            done(judge(match, at, found, advises))
    else:
        context = multiprocessing.get_context("spawn")
        pool = ProcessPoolExecutor(min(workers, len(wanted)), context, _prepare, (record.dumps(), level, seed))
        try:
            for future in as_completed([pool.submit(_work, at) for at in wanted]):
                done(future.result())
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
        pool.shutdown()
    return conclude(match, judged, level)


def conclude(match: Match, judged: Iterable[Decision | Draw], level: str) -> Analysis:
    """Return the analysis that follows from the judged decisions and draws of a match."""
    setting = match.setting
    every = list(judged)
    draws = [one for one in every if isinstance(one, Draw)]
    decisions = sorted([one for one in every if isinstance(one, Decision)], key=lambda decision: decision.index)
    result = {"scores": match.scores, "winners": match.winners} if match.over else None
    opening = setting.opening_length
    seats = [_seat(seat, decisions) for seat in range(setting.players)]
    return Analysis(
        game=setting.game.name,
        players=setting.players,
        level=level,
        moves=len(match.log) - opening,
        decisions=tuple(decisions),
        turning_points=tuple(turning_points(match, decisions, result)),
        seats=tuple(seats),
        result=result,
        opening=opening,
        luck=luck_of(match, draws, [own.gave_away for own in seats]) if draws else None,
    )


def _seat(seat: int, decisions: list[Decision]) -> SeatSummary:
    own = [decision.gave_away for decision in decisions if decision.seat == seat]
    return SeatSummary(seat, len(own), sum(own, 0.0), sum(given < SLIGHT for given in own))


def costly_moves(decisions: Iterable[Decision], seat: int) -> list[Decision]:
    """A seat's moves that gave something away, the costliest first."""
    own = [decision for decision in decisions if decision.seat == seat and decision.gave_away >= SLIGHT]
    return sorted(own, key=lambda decision: -decision.gave_away)


def turning_points(match: Match, decisions: list[Decision], result: dict[str, list[int]] | None) -> list[TurningPoint]:
    """The largest changes of a seat's own chance from one of its decisions to the next, spaced apart."""
    last = len(match.log) - match.setting.opening_length
    spans: list[tuple[float, Decision, int, float]] = []
    for seat in range(match.setting.players):
        own = [decision for decision in decisions if decision.seat == seat]
        for now, then in pairwise(own):
            spans.append((abs(then.wins[seat] - now.wins[seat]), now, then.index, then.wins[seat]))
        if own and result is not None:
            end = 1 / len(result["winners"]) if seat in result["winners"] else 0.0
            spans.append((abs(end - own[-1].wins[seat]), own[-1], last, end))
    chosen: list[tuple[float, Decision, int, float]] = []
    for span in sorted(spans, key=lambda span: -span[0]):
        apart = all(span[1].index >= until or span[2] <= other.index for _, other, until, _ in chosen)
        if apart and span[0] >= SLIGHT:
            chosen.append(span)
        if len(chosen) == TURNING_POINTS:
            break
    setting = match.setting
    found = []
    for _, decision, until, after in sorted(chosen, key=lambda span: span[1].index):
        events = _happened(match, decision.index, until, decision.seat)
        found.append(
            TurningPoint(
                decision.index,
                until,
                decision.seat,
                decision.wins[decision.seat],
                after,
                tuple(setting.game.say(setting.components, event) for event in events),
                decision.gave_away,
                decision.move,
                decision.best,
                decision.why,
                decision.reasons,
                tuple(event._asdict() for event in events),
                decision.against,
            )
        )
    return found


def _happened(match: Match, index: int, until: int, seat: int) -> list[Event]:
    """Return what happened to a seat from one move to another: what scored, or otherwise the moves themselves.

    If nothing happened to the seat, return what happened to the others.
    """
    setting = match.setting
    opening = setting.opening_length
    events = [event for at in range(index, until) for event in match.events_of(opening + at, OPEN)]
    bots = setting.game.bots
    own = [event for event in events if _concerns(event, seat)]
    for some in (own, events):
        found = [event for event in some if event.key in bots.scoring] or [e for e in some if e.key in bots.notable]
        if found:
            return found[-4:]
    return (own or events)[-4:]


def _concerns(event: Event, seat: int) -> bool:
    """Whether a seat did something, or got or paid points."""
    points = event.params.get("points")
    if isinstance(points, list) and "seat" not in event.params:
        return bool(points[seat])
    return event.params.get("seat") == seat or seat in event.params.get("receivers", ())
