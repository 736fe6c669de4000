"""The two tiers of the tests: ``make test`` in ten minutes, ``make test-long`` with everything (docs/testing.md).

Both run the same tests. What multiplies (settings, languages, windows, examples, repetitions) is complete in the long
tier; in the short one each value of each axis still appears, but not every combination.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TypeVar

import pytest

Row = TypeVar("Row")
Amount = TypeVar("Amount")

#: Set by ``make test-long``.
LONG = os.environ.get("PIAZZETTA_LONG") == "1"


#: A test whose point another one makes within the process, or with a smaller game: only in the long tier.
long_only = pytest.mark.skipif(not LONG, reason="make test-long")


def tier(short: Amount, long: Amount) -> Amount:
    """How many, or which, in this tier."""
    return long if LONG else short


def covering(rows: Iterable[Row], values: Callable[[Row], Sequence[Hashable]], turn: int = 0) -> list[Row]:
    """All rows in the long tier; in the short one a few that together have each value of each axis.

    ``values`` lists a row's value on each axis. Tests that take different turns see different rows.
    """
    rows = list(rows)
    if LONG:
        return rows
    order = random.Random(turn).sample(range(len(rows)), len(rows))
    wanted = {number: set(enumerate(values(row))) for number, row in enumerate(rows)}
    missing = set().union(*wanted.values())
    taken = []
    while missing:
        taken.append(max(order, key=lambda number: len(wanted[number] & missing)))
        missing -= wanted[taken[-1]]
    return [rows[number] for number in sorted(taken)]
