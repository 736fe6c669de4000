"""What a film shows of a game, and how: from whose view, which positions, how fast, how large."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from piazzetta.errors import BadInput
from piazzetta.games.base import OPEN, SPECTATOR, Viewer
from piazzetta.games.rulebooks.rulebook import LANGUAGES
from piazzetta.kernel import CHANCE
from piazzetta.match.match import Match

#: Seconds for which a position is shown; those at which somebody scored, the first and the last one stay longer.
PACES = {"slow": 2.4, "normal": 1.2, "fast": 0.5}
KINDS = ("webp", "gif")
WIDTHS = range(240, 1601)
_SCORED, _FIRST, _LAST = 1.8, 1.5, 3.0


@dataclass(frozen=True)
class Cut:
    """What is shown of a game. ``first`` and ``last`` count all moves, those of chance too."""

    kind: str = "webp"
    viewer: Viewer = SPECTATOR
    first: int | None = None  # None: the first decision
    last: int | None = None  # None: the end
    turn: int | None = None  # only this turn, counted as ``state.turn`` does
    pace: str = "normal"
    width: int = 800  # pixels
    lang: str = "en"

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise BadInput(f"a film is a {' or a '.join(KINDS)}, not {self.kind[:20]!r}")
        if self.pace not in PACES:
            raise BadInput(f"the pace is {', '.join(PACES)}, not {self.pace[:20]!r}")
        if self.width not in WIDTHS:
            raise BadInput(f"a film is {WIDTHS[0]} to {WIDTHS[-1]} pixels wide, not {self.width}")
        if self.lang not in LANGUAGES:
            raise BadInput(f"films speak {', '.join(LANGUAGES)}, not {self.lang[:20]!r}")
        if self.turn is not None and (self.first, self.last) != (None, None):
            raise BadInput("a turn says where a film begins and ends: name either the turn or the moves")

    def of(self, match: Match, over: bool) -> Cut:
        """The cut of this game, with its first and last position; ``over``: it ended, if only by agreement."""
        if self.viewer == OPEN and not over:
            raise BadInput("the open cards become visible when the game is over")
        if not OPEN <= self.viewer < match.setting.players:
            raise BadInput(f"this game has no seat {self.viewer}")
        begin, end = _first_decision(match), match.length
        if self.turn is not None:
            first, last = _turn(match, self.turn)
            return replace(self, turn=None, first=first, last=last)
        first, last = begin if self.first is None else self.first, end if self.last is None else self.last
        if not 0 <= first <= last or last > end:
            raise BadInput(f"a film shows moves from 0 to {end}, in this order, not {first} to {last}")
        return replace(self, first=first, last=last)

    def positions(self, match: Match, untold: Sequence[str]) -> list[int]:
        """Return the positions to show, of a game's cut: the first, the last, and those after events that are shown."""
        assert self.first is not None
        assert self.last is not None
        found, happened = [self.first], False
        for at in range(self.first + 1, self.last + 1):
            happened = happened or any(event.key not in untold for event in match.events_of(at - 1, self.viewer))
            if at == self.last or (happened and _settled(match, at)):
                found.append(at)
                happened = False
        return found

    def seconds(self, match: Match, positions: list[int]) -> list[float]:
        """How long each position is shown."""
        normal = PACES[self.pace]
        scores = [match.scores_at(at) for at in positions]
        moved = [1.0] + [_SCORED if now != then else 1.0 for then, now in pairwise(scores)]
        found = [normal * factor for factor in moved]
        found[0] *= _FIRST
        found[-1] = max(found[-1], _LAST)
        return found


def _mover(match: Match, at: int) -> int:
    """Return who made, or will make, move number ``at``."""
    return match.log[at][0] if at < match.length else match.mover


def _first_decision(match: Match) -> int:
    return next((at for at, (seat, _) in enumerate(match.log) if seat != CHANCE), match.length)


def _settled(match: Match, at: int) -> bool:
    """Whether nothing is missing that comes by itself: a draw, or what others choose secretly at the same time."""
    if _mover(match, at) == CHANCE:
        return False
    game, params = match.setting.game, match.setting.params_record
    asked = game.awaited(params, match.state(at - 1))
    return len(asked) < 2 or game.awaited(params, match.state(at)) != [
        seat for seat in asked if seat != _mover(match, at - 1)
    ]


def _turn(match: Match, turn: int) -> tuple[int, int]:
    """Where a turn begins and ends."""
    begin = _first_decision(match)
    turns = [int(match.state(at)["turn"]) for at in range(begin, match.length)]
    if turn not in turns:
        there = f"{turns[0]} to {turns[-1]}" if turns else "no"
        raise BadInput(f"this game has turns {there}, not {turn}")
    first = begin + turns.index(turn)
    return first, first + turns.count(turn)
