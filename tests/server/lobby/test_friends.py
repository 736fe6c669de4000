"""Friends: found by name, asked, seen only as they wish, invited; nobody else learns of any of it."""

from __future__ import annotations

import asyncio

import pytest

from piazzetta.server.people.friends import Friends
from piazzetta.server.people.people import People
from piazzetta.server.store.store import Store
from piazzetta.server.wire import people as people
from tests.server.people.friends import Device, keep
from tests.server.store.postgres import postgres
from tests.server.tools import ServerProcess

pytestmark = pytest.mark.compiled_only


def befriend(a: Device, b: Device) -> None:
    assert a.post("/me/friends/ask", {"person": b.me()["id"]}).status_code == 200
    answer = b.post("/me/friends/ask", {"person": a.me()["id"]})
    assert [friend["id"] for friend in answer.json()["friends"]] == [a.me()["id"]]


def test_found_by_the_exact_name_among_listed_people(server: ServerProcess) -> None:
    ada = keep(server, "Ada Finder")
    one, two, hidden = (keep(server, "Bob Twin", face) for face in ("face-1", "face-2", "face-3"))
    hidden.post("/me/change", {"listed": False})
    found = ada.get("/me/friends/find?name=Bob%20Twin").json()["people"]
    assert [(person["id"], person["avatar"]) for person in found] == [
        (one.me()["id"], "face-1"),
        (two.me()["id"], "face-2"),
    ]
    assert found[0]["rating"] is None
    for name in ("Bob%20Twi", "bob twin", "%25", "Ada%20Finder"):  # a part, another case, a pattern, oneself
        assert ada.get(f"/me/friends/find?name={name}").json() == {"people": []}
    for query in ("", "?name=", f"?name={'x' * 41}"):
        answer = ada.get(f"/me/friends/find{query}")
        assert (answer.status_code, answer.json()["sentence"][:4]) == (400, "name")
    assert server.get("/api/v1/me/friends/find?name=Bob").status_code == 403
    assert ada.post("/me/friends/ask", {"person": hidden.me()["id"]}).status_code == 404
    assert ada.post("/me/friends/ask", {"person": ada.me()["id"]}).status_code == 400


def test_ask_accept_be_seen_and_part(server: ServerProcess) -> None:
    ada, bob, eve = keep(server, "Ada"), keep(server, "Bob"), keep(server, "Eve")
    asked = ada.post("/me/friends/ask", {"person": bob.me()["id"]}).json()
    assert ([one["name"] for one in asked["asked"]], asked["friends"]) == (["Bob"], [])
    assert [one["name"] for one in bob.get("/me/friends").json()["asking"]] == ["Ada"]
    befriend(bob, ada)
    mine = ada.get("/me/friends").json()
    assert mine["friends"] == [
        {"id": bob.me()["id"], "name": "Bob", "avatar": "", "here": False, "table": None}
    ]  # not before he wishes it
    table = bob.create()
    assert bob.post("/me/friends/presence", {"shown": True}).json()["shown"] is True
    friend = ada.get("/me/friends").json()["friends"][0]
    assert (friend["here"], friend["table"]) == (True, table)
    bob.create(options={"listed": False})  # a private table is nobody's business
    assert ada.get("/me/friends").json()["friends"][0]["table"] == table
    bob.post("/me/friends/presence", {"shown": False})
    assert ada.get("/me/friends").json()["friends"][0] == mine["friends"][0]
    assert eve.get("/me/friends").json()["friends"] == []
    # a friend's open table comes first, though others are newer
    keep(server, "Cy").create()
    assert ada.get("/tables").json()["open"][0]["id"] == table
    assert [one["state"] for one in ada.get("/me/export").json()["friends"]] == ["friends"]
    assert bob.post("/me/friends/remove", {"person": ada.me()["id"]}).json()["friends"] == []
    assert ada.get("/me/friends").json()["friends"] == []
    assert bob.post("/me/friends/remove", {"person": ada.me()["id"]}).status_code == 404


def test_an_invitation_is_a_note_on_the_friends_desk(server: ServerProcess) -> None:
    ada, bob, eve = keep(server, "Ada"), keep(server, "Bob"), keep(server, "Eve")
    befriend(ada, bob)
    table = ada.create()
    person = bob.me()["id"]
    assert ada.post("/me/friends/invite", {"person": person, "table": table}).status_code == 200
    notes = bob.get("/me/friends").json()["invitations"]
    assert [(note["name"], note["table"]) for note in notes] == [("Ada", table)]
    assert eve.get("/me/friends").json()["invitations"] == []
    refused = [
        (eve.post("/me/friends/invite", {"person": person, "table": eve.create()}), 404),  # no friend
        (bob.post("/me/friends/invite", {"person": ada.me()["id"], "table": eve.create()}), 403),  # no seat there
        (ada.post("/me/friends/invite", {"person": person, "table": "nowhere"}), 404),
    ]
    assert [answer.status_code for answer, _ in refused] == [status for _, status in refused]
    bob.join(table)
    assert bob.get("/me/friends").json()["invitations"] == []
    assert ada.post("/me/friends/invite", {"person": person, "table": table}).json()["code"] == "taken"


def test_a_block_ends_a_friendship_and_keeps_questions_away_unseen(server: ServerProcess) -> None:
    ada, bob = keep(server, "Ada Blocker"), keep(server, "Bob Blocked")
    befriend(ada, bob)
    ada.post("/me/blocks", {"person": bob.me()["id"], "blocked": True})
    assert bob.get("/me/friends").json()["friends"] == []
    assert bob.get("/me/friends/find?name=Ada%20Blocker").json() == {"people": []}
    asked = bob.post("/me/friends/ask", {"person": ada.me()["id"]})  # he kept the id: nothing tells him
    assert [one["name"] for one in asked.json()["asked"]] == ["Ada Blocker"]
    assert ada.get("/me/friends").json()["asking"] == []
    person = bob.me()["id"]
    assert bob.post("/me/delete", {"name": "Bob Blocked"}).status_code == 200
    assert person not in ada.get("/me/friends").text


def test_a_flood_of_questions_has_to_wait(server: ServerProcess) -> None:
    ada = keep(server, "Ada")
    answers = [ada.get("/me/friends/find?name=Nobody") for _ in range(25)]
    assert {answer.status_code for answer in answers[:20]} == {200}
    assert answers[-1].status_code == 429
    assert int(answers[-1].headers["Retry-After"]) >= 1


def test_the_same_on_postgresql() -> None:
    async def story(db: str) -> None:
        store = Store(db)
        await store.open()
        known, friends = People(store), Friends(store)
        a, b = [await known.find(await known.create(people.NewPerson(name))) for name in ("Ada", "Bob")]
        assert a is not None
        assert b is not None
        assert [one for one, _, _ in await friends.named(a, "Bob")] == [b.id]
        await friends.ask(a, b.id)
        await friends.ask(b, a.id)
        await friends.show(b, True)
        assert [(one.name, one.here) for one in (await friends.of(a)).friends] == [("Bob", True)]
        await friends.invite(a, b.id, "table")
        assert await friends.tables_of(a) == set()
        await friends.remove(a, b.id)
        await store.close()

    with postgres() as db:
        asyncio.run(asyncio.wait_for(story(db), 120))
