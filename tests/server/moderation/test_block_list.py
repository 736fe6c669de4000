"""Mute and block: for their owner alone to know, and kept where they matter."""

from __future__ import annotations

import pytest

from tests.server.people.friends import keep
from tests.server.tools import ServerProcess

pytestmark = pytest.mark.compiled_only


def test_muting_and_blocking_whoever_sits_there(server: ServerProcess) -> None:
    ada, bob, eve = keep(server, "Ada"), keep(server, "Bob", "face-2"), keep(server, "Eve")
    table = ada.create(seats=("me", "open", "open", "bot easy"))
    bob.join(table, "Robert")
    guest = server.post(f"/api/v1/tables/{table}/join", {"name": "Gus"}).json()["seat"]
    seats = ada.get(f"/tables/{table}/blocks").json()["seats"]
    assert [seat["known"] for seat in seats] == [False, True, False, False]

    seats = ada.post(f"/tables/{table}/blocks", {"about": 1, "muted": True}).json()["seats"]
    assert (seats[1]["muted"], seats[1]["blocked"]) == (True, False)
    seats = ada.post(f"/tables/{table}/blocks", {"about": 1, "blocked": True}).json()["seats"]
    assert (seats[1]["muted"], seats[1]["blocked"]) == (True, True)
    mine = ada.get("/me/blocks").json()["people"]
    assert mine == [{"id": bob.me()["id"], "name": "Bob", "avatar": "face-2", "muted": True, "blocked": True}]

    # nobody else learns of it: neither who it is about, nor others, nor guests
    for text in (bob.get(f"/tables/{table}/blocks").text, eve.get(f"/tables/{table}/blocks").text):
        assert '"muted":true' not in text
        assert '"blocked":true' not in text
    assert bob.get("/me/blocks").json() == {"people": []}
    assert bob.me()["id"] not in ada.get(f"/tables/{table}").text
    assert not any(seat["known"] for seat in server.get(f"/api/v1/tables/{table}/blocks").json()["seats"])
    assert "Ada" not in bob.get("/me/export").json()["blocked"]
    assert ada.get("/me/export").json()["blocked"][0]["name"] == "Bob"

    refused = [
        (ada.post(f"/tables/{table}/blocks", {"about": guest, "blocked": True}), 409, "guest"),
        (ada.post(f"/tables/{table}/blocks", {"about": 0, "muted": True}), 400, "bad"),  # oneself
        (ada.post(f"/tables/{table}/blocks", {"about": 3, "muted": True}), 404, "missing"),  # a bot
        (ada.post(f"/tables/{table}/blocks", {"about": 5, "muted": True}), 404, "missing"),
        (ada.post("/me/blocks", {"person": "nobody", "muted": True}), 404, "missing"),
        (server.post(f"/api/v1/tables/{table}/blocks", {"about": 1, "muted": True}), 403, "nobody"),
    ]
    for answer, status, code in refused:
        assert (answer.status_code, answer.json()["code"]) == (status, code)

    left = ada.post("/me/blocks", {"person": bob.me()["id"], "muted": False, "blocked": False})
    assert left.json() == {"people": []}


def test_a_blocked_person_finds_no_seat_at_my_tables_and_is_not_told(server: ServerProcess) -> None:
    ada, bob = keep(server, "Ada"), keep(server, "Bob")
    before = ada.create()
    bob.join(before)
    ada.post(f"/tables/{before}/blocks", {"about": 1, "blocked": True})
    table = ada.create()
    answer = bob.post(f"/tables/{table}/join", {"name": "Bob"})
    assert (answer.status_code, answer.json()["code"]) == (409, "taken")
    assert "block" not in answer.text
    assert table not in [one["id"] for one in bob.get("/tables").json()["open"]]
    assert table in [one["id"] for one in server.get("/api/v1/tables").json()["open"]]
    other = keep(server, "Cy").create()  # a third person's table: both may sit there
    ada.join(other, "Ada")
    assert bob.get(f"/tables/{other}").status_code == 200
    ada.post("/me/blocks", {"person": bob.me()["id"], "blocked": False})
    assert bob.join(table)


def test_deletion_takes_both_sides_along(server: ServerProcess) -> None:
    ada, bob = keep(server, "Ada"), keep(server, "Bob")
    table = ada.create()
    bob.join(table)
    ada.post(f"/tables/{table}/blocks", {"about": 1, "blocked": True})
    bob.post(f"/tables/{table}/blocks", {"about": 0, "muted": True})
    assert ada.get("/me/blocks").json()["people"]
    assert bob.post("/me/delete", {"name": "Bob"}).status_code == 200
    assert ada.get("/me/blocks").json() == {"people": []}
