"""Shared by all tests: Hypothesis's limits, and which tests make sense in only one of the two runs."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import typer.main
from hypothesis import HealthCheck, settings

from piazzetta.kernel import INTERPRETED
from tests.tiers import tier

if TYPE_CHECKING:
    from playwright.sync_api import Playwright

TESTS = Path(__file__).parent
#: Folders whose tests do not count for the coverage of the rules: a random game reaches a line without a test about it,
#: and tracing it takes 0.6 to 1.1 times as long as playing it.
UNTRACED = ("games", "batch", "project")

# No deadline: the first call of a kernel may compile it. Fixed examples, so that runs are reproducible.
settings.register_profile(
    "default",
    deadline=None,
    derandomize=True,
    max_examples=tier(25, 100),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("interpreted", settings.get_profile("default"), max_examples=tier(5, 8))
settings.register_profile("search", deadline=None, max_examples=2000, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("interpreted" if INTERPRETED else "default"))


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "compiled_only: tests nothing that the interpreted run would add to")
    config.addinivalue_line("markers", "interpreted_only: calls no kernel that matters; once, interpreted, is enough")
    # Typer builds the whole command anew for each call, which takes longer than most calls
    typer.main.get_command = cache(typer.main.get_command)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run browsers' tests last: Playwright leaves an event loop behind in which other tests cannot start theirs."""
    items.sort(key=lambda item: not {"page", "browsers"}.isdisjoint(item.path.parts))
    for item in items:
        if item.path.relative_to(TESTS).parts[0] in UNTRACED:
            item.add_marker(pytest.mark.no_cover)  # of pytest-cov


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """What drives Chromium and Firefox: a thread can have one at a time."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as started:
        yield started
