"""Joining, leaving, being away, clocks, rematches, watching."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from piazzetta import Record
from tests.server.tools import Player, ServerProcess, any_move, at_table

pytestmark = pytest.mark.compiled_only


def test_joining_again_because_an_answer_was_lost(server: ServerProcess) -> None:
    made = server.create("portobello", ["me", "open", "open", "bot easy"], draw_seats=True)
    path, token = f"/api/v1/tables/{made['table']}/join", "b" * 32
    first = server.post(path, {"name": "Bea", "token": token}).json()
    assert (first["seat"], first["token"]) == (1, token)
    for seat in (None, 1, 2):
        assert server.post(path, {"name": "Bea", "seat": seat, "token": token}).json() == first
    other = server.post(path, {"name": "Cy", "token": "c" * 32}).json()
    assert other["seat"] == 2
    assert server.post(path, {"name": "Bea", "token": token}).json() == first, "also when no seat is free"
    assert server.post(path, {"name": "Di", "token": "d" * 32}).status_code == 409
    assert server.post(path, {"name": "Di", "token": "short"}).status_code == 400

    async def start() -> None:
        tokens = {0: made["tokens"]["0"], 1: token, 2: other["token"]}
        players = [Player(server.base, made["table"], {seat: one}) for seat, one in tokens.items()]
        async with at_table(*players):
            await players[0].until("seats", status="playing")

    asyncio.run(start())
    again = server.post(path, {"name": "Bea", "token": token}).json()
    seats = server.get(f"/api/v1/tables/{made['table']}").json()["seats"]
    assert seats[again["seat"]]["name"] == "Bea", "where she sits now"


def test_joining_by_a_link_and_resuming_elsewhere(server: ServerProcess) -> None:
    made = server.create("portobello", ["me", "open", "open"], options={"listed": True})
    table = made["table"]
    assert made["links"]["1"] == f"/t/{table}#s=1"
    assert made["links"]["0"].endswith(f"&k={made['tokens']['0']}")
    assert table in [card["id"] for card in server.get("/api/v1/tables").json()["open"]]
    joined = server.post(f"/api/v1/tables/{table}/join", {"name": "Bea", "seat": 2}).json()
    assert joined["seat"] == 2
    taken = server.post(f"/api/v1/tables/{table}/join", {"name": "Cy", "seat": 2})
    assert (taken.status_code, taken.json()["code"]) == (409, "taken")
    assert server.post(f"/api/v1/tables/{table}/join", {"name": "Cy", "seat": 5}).status_code == 404
    assert server.post(f"/api/v1/tables/{table}/join", {"name": "\u200b"}).status_code == 400
    last = server.post(f"/api/v1/tables/{table}/join", {"name": "Cy"}).json()
    assert last["seat"] == 1
    assert server.post(f"/api/v1/tables/{table}/join", {"name": "Di"}).json()["sentence"] == "all seats are taken."
    assert table not in [card["id"] for card in server.get("/api/v1/tables").json()["open"]]

    async def story() -> None:
        tokens = [made["tokens"]["0"], last["token"], joined["token"]]
        players = [Player(server.base, table, {seat: token}) for seat, token in enumerate(tokens)]
        async with at_table(*players):
            seats = (await players[0].until("seats", status="playing"))["seats"]
            while not all(seat["connected"] for seat in seats):
                seats = (await players[0].until("seats"))["seats"]
            assert [seat["name"] for seat in seats] == ["Player 1", "Cy", "Bea"]
            elsewhere = Player(server.base, table, {2: joined["token"]})
            async with at_table(elsewhere):
                while elsewhere.sight is None or elsewhere.sight["view"] is None:
                    await elsewhere.receive()
                await players[2].turn()
                await elsewhere.turn()
                assert elsewhere.sight["legal"]
                assert (await elsewhere.command("play", move=elsewhere.sight["legal"][0]["move"]))["type"] == "done"
        assert table in [card["id"] for card in server.get("/api/v1/tables").json()["watchable"]]
        assert server.post(f"/api/v1/tables/{table}/join", {"name": "Di"}).status_code == 409

    asyncio.run(story())


def test_a_table_that_is_not_listed_is_found_by_its_link_alone(server: ServerProcess) -> None:
    table = server.create("portobello", ["me", "open"], options={"listed": False})["table"]
    assert table not in server.get("/api/v1/tables").text
    assert server.get(f"/api/v1/tables/{table}").json()["status"] == "waiting"


def test_leaving_before_and_during_the_game(server: ServerProcess) -> None:
    made = server.create("portobello", ["me", "open"])
    table = made["table"]
    joined = server.post(f"/api/v1/tables/{table}/join", {"name": "B"}).json()
    mine = {"seat": 1, "token": joined["token"]}
    assert server.post(f"/api/v1/tables/{table}/leave", mine).status_code == 200
    assert server.get(f"/api/v1/tables/{table}").json()["seats"][1]["kind"] == "open"
    assert server.post(f"/api/v1/tables/{table}/leave", mine).status_code == 403  # the token is revoked
    joined = server.post(f"/api/v1/tables/{table}/join", {"name": "B"}).json()

    async def story() -> None:
        a = Player(server.base, table, {0: made["tokens"]["0"]})
        b = Player(server.base, table, {1: joined["token"]})
        async with at_table(a, b):
            await b.turn()
            mine = {"seat": 1, "token": joined["token"]}
            assert server.post(f"/api/v1/tables/{table}/leave", mine).status_code == 200
            await a.turn()  # a bot has placed the Bobby for the player who left
            refused = await b.command("play", move="bobby D1")
            assert refused["code"] in ("bot_plays", "not_your_turn")
            assert (await b.command("take_back_seat"))["type"] == "done"
            assert (await b.command("take_back_seat"))["code"] == "bot_plays"
        made2 = server.create("portobello", ["me", "open"])
        key = {"seat": 0, "token": made2["tokens"]["0"]}
        assert server.post(f"/api/v1/tables/{made2['table']}/leave", key).status_code == 200
        assert server.get(f"/api/v1/tables/{made2['table']}").json()["status"] == "closed"
        assert server.post(f"/api/v1/tables/{made2['table']}/join", {"name": "x"}).status_code == 409

    asyncio.run(story())


def test_a_bot_plays_for_one_who_is_away_until_the_owner_is_back(server: ServerProcess) -> None:
    table, tokens = server.seated("portobello", 2)

    async def story() -> None:
        a, b = (Player(server.base, table, {seat: token}) for seat, token in enumerate(tokens))
        async with at_table(a, b):
            await b.turn()
            assert (await a.command("bot_for", absent=1))["code"] == "not_away"  # is here
            assert (await a.command("bot_for", absent=7 % 6))["code"] == "not_away"
            left = time.monotonic()
            await b.close()
            seats = await a.until("seats")
            while seats["seats"][1]["connected"]:
                seats = await a.until("seats")
            assert seats["seats"][1]["away_since"] is not None
            answer = await a.command("bot_for", absent=1)
            if time.monotonic() - left < 0.5:  # a busy machine may have been slower
                assert answer["code"] == "not_away"
            while answer["type"] == "refused":
                assert answer["code"] == "not_away"
                await asyncio.sleep(0.1)
                answer = await a.command("bot_for", absent=1)
            assert (await a.command("bot_for", absent=1))["code"] in ("bot_plays", "stale")
            await a.turn()
            played = [entry for entry in server.entries(table) if entry.kind == "play"]
            assert [entry.body.get("by") for entry in played] == ["bot"]
            await b.enter()
            assert (await b.command("take_back_seat"))["type"] == "done"
            playing = asyncio.create_task(a.play_on(any_move(1)))
            sight = await b.turn(after=b.since or 0)
            await asyncio.sleep(0.4)  # no bot answers now
            playing.cancel()
            assert server.table(table).asked_at(1) == sight["asked"]

    asyncio.run(asyncio.wait_for(story(), 600))


def test_a_clock_runs_out_and_a_bot_makes_that_move(server: ServerProcess) -> None:
    table, tokens = server.seated("portobello", 2, options={"clock": 5})

    async def story() -> None:
        a, b = (Player(server.base, table, {seat: token}) for seat, token in enumerate(tokens))
        async with at_table(a, b):
            sight = await b.turn()
            clock = await b.until("clock")
            assert clock["deadlines"]["1"] == sight["deadline"]
            assert sight["deadline"] - clock["now"] <= 5000
            await a.turn()
        (played,) = (entry for entry in server.entries(table) if entry.kind == "play")
        assert played.body["by"] == "clock"
        assert played.time >= sight["deadline"], "not before its time is over"
        assert not server.table(table).seats[1].bot_plays

    asyncio.run(story())


def test_the_game_of_who_misses_two_turns_is_claimed(server: ServerProcess) -> None:
    table, tokens = server.seated("portobello", 2, options={"clock": 8})

    async def story() -> None:
        a, other_tab = (Player(server.base, table, {0: tokens[0]}) for _ in range(2))
        staller = Player(server.base, table, {1: tokens[1]})
        async with at_table(a, other_tab, staller):
            playing = asyncio.create_task(a.play_on(any_move(1)))
            assert (await other_tab.command("claim", seat=0))["type"] == "refused", "too early"
            while not server.get(f"/api/v1/tables/{table}").json()["seats"][1]["missing"]:
                await asyncio.sleep(0.2)
            assert (await other_tab.command("claim", seat=0))["type"] == "done"
            await playing
        ended = server.get(f"/api/v1/tables/{table}").json()["ended"]
        assert (ended["by"], ended["winners"]) == ("claimed", [0])

    asyncio.run(story())


def test_rematch_with_the_same_people_and_the_next_starter(server: ServerProcess) -> None:
    table, tokens = server.seated("viaggiatore", 2, rules={"target": 1})

    async def story() -> None:
        a, b = (Player(server.base, table, {seat: token}) for seat, token in enumerate(tokens))
        async with at_table(a, b):
            key = {"seat": 0, "token": tokens[0]}
            assert server.post(f"/api/v1/tables/{table}/rematch", key).json()["code"] == "not_over"
            await asyncio.gather(a.play_on(any_move(1)), b.play_on(any_move(2)))
            assert (await a.command("play", move="close"))["code"] == "over"
            new = server.post(f"/api/v1/tables/{table}/rematch", key).json()["table"]
            assert (await b.until("rematch"))["table"] == new
            again = server.post(f"/api/v1/tables/{table}/rematch", {"seat": 1, "token": tokens[1]})
            assert again.json()["table"] == new
            assert server.post(f"/api/v1/tables/{table}/rematch").status_code == 403
        a2, b2 = (Player(server.base, new, {seat: token}) for seat, token in enumerate(tokens))
        async with at_table(a2, b2):
            await b2.turn()
        card = server.get(f"/api/v1/tables/{new}").json()
        old = server.get(f"/api/v1/tables/{table}").json()
        assert (card["starter"], card["status"]) == (1, "playing")
        assert card["commitment"] != old["commitment"]
        assert old["rematch"] == new
        Record.loads(server.get(f"/api/v1/tables/{table}/record").content).verify()

    asyncio.run(story())


def test_bots_among_themselves_are_watched(server: ServerProcess) -> None:
    table = server.create("viaggiatore", ["bot random", "bot easy"], rules={"target": 1})["table"]

    async def story() -> None:
        watcher = Player(server.base, table)
        async with at_table(watcher):
            await asyncio.wait_for(watcher.play_on(lambda sight: None), 600)
        thinking = [m for m in watcher.messages if m["type"] == "seats" and any(s["thinking"] for s in m["seats"])]
        assert thinking

    asyncio.run(story())
    assert server.get(f"/api/v1/tables/{table}/record").json()["fair"]["contributions"] == [None, None]


def test_hints_are_for_the_seat_that_is_asked(server: ServerProcess) -> None:
    async def answers(**options: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        table, tokens = server.seated("portobello", 2, options=options)
        a, b = (Player(server.base, table, {seat: token}) for seat, token in enumerate(tokens))
        async with at_table(a, b):
            await b.turn()
            found = await a.command("hint"), await b.command("hint")
            cards.append(server.get(f"/api/v1/tables/{table}").json())
            return found

    cards: list[dict[str, Any]] = []
    other, asked = asyncio.run(answers(hints=True))
    assert other["code"] == "not_your_turn"
    assert asked["hint"]["moves"]
    assert all(move["move"].startswith("bobby") for move in asked["hint"]["moves"])
    assert asyncio.run(answers(hints=False))[1]["code"] == "off"
    assert asyncio.run(answers())[1]["code"] == "off"  # people play each other
    assert [card["unrated"] for card in cards] == ["hints", None, None]
    assert [seat["hinted"] for seat in cards[0]["seats"]] == [False, True]


def test_games_rules_and_pages(server: ServerProcess) -> None:
    games: dict[str, Any] = {game["name"]: game for game in server.get("/api/v1/games").json()["games"]}
    assert games["portobello"]["players"] == [2, 4]
    assert set(games["portobello"]["editions"]["it"]) == set(games["portobello"]["switches"])
    assert games["viaggiatore"]["switches"]["target"]["choices"] == {"least": 1, "most": 20}
    assert len(games["viaggiatore"]["chart"]) >= 1
    book = server.get("/api/v1/rules/portobello?lang=it").json()
    clauses = [clause["number"] for section in book["sections"] for clause in section["clauses"]]
    assert "6.2" in clauses
    assert book["lang"] == "it"
    assert server.get("/api/v1/rules/portobello?lang=xx").json()["lang"] == "en"
    assert "Piazzetta" in server.get("/").text
    assert server.get("/t/whatever").text == server.get("/").text
    assert server.get("/api/v1/openapi.json").json()["openapi"] == "3.1.0"
    assert server.get("/api/v1/messages.json").json()
