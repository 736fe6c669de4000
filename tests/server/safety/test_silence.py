"""Connections that die without a word: packets are dropped, no socket is closed."""

from __future__ import annotations

import asyncio
import socket
import time
from typing import Any

import pytest
import uvicorn

from piazzetta.server.routes.sockets import LiveSocket
from tests.server.silence import network
from tests.server.tools import Player, ServerProcess, any_move, at_table

pytestmark = pytest.mark.compiled_only

UPGRADE = (
    b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


@pytest.mark.parametrize("waiting", [0, 20_000_000])
def test_the_server_lets_go_of_a_client_that_answers_no_ping(waiting: int) -> None:
    """Also if bytes wait to be sent, which nobody will ever take."""
    ended: list[float] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        if waiting:
            await send({"type": "websocket.send", "text": "x" * waiting})
        while (await receive())["type"] != "websocket.disconnect":
            pass
        ended.append(time.monotonic())

    async def story() -> None:
        config = uvicorn.Config(
            app, ws=LiveSocket, log_config=None, lifespan="off", ws_ping_interval=0.2, ws_ping_timeout=0.3
        )
        server = uvicorn.Server(config)
        with socket.create_server(("127.0.0.1", 0)) as listener:
            serving = asyncio.create_task(server._serve([listener]))
            reader, writer = await asyncio.open_connection("127.0.0.1", listener.getsockname()[1], limit=1024)
            writer.write(UPGRADE)
            await reader.readuntil(b"\r\n\r\n")
            for _ in range(300):  # and nothing more is read or said
                if ended and not server.server_state.connections:
                    break
                await asyncio.sleep(0.1)
            assert ended
            assert not server.server_state.connections
            server.should_exit = server.force_exit = True
            writer.transport.abort()
            await serving

    asyncio.run(asyncio.wait_for(story(), 60))


@pytest.mark.parametrize(("there", "back"), [(True, True), (True, False), (False, True)])
def test_a_command_on_its_way_is_stored_once(server: ServerProcess, there: bool, back: bool) -> None:
    table, tokens = server.seated("portobello", 2)

    async def story() -> None:
        with network() as line:
            line.to = server.port
            async with at_table(*(Player(line.base, table, {seat: token}) for seat, token in enumerate(tokens))) as two:
                for player in two:
                    await player.until("update")
                asked = next(player for player in two if player.sight and player.sight["asked"])
                assert asked.sight is not None
                head = server.table(table).head
                line.cut(there, back)
                commands = [
                    {"type": "play", "id": "once", "at": asked.since, "move": any_move(1)(asked.sight)},
                    *({"type": "chat", "id": f"c{number}", "at": asked.since, "text": "ciao"} for number in range(4)),
                ]
                for command in commands:
                    await asked.send(**command)
                for _ in range(600 if not there else 3):  # what arrives is stored although its answer is lost
                    await asyncio.sleep(0.1)
                    if server.table(table).head == head + len(commands):
                        break
                assert (server.table(table).head > head) == (not there)
                assert asked.socket is not None
                again = Player(server.base, table, asked.seats)
                again.client, again.since = asked.client, asked.since
                async with at_table(again):
                    for _ in range(2):
                        for command in commands:
                            answer = await again.command(
                                str(command["type"]), **{key: command[key] for key in command if key != "type"}
                            )
                            assert answer["type"] == "done", answer
        stored = [entry.command for entry in server.entries(table) if entry.command]
        assert len(stored) == len(set(stored)) == len(commands)

    asyncio.run(asyncio.wait_for(story(), 120))
