"""Every test runs in a part of `make test`: what is marked for the interpreted run is in one of its lists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.interpreted_only

ROOT = Path(__file__).parents[2]


def test_tests_that_run_interpreted_alone_are_listed() -> None:
    """The compiled parts leave them out: `make test` passed without ever running some of them."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    listed = [
        ROOT / place
        for name in ("RULES", "ONCE", "SERVED_ONCE")
        for place in re.search(rf"^{name} = (.*)$", makefile, re.MULTILINE)[1].split()  # type: ignore[index]
    ]
    assert all(place.exists() for place in listed)
    marked = [
        test
        for test in (ROOT / "tests").rglob("test_*.py")
        if "mark.interpreted_only" in test.read_text(encoding="utf-8")
    ]
    assert marked
    assert not [test for test in marked if not {test, *test.parents}.intersection(listed)]
