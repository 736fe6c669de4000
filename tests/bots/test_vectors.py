"""Sums in vectors against NumPy's: the same numbers, whatever is skipped."""

from __future__ import annotations

import numpy as np
import pytest

from piazzetta.bots.network.kernels import add_rows, note_change
from piazzetta.bots.network.layout import MOST
from piazzetta.bots.network.vectors import MASK, along_row, differing, differs, highest, nonzero, take
from piazzetta.kernel import compiled


@pytest.mark.parametrize(("width", "count", "share"), [(192, 160, 0.3), (128, 128, 1.0), (32, 64, 0.1), (16, 32, 0.0)])
def test_rows_are_added_as_a_matrix_is_multiplied(width: int, count: int, share: float) -> None:
    """Factors of both signs up to the limit of an activation; sums that were there stay."""
    draw = np.random.default_rng(width)
    matrix = draw.integers(-128, 128, (count, width + 5))
    values = np.where(draw.random(count) < share, draw.choice([-MOST, -300, -1, 1, 77, MOST], count), 0)
    weights = np.concatenate([np.zeros(3), matrix.ravel()]).astype(np.int16)
    weights.flags.writeable = False
    before = draw.integers(-1000, 1000, width)
    change_at = width + 2 * count
    marks_at = change_at + count
    lanes = np.full(marks_at + count // MASK + 1, -1, np.int32)
    lanes[:width], lanes[width : width + count] = before, values + 5
    lanes[width + count : change_at] = 5
    note_change(lanes, width, width + count, change_at, count, marks_at)
    add_rows(lanes, 0, width, weights, 3, width + 5, change_at, count, marks_at)
    assert lanes[:width].tolist() == (before + values @ matrix[:, :width]).tolist()
    assert lanes[change_at:marks_at].tolist() == values.tolist()
    assert lanes[width : width + count].tolist() == lanes[width + count : change_at].tolist() == (values + 5).tolist()


@compiled
def looked_at(numbers, at, other, count):
    return differs(numbers, at, other, count), differing(numbers, at, other), nonzero(numbers, at)


@pytest.mark.parametrize("place", range(0, MASK, 5))
def test_bytes_are_compared_up_to_the_last_of_a_thing(place: int) -> None:
    numbers = np.zeros(3 * MASK, np.uint8)
    numbers[MASK + place] = 7
    assert looked_at(numbers, MASK, 0, MASK) == (True, 1 << place, 1 << place)
    assert looked_at(numbers, MASK, 0, 24) == (place < 24, 1 << place, 1 << place)
    assert looked_at(numbers, 2 * MASK, 0, MASK) == (False, 0, 0)


@compiled
def places(bits, out):
    found = 0
    while bits != 0:
        place = highest(bits)
        out[found] = place
        bits ^= 1 << place
        found += 1
    return found


@pytest.mark.parametrize("bits", [0, 1, 0b1011, 1 << 62, (1 << 63) - 1])
def test_bits_are_found_from_the_highest_down(bits: int) -> None:
    out = np.zeros(64, np.int64)
    found = places(bits, out)
    assert out[:found].tolist() == [place for place in range(63, -1, -1) if (bits >> place) & 1]


@compiled
def product(lanes, weights, at):
    return along_row(take(lanes, 0, 32), weights, at)


def test_a_block_times_a_row_is_summed_in_32_bits() -> None:
    draw = np.random.default_rng(1)
    lanes = draw.integers(0, MOST, 32).astype(np.int32)
    weights = draw.integers(-128, 128, 40).astype(np.int16)
    assert product(lanes, weights, 3) == int(lanes.astype(np.int64) @ weights[3:35])
