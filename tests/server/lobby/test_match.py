"""A game with anybody: groups, bots after a while, blocks, giving a ticket back, and two processes at once."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from piazzetta.server.lobby.matchmaking import Ticket, group
from tests.server.people.friends import keep
from tests.server.store.postgres import postgres
from tests.server.tools import Player, ServerProcess, at_table

pytestmark = pytest.mark.compiled_only


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Bots come at once where everybody agrees."""
    db = f"sqlite:///{tmp_path_factory.mktemp('match') / 't.sqlite'}"
    process = ServerProcess(db, "--pace", "0", "--match-after", "0", "--no-address-limits").start()
    yield process
    assert process.stop() == 0


def wait(server: ServerProcess, name: str, players: int = 2, headers: dict[str, str] | None = None, **more: Any) -> str:
    body = {"game": "viaggiatore", "players": players, "name": name, **more}
    answer = server.post("/api/v1/match", body, headers=headers or {})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["token"])


def look(server: ServerProcess, token: str) -> dict[str, Any]:
    answer = server.get("/api/v1/match", headers={"Authorization": f"Bearer match.{token}"})
    assert answer.status_code == 200, answer.text
    place: dict[str, Any] = answer.json()["ticket"]
    return place


def test_two_strangers_get_a_table(server: ServerProcess) -> None:
    ada = keep(server, "Ada")
    a = wait(server, "Ada", headers=ada.headers)
    assert (look(server, a)["state"], look(server, a)["waiting"]) == ("waiting", 1)
    kinds = server.get("/api/v1/match").json()["waiting"]
    assert {"game": "viaggiatore", "players": 2, "pace": "live", "waiting": 1} in kinds
    b = wait(server, "Gus")
    seated = [look(server, b), look(server, a)]
    assert [one["state"] for one in seated] == ["seated", "seated"]
    table = seated[0]["table"]
    assert seated[1]["table"] == table
    card = server.get(f"/api/v1/tables/{table}").json()
    assert {seat["name"] for seat in card["seats"]} == {"Ada", "Gus"}
    assert (card["options"]["clock"], card["options"]["undo"], card["seats_drawn"]) == (120, False, True)
    assert card["rules"]["handicap"] == "fair"
    assert table in [game["table"] for game in ada.get("/me/games").json()["games"]]  # on all her devices

    async def story() -> list[str]:
        people = [Player(server.base, table, {one["seat"]: token}) for one, token in zip(seated, (b, a), strict=True)]
        async with at_table(*people):
            for player in people:
                await player.command("ping")
            return [str(server.get(f"/api/v1/tables/{table}").json()["status"])]

    assert asyncio.run(asyncio.wait_for(story(), 60)) == ["playing"]
    with contextlib.closing(sqlite3.connect(server.db.removeprefix("sqlite:///"))) as database:
        rows = "\n".join(database.iterdump())
    assert a not in rows
    assert b not in rows


def test_asking_for_a_ticket_again_because_an_answer_was_lost(server: ServerProcess) -> None:
    ida, own = keep(server, "Ida"), secrets.token_hex(16)
    for _ in range(2):
        assert wait(server, "Ida", 3, ida.headers, token=own) == own
    assert look(server, own)["waiting"] == 1
    newer = wait(server, "Ida", 3, ida.headers)
    assert look(server, newer)["waiting"] == 1, "the newer ticket takes the place of the older one"
    assert server.post("/api/v1/match/cancel", {"token": newer}).status_code == 200


def test_another_game_number_or_pace_is_another_queue(server: ServerProcess) -> None:
    tokens = [
        wait(server, "A", players=3),
        wait(server, "B", players=3, pace="days"),
        wait(server, "C", game="portobello", players=3),
        wait(server, "D", players=3),
    ]
    assert [look(server, token)["state"] for token in tokens] == ["waiting"] * 4
    assert [look(server, token)["waiting"] for token in tokens] == [2, 1, 1, 2]
    for token in tokens:
        assert server.post("/api/v1/match/cancel", {"token": token}).status_code == 200
        gone = server.get("/api/v1/match", headers={"Authorization": f"Bearer match.{token}"})
        assert gone.status_code == 404
        assert server.post("/api/v1/match/cancel", {"token": token}).json()["code"] == "taken"
    assert server.post("/api/v1/match/cancel", {"token": "x"}).status_code == 404


def test_bots_complete_a_game_only_if_everybody_agrees(quick: ServerProcess) -> None:
    stern = wait(quick, "Stern", players=3)
    willing = wait(quick, "Willing", players=3, bots=True)
    assert look(quick, stern)["bots_from"] is None
    place = look(quick, willing)
    assert place["state"] == "seated"
    seats = quick.get(f"/api/v1/tables/{place['table']}").json()["seats"]
    assert sorted((seat["kind"], seat["level"]) for seat in seats) == [
        ("bot", "medium"),
        ("bot", "medium"),
        ("person", None),
    ]
    assert look(quick, stern)["state"] == "waiting"  # goes on waiting for people


def test_blocked_pairs_and_oneself_are_never_matched(server: ServerProcess) -> None:
    ada, bob = keep(server, "Ada"), keep(server, "Bob")
    table = ada.create()
    bob.join(table)
    ada.post(f"/tables/{table}/blocks", {"about": 1, "blocked": True})
    phone = ada.another()
    first = wait(server, "Ada", 4, headers=ada.headers, game="portobello")
    second = wait(server, "Ada", 4, headers=phone.headers, game="portobello")  # takes the place of the first
    assert server.get("/api/v1/match", headers={"Authorization": f"Bearer match.{first}"}).status_code == 404
    b = wait(server, "Bob", 4, headers=bob.headers, game="portobello")
    guests = [wait(server, name, 4, game="portobello") for name in "CD"]
    assert {look(server, token)["state"] for token in (second, b, *guests)} == {"waiting"}  # four, but apart
    e = wait(server, "E", 4, game="portobello")
    assert look(server, e)["state"] == "seated"
    assert look(server, second)["state"] == "seated"
    assert look(server, b)["state"] == "waiting"
    assert "block" not in str(look(server, b))


@pytest.mark.parametrize(
    "bad", [{"players": 1}, {"players": 6, "game": "portobello"}, {"pace": "slow"}, {"name": "\u200b"}, {"bots": "yes"}]
)
def test_bad_wishes(server: ServerProcess, bad: dict[str, Any]) -> None:
    body = {"game": "viaggiatore", "players": 2, "name": "A", **bad}
    answer = server.post("/api/v1/match", body)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad")
    assert next(iter(bad)) in answer.json()["sentence"] or "players" in answer.json()["sentence"]


def test_a_flood_of_tickets_has_to_wait(server: ServerProcess) -> None:
    ada = keep(server, "Ada")
    body = {"game": "portobello", "players": 4, "name": "Ada"}
    brisk = [ada.post("/match", body).status_code for _ in range(10)]  # somebody who cannot decide
    assert brisk == [201] * 10
    answers = [ada.post("/match", body) for _ in range(10)]
    refused = [answer for answer in answers if answer.status_code == 429]
    assert refused
    assert int(refused[0].headers["Retry-After"]) >= 1


def ticket(name: str, since: int, person: str = "", bots: bool = False) -> Ticket:
    return Ticket(name, person, name, bots, since)


def test_groups() -> None:
    a, b, c = ticket("a", 1, "A"), ticket("b", 2, "B"), ticket("c", 3)
    assert group([], 2, (), 0) is None
    assert group([a], 2, (), 9) is None  # no bots without leave
    assert group([a, b, c], 2, (), 0) == [a, b]
    assert group([a, b, c], 2, {("A", "B"), ("B", "A")}, 0) == [a, c]
    assert group([a, ticket("d", 2, "A")], 2, (), 0) is None
    patient, willing = ticket("p", 1, bots=True), ticket("w", 5, bots=True)
    assert group([patient, willing], 4, (), 0) is None  # not long enough
    assert group([patient, a, willing], 4, (), 1) == [patient, willing]
    assert group([willing], 4, (), 1) is None


def test_two_processes_seat_everybody_once() -> None:
    with postgres() as db:
        server = ServerProcess(db, "--processes", "2", "--no-address-limits").start()
        try:
            tokens = [wait(server, f"P{number}") for number in range(8)]

            async def story() -> list[dict[str, Any]]:
                return list(await asyncio.gather(*(asyncio.to_thread(patient, token) for token in tokens)))

            def patient(token: str) -> dict[str, Any]:
                import httpx

                with httpx.Client(timeout=60) as http:
                    for _ in range(100):
                        headers = {"Authorization": f"Bearer match.{token}"}
                        place: dict[str, Any] = http.get(f"{server.base}/api/v1/match", headers=headers).json()[
                            "ticket"
                        ]
                        if place["state"] == "seated":
                            return place
                raise AssertionError("nobody was seated")

            places = asyncio.run(asyncio.wait_for(story(), 120))
            seated = sorted((place["table"], place["seat"]) for place in places)
            assert len(set(seated)) == 8
            assert len({table for table, _ in seated}) == 4
        finally:
            server.stop()


def test_silent_tickets_wait_no_more(tmp_path: Path, server: ServerProcess) -> None:
    """Whoever closed the page is not seated with anybody."""
    gone = wait(server, "Gone", players=5)
    with contextlib.closing(sqlite3.connect(server.db.removeprefix("sqlite:///"), timeout=20)) as database:
        database.execute("UPDATE piazzetta_tickets SET seen = seen - 20000 WHERE name = 'Gone'")
        database.commit()
    here = wait(server, "Here", players=5)
    assert look(server, here)["waiting"] == 1
    assert look(server, gone)["waiting"] == 2  # and is back as soon as the page is
