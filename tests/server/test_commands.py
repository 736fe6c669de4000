"""Repeated, late, conflicting and impossible commands do no harm."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.server.tools import Player, ServerProcess, any_move, at_table

pytestmark = pytest.mark.compiled_only


def seats_at(server: ServerProcess, game: str, players: int, **more: Any) -> list[Player]:
    table, tokens = server.seated(game, players, **more)
    return [Player(server.base, table, {seat: token}) for seat, token in enumerate(tokens)]


async def started(*players: Player) -> None:
    for player in players:
        while player.sight is None or player.sight["view"] is None:
            await player.receive()


def table_of(player: Player) -> str:
    return player.url.split("/")[-2]


def test_a_repeated_command_happens_once(server: ServerProcess) -> None:
    async def story() -> None:
        a, b = seats_at(server, "portobello", 2)
        async with at_table(a, b):
            await started(a, b)
            first = await b.command("play", move="bobby D1", id="once")  # the right-hand neighbour sets the Bobby
            assert first["type"] == "done"
            again = await b.command("play", move="bobby D1", id="once", at=0)
            assert (again["type"], again["at"]) == ("done", first["at"])
            # many at once, over two connections of the same client
            twin = Player(b.url.split("/api")[0].replace("ws", "http"), table_of(b), b.seats)
            twin.client = b.client
            async with at_table(twin):
                answers = await asyncio.gather(
                    *(p.command("play", move="bobby D1", id="once", at=0) for p in (b, twin))
                )
                assert {answer["at"] for answer in answers} == {first["at"]}
            # the same id from another client is another command
            await a.turn()
            assert (await a.command("play", move="tile 3", id="once"))["type"] == "done"
        kinds = [entry.kind for entry in server.entries(table_of(a))]
        assert kinds.count("play") == 2

    asyncio.run(story())


def test_a_repeat_is_known_after_many_others(server: ServerProcess) -> None:
    """Only the latest commands are in memory; the database has all."""

    async def story() -> None:
        a, b = seats_at(server, "portobello", 2)
        async with at_table(a, b):
            await started(a, b)
            first = await b.command("play", move="bobby D1", id="first")
            await a.turn()
            for number in range(20):
                assert (await a.command("play", move="tile 3"))["type"] == "done", number
                assert (await a.command("undo"))["type"] == "done"
            again = await b.command("play", move="bobby D1", id="first", at=1)
            assert (again["type"], again["at"]) == ("done", first["at"])

    asyncio.run(story())


def test_two_devices_of_a_seat_at_once(server: ServerProcess) -> None:
    """Of two different moves for the same question, one is played and the other is stale."""

    async def story() -> None:
        a, b = seats_at(server, "portobello", 2)
        other = Player(a.url.split("/api")[0].replace("ws", "http"), table_of(a), b.seats)
        async with at_table(a, b, other):
            await started(a, b, other)
            answers = await asyncio.gather(
                b.command("play", move="bobby D1"), other.command("play", move="bobby D2", at=b.since)
            )
            assert sorted(answer["type"] for answer in answers) == ["done", "refused"]
            refused = next(answer for answer in answers if answer["type"] == "refused")
            assert refused["code"] in ("not_your_turn", "stale")

    asyncio.run(story())


def test_refusals_say_why_and_change_nothing(server: ServerProcess) -> None:
    async def story() -> None:
        a, b = seats_at(server, "portobello", 2)
        async with at_table(a, b):
            await started(a, b)
            assert (await a.command("undo"))["code"] == "undo"
            head = a.since
            assert (await a.command("play", move="tile 3"))["code"] == "not_your_turn"
            assert (await b.command("play", move="bobby D99"))["code"] == "illegal"
            wrong = await b.command("play", move="tile 3")
            assert (wrong["code"], wrong["clause"]) == ("illegal", "2.3")
            assert "2.3" in wrong["sentence"]
            why = await b.command("why", move="tile 3")
            assert (why["type"], why["clause"]) == ("why", "2.3")
            assert (await b.command("why", move="bobby D1"))["sentence"] is None
            assert (await a.command("why", move="bobby D1"))["code"] == "not_your_turn"
            assert (await b.command("play", move="bobby D1", at=0))["code"] == "stale"
            assert (await b.command("play", seat=0, move="bobby D1"))["code"] == "not_your_seat"
            assert (await b.command("take_back_seat"))["code"] == "bot_plays"
            assert (await b.command("ping"))["type"] == "done"
            assert len(server.entries(table_of(a))) == head

    asyncio.run(story())


def test_undo_goes_as_far_as_the_engine_allows(server: ServerProcess) -> None:
    async def story() -> None:
        a, b = seats_at(server, "portobello", 2)
        async with at_table(a, b):
            await started(a, b)
            await b.command("play", move="bobby D1")
            await a.turn()
            assert (await a.command("undo"))["code"] == "undo"
            await a.command("play", move="tile 3")
            assert a.sight is not None
            assert a.sight["view"]["tile_in_use"] == "3"
            assert a.sight["undo"] is None
            assert (await a.command("undo"))["type"] == "done"
            assert a.sight["view"]["tile_in_use"] is None
            # latecomers learn that it was taken back, not what it was
            late = Player(a.url.split("/api")[0].replace("ws", "http"), table_of(a))
            async with at_table(late):
                update = await late.until("update")
            kinds = [(step["kind"], step.get("undone", False)) for step in update["happened"]]
            assert kinds == [("started", False), ("play", False), ("play", True), ("undo", False)]
        a, b = seats_at(server, "portobello", 2, options={"undo": False})
        async with at_table(a, b):
            await started(a, b)
            await b.command("play", move="bobby D1")
            assert (await b.command("undo"))["code"] == "off"

    asyncio.run(story())


def test_reconnecting_with_a_gap_brings_what_was_missed(server: ServerProcess) -> None:
    async def story() -> None:
        a, b = seats_at(server, "viaggiatore", 2)
        watcher = Player(a.url.split("/api")[0].replace("ws", "http"), table_of(a))
        async with at_table(a, b, watcher):
            await started(a, b)
            watching = asyncio.create_task(watcher.play_on(lambda sight: None, until=40))
            await asyncio.gather(a.play_on(any_move(1), until=20), b.play_on(any_move(2), until=20))
            known = a.since
            await a.close()
            await b.command("chat", text="where are you?")
            answered = any_move(3)
            a.messages.clear()
            await a.enter()
            update = await a.until("update")
            talk = [message["text"] for message in a.messages if message["type"] == "chat"]
            assert talk == ["where are you?"]
            assert all(step["at"] > (known or 0) for step in update["happened"])
            await asyncio.gather(a.play_on(answered, until=40), b.play_on(any_move(4), until=40))
            watching.cancel()
        # the client with the gap, and one that starts fresh, heard of everything exactly once
        anew = Player(a.url.split("/api")[0].replace("ws", "http"), table_of(a), a.seats)
        async with at_table(anew):
            whole = await anew.until("update")
        numbers = [step["at"] for step in whole["happened"]]
        assert numbers == sorted(set(numbers))
        assert len(numbers) > 30

    asyncio.run(story())
