"""One person cannot slow the others: what is slow waits in turn, is withdrawn with its asker, and hangs nobody up."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from typing import Any

import pytest

import piazzetta
from piazzetta.server.routes import tables as http
from piazzetta.server.workers import analyses, pool
from piazzetta.server.workers.analyses import Analyses
from piazzetta.server.workers.fair_queue import FairQueue
from piazzetta.server.workers.thinkers import Overloaded, Thinkers, assignment
from piazzetta.tables.lessons import MOST_PLAYED_ON
from piazzetta.tables.refusals import Refused
from tests.server.tools import Player, ServerProcess, at_table

pytestmark = pytest.mark.compiled_only


async def queue(turns: FairQueue, wishes: list[tuple[str, bool]]) -> list[str]:
    """The order in which wishes get their turn, all of them made while somebody has the only place."""
    order: list[str] = []

    async def wait(asker: str, game: bool) -> None:
        async with turns.turn(asker, game):
            order.append(asker)

    async with turns.turn("first"):
        tasks = [asyncio.create_task(wait(*wish)) for wish in wishes]
        while len(turns) < len(wishes):
            await asyncio.sleep(0)
    await asyncio.gather(*tasks)
    return order


def test_everybody_gets_the_same_share() -> None:
    wishes = [("greedy", False)] * 50 + [("modest", False), ("late", False)]
    order = asyncio.run(queue(FairQueue(1), wishes))
    assert max(order.index("modest"), order.index("late")) <= 2
    assert len(order) == 52


def test_games_come_first_but_not_always() -> None:
    wishes = [("hint", False)] * 3 + [(f"table {number}", True) for number in range(12)]
    order = asyncio.run(queue(FairQueue(1), wishes))
    assert order[:4] == ["table 0", "table 1", "table 2", "hint"]
    assert [place for place, who in enumerate(order) if who == "hint"] == [3, 7, 11]


def test_whoever_goes_leaves_the_queue() -> None:
    async def story() -> None:
        turns = FairQueue(1)

        async def wait() -> None:
            async with turns.turn("gone"):
                raise AssertionError("nobody is here any more")

        async with turns.turn("first"):
            gone = [asyncio.create_task(wait()) for _ in range(5)]
            await asyncio.sleep(0)
            assert turns.waiting("gone") == 5
            for task in gone:
                task.cancel()
            await asyncio.gather(*gone, return_exceptions=True)
            assert len(turns) == 0
            called = asyncio.create_task(wait())
            await asyncio.sleep(0)
        called.cancel()  # after it was called, before it came
        await asyncio.gather(called, return_exceptions=True)
        async with asyncio.timeout(60), turns.turn("next"):
            pass

    asyncio.run(story())


def kill(workers: Thinkers, sign: signal.Signals) -> None:
    assert workers._pool is not None
    (process,) = workers._pool.executor._processes
    os.kill(process, sign)


@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot be stopped there")
def test_a_worker_that_hangs_or_dies_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Thinkers, "niceness", 0)
    match = piazzetta.game("portobello").start(seed=1)
    asked = assignment(match, match.mover, "random")

    async def story() -> None:
        workers = Thinkers(1)
        try:
            assert await workers.choose(asked) in asked.legal
            kill(workers, signal.SIGKILL)
            assert await workers.choose(asked) in asked.legal
            assert workers.replaced == 1
            kill(workers, signal.SIGSTOP)
            with pytest.raises(TimeoutError):
                await workers._run(0.3, time.sleep, 0)
            assert workers.replaced == 2
            assert workers._pool is None, "the next question starts another"
        finally:
            workers.stop()

    asyncio.run(asyncio.wait_for(story(), 600))


def test_who_waits_too_long_is_told() -> None:
    async def story() -> None:
        workers = Thinkers(1)
        async with workers._turns.turn("somebody"):
            with pytest.raises(Overloaded):
                await workers.run("else", time.sleep, 0, give_up=0.005)
            assert workers.waiting == 0

    asyncio.run(story())


class NoThinkers:
    """Workers that are never free."""

    async def run(self, asker: str, *work: Any, give_up: float) -> Any:
        await asyncio.Event().wait()


class Tasks:
    def spawn(self, work: Any) -> Any:
        work.close()


def test_an_asker_has_two_analyses_at_a_time() -> None:
    record = piazzetta.Record.of(piazzetta.game("portobello").start(seed=1))
    made = Analyses(NoThinkers(), Tasks())  # type: ignore[arg-type]
    for name in ("a", "b"):
        made.begin(name, record, "greedy")
    with pytest.raises(Refused):
        made.begin("c", record, "greedy")
    assert made.begin("d", record, "modest").analysis is None


def test_an_analysis_that_nobody_asks_for_any_more_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyses, "_FORGOTTEN", -1.0)
    record = piazzetta.Record.of(piazzetta.game("portobello").start(seed=1))
    judged: list[str] = []

    class Busy:
        async def run(self, asker: str, function: Any, *arguments: Any, give_up: float) -> Any:
            judged.append(function.__name__)
            return [1, 2, 3]

    async def story() -> None:
        tasks = []

        class Spawning:
            def spawn(self, work: Any) -> Any:
                tasks.append(asyncio.create_task(work))

        made = Analyses(Busy(), Spawning())  # type: ignore[arg-type]
        made.begin("a", record, "somebody")
        await asyncio.gather(*tasks)
        assert made.find("a") is None

    asyncio.run(story())
    assert judged == ["_places"]


def test_a_long_record_is_refused_before_it_is_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(piazzetta.Record, "verify", lambda record: pytest.fail("it was replayed"))
    record = piazzetta.Record.of(piazzetta.game("portobello").start(seed=1))
    record.moves = [(0, "pass")] * (MOST_PLAYED_ON + 1)
    with pytest.raises(Refused) as refusal:
        http._uploaded(record.dumps().encode())
    assert refusal.value.code == "too_big"


def test_hints_come_one_at_a_time(server: ServerProcess) -> None:
    made = server.create("portobello", ["me", "bot random"])

    async def story() -> None:
        player = Player(server.base, made["table"], {0: made["tokens"]["0"]})
        async with at_table(player):
            await player.turn()
            for number in range(20):
                await player.send(type="hint", id=f"h{number}", at=player.since)
            answers: list[str] = []
            while len(answers) < 20:
                message = await player.receive()
                if message["type"] in ("hint", "refused"):
                    answers.append(message.get("code") or "hint")
            assert answers.count("busy") >= 10
            assert "hint" in answers

    asyncio.run(story())


def test_a_worker_makes_way_for_others_after_its_first_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a start all bots wait: on a busy machine a worker that has made way would leave them waiting for long."""
    niceness, now = [0], [100.0]

    def nice(more: int) -> int:
        niceness[0] += more
        return niceness[0]

    monkeypatch.setattr(pool, "warm", lambda further: None)
    monkeypatch.setattr(os, "nice", nice)
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    monkeypatch.setattr(pool, "_make_way", None)
    pool._load(pool.NICENESS, {})
    assert pool.do(max, 1, 2) == 2
    assert niceness == [0]
    for _ in range(2):
        now[0] += pool._EQUAL_SECONDS
        assert pool.do(max, 1, 2) == 2
        assert niceness == [pool.NICENESS], "once"
