"""Perft counts match the stored ones."""

from __future__ import annotations

import pytest

import piazzetta
from piazzetta.kernel import INTERPRETED
from tests.perft import FILE, perft, start
from tests.tiers import tier

LINES = FILE.read_text(encoding="utf-8").splitlines()
if INTERPRETED:  # one of the three positions of each setting, in the short tier
    LINES = tier([line for number, line in enumerate(LINES) if number % 3 == number // 3 % 3], LINES)
MOST = tier(100, 300) if INTERPRETED else 10_000_000


@pytest.mark.parametrize("line", LINES, ids=range(len(LINES)))
def test_perft(line: str) -> None:
    made, after, counts = line.split(" | ")
    setting = eval(made, {"piazzetta": piazzetta})
    into = start(setting, int(after.removeprefix("after ")))
    for depth, expected in enumerate(map(int, counts.split()), start=1):
        if expected <= MOST:
            assert perft(setting, into, depth) == expected
