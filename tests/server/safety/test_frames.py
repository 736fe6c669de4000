"""What a WebSocket reads directly is what Uvicorn's parser would have read, however the bytes arrive."""

from __future__ import annotations

import asyncio
import logging
import random
from types import SimpleNamespace
from typing import Any

import pytest
import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from piazzetta.server.routes.sockets import LiveSocket

pytestmark = pytest.mark.interpreted_only

HEAD = (
    b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
MOST = 1000


def masked(first: int, payload: bytes, rng: random.Random, mark: int = 0x80) -> bytes:
    """A frame of a client; ``mark``: the bit that says that it is masked."""
    size = len(payload)
    length = bytes([mark | size]) if size < 126 else bytes([mark | 126]) + size.to_bytes(2, "big")
    mask = rng.randbytes(4)
    return bytes([first]) + length + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload))


def good(rng: random.Random) -> bytes:
    """What a client may send: mostly texts."""
    kind = rng.choice(["text"] * 8 + ["ping", "pong", "parts", "bytes", "long"])
    text = ("ciào " * rng.choice([0, 1, 3, 40])).encode()
    return {
        "text": masked(0x81, text, rng),
        "ping": masked(0x89, b"here", rng),
        "pong": masked(0x8A, b"", rng),
        "parts": masked(0x01, b"one ", rng) + masked(0x89, b"", rng) + masked(0x80, b"two", rng),
        "bytes": masked(0x82, b"\x00\xff", rng),
        "long": masked(0x81, b"x" * MOST, rng),
    }[kind]


def last(rng: random.Random) -> bytes:
    """How a connection ends: a mistake, a goodbye, or neither."""
    return {
        "close": masked(0x88, (1000).to_bytes(2, "big") + b"bye", rng),
        "bad text": masked(0x81, b"\xff\xfe", rng),
        "too long": masked(0x81, b"x" * (MOST + 1), rng),
        "not masked": masked(0x81, b"no mask", rng, mark=0),
        "odd": masked(rng.choice([0x80, 0x83, 0xC1]), b"odd", rng),
        "half": masked(0x01, b"never ends", rng)[: rng.randrange(16)],
    }[rng.choice(["close", "bad text", "too long", "not masked", "odd", "half"])]


def torn(stream: bytes, rng: random.Random) -> list[bytes]:
    """Bytes as they arrive: in one piece, in a few, or one by one."""
    chunks = []
    while stream:
        size = rng.choice([1, 2, 7, 50, len(stream), len(stream)])
        chunks.append(stream[:size])
        stream = stream[size:]
    return chunks


async def heard(kind: type[WebSocketsSansIOProtocol], chunks: list[bytes]) -> tuple[list[Any], bytes]:
    """What the server's side hears and answers, if these pieces arrive one by one."""
    written: list[bytes] = []
    said: list[Any] = []
    closing: list[bool] = []
    transport: Any = SimpleNamespace(
        write=written.append,
        close=lambda: closing.append(True),
        is_closing=lambda: bool(closing),
        pause_reading=lambda: None,
        resume_reading=lambda: None,
        get_extra_info=lambda name: None,
    )

    async def app(scope: Any, receive: Any, send: Any) -> None:
        while (message := await receive())["type"] != "websocket.disconnect":
            if message["type"] == "websocket.connect":
                await send({"type": "websocket.accept"})
            else:
                said.append(message)
        said.append(message)

    config = uvicorn.Config(app, lifespan="off", log_config=None, ws_max_size=MOST, ws_per_message_deflate=False)
    protocol = kind(config=config, server_state=ServerState(), app_state={})
    protocol.connection_made(transport)
    for chunk in chunks:
        protocol.data_received(chunk)
        for _ in range(20):
            await asyncio.sleep(0)
        if closing:
            break
    protocol.connection_lost(None)
    for _ in range(20):
        await asyncio.sleep(0)
    return said, b"".join(written)


@pytest.mark.parametrize("first", range(0, 400, 100))
def test_every_frame_is_read_as_the_parser_reads_it(first: int, caplog: pytest.LogCaptureFixture) -> None:
    """Where a mistake comes in the same piece as good frames, the parser drops those; we do not, so it comes alone."""
    caplog.set_level(logging.CRITICAL, "uvicorn.error")
    for seed in range(first, first + 100):
        rng = random.Random(seed)
        stream = b"".join(good(rng) for _ in range(rng.randrange(6)))
        chunks = [HEAD, *torn(stream, rng), *torn(last(rng), rng)]
        ours = asyncio.run(heard(LiveSocket, chunks))
        assert ours == asyncio.run(heard(WebSocketsSansIOProtocol, chunks)), seed


def test_what_follows_the_head_at_once_is_read_too() -> None:
    rng = random.Random(1)
    text = masked(0x81, b"early", rng)
    for size in range(len(text) + 1):
        chunks = [HEAD + text[:size], text[size:] + masked(0x81, b"late", rng)]
        assert asyncio.run(heard(LiveSocket, chunks)) == asyncio.run(heard(WebSocketsSansIOProtocol, chunks)), size
