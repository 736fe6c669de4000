"""Positions near the end solved exactly, for two players and games without secrets: expectimax with chance nodes.

Every line of play is followed to its end; a position met again is looked up. The value is the first seat's share of
the win, or its lead in points: it maximises, the second minimises, chance takes the mean. With more than two players
there would be no such value, since it would depend on whom an indifferent player helps.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from piazzetta.bots.position import one
from piazzetta.bots.search.transpositions import position_key
from piazzetta.errors import BadInput
from piazzetta.games.base import Array, Game, apply, chances, legal, mover, payoff
from piazzetta.kernel import CHANCE, OVER
from piazzetta.match.setting import Setting

#: The longest line of moves from a position to the end of the game.
_DEEPEST = 256
#: Positions kept in memory, at most.
LIMIT = 4_000_000
TOO_FAR = 1e9


def worth(params, states, words, choice, weight, count, at, value, keys, values, used, points, lead):
    """The value of the position ``states[0]``, with ``lead`` in points; ``TOO_FAR`` if the table of positions is full.

    ``states[d]``, ``choice[d]``, ``count[d]``, ``at[d]`` and ``value[d]`` belong to the position at depth ``d``.
    """
    mask = len(keys) - 1
    depth = 0
    entering = True
    found = 0.0
    while True:
        state = states[depth]
        who = mover(params[0], state)
        if entering:
            slot = -1
            if who == OVER:
                payoff(params[0], state, points)
                found = float(points[0] - points[1]) if lead else points[2] / (points[2] + points[3])
            else:
                key = position_key(words[depth]) + 1
                slot = key & mask
                while keys[slot] != 0 and keys[slot] != key:
                    slot = (slot + 1) & mask
                if keys[slot] == key:
                    found = values[slot]
                    slot = -1
            if slot >= 0:  # a new position
                if used[0] * 2 > mask or depth + 2 > len(count):
                    return TOO_FAR
                if who == CHANCE:
                    count[depth] = chances(params[0], state, choice[depth], weight[depth])
                    value[depth] = 0.0
                else:
                    count[depth] = legal(params[0], state, choice[depth])
                    value[depth] = -TOO_FAR if who == 0 else TOO_FAR
                at[depth] = 0
                states[depth + 1] = state
                apply(params[0], states[depth + 1], int(choice[depth, 0]))
                depth += 1
                continue
            if depth == 0:
                return found
            depth -= 1
            entering = False
            continue
        # a child of this position has the value ``found``
        index = at[depth]
        if who == CHANCE:
            value[depth] += weight[depth, index] * found
        elif who == 0:
            value[depth] = max(value[depth], found)
        else:
            value[depth] = min(value[depth], found)
        index += 1
        decided = lead == 0 and ((who == 0 and value[depth] == 1.0) or (who == 1 and value[depth] == 0.0))
        if index < count[depth] and not decided:
            at[depth] = index
            states[depth + 1] = state
            apply(params[0], states[depth + 1], int(choice[depth, index]))
            depth += 1
            entering = True
            continue
        found = value[depth]
        if who == CHANCE:
            total = 0
            for outcome in range(count[depth]):
                total += weight[depth, outcome]
            found /= total
        key = position_key(words[depth]) + 1
        slot = key & mask
        while keys[slot] != 0:
            slot = (slot + 1) & mask
        keys[slot] = key
        values[slot] = found
        used[0] += 1
        if depth == 0:
            return found
        depth -= 1


@lru_cache
def _worth_of(game: Game) -> Any:
    return game.bind(worth)


class Solver:
    """Solves positions of one setting, by share of the win or by ``lead``; what it has found it keeps for the next."""

    def __init__(self, setting: Setting, limit: int = LIMIT, lead: bool = False) -> None:
        if setting.players != 2 or setting.game.has_secrets:
            raise BadInput("only games of two players without secrets are solved")
        self.setting, self.lead = setting, lead
        size = 1 << (2 * limit - 1).bit_length()
        self._keys, self._values = np.zeros(size, np.int64), np.zeros(size)
        self._used = np.zeros(1, np.int64)
        game = setting.game
        self._states = setting.states(_DEEPEST)
        most = max(game.most_legal, game.most_outcomes)
        self._choice, self._weight = np.zeros((_DEEPEST, most), np.int32), np.zeros((_DEEPEST, most), np.int32)
        self._numbers = [np.zeros(_DEEPEST, np.int64) for _ in range(2)]
        self._value, self._points = np.zeros(_DEEPEST), np.zeros(4, np.int16)

    @property
    def positions(self) -> int:
        """How many positions it has solved."""
        return int(self._used[0])

    def value(self, state: Array) -> float | None:
        """What a position, an array of one record, is worth to the first seat; None if it is too far from the end."""
        self._states.view(np.uint8)[:] = 0
        self._states.view(np.uint8).reshape(_DEEPEST, -1)[0] = state.view(np.uint8)
        words = self._states.view(np.uint32).reshape(_DEEPEST, -1)
        found = _worth_of(self.setting.game)(
            self.setting.params,
            self._states,
            words,
            self._choice,
            self._weight,
            *self._numbers,
            self._value,
            self._keys,
            self._values,
            self._used,
            self._points,
            int(self.lead),
        )
        return None if found == TOO_FAR else float(found)

    def solve(self, state: Array) -> dict[int, float] | None:
        """What each legal move is worth to the mover with perfect play; None if it is too far from the end.

        ``state``: an array of one record.
        """
        setting = self.setting
        kernels = setting.game.kernels
        record = state[0]
        seat = int(kernels.mover(setting.params[0], record))
        out = np.zeros(setting.game.most_legal, np.int32)
        found = {}
        for action in out[: kernels.legal(setting.params[0], record, out)].tolist():
            after = one(setting, record)
            kernels.apply(setting.params[0], after[0], action)
            value = self.value(after)
            if value is None:
                return None
            found[action] = value if seat == 0 else -value if self.lead else 1 - value
        return found

    def forget(self) -> None:
        """Empty the table of positions."""
        self._keys[:] = 0
        self._used[:] = 0
