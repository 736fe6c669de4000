"""Being the same person on several devices: keys, links, the recovery code, and seats that come along."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from piazzetta.server.people.credentials.access_tokens import AccessTokens
from piazzetta.server.people.people import MOST_DEVICES, People
from piazzetta.server.store.store import Store
from piazzetta.server.wire import people as m
from piazzetta.server.wire.credentials import NewToken
from piazzetta.tables.refusals import Refused
from tests.server.people.friends import Device, keep
from tests.server.store.postgres import postgres
from tests.server.tools import Player, ServerProcess, at_table

pytestmark = pytest.mark.compiled_only


class Known(Player):
    """A player whose device sends the person's key, and no token."""

    def __init__(self, device: Device, table: str, **hello: Any) -> None:
        super().__init__(device.server.base, table, **hello)
        self.device = device

    async def enter(self) -> dict[str, Any]:
        self.socket = await connect(
            self.url, max_size=2**24, ping_interval=None, additional_headers=self.device.headers
        )
        await self.send(type="hello", v=1, client=self.client, since=self.since, **self.hello)
        welcome = await self.until("welcome")
        self.seats = dict.fromkeys(welcome["yours"], "")
        return welcome


def test_a_guest_is_nobody_until_they_want_to_be_kept(server: ServerProcess) -> None:
    assert server.get("/api/v1/me").json() == {"me": None}
    for path in ("/me/devices",):
        answer = server.get(f"/api/v1{path}")
        assert (answer.status_code, answer.json()["code"]) == (403, "nobody")
    ada = keep(server, " Ada\u200b ", "face-fox")
    me = ada.me()
    assert (me["name"], me["avatar"], me["recovery"]) == ("Ada", "face-fox", False)
    assert ada.post("/me", {"name": "Eve"}).json()["code"] == "somebody"
    assert ada.post("/me/change", {"avatar": "face-owl"}).json()["avatar"] == "face-owl"
    assert ada.post("/me/change", {"name": "\u200b"}).status_code == 400
    assert ada.me()["name"] == "Ada"
    assert server.post("/api/v1/me", {"name": "Ada", "avatar": "<b>"}).status_code == 400


def test_the_key_is_a_cookie_that_scripts_cannot_read(server: ServerProcess) -> None:
    answer = server.post("/api/v1/me", {"name": "Ada"})
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert "Path=/api/v1" in cookie
    key = answer.json()["key"]
    assert server.get("/api/v1/me", headers={"Cookie": f"piazzetta_me={key}"}).json()["me"]["name"] == "Ada"
    assert server.get("/api/v1/me", headers={"Cookie": f"piazzetta_me={key[:-1]}"}).json() == {"me": None}


def test_a_link_brings_another_device_in_once(server: ServerProcess) -> None:
    ada = keep(server, "Ada")
    made = ada.post("/me/links").json()
    assert made["link"] == f"/my-games#in={made['code']}"
    assert 0 < made["expires"] - time.time() * 1000 <= 600_000
    entered = server.post("/api/v1/me/enter", {"code": made["code"], "device": "phone"})
    phone = Device(server, entered.json()["key"])
    assert phone.me()["id"] == ada.me()["id"]
    again = server.post("/api/v1/me/enter", {"code": made["code"]})
    assert (again.status_code, again.json()["code"]) == (403, "no_code")
    listed = phone.get("/me/devices").json()["devices"]
    assert [(one["label"], one["this"]) for one in listed] == [("laptop", False), ("phone", True)]
    assert phone.post(f"/me/devices/{listed[0]['id']}/sign_out").status_code == 200
    assert ada.me() is None
    assert phone.post(f"/me/devices/{listed[0]['id']}/sign_out").status_code == 404
    assert phone.post("/me/sign_out").status_code == 200
    assert phone.me() is None


def test_the_recovery_code_works_once_however_it_is_typed(server: ServerProcess) -> None:
    ada = keep(server, "Ada")
    first = ada.post("/me/recovery").json()["code"]
    code = ada.post("/me/recovery").json()["code"]
    assert ada.me()["recovery"]
    assert server.post("/api/v1/me/enter", {"code": first}).json()["code"] == "no_code"  # only the newest
    typed = code.lower().replace("-", " ").replace("0", "o").replace("1", "l")
    back = Device(server, server.post("/api/v1/me/enter", {"code": typed}).json()["key"])
    assert back.me()["id"] == ada.me()["id"]
    assert not back.me()["recovery"]
    assert server.post("/api/v1/me/enter", {"code": code}).json()["code"] == "no_code"


def test_a_code_says_whom_it_signs_in_and_stays_valid(server: ServerProcess) -> None:
    """The page asks before it signs in: a link may come from anybody."""
    ada = keep(server, "Ada")
    code = ada.post("/me/links").json()["code"]
    for _ in range(2):
        found = server.post("/api/v1/me/enter/owner", {"code": code})
        assert (found.status_code, found.json()["name"]) == (200, "Ada")
    assert "set-cookie" not in found.headers
    assert len(ada.get("/me/devices").json()["devices"]) == 1
    assert server.post("/api/v1/me/enter", {"code": code}).status_code == 200
    assert server.post("/api/v1/me/enter/owner", {"code": code}).json()["code"] == "no_code"
    assert ada.post("/me/enter/owner", {"code": code}).json()["code"] == "somebody"


def test_a_recovery_code_outlives_a_refusal(server: ServerProcess) -> None:
    ada = keep(server, "Ada")
    for _ in range(MOST_DEVICES - 1):
        code = ada.post("/me/links").json()["code"]
        assert server.post("/api/v1/me/enter", {"code": code}).status_code == 200
    code = ada.post("/me/recovery").json()["code"]
    assert server.post("/api/v1/me/enter", {"code": code}).json()["code"] == "full"
    last = ada.get("/me/devices").json()["devices"][-1]["id"]
    assert ada.post(f"/me/devices/{last}/sign_out").status_code == 200
    assert server.post("/api/v1/me/enter", {"code": code}).status_code == 200


def test_a_link_grows_old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asyncio.run(_grows_old(f"sqlite:///{tmp_path / 't.sqlite'}", monkeypatch))


async def _grows_old(db: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from piazzetta.server.people import people as module

    store = Store(db)
    await store.open()
    people = People(store)
    person = await people.find(await people.create(m.NewPerson("Ada")))
    assert person is not None
    link, recovery = await people.new_link(person), await people.new_recovery(person)
    real = module.now
    monkeypatch.setattr(module, "now", lambda: real() + 601_000)
    with pytest.raises(Refused, match="expired"):
        await people.enter(m.SignIn(link.code))
    found = await people.find(await people.enter(m.SignIn(recovery.code)))
    assert found is not None
    assert found.id == person.id
    await people.add_seats(person.id, "table", ["a" * 64], "")
    await people.add_seats(person.id, "table", ["a" * 64], "")
    await people.add_rematch_seats("table", "next")
    await people.add_rematch_seats("table", "next")
    assert await people.seats(person, "next") == ["a" * 64]
    await store.close()


def test_the_same_on_postgresql(monkeypatch: pytest.MonkeyPatch) -> None:
    with postgres() as url:
        asyncio.run(_grows_old(url, monkeypatch))


def test_only_hashes_are_stored(server: ServerProcess) -> None:
    ada = keep(server, "Ada")
    secrets = [ada.key, ada.post("/me/links").json()["code"], ada.post("/me/recovery").json()["code"]]
    secrets.append(secrets[-1].replace("-", ""))
    with contextlib.closing(sqlite3.connect(server.db.removeprefix("sqlite:///"))) as database:
        written = "\n".join(database.iterdump())
    assert ada.me()["id"] in written
    assert not [secret for secret in secrets if secret in written]


def test_a_seat_is_the_persons_on_every_device(server: ServerProcess) -> None:
    ada, bob = keep(server, "Ada"), keep(server, "Bob")
    phone = ada.another()
    table = ada.create()
    bob.join(table)

    async def story() -> None:
        at_home, on_the_way, other = Known(ada, table), Known(phone, table, contribution="mine"), Known(bob, table)
        async with at_table(on_the_way, other, at_home):
            assert [
                next(one["yours"] for one in who.messages if one["type"] == "welcome")
                for who in (at_home, on_the_way, other)
            ] == [[0], [0], [1]]
            await other.turn()
            assert other.sight is not None
            await other.command("play", move=other.sight["legal"][0]["move"])
            await on_the_way.turn()
            assert on_the_way.sight is not None
            move = on_the_way.sight["legal"][0]["move"]
            assert (await on_the_way.command("play", move=move))["type"] == "done"
        assert server.table(table).contributions[0] == "mine"

    asyncio.run(asyncio.wait_for(story(), 600))
    assert phone.get(f"/tables/{table}/replay?viewer=0").status_code == 200
    assert bob.get(f"/tables/{table}/replay?viewer=0").status_code == 403
    assert phone.post(f"/tables/{table}/resign").status_code == 200
    assert server.get(f"/api/v1/tables/{table}").json()["status"] == "over"
    again = phone.post(f"/tables/{table}/rematch").json()["table"]
    assert bob.post(f"/tables/{again}/leave").status_code == 200  # noted for both


def test_a_guests_games_move_along(server: ServerProcess) -> None:
    table, tokens = server.seated("portobello", 2)
    ada, bob = keep(server, "Ada"), keep(server, "Bob")
    assert ada.get(f"/tables/{table}/replay?viewer=0").status_code in (403, 409)
    mine = {"table": table, "seat": 0, "token": tokens[0]}
    wrong = {"table": table, "seat": 1, "token": "0" * 40}
    gone = {"table": "nosuchtable1", "seat": 1, "token": "0" * 40}
    assert ada.post("/me/seats", {"seats": [mine, wrong, gone]}).json() == {
        "claimed": 1,
        "refused": [table, "nosuchtable1"],
    }
    assert bob.post("/me/seats", {"seats": [mine]}).json() == {"claimed": 0, "refused": [table]}  # taken
    assert ada.another().post(f"/tables/{table}/leave", {}).status_code == 200
    assert bob.post(f"/tables/{table}/leave", {}).status_code == 403


def test_signing_out_and_revoking_end_connections(tmp_path: Path) -> None:
    async def story() -> None:
        store = Store(f"sqlite:///{tmp_path / 't.sqlite'}")
        await store.open()
        ended: list[str] = []
        people, tokens = People(store, ended.append), AccessTokens(store, ended.append)
        person = await people.find(await people.create(m.NewPerson("Ada")))
        assert person is not None
        made = await tokens.create(person, NewToken("program", ["games:play"]))
        assert (await tokens.holder(made.token)).credential == made.id
        await tokens.revoke(person, made.id)
        await people.sign_out(person, person.credential)
        assert ended == [made.id, person.credential]
        await store.close()

    asyncio.run(story())


def test_a_seats_token_ends_with_the_device_or_token_that_took_it(server: ServerProcess) -> None:
    laptop = keep(server, "Ada")
    phone = laptop.another()
    made = phone.post("/me/tokens", {"name": "bot", "scopes": ["tables:create", "games:play"]}).json()
    program_headers = {"Authorization": f"Bearer {made['token']}"}
    wish = {"game": "portobello", "seats": [{"kind": "me"}, {"kind": "open"}]}
    by_laptop = laptop.post("/tables", wish).json()
    by_program = server.post("/api/v1/tables", wish, headers=program_headers).json()
    by_guest = server.post("/api/v1/tables", wish).json()

    def may(made: dict[str, Any], **more: Any) -> list[bool]:
        """Whether the seat's token opens it in a body, as a cookie, and on a WebSocket."""
        table, token = made["table"], made["tokens"]["0"]
        path = f"/api/v1/tables/{table}/notifications"
        body = server.post(f"{path}/quiet", {"seat": 0, "token": token, "quiet": None}, **more).status_code == 200
        jar = {**more.get("headers", {}), "Cookie": f"piazzetta_{table}=0.{token}"}
        cookie = server.get(path, headers=jar).status_code == 200

        async def live() -> bool:
            player = Player(server.base, table, {0: token})
            player.socket = await connect(player.url, additional_headers=more.get("headers", {}))
            await player.send(type="hello", v=1, client="x", seats=[{"seat": 0, "token": token}])
            try:
                return (await player.receive())["type"] == "welcome"
            except ConnectionClosed as closed:
                assert closed.rcvd is not None
                assert closed.rcvd.code == 4401
                return False
            finally:
                await player.close()

        return [body, cookie, asyncio.run(live())]

    everything, nothing = [True] * 3, [False] * 3
    assert [may(one) for one in (by_laptop, by_program, by_guest)] == [everything] * 3
    laptop_id = next(one["id"] for one in phone.get("/me/devices").json()["devices"] if not one["this"])
    assert phone.post(f"/me/devices/{laptop_id}/sign_out").status_code == 200
    assert may(by_laptop) == nothing, "at once"
    assert may(by_laptop, headers=phone.headers) == everything, "its owner plays on"
    assert may(by_program) == everything
    assert phone.post(f"/me/tokens/{made['id']}/revoke").status_code == 200
    assert may(by_program) == nothing
    assert may(by_guest) == everything
