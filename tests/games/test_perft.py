"""Perft counts match the stored ones."""

from __future__ import annotations

import pytest

import piazzetta
from piazzetta.kernel import INTERPRETED
from tests.perft import FILE, perft, start

LINES = FILE.read_text(encoding="utf-8").splitlines()
MOST = 300 if INTERPRETED else 10_000_000


@pytest.mark.parametrize("line", LINES, ids=range(len(LINES)))
def test_perft(line: str) -> None:
    made, after, counts = line.split(" | ")
    setting = eval(made, {"piazzetta": piazzetta})
    into = start(setting, int(after.removeprefix("after ")))
    for depth, expected in enumerate(map(int, counts.split()), start=1):
        if expected <= MOST:
            assert perft(setting, into, depth) == expected
