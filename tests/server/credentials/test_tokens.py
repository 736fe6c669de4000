"""Personal tokens: a program may do what its scopes say, and never what would make it its person."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from piazzetta.server.people.credentials import access_tokens as module
from piazzetta.server.people.people import People, now
from piazzetta.server.store.store import Store
from piazzetta.server.wire import credentials as m
from piazzetta.server.wire.people import NewPerson
from piazzetta.tables.refusals import Refused
from tests.server.people.friends import Device, keep
from tests.server.people.test_people import Known
from tests.server.store.postgres import postgres
from tests.server.tools import ServerProcess, at_table, closed_with

pytestmark = pytest.mark.compiled_only

SCOPES = ("games:read", "games:play", "tables:create", "profile")


class Program(Device):
    """What has a token in place of a device's key."""

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.key}"}


def program(person: Device, *scopes: str, **more: Any) -> Program:
    made = person.post("/me/tokens", {"name": "my script", "scopes": scopes, **more})
    assert made.status_code == 201, made.text
    return Program(person.server, made.json()["token"])


def requests(table: str) -> list[tuple[str, str, str, Any]]:
    """What needs which scope: a method, a path, its body."""
    return [
        ("games:read", "get", "/me/games", None),
        ("games:read", "get", "/me/finished?before=9", None),
        ("games:read", "get", "/me/statistics", None),
        ("games:read", "get", f"/me/tables/{table}/picture", None),
        ("games:read", "get", f"/tables/{table}/replay?viewer=0", None),
        ("games:play", "post", f"/me/tables/{table}", {"hidden": False}),
        ("games:play", "post", "/me/seats", {"seats": []}),
        ("games:play", "post", f"/tables/{table}/leave", {}),
        ("tables:create", "post", "/tables", {"game": "portobello", "seats": [{"kind": "me"}, {"kind": "open"}]}),
        ("profile", "post", "/me/change", {"avatar": "face-3"}),
    ]


#: What would make a program its person.
NEVER: list[tuple[str, str, Any]] = [
    ("get", "/me/devices", None),
    ("get", "/me/export", None),
    ("get", "/me/tokens", None),
    ("get", "/me/passkeys", None),
    ("post", "/me/tokens", {"name": "more", "scopes": ["games:read"]}),
    ("post", "/me/tokens/x/revoke", {}),
    ("post", "/me/links", {}),
    ("post", "/me/recovery", {}),
    ("post", "/me/devices/x/sign_out", {}),
    ("post", "/me/sign_out", {}),
    ("post", "/me/delete", {"name": "Ada"}),
    ("post", "/me/passkeys", {"credential": {}}),
    ("post", "/me/passkeys/x/remove", {}),
]


def test_a_program_may_do_what_its_scopes_say(server: ServerProcess) -> None:
    ada, bob = keep(server, "Ada"), keep(server, "Bob")
    table = ada.create()
    bob.join(table)
    for scope in SCOPES:
        one = program(ada, scope)
        assert one.me()["name"] == "Ada"
        for needed, method, path, body in requests(table if scope != "games:play" else ada.create()):
            answer = one.get(path) if method == "get" else one.post(path, body)
            if needed == scope:
                assert answer.status_code in (200, 201, 409), (path, answer.text)  # 409: the game has not begun
            else:
                assert (answer.status_code, answer.json()["code"]) == (403, "scope"), (scope, path, answer.text)
                assert needed in answer.json()["sentence"]


def test_a_program_never_becomes_its_person(server: ServerProcess) -> None:
    ada = keep(server, "Ada")
    able = program(ada, *SCOPES)
    for method, path, body in NEVER:
        answer = able.get(path) if method == "get" else able.post(path, body)
        assert (answer.status_code, answer.json()["code"]) == (403, "device_only"), (path, answer.text)
    assert ada.me()["name"] == "Ada"


def test_no_program_reads_whom_its_person_keeps_away(server: ServerProcess) -> None:
    ada, bob = keep(server, "Ada"), keep(server, "Bob")
    table = ada.create()
    bob.join(table)
    ada.post(f"/tables/{table}/blocks", {"about": 1, "blocked": True})
    for scopes in ([one] for one in SCOPES):
        answer = program(ada, *scopes).get(f"/tables/{table}/blocks")
        assert (answer.status_code, answer.json()["code"]) == (403, "device_only")


def test_a_token_is_listed_used_and_revoked(server: ServerProcess) -> None:
    ada, eve = keep(server, "Ada"), keep(server, "Eve")
    script = program(ada, "games:read", "games:read", days=30)
    (listed,) = ada.get("/me/tokens").json()["tokens"]
    assert (listed["name"], listed["scopes"], listed["used"]) == ("my script", ["games:read"], None)
    assert listed["expires"] - listed["created"] == 30 * 24 * 3600 * 1000
    assert script.get("/me/games").status_code == 200
    assert ada.get("/me/tokens").json()["tokens"][0]["used"]
    assert ada.get("/me/export").json()["tokens"][0]["name"] == "my script"
    assert script.key not in ada.get("/me/export").text
    with contextlib.closing(sqlite3.connect(server.db.removeprefix("sqlite:///"))) as database:
        written = "\n".join(database.iterdump())
    assert listed["id"] in written
    assert script.key.removeprefix("tok.") not in written
    assert eve.post(f"/me/tokens/{listed['id']}/revoke").status_code == 404
    assert ada.post(f"/me/tokens/{listed['id']}/revoke").status_code == 200
    assert script.get("/me/games").json()["code"] == "no_token"
    assert script.get("/me").json()["code"] == "no_token"
    other = program(ada, "games:read")
    assert ada.post("/me/delete", {"name": "Ada"}).status_code == 200
    assert other.get("/me").json()["code"] == "no_token"
    for wish in (
        {"name": "x", "scopes": []},
        {"name": "x", "scopes": ["all"]},
        {"name": "\u200b", "scopes": ["profile"]},
    ):
        assert eve.post("/me/tokens", wish).status_code == 400


def test_a_token_that_may_not_play_gets_no_seat(server: ServerProcess) -> None:
    ada = keep(server, "Ada")
    table = ada.create()

    async def story() -> None:
        looker = Known(program(ada, "games:read"), table)
        with contextlib.suppress(Exception):
            await looker.enter()
        assert await closed_with(looker) == 4403
        async with at_table(Known(program(ada, "games:play"), table)) as (player,):
            assert player.messages[0]["yours"] == [0]

    asyncio.run(asyncio.wait_for(story(), 60))


def test_whoever_only_watches_has_no_seat(server: ServerProcess) -> None:
    """A page in a frame looks on, even if the browser sends its owner's cookies."""
    ada = keep(server, "Ada")
    table = ada.create()

    async def story() -> None:
        async with at_table(Known(ada, table, watch=True)) as (looker,):
            assert looker.messages[0]["yours"] == []
            assert (await looker.command("chat", text="hello"))["type"] == "refused"

    asyncio.run(asyncio.wait_for(story(), 60))


def test_a_token_grows_old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asyncio.run(_grows_old(f"sqlite:///{tmp_path / 't.sqlite'}", monkeypatch))


def test_the_same_on_postgresql(monkeypatch: pytest.MonkeyPatch) -> None:
    with postgres() as url:
        asyncio.run(_grows_old(url, monkeypatch))


async def _grows_old(db: str, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(db)
    await store.open()
    people = People(store)
    person = await people.find(await people.create(NewPerson("Ada", program=True)))
    assert person is not None
    assert person.program
    tokens = module.AccessTokens(store)
    brief = await tokens.create(person, m.NewToken("a", ["games:read"], 1))
    lasting = await tokens.create(person, m.NewToken("b", ["games:read", "profile"]))
    assert (await tokens.holder(brief.token)).scopes == frozenset(["games:read"])
    monkeypatch.setattr(module, "now", lambda: now() + 25 * 3600 * 1000)
    with pytest.raises(Refused, match="expired"):
        await tokens.holder(brief.token)
    assert (await tokens.holder(lasting.token)).id == person.id
    for _ in range(module.MOST_TOKENS - 2):
        await tokens.create(person, m.NewToken("c", ["profile"]))
    with pytest.raises(Refused, match="at most"):
        await tokens.create(person, m.NewToken("c", ["profile"]))
    await store.close()
