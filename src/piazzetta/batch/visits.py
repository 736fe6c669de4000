"""Where a game passed through: each decision with a key of its position, so that equal ones can be counted together.

A key is made of what the mover knows, seen from its seat, and of how far away the start player sits. So it tells
nothing that the mover does not know, is the same whoever starts, and is the same for every order of moves.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from piazzetta.games.base import Game, apply, legal, mover, observe, setup
from piazzetta.kernel import OVER, compiled

#: A decision of a game.
VISIT = np.dtype(
    [
        ("key", np.int64),  # of the position
        ("way", np.int64),  # a digest of all moves before it, in their order
        ("could", np.int64),  # the kinds of moves to choose from, one bit each; 0 where there are too many kinds
        ("kind", np.int32),  # of the move that was made
        ("seat", np.int32),
    ]
)
MOST_BITS = 62


@compiled
def mixed(digest, word):
    """A digest of 32 bits with another word."""
    digest = ((digest ^ (word & 0xFFFFFFFF)) * 0x9E3779B1) & 0xFFFFFFFF
    return digest ^ (digest >> 15)


def position_key(params, state, seat, starter, told, seen):
    """The key of a position in which ``seat`` decides, by the numbers of its observation at ``told``."""
    observe(params[0], state[0], seat, seen)
    players = int(params[0].players)
    one = mixed(1, (starter - seat + players) % players)
    other = mixed(2, one)
    for index in range(len(told)):
        word = int(seen[told[index]])
        one = mixed(one, word)
        other = mixed(other + index, word)
    return ((one & 0x7FFFFFFF) << 32) | other


def visits(params, state, actions, starter, turns, told, seen, kinds, many, choice, found):
    """Replay a game's ``actions`` and note the decisions of its first ``turns`` turns; returns their number.

    A decision is noted where several moves are legal, as far as ``found`` has room. Action *n* is of ``kinds[n]``, one
    of ``many``.
    """
    setup(params[0], state[0])
    count = 0
    one = 3
    other = 4
    for index in range(len(actions)):
        who = mover(params[0], state[0])
        if who == OVER or state[0].turn > turns or count == len(found):
            break
        action = int(actions[index])
        if who >= 0:
            wide = legal(params[0], state[0], choice)
            if wide > 1:
                could = 0
                if many <= MOST_BITS:
                    for place in range(wide):
                        could |= 1 << int(kinds[choice[place]])
                found[count].key = position_key(params, state, who, starter, told, seen)
                found[count].way = ((one & 0x7FFFFFFF) << 32) | other
                found[count].could = could
                found[count].kind = kinds[action]
                found[count].seat = who
                count += 1
        one = mixed(one, action)
        other = mixed(other + index, action)
        apply(params[0], state[0], action)
    return count


@lru_cache
def position_key_of(game: Game) -> Any:
    return game.bind(position_key)


@lru_cache
def visits_of(game: Game) -> Any:
    return game.bind(visits, position_key=position_key_of(game))
