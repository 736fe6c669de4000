"""Games beside a verdict's own: one player better than the others, or a kind of move that is barred.

Plain numbers, no arrays: the page asks for them and counts them with the same lines, translated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from piazzetta.arena.results.statistics import share
from piazzetta.bots.network.play import JUDGE, Player
from piazzetta.match.setting import Setting
from piazzetta.workshop.player import ladder
from piazzetta.workshop.tally import Moments, Tally
from piazzetta.workshop.verdict import Restriction, Rung

_RARE = 0.05  # a move made less often than this in a game is not barred
_HOLDS = 0.5  # a bar that is waived more often than this says nothing


class Trial(NamedTuple):
    """Who plays, and what is barred. Game *n* takes row *n* mod their number."""

    lineups: list[list[Player]]
    barred: list[list[list[int]]]  # by row and seat, 1 for each move that is barred; [] if none is
    player: str = ""  # of a rung: who climbs, and past whom
    others: str = ""


def rungs_of(setting: Setting) -> list[Trial]:
    """The skill ladder: on each rung one player is better than the others, on every seat in turn."""
    seats = range(setting.players)
    return [
        Trial([[better if seat == turn else weaker for seat in seats] for turn in seats], [], better.name, weaker.name)
        for weaker, better in pairwise(ladder(setting.game))
    ]


def rung(trial: Trial, climb: Tally) -> Rung:
    """What the better player of a rung won."""
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
    judges = [JUDGE for _ in seats]
    alone = [[barred if seat == turn else free for seat in seats] for turn in seats]
    return Trial([judges], [[barred for _ in seats]]), Trial([judges for _ in seats], alone)


def is_rare(used: float) -> bool:
    return used < _RARE


def holds(nobody: Tally) -> bool:
    """Whether a bar mostly held: where nothing else is legal it is waived."""
    return nobody.waived <= _HOLDS * max(nobody.wanted, 1)


def restriction(
    word: str, used: float, free: Mapping[int, Sequence[float]], nobody: Tally, alone: Tally
) -> Restriction:
    """What a kind of move is worth, against the free games with the same luck."""
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
