"""Slow games at a server: banks, stand-ins, plans that nobody else learns of, holidays."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from piazzetta.server.people.holidays import DAY, MOST, YEAR, taken
from tests.server.people.friends import Device, keep
from tests.server.tools import Player, ServerProcess, any_move, at_table

pytestmark = pytest.mark.compiled_only


def people_at(server: ServerProcess, table: str, tokens: list[str]) -> list[Player]:
    return [Player(server.base, table, {seat: token}, changes=True) for seat, token in enumerate(tokens)]


async def asked(players: list[Player]) -> Player:
    """Whoever has to move now."""
    await players[0].command("ping")
    while not (players[0].sight or {}).get("awaited"):
        await players[0].receive()
    assert players[0].sight is not None
    player = players[players[0].sight["awaited"][0]]
    await player.turn()
    return player


def test_a_bot_plays_on_when_the_bank_is_empty(server: ServerProcess) -> None:
    """The smallest bank is 30 seconds: the log is written for the rest."""
    refused = server.post(
        "/api/v1/tables",
        {"game": "portobello", "seats": [{"kind": "me"}, {"kind": "open"}], "options": {"bank": 60, "clock": 60}},
    )
    assert refused.status_code == 400
    assert "bank" in refused.json()["sentence"]
    table, tokens = server.seated("portobello", 2, options={"bank": 60, "increment": 5})

    async def story() -> None:
        players = people_at(server, table, tokens)
        async with at_table(*players):
            clock = await players[0].until("clock")
            assert clock["banks"] == {"0": 60_000, "1": 60_000}
            (seat,) = clock["deadlines"]
            assert 0 < clock["deadlines"][seat] - clock["now"] <= 60_000
            mover = await asked(players)
            assert mover.sight is not None
            assert (await mover.command("play", move=mover.sight["legal"][0]["move"]))["type"] == "done"
        played = server.entries(table)[-1]
        assert played.kind == "play"
        assert 50_000 < played.body["left"] <= 60_000

    asyncio.run(asyncio.wait_for(story(), 60))


def test_a_stand_in_is_seen_by_all_and_plays_until_the_person_is_back(server: ServerProcess) -> None:
    table, tokens = server.seated("portobello", 2, options={"clock": 14 * 86400})

    async def story() -> None:
        players = people_at(server, table, tokens)
        async with at_table(*players):
            mover = await asked(players)
            other = players[1 - mover.seat]
            refused = await mover.command("stand_in", level="genius")
            assert (refused["type"], refused["code"]) == ("refused", "bad")
            assert (await mover.command("stand_in", level="easy", now=True))["type"] == "done"
            while True:
                seat = (await other.until("seats"))["seats"][mover.seat]
                if seat["bot_plays"]:
                    break
            assert seat["stand_in"] == "easy"
            await other.turn()  # the bot has moved
            assert (await mover.command("take_back_seat"))["type"] == "done"
            while (await other.until("seats"))["seats"][mover.seat]["bot_plays"]:
                pass

    asyncio.run(asyncio.wait_for(story(), 60))


async def quiet(*players: Player) -> list[int]:
    """How many messages each has heard, once everything before has been told."""
    for player in players:
        await player.command("ping")
    return [len(player.heard) for player in players]


def test_a_plan_is_made_when_its_turn_comes_and_nobody_else_hears_of_it(server: ServerProcess) -> None:
    table, tokens = server.seated("viaggiatore", 3)

    async def story() -> None:
        players = people_at(server, table, tokens)
        watching = Player(server.base, table, changes=True)
        async with at_table(*players, watching):
            caller = await asked(players)
            planner = players[(caller.seat + 1) % 3]
            others = [player for player in (*players, watching) if player is not planner]
            before = await quiet(*others)
            head = server.table(table).head
            done = await planner.command("plan", steps=[[{"move": "bid 999"}]])
            assert (done["type"], done["code"]) == ("refused", "illegal")
            hand = legal_bids(server, table, planner.seat)
            done = await planner.command(
                "plan", steps=[[{"move": hand[0], "when": "phase", "is": "never"}, {"move": hand[1]}]]
            )
            assert done["type"] == "done", done
            assert done["at"] == head
            assert planner.sight is not None
            assert planner.sight["planned"]["done"] == 0
            assert [count + 1 for count in before] == await quiet(*others), "only the answer to the ping"
            assert server.table(table).head == head, "no number is missing in what others see"
            refused = await caller.command("plan", steps=[[{"move": "close"}]])
            assert refused["code"] == "your_turn"
            assert (await caller.command("play", move="auction"))["type"] == "done"
            while planner.sight["planned"] is not None:
                await planner.until("update")
            (planned,) = [entry for entry in server.entries(table) if entry.body.get("by") == "plan"]
            assert (planned.body["seat"], planned.body["move"]) == (planner.seat, hand[1])
            await quiet(*others)
            for one in others:
                assert not any(f'"{hand[1]}"' in text for text in one.heard), "a bid is secret"
                told = [message["sight"]["planned"] for message in one.messages if "sight" in message]
                assert set(told) == {None}

    asyncio.run(asyncio.wait_for(story(), 60))


def legal_bids(server: ServerProcess, table: str, seat: int) -> list[str]:
    """What a seat could bid if there were an auction now."""
    loaded = server.table(table)
    match = loaded.match
    assert match is not None
    assert loaded.dealer is not None
    trial = match.copy(loaded.dealer.copy())
    trial.play("auction")
    return [move for move in trial.choices(seat) if move.startswith("bid ")]


def test_a_plan_outlives_the_server(server: ServerProcess, tmp_path: Any) -> None:
    own = ServerProcess(f"sqlite:///{tmp_path / 'plans.sqlite'}", "--pace", "0", "--no-address-limits").start()
    try:
        table, tokens = own.seated("portobello", 2)

        async def plan() -> tuple[int, str]:
            players = people_at(own, table, tokens)
            async with at_table(*players):
                choose = any_move(3)
                first = await asked(players)
                assert first.sight is not None
                await first.command("play", move=choose(first.sight))  # the Bobby is set
                mover = await asked(players)
                other = players[1 - mover.seat]
                assert (await other.command("plan", steps=[[{"move": "tile 3"}]]))["type"] == "done"
                return other.seat, table

        seat, _ = asyncio.run(asyncio.wait_for(plan(), 60))
        own.kill()
        own.start()

        async def play() -> None:
            players = people_at(own, table, tokens)
            async with at_table(*players):
                await players[seat].until("update")
                sight = players[seat].sight
                assert sight is not None
                assert sight["planned"]["steps"] == [[{"move": "tile 3"}]]
                other = players[1 - seat]
                choose = any_move(4)
                for _ in range(60):
                    await other.command("ping")
                    assert other.sight is not None
                    if any(entry.body.get("by") == "plan" for entry in own.entries(table)):
                        return
                    if other.sight["asked"]:
                        await other.command("play", move=choose(other.sight))
                    else:
                        await asyncio.sleep(0.05)
                raise AssertionError("the plan was not carried out")

        asyncio.run(asyncio.wait_for(play(), 60))
    finally:
        own.stop()


# --- holidays ---


def seats_of(device: Device, table: str) -> list[dict[str, Any]]:
    seats: list[dict[str, Any]] = device.get(f"/tables/{table}").json()["seats"]
    return seats


def test_a_holiday_stops_the_clocks_of_slow_games(server: ServerProcess) -> None:
    ada = keep(server, "Ada")
    slow = ada.create(options={"clock": 86400})
    fast = ada.create(options={"clock": 3600})
    until = int(time.time() * 1000) + 7 * DAY
    told = ada.get("/me/holiday").json()
    assert told == {"until": None, "left": MOST, "most": MOST}
    answer = ada.post("/me/holiday", {"until": until})
    assert answer.status_code == 200, answer.text
    assert answer.json()["until"] == until
    assert abs(answer.json()["left"] - 23 * DAY) < 60_000
    assert seats_of(ada, slow)[0]["holiday"] == until
    assert seats_of(ada, fast)[0]["holiday"] is None
    later = ada.create(options={"bank": 10 * 86400, "increment": 86400})
    assert seats_of(ada, later)[0]["holiday"] == until, "a table of a person who is away knows it"
    for wrong, code in ((until + 30 * DAY, "holiday"), (5, "bad")):
        refused = ada.post("/me/holiday", {"until": wrong})
        assert refused.json()["code"] == code
        assert refused.json()["sentence"].startswith("until: ")
    assert ada.post("/me/holiday", {"until": None}).json()["until"] is None
    assert seats_of(ada, slow)[0]["holiday"] <= time.time() * 1000 + 1000, "the clock runs again"
    export = ada.get("/me/export").json()
    assert len(export["holidays"]) == 1
    assert server.post("/api/v1/me/holiday", {"until": until}).status_code == 403


def test_days_of_a_year_are_counted() -> None:
    now = 10 * YEAR
    holidays = [(now - YEAR - 5 * DAY, now - YEAR + 2 * DAY), (now - 20 * DAY, now - 15 * DAY)]
    assert taken(holidays, now - YEAR, now) == 7 * DAY
    assert taken(holidays, now, now + DAY) == 0


def test_the_desk_tells_the_time_that_everybody_has(server: ServerProcess) -> None:
    table, tokens = server.seated("portobello", 2, options={"bank": 10 * 86400, "increment": 86400})
    ada = keep(server, "Ada")
    ada.post("/me/seats", {"seats": [{"table": table, "seat": 0, "token": tokens[0]}]})

    async def story() -> None:
        players = people_at(server, table, tokens)
        async with at_table(*players):
            mover = await asked(players)
            assert mover.sight is not None
            await mover.command("play", move=mover.sight["legal"][0]["move"])

    asyncio.run(asyncio.wait_for(story(), 60))
    (game,) = ada.get("/me/games").json()["games"]
    assert sorted(seat["bank"] // DAY for seat in game["seats"]) == [10, 10], "the first turn has added a day"
    (end,) = [seat["deadline"] for seat in game["seats"] if seat["deadline"] is not None]
    assert game["deadline"] == end
    assert 9 * DAY < end - time.time() * 1000 <= 11 * DAY
