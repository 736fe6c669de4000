"""WebSockets that are served on after the application has returned."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import uvicorn

from piazzetta.server.routes.sockets import EXTENSION, LiveSocket
from tests.server.safety.test_silence import UPGRADE

pytestmark = pytest.mark.compiled_only

#: A text, "a" or "b", in a client's frame masked with zeros.
A, B = (b"\x81\x81\0\0\0\0" + text for text in (b"a", b"b"))


async def served(rest: Callable[[LiveSocket], Any], visit: Callable[..., Awaitable[None]]) -> None:
    """Let an application return at once and ``rest`` go on; ``visit`` it with both ends of a connection."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        live: LiveSocket = scope["extensions"][EXTENSION]
        live.go_on(rest(live))

    server = uvicorn.Server(uvicorn.Config(app, ws=LiveSocket, log_config=None, lifespan="off"))
    with socket.create_server(("127.0.0.1", 0)) as listener:
        serving = asyncio.create_task(server._serve([listener]))
        reader, writer = await asyncio.open_connection("127.0.0.1", listener.getsockname()[1])
        writer.write(UPGRADE)
        await reader.readuntil(b"\r\n\r\n")
        await asyncio.wait_for(visit(reader, writer, server), 30)
        server.should_exit = True
        writer.close()
        await asyncio.wait_for(serving, 30)


async def _echo(live: LiveSocket) -> None:
    for _ in range(3):
        message: Any = await live.receive()
        live.say(message["text"].encode())


def test_what_follows_hears_says_and_closes() -> None:
    """Also texts in pieces, which Uvicorn's parser reads; nothing of the request is kept meanwhile."""

    async def visit(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, server: uvicorn.Server) -> None:
        for piece in (A, B[:3]):
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(0.05)
        assert await reader.readexactly(3) == b"\x81\x01a"
        (live,) = server.server_state.connections
        assert not {"scope", "request", "response"} & set(vars(live))
        writer.write(B[3:] + A)
        assert await reader.readexactly(6) == b"\x81\x01b\x81\x01a"
        assert await reader.read() == b"", "it ends with what followed the application"
        assert not server.server_state.tasks

    asyncio.run(served(_echo, visit))


def test_what_follows_ends_by_a_mistake(caplog: pytest.LogCaptureFixture) -> None:
    async def fail(live: LiveSocket) -> None:
        await live.receive()
        raise ZeroDivisionError

    async def visit(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, server: uvicorn.Server) -> None:
        writer.write(A)
        assert await reader.read() == b""

    with caplog.at_level(logging.ERROR):
        asyncio.run(served(fail, visit))
    assert "by our own mistake" in caplog.text


def test_a_server_that_stops_says_so_to_what_follows() -> None:
    heard: list[Any] = []

    async def listen(live: LiveSocket) -> None:
        heard.append(await live.receive())

    async def visit(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, server: uvicorn.Server) -> None:
        server.should_exit = True
        assert await reader.readexactly(4) == b"\x88\x02\x03\xf4"  # 1012: the service restarts

    asyncio.run(served(listen, visit))
    assert heard == [{"type": "websocket.disconnect", "code": 1012}]
