"""The two records of Acorns, and the numbers of its actions."""

from __future__ import annotations

import numpy as np

MOST_PLAYERS = 4
MOST_TAKEN = 5
#: Action *n* takes *n* + 1 stones.
ACTIONS = MOST_TAKEN

#: What stays the same during a game.
PARAMS = np.dtype(
    [
        ("players", np.int16),
        ("starter", np.int16),
        ("stones", np.int16),
        ("most", np.int16),  # 3.2
        ("bonus", np.int16),  # 4.1
        ("spare", np.int16),  # the size of a record is a multiple of four bytes
    ],
    align=True,
)
#: A position. Its size is a multiple of four bytes as well: add a spare field where it is not.
STATE = np.dtype(
    [
        ("turn", np.int16),  # turns taken
        ("left", np.int16),  # stones in the heap
        ("points", np.int16, (MOST_PLAYERS,)),
    ],
    align=True,
)
