"""A table has one owner: who was paused cannot write after another server took over; nothing is lost, nothing twice."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import pytest
from websockets.exceptions import ConnectionClosed

from piazzetta.server.cluster.leases import LASTS, Leases
from piazzetta.server.store.database import Conflict, Unavailable
from piazzetta.server.store.postgres import Postgres
from piazzetta.server.store.schema import MIGRATIONS, migrate
from piazzetta.server.store.store import Store
from piazzetta.tables.log import LogEntry
from tests.server.store.postgres import postgres
from tests.server.tools import Player, ServerProcess, any_move, at_table, fetched, one_move
from tests.tiers import tier

pytestmark = pytest.mark.compiled_only

BEFORE_LEASES = 6  # the schema's version


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    with postgres() as url:
        yield url


@asynccontextmanager
async def owner(database: str, name: str) -> AsyncIterator[tuple[Store, Leases]]:
    store = Store(database)
    await store.open()
    leases = Leases(store, name)
    await leases.begin()
    try:
        yield store, leases
    finally:
        await leases.close()
        await store.close()


def entry(number: int) -> LogEntry:
    return LogEntry(number, 1, "said", {"number": number})


async def fences(store: Store, table: str) -> list[tuple[int, int | None]]:
    query = "SELECT number, fence FROM piazzetta_events WHERE table_id = :table ORDER BY number"
    return [(number, fence) for number, fence in await store.read(query, table=table)]


def test_an_older_fencing_number_is_refused_by_the_database(database: str) -> None:
    async def story() -> None:
        async with owner(database, "one") as (store, one), owner(database, "two") as (other, two):
            assert await one.take("t", insist=True) == 1
            await store.append("t", [entry(1)], None, fence=1)
            assert await one.take("t", insist=True) == 1, "nothing is asked for a second event"
            with pytest.raises(Unavailable, match="not responding"):
                await two.take("t", insist=False)
            assert await two.take("t", insist=True) == 2
            with pytest.raises(Conflict):  # its number is free: the fence alone refuses it
                await store.append("t", [entry(2)], None, fence=1)
            # the others in the same commit are stored
            appended = [store.append("t", [entry(2)], None, fence=1), store.append("u", [entry(1)], None, fence=1)]
            refused, stored = await asyncio.gather(*appended, return_exceptions=True)
            assert (type(refused), stored) == (Conflict, None)
            await other.append("t", [entry(2)], None, fence=2)
            one.forget("t")
            assert await one.take("t", insist=True) == 3
            await store.append("t", [entry(3), entry(4)], None, fence=3)
            assert await fences(store, "t") == [(1, 1), (2, 2), (3, 3), (4, 3)]
            assert await fences(store, "u") == [(1, 1)]

    asyncio.run(story())


def test_bots_and_clocks_wait_until_an_owner_is_gone(database: str) -> None:
    async def story() -> None:
        async with owner(database, "living") as (_, living):
            async with owner(database, "stopped") as (_, stopped):
                await stopped.take("v", insist=True)
                with pytest.raises(Unavailable):
                    await living.take("v", insist=False)
            assert await living.take("v", insist=False) == 2, "a server that stops lets go at once"
            async with owner(database, "killed") as (store, killed):
                await killed.take("w", insist=True)  # and says no more that it is alive
                begun = time.monotonic()
                while True:
                    try:
                        assert await living.take("w", insist=False) == 2
                        break
                    except Unavailable:
                        assert time.monotonic() < begun + 60
                        await asyncio.sleep(0.1)
                assert time.monotonic() - begun > LASTS / 2
                with pytest.raises(Conflict):
                    await store.append("w", [entry(1)], None, fence=1)

    asyncio.run(story())


def test_a_transaction_of_a_paused_server_does_not_hold_up_the_others(database: str) -> None:
    """It was stopped between its event and the commit: the database ends its transaction."""

    async def story() -> None:
        async with owner(database, "paused") as (paused, _), owner(database, "awake") as (store, leases):
            assert isinstance(paused.database, Postgres)
            held = await paused.database._pool.acquire()
            await held.execute("BEGIN")
            await held.execute(
                "INSERT INTO piazzetta_events (table_id, number, time, kind, body) VALUES ('x', 1, 1, 'said', '{}')"
            )
            fence = await leases.take("x", insist=True)
            await asyncio.wait_for(store.append("x", [entry(1)], None, fence=fence), 60)
            assert await fences(store, "x") == [(1, 1)]

    asyncio.run(story())


def test_an_older_database_migrates_while_an_older_server_still_writes(database: str) -> None:
    """Events without a fencing number stay valid, also those that a server of the schema before goes on writing."""
    old = "INSERT INTO piazzetta_events (table_id, number, time, kind, body) VALUES ('y', :n, 1, 'said', '{}')"

    async def story() -> None:
        before = Store(f"{database}?search_path=older")
        await before.open(reading=True)
        await before.write(("CREATE SCHEMA older", {}))
        assert await migrate(before.database, MIGRATIONS[:BEFORE_LEASES]) == BEFORE_LEASES
        await before.write((old, {"n": 1}))
        assert await migrate(before.database) == len(MIGRATIONS)
        await before.write((old, {"n": 2}))
        found = await before.read("SELECT number, fence FROM piazzetta_events ORDER BY number")
        assert found == [(1, None), (2, None)]
        await before.close()

    asyncio.run(story())


def test_migrations_since_leases_only_add() -> None:
    """So that a server of the version before goes on while the first new one is started."""
    for statement in (one for migration in MIGRATIONS[BEFORE_LEASES:] for one in migration):
        words = statement.upper()
        assert words.startswith(("CREATE TABLE", "CREATE INDEX", "ALTER TABLE")), statement
        if words.startswith("ALTER TABLE"):
            assert "ADD COLUMN" in words, statement
            assert "NOT NULL" not in words or "DEFAULT" in words, statement


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="pauses a process")
def test_a_paused_owner_cannot_write_when_it_wakes_up(database: str) -> None:
    """Its people play on at another server. When it goes on, moves that it had in hand are refused or were made before:
    nothing is there twice, nothing acknowledged is lost, and the fencing numbers of the log never fall."""
    options = ("--pace", "0", "--no-address-limits")
    first, second = (ServerProcess(database, *options).start() for _ in range(2))
    try:
        table, tokens = first.seated("portobello", 2)
        acknowledged: dict[str, int] = {}

        def people(server: ServerProcess) -> list[Player]:
            return [Player(server.base, table, {seat: token}) for seat, token in enumerate(tokens)]

        async def answers(player: Player) -> None:
            """What a server that goes on says about a move of before."""
            try:
                await asyncio.wait_for(player.until("nothing more"), 3)
            except (TimeoutError, ConnectionClosed):
                acknowledged.update({f"{player.client}.{one}": at for one, at in player.acknowledged.items()})

        async def story() -> None:
            dice = random.Random(5)
            for number in range(tier(3, 12)):
                owner, other = (first, second) if number % 2 else (second, first)
                at_owner, at_other = people(owner), people(other)
                async with at_table(*at_owner):
                    for player in at_owner:
                        await player.until("update")
                    asked = _asked(at_owner)
                    answer = await asked.command("play", move=any_move(number)(asked.sight or {}))
                    for player in at_owner:  # whose server owns the table now
                        while player.update["at"] < answer["at"]:
                            await player.receive()
                    asked = _asked(at_owner)
                    await asked.send(type="play", id="late", at=asked.since, move=any_move(number)(asked.sight or {}))
                    await asyncio.sleep(dice.random() * 0.02)
                    os.kill(owner.pid, signal.SIGSTOP)
                    try:
                        for _ in range(3):
                            for _ in range(10):
                                answer = await one_move(at_other)
                                if answer.get("code") not in ("stale", "not_your_turn"):
                                    break
                                # the owner was stopped after a commit, before it told others: people look again
                            assert answer["type"] == "done", answer
                    finally:
                        os.kill(owner.pid, signal.SIGCONT)
                    await asyncio.gather(*map(answers, at_owner))
                acknowledged.update({f"{p.client}.{one}": at for p in at_other for one, at in p.acknowledged.items()})

        asyncio.run(asyncio.wait_for(story(), 120))
        log = first.entries(table)
        assert [one.number for one in log] == list(range(1, len(log) + 1))
        commands = [one.command for one in log if one.command]
        assert len(set(commands)) == len(commands)
        assert len(acknowledged) >= tier(3, 12) * 3
        assert set(acknowledged.values()) <= {one.number for one in log}
        assert first.table(table).head == len(log)  # it replays
        rows = fetched(database, "SELECT fence FROM piazzetta_events WHERE table_id = $1 ORDER BY number", table)
        written = [row[0] for row in rows if row[0] is not None]
        assert written == sorted(written)
        assert len(set(written)) > tier(3, 12)
    finally:
        for server in (first, second):
            assert server.stop() == 0
            assert not [line for line in server.output if "Traceback" in line], server.output


def _asked(people: list[Player]) -> Player:
    return next(player for player in people if player.sight and player.sight["asked"])
