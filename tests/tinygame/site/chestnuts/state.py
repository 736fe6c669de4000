"""The two records of Chestnuts, and the numbers in them."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

PLAYERS = 2
MOST_BASKETS = 12
CARDS = 3

LEFT, RIGHT = 0, 1
DECISIONS = 2
CARD = DECISIONS  # + card − 1: chance deals it
ACTIONS = CARD + CARDS


class Ends(IntEnum):
    BOTH = 0
    LEFT = 1


PARAMS = np.dtype(
    [
        ("players", np.int16),
        ("starter", np.int16),
        ("ends", np.int16),
        ("bonus", np.int16),
        ("count", np.int16),
        ("baskets", np.int16, (MOST_BASKETS,)),
    ],
    align=True,
)
STATE = np.dtype(
    [
        ("turn", np.int16),  # baskets taken
        ("points", np.int16, (PLAYERS,)),
        ("card", np.int16, (PLAYERS,)),  # 0: not dealt yet
        ("left", np.int16),  # taken from the left end
        ("right", np.int16),
        ("spare", np.int16),  # the size of a state is a multiple of four bytes
    ],
    align=True,
)
