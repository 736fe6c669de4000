"""What a server loads before the first request reaches a table."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from piazzetta.server import services
from piazzetta.server.app import Engine
from piazzetta.server.workers import kernels

pytestmark = pytest.mark.compiled_only


class Reached(Exception):
    """The services are about to be made."""


def test_included_maps_are_loaded_before_two_threads_could(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[str] = []

    def reach(*parts: Any) -> None:
        raise Reached

    monkeypatch.setattr(kernels, "load_components", lambda: loaded.append("components"))
    monkeypatch.setattr(services, "Services", reach)
    nothing: Any = None
    with pytest.raises(Reached):
        asyncio.run(Engine(nothing, nothing, nothing, nothing)._load())
    assert loaded == ["components"]
