"""Sums in vectors against NumPy's: the same numbers, whatever is skipped."""

from __future__ import annotations

import numpy as np
import pytest

from piazzetta.bots.network.kernels import add_rows, pick_rows
from piazzetta.bots.network.layout import MOST
from piazzetta.bots.network.vectors import SPREAD


@pytest.mark.parametrize(("width", "count", "share"), [(192, 160, 0.3), (128, 128, 1.0), (32, 64, 0.1), (16, 32, 0.0)])
def test_rows_are_added_as_a_matrix_is_multiplied(width: int, count: int, share: float) -> None:
    """Factors of both signs up to the limit of an activation; sums that were there stay."""
    draw = np.random.default_rng(width)
    matrix = draw.integers(-128, 128, (count, width + 5))
    values = np.where(draw.random(count) < share, draw.choice([-MOST, -300, -1, 1, 77, MOST], count), 0)
    weights = np.concatenate([np.zeros(3), matrix.ravel()]).astype(np.int16)
    weights.flags.writeable = False
    before = draw.integers(-1000, 1000, width)
    picks_at = width + count
    lanes = np.zeros(picks_at + (SPREAD + 1) * count, np.int32)
    lanes[:width], lanes[width:picks_at] = before, values
    found = pick_rows(lanes, width, count, width + 5, picks_at)
    add_rows(lanes, 0, width, weights, 3, picks_at, count, found)
    assert found == np.count_nonzero(values)
    assert lanes[:width].tolist() == (before + values @ matrix[:, :width]).tolist()
    assert lanes[width:picks_at].tolist() == values.tolist()
