"""How often and how much: limits of a connection, of an address, of a table."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Iterator
from contextlib import suppress

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from piazzetta.server.routes.http.rate_limits import Buckets
from piazzetta.server.settings import Settings
from tests.server.tools import Player, ServerProcess, at_table, closed_with

pytestmark = pytest.mark.compiled_only

#: By the server, or lost: data still in transit met a closed connection.
CLOSED_FOR_ITS_RATE = (4429, 1006)


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with its limits per address."""
    process = ServerProcess(f"sqlite:///{tmp_path_factory.mktemp('strict') / 't.sqlite'}", "--pace", "0").start()
    yield process
    process.stop()


def refused_by_rate(server: ServerProcess) -> float:
    found = re.search(r'refusals_total\{code="rate"\} ([\d.]+)', server.metrics())
    return float(found[1]) if found else 0.0


async def flood(player: Player, text: str) -> int:
    """Say the same again and again until the server closes the connection; with which code it does.

    Listen meanwhile: answers that nobody takes would keep the end of the connection from being heard.
    """
    assert player.socket is not None
    listening = asyncio.create_task(closed_with(player))
    with suppress(ConnectionClosed):
        while not listening.done():
            await player.socket.send(text)
            await asyncio.sleep(0)
    return await listening


def test_a_flood_of_messages_ends_the_connection(server: ServerProcess) -> None:
    made = server.create("portobello", ["me", "open"])
    before = refused_by_rate(server)

    async def story() -> int:
        player = Player(server.base, made["table"], {0: made["tokens"]["0"]})
        await player.enter()
        return await flood(player, '{"type": "ping", "id": "1"}')

    assert asyncio.run(asyncio.wait_for(story(), 600)) in CLOSED_FOR_ITS_RATE
    assert refused_by_rate(server) >= before + Settings.bad_messages[0], "it was told why first"


def test_rubbish_is_refused_and_then_ends_the_connection(server: ServerProcess) -> None:
    made = server.create("portobello", ["me", "open"])

    async def story() -> int:
        player = Player(server.base, made["table"], {0: made["tokens"]["0"]})
        await player.enter()
        assert player.socket is not None
        for rubbish in ("", "{", "[]", '{"type": "dance"}', b"\x00", '{"type": "hello", "v": 1}'):
            await player.socket.send(rubbish)
            await player.until("refused", code="bad")
        return await flood(player, "{")

    assert asyncio.run(asyncio.wait_for(story(), 600)) in CLOSED_FOR_ITS_RATE


def test_chat_is_plain_short_and_slow(server: ServerProcess) -> None:
    table, tokens = server.seated("portobello", 2)

    async def story() -> None:
        a, b = (Player(server.base, table, {seat: token}) for seat, token in enumerate(tokens))
        async with at_table(a, b):
            await a.command("chat", text="  ciao \u202e\x00 <b>tutti</b>\n")
            heard = await b.until("chat")
            assert heard["text"] == "ciao <b>tutti</b>"  # plain text, never markup: the page shows it as it is
            assert (await a.command("chat", text="\u200b"))["code"] == "bad"
            await a.send(type="chat", id="long", text="x" * 501)
            assert (await a.until("refused"))["code"] == "bad"
            for number in range(20):  # at once: what waits for its answer may be slow enough
                await a.send(type="chat", id=str(number), text="ciao")
            await a.until("refused", code="rate")

    asyncio.run(story())
    table = server.create("portobello", ["me", "open"], options={"chat": False})["table"]


def test_an_address_has_its_rates(strict: ServerProcess) -> None:
    wish = {"game": "portobello", "seats": [{"kind": "me"}, {"kind": "open"}]}
    burst, rate = Settings.changes
    begun = time.monotonic()
    made = 0
    while (status := strict.post("/api/v1/tables", wish).status_code) == 201:
        made += 1
        assert made <= burst + 1 + rate * (time.monotonic() - begun)
    assert status == 429
    assert made > 5
    bucket = Buckets((60, 0.001))
    assert [bucket.take("a") for _ in range(61)] == [True] * 60 + [False]
    assert bucket.take("b")
    assert all(Buckets((1, 0), enabled=False).take("a") for _ in range(9))


def test_an_address_has_so_many_connections(strict: ServerProcess) -> None:
    async def story() -> int:
        sockets = []
        refused = 0
        for _ in range(110):
            try:
                sockets.append(await connect(Player(strict.base, "nosuchtable").url))
            except InvalidStatus as refusal:
                assert refusal.response.status_code == 403
                refused += 1
        for socket in sockets:
            await socket.close()
        return refused

    assert asyncio.run(story()) >= 10


def test_seats_and_spectators_are_capped(server: ServerProcess) -> None:
    made = server.create("portobello", ["me", "open"], options={"spectators": False})
    table, token = made["table"], made["tokens"]["0"]

    async def story() -> None:
        watcher = Player(server.base, table)
        watcher.socket = await connect(watcher.url)
        await watcher.send(type="hello", v=1)
        assert await closed_with(watcher) == 4403
        same = [Player(server.base, table, {0: token}) for _ in range(9)]
        async with at_table(*same[:8]):
            ninth = same[8]
            ninth.socket = await connect(ninth.url)
            await ninth.send(type="hello", v=1, seats=[{"seat": 0, "token": token}])
            assert await closed_with(ninth) == 4413

    asyncio.run(story())
    assert server.get(f"/api/v1/tables/{table}/replay").status_code in (403, 409)


def test_hello_comes_first_and_in_time(server: ServerProcess) -> None:
    table = server.create("portobello", ["me", "open"])["table"]

    async def code(text: str, where: str = table) -> int:
        player = Player(server.base, where)
        player.socket = await connect(player.url)
        await player.socket.send(text)
        return await closed_with(player)

    assert asyncio.run(code('{"type": "ping", "id": "1"}')) == 4400
    assert asyncio.run(code('{"type": "hello", "v": 2}')) == 4400
    assert asyncio.run(code('{"type": "hello", "v": 1, "x": 1}')) == 4400
    assert asyncio.run(code('{"type": "hello", "v": 1}', "nosuchtable")) == 4404


def test_a_first_visit_gets_every_file_of_the_page(strict: ServerProcess) -> None:
    """For offline use a page fetches all its files at once: they have a separate rate limit."""
    assert [strict.get("/").status_code for _ in range(150)] == [200] * 150
