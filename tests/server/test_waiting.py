"""Before the game and between two games: changing seats, drawing them, bots for those who are missing."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from piazzetta import Record
from tests.server.tools import Player, ServerProcess, any_move, at_table

pytestmark = pytest.mark.compiled_only


async def told(player: Player, kind: str) -> dict[str, Any]:
    """The last message of a kind, perhaps received before."""
    known = [message for message in player.messages if message["type"] == kind]
    return known[-1] if known else await player.until(kind)


def test_people_change_seats_and_their_tokens_go_along(server: ServerProcess) -> None:
    made = server.create("portobello", ["me", "open", "open"], starter=0)
    table, token = made["table"], made["tokens"]["0"]

    async def story() -> None:
        ada = Player(server.base, table, {0: token})
        async with at_table(ada):
            welcome = await told(ada, "welcome")
            assert (welcome["yours"], welcome["keys"]) == ([0], [0])
            assert (await ada.command("change_seat", to=2))["type"] == "done"
            assert (await told(ada, "seated"))["seating"] == [2, 1, 0]
            card = server.get(f"/api/v1/tables/{table}").json()
            assert [seat["connected"] for seat in card["seats"]] == [False, False, True]
            refused = await ada.command("chat", seat=0, text="here?")
            assert refused["code"] == "not_your_seat"
            assert (await ada.command("chat", seat=2, text="here!"))["type"] == "done"
            # her other device still thinks that she sits on seat 0
            phone = Player(server.base, table, {0: token})
            async with at_table(phone):
                assert (await told(phone, "welcome"))["keys"] == [2]
            leo = server.post(f"/api/v1/tables/{table}/join", {"name": "Leo", "seat": 0}).json()
            assert leo["seat"] == 0
            assert (await ada.command("fill_seats", seat=2, level="easy", names=["Penny"]))["code"] == "not_away"
            async with at_table(Player(server.base, table, {0: leo["token"]})):
                assert (await ada.command("fill_seats", seat=2, level="easy", names=["Penny"]))["type"] == "done"
                card = server.get(f"/api/v1/tables/{table}").json()
                assert [seat["name"] for seat in card["seats"]] == ["Leo", "Penny", "Player 1"]
                assert (card["status"], card["starter"]) == ("playing", 2)
                await ada.turn()
            key = {"seat": 0, "token": token}  # the seat she came to
            assert server.post(f"/api/v1/tables/{table}/leave", key).status_code == 200
            assert server.get(f"/api/v1/tables/{table}").json()["seats"][2]["bot_plays"] is True

    asyncio.run(story())


def test_drawn_seats_are_told_before_anything_else(server: ServerProcess) -> None:
    """Until a draw moved both: everybody plays where the draw put them, and the record proves it."""

    async def story() -> None:
        for _ in range(40):
            wish = {"draw_seats": True, "draw_starter": True, "rules": {"target": 1}}
            made = server.create("viaggiatore", ["me", "open"], **wish)
            table = made["table"]
            token = server.post(f"/api/v1/tables/{table}/join", {"name": "Leo"}).json()["token"]
            ada, leo = Player(server.base, table, {0: made["tokens"]["0"]}), Player(server.base, table, {1: token})
            async with at_table(ada, leo):
                yours = [(await told(player, "welcome"))["yours"] for player in (ada, leo)]
                card = server.get(f"/api/v1/tables/{table}").json()
                assert card["status"] == "playing"
                drawn = server.entries(table)[-1].body["seating"]
                if drawn == [0, 1]:
                    continue
                assert [seat["name"] for seat in card["seats"]] == ["Leo", "Player 1"]
                assert yours[1] == [0], "whoever came last was drawn before being welcomed"
                assert yours[0] == [0]
                assert (await told(ada, "seated"))["seating"] == [1, 0]
                assert [message["type"] for message in ada.messages if message["type"] in ("seated", "update")][
                    -1
                ] == "seated", "before she sees the game from there"
                ada.seats, leo.seats = {1: made["tokens"]["0"]}, {0: token}
                await asyncio.gather(ada.play_on(any_move(1)), leo.play_on(any_move(2)))
            Record.loads(server.get(f"/api/v1/tables/{table}/record").content).verify()
            return
        raise AssertionError("two seats were never exchanged")

    asyncio.run(story())


def test_a_rematch_needs_only_those_who_stay(server: ServerProcess) -> None:
    table, tokens = server.seated("portobello", 3)

    async def story() -> None:
        players = [Player(server.base, table, {seat: token}) for seat, token in enumerate(tokens)]
        async with at_table(*players[:2]):
            async with at_table(players[2]):
                for player in players:
                    assert (await player.command("offer_end"))["type"] == "done"
            while server.get(f"/api/v1/tables/{table}").json()["seats"][2]["connected"]:
                await asyncio.sleep(0.01)
            new = server.post(f"/api/v1/tables/{table}/rematch", {"seat": 0, "token": tokens[0]}).json()["table"]
        card = server.get(f"/api/v1/tables/{new}").json()
        assert [seat["bot_plays"] for seat in card["seats"]] == [False, False, True]
        assert card["status"] == "waiting", "for the second, who is still there"
        a, b, c = (Player(server.base, new, {seat: token}) for seat, token in enumerate(tokens))
        async with at_table(a, b):
            assert server.get(f"/api/v1/tables/{new}").json()["status"] == "playing"
            async with at_table(c):  # comes back after all
                assert (await c.command("take_back_seat"))["type"] == "done"
        assert server.get(f"/api/v1/tables/{new}").json()["seats"][2]["bot_plays"] is False

    asyncio.run(story())
