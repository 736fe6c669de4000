"""The successive positions of a game, for a match or a line of analysis to step through.

All array handling is here, so that callers see only records and lists.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat
from typing import Any

import numpy as np

from piazzetta.kernel import OVER, Record, as_records
from piazzetta.match.dealer import Dealer
from piazzetta.match.setup import Setup
from piazzetta.match.steps import steps_of

_ROOM = 8  # positions at first, half as many more whenever they do not suffice: a server holds thousands of new games
_KEPT = 2  # positions that are read again and again: before and after the latest move


class PositionHistory:
    """Positions by the number of moves made before them. Begins with the game's first position, or with ``first``."""

    def __init__(self, setting: Setup, first: Any = None, states: Any = None) -> None:
        """``states``: all positions, with room for more."""
        game = setting.game
        self._setting = setting
        self._steps = steps_of(game)
        self._choice: Any = np.zeros(max(game.most_legal, game.most_outcomes), np.int32)
        self._weight: Any = np.zeros(game.most_outcomes, np.int32)
        self._hold(setting.states(_ROOM) if states is None else states)
        if states is not None:
            return
        if first is None:
            self._steps.begin(setting.params, self.states)
            setting.lay_out(self._records[0])
        else:
            self.states[0] = first

    def _hold(self, states: Any) -> None:
        self.states = states
        self._records = as_records(states)
        self._kept: dict[int, Record] = {}  # those read since they were written

    def copy(self) -> PositionHistory:
        """Return a copy to continue from without changing this history."""
        # byte by byte, including the padding between fields
        return PositionHistory(self._setting, states=self.states.view(np.uint8).copy().view(self.states.dtype))

    def record(self, at: int) -> Any:
        """The position after ``at`` moves, for reading: not a copy."""
        found = self._kept.get(at)
        if found is None:
            if len(self._kept) >= _KEPT:
                self._kept.pop(next(iter(self._kept)))
            found = self._kept[at] = self._records[at].keep()
        return found

    def trim(self) -> None:
        """Forget what is kept only to be read faster."""
        self._kept.clear()

    def mover(self, at: int) -> int:
        """Whose move it is there."""
        return int(self._steps.whose(self._setting.params, self.states, at))

    def step(self, at: int, action: int) -> int:
        """Append the position after ``action`` if it is allowed there; else return the number of the reason."""
        if at + 1 >= len(self.states):
            room = self._setting.states(len(self.states) + max(_ROOM, len(self.states) // 2))
            room[: len(self.states)] = self.states
            self._hold(room)
        self._kept.pop(at + 1, None)
        return int(self._steps.try_move(self._setting.params, self.states, at, action))

    def legal(self, at: int) -> list[int]:
        """The mover's legal actions there."""
        count = self._steps.list_legal(self._setting.params, self.states, at, self._choice)
        actions: list[int] = self._choice[:count].tolist()
        return actions

    def legal_in(self, state: Any) -> list[int]:
        """Return the legal actions of the mover in a position stored elsewhere."""
        count = self._setting.game.kernels.legal(self._setting.params_record, state, self._choice)
        actions: list[int] = self._choice[:count].tolist()
        return actions

    def after(self, at: int, actions: Sequence[int]) -> list[Record]:
        """Return the position after each of the given legal actions. One call for all of them is faster."""
        found = self._setting.states(len(actions))
        self._steps.spread(self._setting.params, self.states, at, np.array(actions, np.int32), found)
        return [record.keep() for record in as_records(found)]

    def drawn(self, at: int, dealer: Dealer) -> int:
        """The outcome that a dealer draws at a chance node."""
        count = self._steps.list_chances(self._setting.params, self.states, at, self._choice, self._weight)
        return int(dealer.draw(self._choice[:count], self._weight[:count]))  # no lists: this is most of a draw's time

    def result(self, at: int) -> tuple[list[int], list[int]]:
        """Each seat's points there, and the seats that have won."""
        players = self._setting.players
        out = np.zeros(2 * players, np.int16)
        self._setting.game.kernels.payoff(self._setting.params_record, self._records[at], out)
        return _points_and_winners(out.tolist())


Result = dict[str, list[int]]


def play_through(
    setting: Setup, opening: Sequence[int], moves: Sequence[tuple[int, str]]
) -> tuple[bool, Result | None]:
    """Play a whole game in one call. Return whether every move is allowed, and the result if the game is then over."""
    length = len(opening)
    count = length + len(moves)
    seats = np.full(count, -1, np.int32)
    actions = np.empty(count, np.int32)
    actions[:length] = opening
    if moves:
        given, texts = zip(*moves, strict=True)
        try:
            seats[length:] = given
        except OverflowError:  # a seat too large for the array is not a seat
            seats[length:] = [seat if -1 <= seat < setting.players else setting.players for seat in given]
        actions[length:] = list(map(setting.numbers.get, texts, repeat(-1)))
    states = setting.states(1)
    steps = steps_of(setting.game)
    steps.begin(setting.params, states)
    setting.lay_out(as_records(states)[0])
    if steps.replay(setting.params, states, seats, actions) < count:
        return False, None
    if steps.whose(setting.params, states, 0) != OVER:
        return True, None
    players = setting.players
    out = np.zeros(2 * players, np.int16)
    steps.result(setting.params, states, out)
    scores, winners = _points_and_winners(out.tolist())
    return True, {"scores": scores, "winners": winners}


def _points_and_winners(payoff: list[int]) -> tuple[list[int], list[int]]:
    players = len(payoff) // 2
    return payoff[:players], [seat for seat in range(players) if payoff[players + seat]]
