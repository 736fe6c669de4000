"""Below HTTP, and rates that connecting again does not renew."""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
import socket
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import uvicorn
from starlette.requests import HTTPConnection
from uvicorn.server import ServerState

from piazzetta.server.app import Server
from piazzetta.server.routes import sockets as wire
from piazzetta.server.routes.http.headers import headers_for
from piazzetta.server.routes.http.rate_limits import PersonBuckets
from piazzetta.server.settings import Settings
from tests.server.tools import Player, ServerProcess, any_move, at_table

pytestmark = pytest.mark.compiled_only


@contextlib.asynccontextmanager
async def listening(settings: Settings) -> AsyncIterator[int]:
    """A server that greets, on our connections; its port."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"4")]})
        await send({"type": "http.response.body", "body": b"ciao"})

    config = uvicorn.Config(app, http=wire.wire(settings), log_config=None, lifespan="off")
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        serving = asyncio.create_task(server._serve([listener]))
        yield listener.getsockname()[1]
        server.should_exit = server.force_exit = True
        await serving


async def answered(reader: asyncio.StreamReader) -> bytes:
    return await asyncio.wait_for(reader.read(), 60)


def test_a_head_has_its_size_and_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask(port: int, sent: bytes) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        with contextlib.suppress(ConnectionError):
            writer.write(sent)
            await writer.drain()
        got = await answered(reader)
        writer.close()
        return got[:12]

    async def story() -> None:
        async with listening(Settings()) as port:
            monkeypatch.setattr(wire, "_HEAD_SECONDS", 600.0)
            close = b"connection: close\r\n\r\n"
            assert await ask(port, b"GET / HTTP/1.1\r\n" + close) == b"HTTP/1.1 200"
            assert await ask(port, b"GET / HTTP/1.1\r\nx: " + b"y" * 20_000 + b"\r\n" + close) == b"HTTP/1.1 200"
            assert await ask(port, b"GET / HTTP/1.1\r\n" + b"x: " + b"y" * 40_000) == b"HTTP/1.1 431", "no end in sight"
            assert await ask(port, b"GET / HTTP/1.1\r\n" + b"x: 123456789\r\n" * 4000 + close) == b"HTTP/1.1 431"
            assert await ask(port, b"GET /" + b"y" * 40_000 + b" HTTP/1.1\r\n" + close) == b"HTTP/1.1 431"
            monkeypatch.setattr(wire, "_HEAD_SECONDS", 0.2)
            for begun in (b"", b"GET / HT", b"GET / HTTP/1.1\r\nhost: a\r\n"):
                assert await ask(port, begun) == b"HTTP/1.1 408"

    asyncio.run(story())


def test_an_address_has_so_many_connections_at_once() -> None:
    async def story() -> None:
        opened: list[asyncio.StreamWriter] = []

        async def welcome(port: int) -> bool:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            opened.append(writer)
            with contextlib.suppress(ConnectionError):
                writer.write(b"GET / HTTP/1.1\r\n\r\n")
                return (await reader.readline()).startswith(b"HTTP/1.1 200")
            return False

        async with listening(Settings(most_requests_at_once=3)) as port:
            assert [await welcome(port) for _ in range(4)] == [True, True, True, False]
            opened[0].close()
            while not await welcome(port):  # until the server has noticed
                pass
            for writer in opened:
                writer.close()

    asyncio.run(asyncio.wait_for(story(), 60))


def test_the_web_server_in_front_stands_for_many() -> None:
    limits = wire.Limits(Settings(most_requests_at_once=2, proxy="10.0.0.1"))
    assert [limits.admit("10.0.0.1") for _ in range(5)] == [True] * 5
    assert [limits.admit("10.0.0.2") for _ in range(3)] == [True, True, False]
    limits.dismiss("10.0.0.2")
    assert limits.admit("10.0.0.2")


def test_all_addresses_of_an_ipv6_network_count_as_one() -> None:
    limits = wire.Limits(Settings(most_requests_at_once=2, proxy="2001:db8:9::1"))
    assert [limits.admit(f"2001:db8:1:2::{number}") for number in (1, 2, 3)] == [True, True, False]
    assert limits.admit("2001:db8:1:3::1"), "another network"
    limits.dismiss("2001:db8:1:2::9")
    assert limits.admit("2001:db8:1:2::4")
    assert all(limits.admit("2001:db8:9::1") for _ in range(5)), "the web server in front"


def test_a_request_broken_off_is_no_failure_of_ours(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    head = [(b"content-type", b"application/json")]
    scope = {"type": "http", "method": "POST", "path": "/api/v1/tables", "headers": head, "query_string": b""}
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    async def story() -> None:
        server = Server(Settings(db=f"sqlite:///{tmp_path / 'tables.db'}"))
        await server.open()
        try:
            await server.app({**scope, "http_version": "1.1", "client": ("127.0.0.1", 1)}, receive, send)  # type: ignore[arg-type]
        finally:
            await server.close()

    asyncio.run(story())
    assert sent[0]["status"] == 400
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


def test_connecting_again_renews_no_rate(server: ServerProcess) -> None:
    """0.1 took 75 lines in 0.9 s from somebody who connected anew for each five of them."""
    made = server.create("portobello", ["me", "open"])

    async def story() -> list[str | None]:
        codes = []
        for _ in range(6):
            player = Player(server.base, made["table"], {0: made["tokens"]["0"]})
            async with at_table(player):
                codes += [(await player.command("chat", text="ciao")).get("code") for _ in range(5)]
        return codes

    codes = asyncio.run(story())
    assert codes[:5] == [None] * 5
    assert codes.count("rate") >= 5, codes


def test_an_address_has_its_rates_too() -> None:
    buckets = PersonBuckets((2, 0.001), Settings(household=2))
    assert [buckets.take("ada", "here") for _ in range(3)] == [True, True, False]
    assert [buckets.take(who, "here") for who in ("leo", "leo", "eva")] == [True, True, False]
    assert buckets.take("eva", "elsewhere")
    trusted = PersonBuckets((2, 0.001), Settings(address_limits=False))
    assert all(trusted.take(str(number), "here") for number in range(100))


def test_https_stays_https() -> None:
    def sent(scheme: str) -> dict[bytes, bytes]:
        scope = {"type": "http", "scheme": scheme, "headers": [], "path": "/", "server": ("a", 1), "query_string": b""}
        return dict(headers_for(HTTPConnection(scope)))

    assert sent("https")[b"strict-transport-security"] == b"max-age=31536000"
    assert b"strict-transport-security" not in sent("http")


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_the_file_limit_is_raised(server: ServerProcess) -> None:
    limits = Path(f"/proc/{server.pid}/limits").read_text("utf-8")
    found = re.search(r"Max open files +(\d+|unlimited) +(\d+|unlimited)", limits)
    assert found
    soft, hard = (10**9 if one == "unlimited" else int(one) for one in found.groups())
    assert soft >= min(hard, 65536)


def test_a_slow_reader_waits_in_a_queue_that_ends() -> None:
    """What is written while a reader is slow comes later and in order; who falls too far behind is told so."""
    written: list[bytes] = []
    transport: Any = SimpleNamespace(write=written.append, abort=lambda: written.append(b"cut off"))

    async def story() -> None:
        config = uvicorn.Config(lambda: None, lifespan="off")
        live = wire.LiveSocket(config=config, server_state=ServerState(), app_state={})
        live.transport = transport
        assert live.say(b"one")
        assert live.say(b"more")
        assert not written, "a step's messages go together"
        await asyncio.sleep(0)
        live.pause_writing()
        assert all(live.say(b"%d" % number) for number in range(wire._QUEUED))
        assert not live.say(b"too much")
        assert written == [b"\x81\x03one\x81\x04more"]
        live.resume_writing()
        assert written[1:4] == [b"\x81\x010", b"\x81\x011", b"\x81\x012"]
        assert written[-1] == b"\x81\x08too much"
        live.pause_writing()
        live.say(b"last")
        live.finish(drop=False)
        assert written[-1] == b"\x81\x04last"

    asyncio.run(story())
    assert wire._framed(b"x" * 200)[:4] == b"\x81\x7e\x00\xc8"
    assert wire._framed(b"x" * 70_000)[:10] == b"\x81\x7f" + (70_000).to_bytes(8, "big")


@contextlib.asynccontextmanager
async def delayed(port: int, seconds: float, rng: random.Random) -> AsyncIterator[int]:
    """A proxy in front of a port that delays everything and tears it into pieces; its own port."""

    async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(rng.randrange(1, 400)):
                await asyncio.sleep(rng.uniform(0, seconds))
                writer.write(data)
                await writer.drain()
        writer.close()

    async def meet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.gather(pass_on(reader, back), pass_on(there, writer))

    async with await asyncio.start_server(meet, "127.0.0.1", 0) as proxy:
        yield proxy.sockets[0].getsockname()[1]


def test_packets_that_come_late_and_in_pieces(tmp_path: Path) -> None:
    """One person plays through a bad line, the other does not: both see the same game."""
    server = ServerProcess(f"sqlite:///{tmp_path / 't.sqlite'}").start()
    try:

        async def story() -> None:
            table, tokens = server.seated("portobello", 2)
            async with delayed(server.port, 0.02, random.Random(1)) as port:
                slow = Player(f"http://127.0.0.1:{port}", table, {0: tokens[0]}, changes=True)
                quick = Player(server.base, table, {1: tokens[1]}, changes=True)
                async with at_table(slow, quick):
                    await asyncio.gather(*(one.play_on(any_move(1), until=14) for one in (slow, quick)))
                    both = [one.sight["view"] | {"viewer": None} for one in (slow, quick) if one.sight]
                    assert both[0] == both[1]

        asyncio.run(story())
    finally:
        server.stop()
