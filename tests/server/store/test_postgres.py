"""PostgreSQL: the same code, and two server processes that serve one table together."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Iterator

import pytest

from piazzetta import Record
from piazzetta.server.store.database import Statement
from piazzetta.server.store.store import Store
from tests.server.store.postgres import postgres
from tests.server.tools import Player, ServerProcess, any_move, at_table
from tests.tiers import tier

pytestmark = pytest.mark.compiled_only


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    with postgres() as url:
        yield url


@pytest.fixture(scope="module")
def pair(database: str) -> Iterator[tuple[ServerProcess, ServerProcess]]:
    options = ("--pace", "0", "--waiting", "0.5", "--no-address-limits")
    servers = (ServerProcess(database, *options).start(), ServerProcess(database, *options).start())
    yield servers
    for server in servers:
        server.stop()
        assert not [line for line in server.output if "Traceback" in line or "ERROR" in line], server.output


@pytest.mark.parametrize("game", tier(["viaggiatore"], ["portobello", "viaggiatore"]))
def test_two_servers_serve_one_table(pair: tuple[ServerProcess, ServerProcess], game: str) -> None:
    one, other = pair
    made = one.create(
        game,
        ["me", *tier(["open"], ["open", "open"]), "bot random"],
        rules={"target": tier(1, 2)} if game == "viaggiatore" else {},
    )
    table = made["table"]
    tokens = [made["tokens"]["0"]]
    for server in (other, one)[: tier(1, 2)]:
        tokens.append(server.post(f"/api/v1/tables/{table}/join", {"name": "B"}).json()["token"])

    async def story() -> None:
        players = [Player((one, other)[seat % 2].base, table, {seat: token}) for seat, token in enumerate(tokens)]
        watcher = Player(other.base, table)
        async with at_table(*players, watcher):
            games = [player.play_on(any_move(seat)) for seat, player in enumerate(players)]
            await asyncio.wait_for(asyncio.gather(*games, watcher.play_on(lambda sight: None)), 600)
        # all have seen the same events, in order, each once
        told = []
        for player in (*players, watcher):
            steps = [s for m in player.messages if m["type"] == "update" for s in m["happened"] if s["kind"] == "play"]
            told.append([(step["at"], step["seat"]) for step in steps])
            assert player.sight is not None
            assert player.sight["view"]["scores"] == players[0].sight["view"]["scores"]  # type: ignore[index]
        assert all(one == told[0] for one in told)
        assert [at for at, _ in told[0]] == sorted({at for at, _ in told[0]})

    asyncio.run(story())
    records = [server.get(f"/api/v1/tables/{table}/record").content for server in pair]
    assert records[0] == records[1]
    Record.loads(records[0]).verify()


def test_the_same_command_at_both_servers_happens_once(pair: tuple[ServerProcess, ServerProcess]) -> None:
    one, _ = pair
    table, tokens = one.seated("portobello", 2)

    async def story() -> None:
        a = Player(one.base, table, {0: tokens[0]})
        here, there = (Player(server.base, table, {1: tokens[1]}) for server in pair)
        there.client = here.client
        async with at_table(a, here, there):
            await here.turn()
            await there.turn()
            for _ in range(3):
                answers = await asyncio.gather(
                    *(p.command("play", move="bobby D1", id="same", at=here.since) for p in (here, there))
                )
                assert {answer["type"] for answer in answers} == {"done"}
                assert len({answer["at"] for answer in answers}) == 1
            # people on the other server count as present
            assert (await a.command("bot_for", absent=1))["code"] == "not_away"
            await here.close()
            await asyncio.sleep(0.7)
            assert (await a.command("bot_for", absent=1))["code"] == "not_away"

    asyncio.run(story())


def test_a_killed_server_is_replaced_by_the_other(database: str, pair: tuple[ServerProcess, ServerProcess]) -> None:
    """People continue on the other server; after a while it runs the bots too."""
    one, _ = pair
    doomed = ServerProcess(database, "--pace", "0.3", "--no-address-limits").start()
    made = doomed.create("portobello", ["me", "bot random"])

    async def story() -> None:
        player = Player(doomed.base, made["table"], {0: made["tokens"]["0"]})
        after = Player(one.base, made["table"], player.seats)
        async with at_table(player):
            while player.sight is None or player.sight["view"] is None:
                await player.receive()
            await asyncio.to_thread(doomed.kill)
        async with at_table(after):
            await asyncio.wait_for(after.turn(), 600)
            assert after.sight is not None
            move = after.sight["legal"][0]["move"]
            assert (await after.command("play", move=move))["type"] == "done"

    asyncio.run(story())
    doomed.stop()


def test_who_gives_up_waiting_leaves_the_connections_in_order(database: str, caplog: pytest.LogCaptureFixture) -> None:
    """A question whose asker is cancelled is answered to its end: asyncpg would leave its connection in the middle of
    an answer, and whoever gets it next would meet "another operation is in progress", or wait for ever."""

    async def story() -> None:
        store = Store(database)
        await store.open()
        rng = random.Random(1)

        async def impatient() -> None:
            for _ in range(30):
                asking = asyncio.create_task(store.read("SELECT pg_sleep(:seconds)", seconds=rng.uniform(0, 0.02)))
                await asyncio.sleep(rng.uniform(0, 0.02))
                asking.cancel()
                await asyncio.sleep(0)
                asking.cancel()  # while it lets go
                await asyncio.gather(asking, return_exceptions=True)

        async def hasty() -> None:
            nothing: Statement = ("UPDATE piazzetta_schema SET version = version", {})
            for _ in range(30):
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(rng.uniform(0, 0.01)):
                        await store.write(nothing, ("SELECT pg_sleep(:seconds)", {"seconds": 0.004}))
                await asyncio.sleep(0.05)

        await asyncio.gather(*(impatient() for _ in range(12)), *(hasty() for _ in range(8)))
        assert await asyncio.gather(*(store.value("SELECT 1") for _ in range(50))) == [1] * 50
        while not await store.alive():  # what was begun for those who gave up may still stand in line
            await asyncio.sleep(0.1)
        await store.close()

    asyncio.run(asyncio.wait_for(story(), 120))
    assert not caplog.records
