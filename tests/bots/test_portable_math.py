"""The search's logarithm and exponential: as accurate as the C library's, and the same bits everywhere."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from piazzetta.games.portable_math import exponential, logarithm
from piazzetta.kernel import INTERPRETED

DICE = np.random.default_rng(3)
NUMBERS = [1.0, 2.0, 3.0, math.sqrt(2), *range(4, 300), *np.exp(DICE.uniform(-300, 300, 500)).tolist()]
POWERS = [0.0, -1.0, 1.0, *DICE.uniform(-12, 12, 500).tolist(), *DICE.uniform(-699, 699, 300).tolist()]


@pytest.mark.parametrize(
    ("own", "theirs", "arguments"), [(logarithm, math.log, NUMBERS), (exponential, math.exp, POWERS)]
)
def test_right_to_two_units_in_the_last_place(
    own: Any, theirs: Callable[[float], float], arguments: list[float]
) -> None:
    for x in arguments:
        assert abs(own(float(x)) - theirs(x)) <= 2 * math.ulp(theirs(x))


def test_the_ends() -> None:
    assert logarithm(1.0) == 0.0
    assert exponential(0.0) == 1.0
    assert exponential(-701.0) == 0.0


@pytest.mark.skipif(INTERPRETED, reason="compares with the interpreted kernel")
def test_compiled_and_interpreted_are_the_same_to_the_last_bit() -> None:
    for own, arguments in ((logarithm, NUMBERS), (exponential, POWERS)):
        for x in arguments:
            assert own(float(x)) == own.py_func(float(x))
