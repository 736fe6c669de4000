"""Luck and skill apart: what each draw of a game changed, and of what a seat's result is made.

The luck of a draw is a seat's chance after it, minus the mean of its chances after all outcomes, by their weights. That
is 0 on average whatever estimates the chances, so that a result minus the luck of its draws is, on average, as good as
the result itself, and varies less. The opening is one draw: it is compared with sampled openings.

A seat's result = its chance at the start − what its own decisions gave away + its luck + the rest: what the others gave
away, and what the estimates did not foresee.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from piazzetta.bots.draws import Chances, Prospect, openings, prospects, standing
from piazzetta.kernel import CHANCE
from piazzetta.match.match import Match

#: Stands for the opening, among the places of draws.
OPENING = -1
#: Openings to compare with.
SAMPLED = 256
SAMPLES = 4  # of further draws before the next decision
_DRAWS, _OPENINGS = 0x10C4, 0x10C5  # tell these random numbers from those of games
#: Standard deviations on either side of a mean that hold 95% of a normal distribution.
_WIDE = 1.96
# |error| ≤ 3·10⁻⁷ (Abramowitz and Stegun, Handbook of Mathematical Functions, 7.1.28)
_ERROR_FUNCTION = (0.0705230784, 0.0422820123, 0.0092705272, 0.0001520143, 0.0002765672, 0.0000430638)


@dataclass(frozen=True)
class Draw:
    """A draw with more than one outcome, or the whole opening, and what it changed."""

    index: int  # of the record's moves; −1: the opening
    outcome: str  # what was drawn; empty: the opening
    chance: float  # of this outcome; 0: the opening, whose chance nobody counts
    expected: Chances  # every seat's chance of winning before it: the mean over what could be drawn
    swings: Chances  # its luck: the chance after it minus the one expected
    spread: Chances  # the standard deviation of that luck


@dataclass(frozen=True)
class SeatLuck:
    """Of what a seat's result is made: ``start + decisions + luck + others = result``."""

    seat: int
    start: float  # its chance of winning, over all openings
    decisions: float  # what its own decisions cost: 0 or less
    luck: float  # the sum of its swings
    others: float  # what the others gave away, and what the estimates did not foresee
    result: float  # its share of the win; in an unfinished game its chance
    adjusted: float  # the result without luck
    spread: float  # the standard deviation of the luck of such draws
    odds: float  # the share of games with luck at least as bad as this, or as good if it is good


@dataclass(frozen=True)
class Luck:
    """The luck of a game: draw by draw, and seat by seat."""

    draws: tuple[Draw, ...]
    seats: tuple[SeatLuck, ...]


@dataclass(frozen=True)
class Streak:
    """The luck of a seat, or of a player over many games, and how likely it was."""

    games: int
    luck: float  # in games won
    spread: float
    odds: float  # the share of such streaks with luck at least as bad, or as good if it is good


@dataclass(frozen=True)
class Skill:
    """What a decision costs on average, with its 95% interval."""

    decisions: int
    error: float
    low: float
    high: float


def draw_places(match: Match) -> list[int]:
    """The places of a match's draws: ``OPENING``, and the index in the log of each later draw that was open."""
    setting = match.setting
    game, params = setting.game, setting.params_record
    first = setting.opening_length
    outcomes, weights = np.zeros(game.most_outcomes, np.int32), np.zeros(game.most_outcomes, np.int32)
    found = [OPENING]
    for at, (seat, _) in enumerate(match.log):
        if seat == CHANCE and at >= first and game.kernels.chances(params, match.state(at), outcomes, weights) > 1:
            found.append(at)
    return found


def weigh(match: Match, at: int) -> Draw:
    """What the draw at one of the ``draw_places`` changed."""
    setting = match.setting
    first = setting.opening_length
    if at == OPENING:
        after = standing(setting, match.state(first))
        if first == 0:
            return _draw(OPENING, "", 0.0, after, [(1, after)])
        return _draw(OPENING, "", 0.0, after, [(1, chances) for chances in openings(setting, SAMPLED, _OPENINGS)])
    action = match.log[at][1]
    found = prospects_of(match, at)
    whole = sum([weight for _, weight, _ in found])
    weight, after = next((weight, chances) for outcome, weight, chances in found if outcome == action)
    outcome = setting.text(action)
    return _draw(at - first, outcome, weight / whole, after, [(weight, chances) for _, weight, chances in found])


def prospects_of(match: Match, at: int) -> list[Prospect]:
    """The outcomes of the draw after ``at`` moves with the chances after each; none where somebody decides."""
    return prospects(match.setting, match.state(at), SAMPLES, _DRAWS, at)


def mean(possible: Sequence[tuple[int, Chances]]) -> Chances:
    """Every seat's chance before a draw, given the weight of each outcome and the chances after it."""
    whole = sum([weight for weight, _ in possible])
    seats = range(len(possible[0][1]))
    return tuple([sum([weight * chances[seat] for weight, chances in possible]) / whole for seat in seats])


def _draw(index: int, outcome: str, chance: float, after: Chances, possible: Sequence[tuple[int, Chances]]) -> Draw:
    seats = range(len(after))
    whole = sum([weight for weight, _ in possible])
    expected = mean(possible)
    squares = [sum([weight * (chances[seat] - expected[seat]) ** 2 for weight, chances in possible]) for seat in seats]
    swings = [after[seat] - expected[seat] for seat in seats]
    spread = [math.sqrt(square / whole) for square in squares]
    return Draw(index, outcome, chance, expected, tuple(swings), tuple(spread))


def luck_of(match: Match, weighed: Iterable[Draw], gave_away: Sequence[float]) -> Luck:
    """The luck of a match, from all its draws and what each seat's decisions gave away."""
    draws = sorted(weighed, key=lambda draw: draw.index)
    if match.over:
        result = [1 / len(match.winners) if seat in match.winners else 0.0 for seat in range(match.setting.players)]
    else:
        result = list(expected_now(match))
    seats = [_seat(seat, draws, -given, result[seat]) for seat, given in enumerate(gave_away)]
    return Luck(tuple(draws), tuple(seats))


def luck_alone(match: Match) -> Luck:
    """The luck of a match whose decisions nobody has judged: what they gave away is with the others."""
    return luck_of(match, [weigh(match, at) for at in draw_places(match)], [0.0] * match.setting.players)


def expected_now(match: Match) -> Chances:
    """Every seat's chance of winning in an unfinished match, over what may be drawn next."""
    found = prospects_of(match, match.length)
    if not found:
        return standing(match.setting, match.state())
    return mean([(weight, chances) for _, weight, chances in found])


def _seat(seat: int, draws: Sequence[Draw], decisions: float, result: float) -> SeatLuck:
    start = draws[0].expected[seat]
    luck = sum([draw.swings[seat] for draw in draws], 0.0)
    spread = math.sqrt(sum([draw.spread[seat] ** 2 for draw in draws], 0.0))
    others = result - start - decisions - luck
    return SeatLuck(seat, start, decisions, luck, others, result, result - luck, spread, odds(luck, spread))


def odds(luck: float, spread: float) -> float:
    """How often luck of this spread is at least as bad as this, or as good if it is good; 1 without draws.

    Luck is a sum of many draws, so this takes it as normally distributed, with the exact variance of every draw.
    """
    if spread == 0:
        return 1.0
    x = abs(luck) / spread / math.sqrt(2)
    total, power = 1.0, 1.0
    for factor in _ERROR_FUNCTION:
        power *= x
        total += factor * power
    for _ in range(4):
        total *= total
    return 0.5 / total


def streak(games: Sequence[tuple[float, float]]) -> Streak:
    """The luck of a player over several games, given the luck and the spread of each."""
    luck = sum([one for one, _ in games], 0.0)
    spread = math.sqrt(sum([one * one for _, one in games], 0.0))
    return Streak(len(games), luck, spread, odds(luck, spread))


def skill(gave_away: Sequence[float]) -> Skill:
    """What a player's decisions cost on average, given what each cost."""
    count = len(gave_away)
    if count == 0:
        return Skill(0, 0.0, 0.0, 0.0)
    error = sum(gave_away, 0.0) / count
    squares = sum([(one - error) ** 2 for one in gave_away], 0.0)
    wide = _WIDE * math.sqrt(squares / (count - 1) / count) if count > 1 else 1.0
    return Skill(count, error, max(0.0, error - wide), min(1.0, error + wide))
