"""What a server loads before the first request reaches a table."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import pytest

from piazzetta.server import services
from piazzetta.server.app import Engine
from piazzetta.server.workers import kernels
from piazzetta.tables.refusals import Refused

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


@pytest.mark.parametrize("kind", ["http", "websocket"])
def test_who_comes_while_a_starting_server_is_stopped_is_sent_away(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With an answer, and without an error in the log."""
    sent: list[Any] = []

    async def load_forever(engine: Engine) -> Any:
        await asyncio.sleep(3600)

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": "http.request"}

    async def story() -> None:
        nothing: Any = None
        engine = Engine(nothing, nothing, nothing, nothing)
        engine.begin()
        asked = asyncio.create_task(engine({"type": kind}, receive, send))
        left = asyncio.create_task(engine({"type": kind}, receive, send))
        await asyncio.sleep(0)
        left.cancel()
        await asyncio.sleep(0)
        await engine.end()
        with contextlib.suppress(Refused):  # which the gate answers
            await asked
        assert left.cancelled(), "whoever has gone needs no answer"

    monkeypatch.setattr(Engine, "_load", load_forever)
    asyncio.run(story())
    assert sent == ([{"type": "websocket.close", "code": 1001}] if kind == "websocket" else [])
