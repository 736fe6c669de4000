"""Further games for a verdict: with one player better than the others, or with a kind of move barred.

Plain numbers, no arrays: the page asks for them and counts them with the same lines, translated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from piazzetta.arena.results.statistics import share
from piazzetta.bots.policy import POWER, STRONGEST, Policy
from piazzetta.games.base import Game
from piazzetta.match.setting import Setting
from piazzetta.workshop.tally import Moments, Tally
from piazzetta.workshop.verdict import Restriction, Rung

_RARE = 0.05  # a move made less often than this in a game is not barred
_HOLDS = 0.5  # a bar that is waived more often than this says nothing


class Trial(NamedTuple):
    """Who plays, and what is barred. Game *n* takes row *n* mod their number."""

    lineups: list[list[Policy]]
    barred: list[list[list[int]]]  # by row and seat, 1 for each move that is barred; [] if none is
    player: str = ""  # of a rung: the better player, and the others
    others: str = ""


def ladder(game: Game) -> list[Policy]:
    """Players of growing strength: any move, the levels that do not search, the network at its best."""
    levels = [
        Policy(name, budget.power, budget.cut)
        for name, budget in game.bots.budgets.items()
        if budget.simulations == 1 and 0 < budget.power < POWER
    ]
    return [Policy("random", 0.0), *levels, STRONGEST]


def rungs_of(setting: Setting) -> list[Trial]:
    """The skill ladder: on each rung one player is better than the others, on every seat in turn."""
    seats = range(setting.players)
    return [
        Trial([[better if seat == turn else weaker for seat in seats] for turn in seats], [], better.name, weaker.name)
        for weaker, better in pairwise(ladder(setting.game))
    ]


def rung(trial: Trial, climb: Tally) -> Rung:
    """Return how often the better player of a rung won."""
    wins = sum([row[number % climb.players] for number, row in climb.rows.items()])
    return Rung(trial.player, trial.others, share(wins, climb.games))


def words_of(setting: Setting) -> list[str]:
    """The first words of all decisions: the kinds of moves."""
    found: list[str] = []
    for text in setting.texts[: setting.decision_count]:
        word = text.split()[0]
        if word not in found:
            found.append(word)
    return found


def used_of(setting: Setting, word: str, free: Tally) -> float:
    """How often a kind of move is made in a game."""
    return sum([used * one for used, one in zip(free.actions, _of_word(setting, word), strict=True)]) / free.games


def bars_of(setting: Setting, word: str) -> tuple[Trial, Trial]:
    """Games in which nobody may make a kind of move, and games in which one player may not, on every seat in turn."""
    barred = _of_word(setting, word)
    free = [0] * len(barred)
    seats = range(setting.players)
    strongest = [STRONGEST for _ in seats]
    alone = [[barred if seat == turn else free for seat in seats] for turn in seats]
    return Trial([strongest], [[barred for _ in seats]]), Trial([strongest for _ in seats], alone)


def is_rare(used: float) -> bool:
    return used < _RARE


def holds(nobody: Tally) -> bool:
    """Whether a bar mostly held: where nothing else is legal it is waived."""
    return nobody.waived <= _HOLDS * max(nobody.wanted, 1)


def restriction(
    word: str, used: float, free: Mapping[int, Sequence[float]], nobody: Tally, alone: Tally
) -> Restriction:
    """Return what a kind of move is worth, compared with the free games that had the same draws."""
    column = nobody.names.index("points")
    points, wins = Moments(), Moments()
    for number, row in nobody.rows.items():
        points.add(row[column] - free[number][column])
    for number, row in alone.rows.items():
        seat = number % alone.players
        wins.add(row[seat] - free[number][seat])
    return Restriction(word, used, points.mean(), wins.mean(), nobody.waived / max(nobody.wanted, 1))


def _of_word(setting: Setting, word: str) -> list[int]:
    count = setting.decision_count
    return [int(number < count and text.split()[0] == word) for number, text in enumerate(setting.texts)]
