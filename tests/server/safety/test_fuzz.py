"""Garbage of every kind: 4xx and close codes, never a 5xx or a dead table."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.server.tools import Player, ServerProcess, at_table

pytestmark = pytest.mark.compiled_only

LONG = bool(os.environ.get("PIAZZETTA_LONG"))
EXAMPLES = int(os.environ.get("PIAZZETTA_FUZZ", "12"))
REQUESTS = 200 if LONG else 5  # of each operation, in each phase
CONFIG = Path(__file__).with_name("schemathesis.toml")

scalars = st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats() | st.text(max_size=20)
rubbish = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
)
KINDS = ["play", "undo", "chat", "why", "hint", "bot_for", "take_back_seat", "ping", "hello", "dance", ""]
FIELDS = {
    "id": st.text(max_size=70) | st.just("x1") | rubbish,
    "at": st.integers(-5, 2**33) | rubbish,
    "seat": st.integers(-2, 7) | rubbish,
    "move": st.sampled_from(["bluff", "bid 3", "card 9", "shop 1", "auction", "tile 3", "bobby D1", "a" * 65])
    | rubbish,
    "text": st.text(max_size=600) | rubbish,
    "absent": st.integers(-2, 9) | rubbish,
    "v": rubbish,
    "seats": rubbish,
}
messages = st.builds(
    lambda kind, fields: {"type": kind, **fields},
    st.sampled_from(KINDS) | rubbish,
    st.fixed_dictionaries({}, optional=FIELDS),
)


def encoded(message: Any) -> str | bytes:
    try:
        return msgspec.json.encode(message).decode()
    except (msgspec.MsgspecError, UnicodeError, ValueError, OverflowError):
        return repr(message)


texts = st.builds(encoded, messages) | st.text(max_size=50) | st.binary(max_size=50) | st.just("[" * 5000)


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), phases=[Phase.generate])
@given(st.lists(texts, min_size=5, max_size=25))
def fuzz_a_table(server: ServerProcess, sent: list[str | bytes]) -> None:
    table, tokens = server.seated("viaggiatore", 2)

    async def story() -> None:
        a, b = (Player(server.base, table, {seat: token}) for seat, token in enumerate(tokens))
        async with at_table(a, b):
            assert a.socket is not None
            try:
                for text in sent:
                    await a.socket.send(text)
                async with connect(a.url) as bare:  # and as a first message
                    await bare.send(sent[0])
            except ConnectionClosed as closed:
                # its reason is lost where data still in transit met a closed connection
                assert closed.rcvd is None or closed.rcvd.code in (1000, 1007, 1009, 4400, 4429)
            # the table is alive: the other seat sees it, and the game can go on
            assert (await b.command("ping"))["type"] == "done"
        again = Player(server.base, table, {0: tokens[0]})
        async with at_table(again):
            await again.until("update")
            assert (await again.command("ping"))["type"] == "done"

    asyncio.run(story())


def test_websocket_messages(server: ServerProcess) -> None:
    fuzz_a_table(server)
    assert server.get("/healthz").status_code == 200


def test_http(server: ServerProcess) -> None:
    """Schemathesis, with all its checks: requests that fit the description and requests that do not, and what follows
    from the answers. Whoever finds a failure here finds the request to repeat it in the output."""
    made = server.create("viaggiatore", ["me", "open"])
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(CONFIG)]
    command += ["run", f"{server.base}/api/v1/openapi.json", "--checks", "all", "--max-examples", str(REQUESTS)]
    command += ["--seed", "1", "--warnings", "off", "--no-color", "--generation-database", "none"]
    run = subprocess.run(command, capture_output=True, text=True, timeout=3000)
    assert run.returncode == 0, run.stdout[-8000:]
    assert re.search(r"Tested: (\d+)", run.stdout)[1] == re.search(r"Selected: (\d+)/", run.stdout)[1]  # type: ignore[index]
    assert server.get("/readyz").status_code == 200
    assert server.get(f"/api/v1/tables/{made['table']}").status_code == 200
