"""What the digests of a player's games say together: what decisions cost and where, habits, luck over all games.

Every figure has its interval, and nothing is corrected: the costs are those of the analysis.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from piazzetta.bots.analysis import SLIGHT
from piazzetta.bots.insights.digest import PHASES, Choice, Digest, choices_of
from piazzetta.bots.luck import Skill, Streak, odds, skill, streak

#: Fewer decisions than this are too few for a statement.
FEW = 30
#: Where the groups of seconds for a decision begin.
SECONDS = (0, 3, 10, 30)
_MOST_STRETCHES = 8
_MOST_OPPONENTS = 12
#: Standard deviations on either side of a mean that hold 95% of a normal distribution, and 99%: many groups are
#: compared at once, so that a difference counts as clear only at 99%.
_WIDE, _CLEAR = 1.96, 2.576


@dataclass(frozen=True)
class Example:
    """A decision to look at, where the move cost something."""

    table: str
    frame: int
    kind: str
    best: str
    gave_away: float


@dataclass(frozen=True)
class Difference:
    """How much larger a mean is than another, with its 95% interval; ``clearly``: more or less, or empty."""

    value: float
    low: float
    high: float
    clearly: str


@dataclass(frozen=True)
class Group:
    """Decisions that have something in common, compared with all others."""

    key: str
    games: int
    skill: Skill
    rest: Difference | None  # None: too few decisions here or there
    example: Example | None


@dataclass(frozen=True)
class Habit:
    """How often the player makes a kind of move, and how often the best move is of that kind, in the same decisions.

    A move that was as good as the best one counts as the best one.
    """

    kind: str
    decisions: int  # all that were compared
    played: int
    best: int
    share: Difference  # of decisions: played minus best
    cost: float  # the sum of what was given away by playing it instead of another kind, or another kind instead of it
    more: Example | None  # it was played, and another kind was better
    less: Example | None  # it would have been better


@dataclass(frozen=True)
class Stretch:
    """Some games in a row."""

    games: int
    begin: int  # when the first one ended, in milliseconds since 1970
    end: int
    skill: Skill


@dataclass(frozen=True)
class Yardstick:
    """What the decisions of somebody else cost in the same games."""

    key: str
    games: int
    skill: Skill


@dataclass(frozen=True)
class Extreme:
    """The game with the worst or best draws."""

    table: str
    luck: float
    odds: float  # the share of games with luck at least as bad, or as good
    among: float  # how likely at least one of so many games is as bad, or as good


@dataclass(frozen=True)
class Fortune:
    """Luck over all games of a player, whichever they are."""

    streak: Streak
    won: float
    start: float  # the sum of the chances at the start
    adjusted: float  # games won without the luck
    advantage: Difference | None  # per game: won without luck minus the chance at the start; None: one game or none
    worst: Extreme | None
    best: Extreme | None


@dataclass(frozen=True)
class Insights:
    """What a player's games of one kind say; ``fortune`` is that of all games."""

    game: str
    games: int
    few: int
    skill: Skill
    course: tuple[Stretch, ...]
    change: Difference | None  # the later half of the games compared with the earlier one
    yardsticks: tuple[Yardstick, ...]
    phases: tuple[Group, ...]
    kinds: tuple[Group, ...]
    orders: tuple[Group, ...]
    opponents: tuple[Group, ...]
    times: tuple[Group, ...]
    habits: tuple[Habit, ...]
    fortune: Fortune

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def games_of(digests: Sequence[Digest]) -> list[str]:
    """The games that some digests are of, the most played first."""
    found: dict[str, int] = {}
    for one in digests:
        found[one["game"]] = found.get(one["game"], 0) + 1
    return sorted(found, key=lambda name: (-found[name], name))


def insights(digests: Sequence[Digest], game: str) -> Insights:
    """What the digests of a player's games say of their play of one game, and of their luck in all."""
    own = sorted([one for one in digests if one["game"] == game], key=lambda one: one["time"])
    by_game = [choices_of(one) for one in own]
    choices = [choice for some in by_game for choice in some]
    orders = sorted({str(choice.order) for choice in choices})
    opponents = _often([name for choice in choices for name in choice.opponents])[:_MOST_OPPONENTS]
    kinds = _often([choice.kind for choice in choices])
    timed = [choice for choice in choices if choice.time]
    slow = [str(begin) for begin in SECONDS]
    return Insights(
        game,
        len(own),
        FEW,
        skill([choice.gave_away for choice in choices]),
        _course(own, by_game),
        _change(by_game),
        _yardsticks(own),
        tuple([_group(key, choices, [one.phase == key for one in choices]) for key in PHASES]),
        tuple([_group(key, choices, [one.kind == key for one in choices]) for key in kinds]),
        tuple([_group(key, choices, [str(one.order) == key for one in choices]) for key in orders]),
        tuple([_group(key, choices, [key in one.opponents for one in choices]) for key in opponents]),
        tuple([_group(key, timed, [_pace(one) == key for one in timed]) for key in slow]) if timed else (),
        tuple([_habit(key, choices) for key in _often([kind for one in choices for kind in (one.kind, one.best)])]),
        _fortune(digests),
    )


def _often(words: Sequence[str]) -> list[str]:
    """The different words, the most frequent first."""
    count: dict[str, int] = {}
    for word in words:
        count[word] = count.get(word, 0) + 1
    return sorted(count, key=lambda word: (-count[word], word))


def _pace(choice: Choice) -> str:
    used = choice.time or 0
    return str([begin for begin in SECONDS if used >= 1000 * begin][-1])


def _example(choices: Sequence[Choice]) -> Example | None:
    """The costliest of some decisions, if it cost anything."""
    costly = sorted([one for one in choices if one.gave_away >= SLIGHT], key=lambda one: -one.gave_away)
    if not costly:
        return None
    one = costly[0]
    return Example(one.table, one.frame, one.kind, one.best, one.gave_away)


def _group(key: str, choices: Sequence[Choice], inside: Sequence[bool]) -> Group:
    own = [choice for choice, within in zip(choices, inside, strict=True) if within]
    rest = [choice.gave_away for choice, within in zip(choices, inside, strict=True) if not within]
    costs = [choice.gave_away for choice in own]
    games = len({choice.table for choice in own})
    return Group(key, games, skill(costs), difference(costs, rest), _example(own))


def difference(these: Sequence[float], those: Sequence[float]) -> Difference | None:
    """How much larger the mean of these costs is than that of those; None if either are too few."""
    if len(these) < FEW or len(those) < FEW:
        return None
    value, error = _mean(these) - _mean(those), math.sqrt(_variance(these) + _variance(those))
    return _interval(value, error)


def _interval(value: float, error: float) -> Difference:
    """A difference from its standard error."""
    clearly = "" if abs(value) <= _CLEAR * error else "more" if value > 0 else "less"
    return Difference(value, value - _WIDE * error, value + _WIDE * error, clearly)


def _mean(values: Sequence[float]) -> float:
    return sum(values, 0.0) / len(values)


def _variance(values: Sequence[float]) -> float:
    """The variance of a mean."""
    mean = _mean(values)
    return sum([(one - mean) ** 2 for one in values], 0.0) / (len(values) - 1) / len(values)


def _habit(kind: str, choices: Sequence[Choice]) -> Habit:
    wanted = [one.kind if one.gave_away < SLIGHT else one.best for one in choices]
    pairs = list(zip(choices, wanted, strict=True))
    more = [one for one, best in pairs if one.kind == kind and best != kind]
    less = [one for one, best in pairs if one.kind != kind and best == kind]
    share = [float(one.kind == kind) - float(best == kind) for one, best in pairs]
    wide = math.sqrt(_variance(share)) if len(share) > 1 else 1.0
    found = _interval(_mean(share), wide)
    if len(share) < FEW:
        found = Difference(found.value, found.low, found.high, "")
    cost = sum([one.gave_away for one in [*more, *less]], 0.0)
    played = len([one for one in choices if one.kind == kind])
    best = len([one for one in wanted if one == kind])
    return Habit(kind, len(choices), played, best, found, cost, _example(more), _example(less))


def _course(own: Sequence[Digest], by_game: Sequence[list[Choice]]) -> tuple[Stretch, ...]:
    """The games in a few stretches of at least ``FEW`` decisions; what is left over belongs to the last one."""
    total = sum([len(choices) for choices in by_game])
    least = max(FEW, (total + _MOST_STRETCHES - 1) // _MOST_STRETCHES)
    parts: list[list[int]] = [[]]
    for at in range(len(own)):
        if sum([len(by_game[one]) for one in parts[-1]]) >= least:
            parts.append([])
        parts[-1].append(at)
    if len(parts) > 1 and sum([len(by_game[one]) for one in parts[-1]]) < FEW:
        parts = [*parts[:-2], [*parts[-2], *parts[-1]]]
    return tuple(
        [
            Stretch(
                len(part),
                own[part[0]]["time"],
                own[part[-1]]["time"],
                skill([choice.gave_away for at in part for choice in by_game[at]]),
            )
            for part in parts
            if part
        ]
    )


def _change(by_game: Sequence[list[Choice]]) -> Difference | None:
    half = len(by_game) // 2
    earlier = [choice.gave_away for some in by_game[:half] for choice in some]
    later = [choice.gave_away for some in by_game[half:] for choice in some]
    return difference(later, earlier)


def _yardsticks(own: Sequence[Digest]) -> tuple[Yardstick, ...]:
    """What the others' decisions cost in the same games, by the number of their decisions."""
    found: dict[str, list[float]] = {}
    for one in own:
        for name, count, total, squares in one["others"]:
            sums = found.setdefault(name, [0.0, 0.0, 0.0, 0.0])
            for at, value in enumerate([1, count, total, squares]):
                sums[at] += value
    keys = sorted(found, key=lambda name: (-found[name][1], name))[:_MOST_OPPONENTS]
    return tuple([_yardstick(key, found[key]) for key in keys])


def _yardstick(key: str, sums: Sequence[float]) -> Yardstick:
    games, count, total, squares = sums
    error = total / count
    spread = max(0.0, squares - count * error * error)
    wide = _WIDE * math.sqrt(spread / (count - 1) / count) if count > 1 else 1.0
    return Yardstick(key, int(games), Skill(int(count), error, max(0.0, error - wide), min(1.0, error + wide)))


def _fortune(digests: Sequence[Digest]) -> Fortune:
    games = [one for one in digests if one["luck"] is not None]
    parts = [one["luck"] for one in games]
    won = sum([one["result"] for one in parts], 0.0)
    start = sum([one["start"] for one in parts], 0.0)
    over = streak([(one["luck"], one["spread"]) for one in parts])
    ahead = [one["result"] - one["luck"] - one["start"] for one in parts]
    advantage = _interval(_mean(ahead), math.sqrt(_variance(ahead))) if len(ahead) > 1 else None
    drawn = [one for one in games if one["luck"]["spread"] > 0]
    bad = _extreme([one for one in drawn if one["luck"]["luck"] < 0], len(drawn))
    good = _extreme([one for one in drawn if one["luck"]["luck"] > 0], len(drawn))
    return Fortune(over, won, start, won - over.luck, advantage, bad, good)


def _extreme(games: Sequence[Digest], count: int) -> Extreme | None:
    """The least likely of some games, among ``count`` that were played."""
    rated = [(odds(one["luck"]["luck"], one["luck"]["spread"]), one) for one in games]
    if not rated:
        return None
    chance, one = sorted(rated, key=lambda pair: pair[0])[0]
    without = 1.0
    for _ in range(count):
        without *= 1.0 - chance
    return Extreme(one["table"], one["luck"]["luck"], chance, 1.0 - without)
