"""What waits for somebody, wherever they are on the page: turns, unread messages, invitations; for guests too."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.server.people.friends import Device, keep
from tests.server.people.test_my_games import played, until
from tests.server.tools import Player, ServerProcess, at_table

pytestmark = pytest.mark.compiled_only


def pending(device: Device) -> tuple[list[str], list[str]]:
    """The tables of a person's games that wait, and of their invitations."""
    found = device.get("/me/pending").json()
    return [game["table"] for game in found["games"]], [one["table"] for one in found["invitations"]]


def guest(server: ServerProcess, *seats: tuple[str, int, str], ask: str = "guest/games", **more: Any) -> dict[str, Any]:
    claims = [{"table": table, "seat": seat, "token": token, **more} for table, seat, token in seats]
    answer = server.post(f"/api/v1/{ask}", {"seats": claims})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_turns_messages_and_invitations_wait(server: ServerProcess) -> None:
    ada, bob = keep(server, "Ada"), keep(server, "Bob")
    for one, other in ((ada, bob), (bob, ada)):
        assert one.post("/me/friends/ask", {"person": other.me()["id"]}).status_code == 200
    table = ada.create()
    assert ada.post("/me/friends/invite", {"person": bob.me()["id"], "table": table}).status_code == 200
    assert pending(bob) == ([], [table])
    assert bob.post("/me/friends/decline", {"table": table}).status_code == 200
    assert pending(bob) == ([], [])
    bob.join(table)
    played(ada, bob, table, whole=False)  # it is Ada's turn now
    assert pending(ada) == ([table], [])
    assert pending(bob) == ([], [])
    assert ada.post(f"/me/tables/{table}", {"hidden": True}).status_code == 200
    assert pending(ada) == ([], [])
    assert server.get("/api/v1/me/pending").json() == {"games": [], "invitations": [], "others": 0}


def test_a_guest_has_games_too(server: ServerProcess) -> None:
    table, (gina, leo) = server.seated("viaggiatore", 2)

    async def begun() -> None:
        one, two = Player(server.base, table, {0: gina}), Player(server.base, table, {1: leo})
        async with at_table(one, two):
            await two.command("chat", text="your move")
            await one.until("chat")

    asyncio.run(begun())
    (game,) = guest(server, (table, 0, gina))["games"]
    assert (game["table"], game["yours"], game["my_turn"], game["lesson"]) == (table, [0], True, False)
    assert game["unread"] == 0
    assert guest(server, (table, 0, gina), read=0)["games"][0]["unread"] == 1
    assert guest(server, (table, 1, leo), read=0)["games"][0]["unread"] == 0
    (both,) = guest(server, (table, 0, gina), (table, 1, leo))["games"]
    assert both["yours"] == [0, 1]
    for seat, token, waits, others in ((0, gina, [table], 0), (1, leo, [], 1)):
        found = guest(server, (table, seat, token), ask="pending", read=0)
        assert ([one["table"] for one in found["games"]], found["others"]) == (waits, others)
    shared = guest(server, (table, 0, gina), (table, 1, leo), ask="pending")
    assert shared == {"games": [], "invitations": [], "others": 0}  # one device has both seats
    nothing: dict[str, Any] = {"games": [], "finished": [], "more": False}
    assert guest(server, (table, 0, "f" * 40), ("nowhere22222", 0, gina)) == nothing
    assert guest(server) == nothing
    assert server.post(f"/api/v1/tables/{table}/resign", {"seat": 0, "token": gina}).status_code == 200
    until(lambda: guest(server, (table, 0, gina))["finished"])
    found = guest(server, (table, 0, gina))
    assert (found["games"], [(one["yours"], one["won"]) for one in found["finished"]]) == ([], [([0], False)])
    assert guest(server, (table, 0, "f" * 40)) == nothing


def test_lessons_and_tours_are_told_apart(server: ServerProcess) -> None:
    seats = [{"kind": "me"}, *({"kind": "bot", "level": "easy"} for _ in range(2))]
    lesson = server.get("/api/v1/games").json()["games"][0]["lessons"][0]
    for begun, count in (({"tour": True}, 3), ({"lesson": lesson["id"]}, lesson["players"])):
        wish = {"game": "portobello", "seats": seats[:count], **begun}
        made = server.post("/api/v1/tables", wish).json()
        (game,) = guest(server, (made["table"], 0, made["tokens"]["0"]))["games"]
        assert game["lesson"]
