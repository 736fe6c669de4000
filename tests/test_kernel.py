"""The random numbers: the published algorithm, the same everywhere, and even."""

from __future__ import annotations

import numpy as np
import pytest

from piazzetta.kernel import INTERPRETED, below, next_word, pick, random_stream


@pytest.mark.parametrize(
    ("key", "counter", "word"),
    [  # known answers of Philox 2x32-7, published with Random123
        (0x00000000, (0x00000000, 0x00000000), 0x257A3673),
        (0xFFFFFFFF, (0xFFFFFFFF, 0xFFFFFFFF), 0xAB302C4D),
        (0x13198A2E, (0x243F6A88, 0x85A308D3), 0xBEDBBE6B),
    ],
)
def test_philox_known_answers(key: int, counter: tuple[int, int], word: int) -> None:
    assert next_word(np.array([key, *counter], np.int64)) == word


def test_a_stream_is_its_seed_and_number() -> None:
    words = [[int(next_word(stream)) for _ in range(5)] for stream in (random_stream(1, 2), random_stream(1, 2))]
    assert words[0] == words[1]
    assert words[0] != [int(next_word(random_stream(1, 3))) for _ in range(5)]
    assert random_stream(2**40)[0] == random_stream(2**40)[0] != random_stream(2**40 + 1)[0]
    assert 0 <= random_stream(-1)[0] < 2**32


def chi_square(counts: np.ndarray, weights: np.ndarray) -> float:
    expected = counts.sum() * weights / weights.sum()
    return float(((counts - expected) ** 2 / expected).sum())


def test_below_and_pick_are_even() -> None:
    draws = 2_000 if INTERPRETED else 60_000
    rng = random_stream(3)
    counts = np.bincount([int(below(rng, 7)) for _ in range(draws)], minlength=7)
    assert chi_square(counts, np.ones(7)) < 22.5  # 6 degrees of freedom, 0.1 %
    weights = np.array([5, 0, 4, 1], np.int32)
    counts = np.bincount([int(pick(rng, weights, 4)) for _ in range(draws)], minlength=4)
    assert counts[1] == 0
    assert chi_square(counts[[0, 2, 3]], weights[[0, 2, 3]]) < 13.8  # 2 degrees of freedom, 0.1 %
