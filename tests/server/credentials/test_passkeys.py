"""Passkeys: made once, shown anywhere, for one page; nobody else's answer will do."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from pathlib import Path
from typing import Any

import httpx
import pytest

from piazzetta.server.people.credentials import passkeys as module
from piazzetta.server.people.credentials.passkeys import Passkeys, Site
from piazzetta.server.people.people import People, now
from piazzetta.server.store.store import Store
from piazzetta.server.wire import credentials as m
from piazzetta.server.wire.people import NewPerson
from piazzetta.tables.refusals import Refused
from tests.server.credentials.authenticator import Authenticator
from tests.server.people.friends import Device, keep
from tests.server.store.postgres import postgres
from tests.server.tools import ServerProcess

pytestmark = pytest.mark.compiled_only


def post(
    server: ServerProcess, path: str, body: Any = None, key: str = "", origin: str | None = None
) -> httpx.Response:
    """As a page at localhost does."""
    headers = {"Origin": f"http://localhost:{server.port}" if origin is None else origin}
    if key:
        headers["Authorization"] = f"Bearer me.{key}"
    return server.post(f"/api/v1/me/passkeys{path}", body, headers=headers)


def with_passkey(server: ServerProcess) -> tuple[Device, Authenticator]:
    ada = keep(server, "Ada")
    phone = Authenticator(f"http://localhost:{server.port}")
    asked = post(server, "/options", key=ada.key).json()["options"]
    assert asked["authenticatorSelection"]["residentKey"] == "required"
    made = post(server, "", {"credential": phone.make(asked), "device": "phone"}, ada.key)
    assert made.status_code == 201, made.text
    return ada, phone


def test_a_person_comes_in_with_a_passkey(server: ServerProcess) -> None:
    ada, phone = with_passkey(server)
    (listed,) = ada.get("/me/passkeys").json()["passkeys"]
    assert (listed["label"], listed["site"]) == ("phone", "localhost")
    asked = post(server, "/enter/options").json()["options"]
    assert not asked.get("allowCredentials")  # whoever it is says so by their passkey
    entered = post(server, "/enter", {"credential": phone.show(asked), "device": "tablet"})
    assert entered.status_code == 200, entered.text
    assert "HttpOnly" in entered.headers["set-cookie"]
    tablet = Device(server, entered.json()["key"])
    assert tablet.me()["id"] == ada.me()["id"]
    assert [one["label"] for one in tablet.get("/me/devices").json()["devices"]] == ["laptop", "tablet"]
    again = post(server, "/options", key=ada.key).json()["options"]
    assert len(again["excludeCredentials"]) == 1
    assert ada.post(f"/me/passkeys/{listed['id']}/remove").status_code == 200
    assert ada.post(f"/me/passkeys/{listed['id']}/remove").status_code == 404
    gone = post(server, "/enter", {"credential": phone.show(post(server, "/enter/options").json()["options"])})
    assert (gone.status_code, gone.json()["code"]) == (403, "no_passkey")


def test_every_answer_counts_once_and_for_its_own_page(server: ServerProcess) -> None:
    _, phone = with_passkey(server)

    def shown(**change: str) -> Any:
        answer = phone.show(post(server, "/enter/options").json()["options"])
        answer["response"] |= change
        return answer

    answer = shown()
    assert post(server, "/enter", {"credential": answer}).status_code == 200
    assert post(server, "/enter", {"credential": answer}).json()["code"] == "no_passkey"  # the challenge is used up
    other = Authenticator(phone.origin)
    forged = other.show(post(server, "/enter/options").json()["options"])
    forged |= {"id": answer["id"], "rawId": answer["rawId"]}
    assert post(server, "/enter", {"credential": forged}).json()["code"] == "no_passkey"
    phone.uses = 0  # a copy of the passkey has been used before
    assert post(server, "/enter", {"credential": shown()}).json()["code"] == "no_passkey"
    phone.uses = 100
    phone.origin = "https://evil.example"
    assert post(server, "/enter", {"credential": shown()}).json()["code"] == "no_passkey"
    phone.origin = f"http://localhost:{server.port}"
    assert post(server, "/enter", {"credential": shown()}).status_code == 200
    junk: list[Any] = [{}, {"id": 1}, {"response": []}, {"response": {"clientDataJSON": "%"}}]
    for answer in [*junk, shown(signature="AAAA")]:
        assert post(server, "/enter", {"credential": answer}).json()["code"] == "no_passkey"


def test_a_challenge_is_for_one_person_and_no_code(server: ServerProcess) -> None:
    ada, eve = keep(server, "Ada"), keep(server, "Eve")
    asked = post(server, "/options", key=ada.key).json()["options"]
    stick = Authenticator(f"http://localhost:{server.port}")
    assert post(server, "", {"credential": stick.make(asked)}, eve.key).json()["code"] == "no_passkey"
    assert server.post("/api/v1/me/enter", {"code": asked["challenge"][:64]}).json()["code"] == "no_code"
    assert post(server, "", {"credential": stick.make(asked)}, ada.key).status_code == 201
    assert post(server, "/options").json()["code"] == "nobody"
    assert post(server, "/enter", {"credential": {}}, ada.key).json()["code"] == "somebody"


def test_only_a_secure_page_with_a_name_has_passkeys(server: ServerProcess) -> None:
    assert post(server, "/enter/options", origin=server.base).json()["code"] == "no_passkeys"
    assert server.post("/api/v1/me/passkeys/enter/options").json()["code"] == "no_passkeys"
    assert post(server, "/enter/options", origin="https://evil.example").json()["code"] == "foreign"
    for origin in ("http://play.example.org", "https://192.168.1.7", "https://[::1]:8000", "null", ""):
        with pytest.raises(Refused):
            Site(origin)
    assert Site("https://play.example.org:8443").host == "play.example.org"


def test_export_and_deletion_cover_passkeys(server: ServerProcess) -> None:
    ada, phone = with_passkey(server)
    (kept,) = ada.get("/me/export").json()["passkeys"]
    assert kept["label"] == "phone"
    assert ada.post("/me/delete", {"name": "Ada"}).status_code == 200
    shown = phone.show(post(server, "/enter/options").json()["options"])
    assert post(server, "/enter", {"credential": shown}).json()["code"] == "no_passkey"
    with contextlib.closing(sqlite3.connect(server.db.removeprefix("sqlite:///"))) as database:
        assert shown["id"] not in "\n".join(database.iterdump())


def test_a_challenge_grows_old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asyncio.run(_grows_old(f"sqlite:///{tmp_path / 't.sqlite'}", monkeypatch))


def test_the_same_on_postgresql(monkeypatch: pytest.MonkeyPatch) -> None:
    with postgres() as url:
        asyncio.run(_grows_old(url, monkeypatch))


async def _grows_old(db: str, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(db)
    await store.open()
    people = People(store)
    person = await people.find(await people.create(NewPerson("Ada")))
    assert person is not None
    passkeys, site, phone = Passkeys(store, people), Site("https://a.example"), Authenticator("https://a.example")
    made = phone.make((await passkeys.ask_for_new(site, person)).options)
    await passkeys.add(site, person, m.PasskeyAnswer(made, "phone"))
    asked = await passkeys.ask_who(site)
    monkeypatch.setattr(module, "now", lambda: now() + 301_000)
    with pytest.raises(Refused, match="took too long"):
        await passkeys.enter(site, m.PasskeyAnswer(phone.show(asked.options)))
    fresh = phone.show((await passkeys.ask_who(site)).options)
    found = await people.find(await passkeys.enter(site, m.PasskeyAnswer(fresh)))
    assert found is not None
    assert found.id == person.id
    other = Site("https://b.example")
    elsewhere = phone.show((await passkeys.ask_who(other)).options)
    with pytest.raises(Refused):
        await passkeys.enter(other, m.PasskeyAnswer(elsewhere))
    await store.close()
