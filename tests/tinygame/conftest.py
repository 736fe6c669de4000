"""Chestnuts as if its package were installed: ``site`` has it, with an entry point, and nothing else knows it."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import piazzetta
from piazzetta.games import registry

SITE = Path(__file__).parent / "site"


@pytest.fixture(scope="package", autouse=True)
def site() -> Iterator[Path]:
    """Let processes started in this folder find the game as well."""
    sys.path.insert(0, str(SITE))
    importlib.invalidate_caches()
    registry.installed.cache_clear()
    yield SITE
    sys.path.remove(str(SITE))
    registry.installed.cache_clear()


@pytest.fixture(params=["both", "left"])
def setting(request: pytest.FixtureRequest) -> piazzetta.Setting:
    return piazzetta.game("chestnuts", rules={"ends": request.param}, starter=1)
