"""Webhooks, and where calls may go at all."""

from __future__ import annotations

import asyncio
import json
import socket

import pytest

from piazzetta.errors import BadInput
from piazzetta.server.notifications.senders.outward import NotSent, checked, post
from tests.server.notifications.people import pass_the_turn, subscribe
from tests.server.notifications.receiver import Browser, Receiver
from tests.server.tools import ServerProcess

pytestmark = pytest.mark.compiled_only


def hook(receiver: Receiver, form: str, **more: str) -> dict[str, str]:
    return {"kind": "webhook", "url": f"{receiver.address}/{form}", "format": form, **more}


def test_discord_telegram_and_json(calling: ServerProcess, receiver: Receiver) -> None:
    """Each gets a first message, and then calls."""
    table, tokens = calling.seated("portobello", 2)
    subscribe(calling, table, 1, tokens[1], hook(receiver, "discord"))
    subscribe(calling, table, 1, tokens[1], hook(receiver, "telegram", chat="-1001"), lang="it")
    subscribe(calling, table, 1, tokens[1], hook(receiver, "json"))
    asyncio.run(pass_the_turn(calling, table, tokens, away=1))
    said = {
        form: [json.loads(one.body) for one in receiver.wait(f"/{form}", 2)] for form in ("discord", "telegram", "json")
    }
    link = f"{calling.base}/t/{table}"
    assert "It is your turn" in said["discord"][1]["content"]
    assert link in said["discord"][1]["content"]
    assert said["discord"][1]["allowed_mentions"] == {"parse": []}
    assert said["telegram"][1]["chat_id"] == "-1001"
    assert said["telegram"][1]["text"].startswith("Tocca a te")
    assert said["json"][1]["turns"][0]["table"] == table
    assert said["json"][1]["turns"][0]["seat"] == 1


def test_a_webhook_of_the_whole_table_says_whose_turn_it_is(calling: ServerProcess, receiver: Receiver) -> None:
    table, tokens = calling.seated("portobello", 2)

    def wish() -> None:
        subscribe(calling, table, 0, tokens[0], hook(receiver, "discord"), whole_table=True)

    asyncio.run(pass_the_turn(calling, table, tokens, away=1, wish=wish))
    key = {"authorization": f"Bearer 1.{tokens[1]}"}
    (way,) = calling.get(f"/api/v1/tables/{table}/notifications", headers=key).json()["ways"]
    assert way["whole_table"]
    assert way["shown"] == "127.0.0.1", "its address is a secret of whoever entered it"
    said = json.loads(receiver.wait("/discord", 2)[1].body)
    assert said["content"].startswith("It is P1’s turn in Portobello Market.")
    assert (
        calling.post(
            f"/api/v1/tables/{table}/notifications/{way['id']}/stop", {"seat": 1, "token": tokens[1]}
        ).status_code
        == 200
    )


def test_one_that_does_not_answer_is_refused(calling: ServerProcess, receiver: Receiver) -> None:
    table, tokens = calling.seated("portobello", 2)
    receiver.status["/discord"] = 404
    wish = {"way": hook(receiver, "discord"), "seat": 0, "token": tokens[0]}
    answer = calling.post(f"/api/v1/tables/{table}/notifications", wish)
    assert answer.status_code == 409
    assert answer.json()["code"] == "no_answer"
    wish["way"] = hook(receiver, "telegram")
    answer = calling.post(f"/api/v1/tables/{table}/notifications", wish)
    assert answer.status_code == 400
    assert "chat" in answer.json()["sentence"]


def test_only_whoever_sits_there_can_say_how_to_call(calling: ServerProcess, receiver: Receiver) -> None:
    table, tokens = calling.seated("portobello", 2)
    way = subscribe(calling, table, 1, tokens[1], Browser(receiver).way)
    path = f"/api/v1/tables/{table}/notifications"
    for seat, token in ((0, "wrong"), (1, "")):
        wish = {"way": Browser(receiver).way, "seat": seat, "token": token}
        assert calling.post(path, wish).status_code == 403
    assert calling.get(path).status_code == 403
    stop = f"{path}/{way['id']}/stop"
    assert calling.post(stop, {"seat": 0, "token": tokens[0]}).status_code == 404
    assert calling.post(stop, {"seat": 1, "token": tokens[1]}).status_code == 200
    assert calling.post(stop, {"seat": 1, "token": tokens[1]}).status_code == 404


def test_ten_ways_are_enough(calling: ServerProcess, receiver: Receiver) -> None:
    table, tokens = calling.seated("portobello", 2)
    for number in range(10):
        subscribe(calling, table, 1, tokens[1], Browser(receiver, f"/{number}").way)
    wish = {"way": Browser(receiver, "/more").way, "seat": 1, "token": tokens[1]}
    answer = calling.post(f"/api/v1/tables/{table}/notifications", wish)
    assert (answer.status_code, answer.json()["code"]) == (409, "full_ways")


# --- where calls may go ---

ELSEWHERE = [
    "http://push.example/1",
    "https://127.0.0.1/1",
    "https://10.1.2.3/1",
    "https://169.254.169.254/latest",
    "https://[::1]/1",
    "https://[::ffff:10.0.0.1]/1",
    "https://[64:ff9b::a00:1]/1",
    "https://[64:ff9b:1::a00:1]/1",
    "https://push.example:8443/1",
    "https://user@push.example/1",
    "ftp://push.example/1",
    "https:///1",
    "https://push.example/\r\nHost: other",
    "push.example",
]


@pytest.mark.parametrize("url", ELSEWHERE)
def test_addresses_that_are_refused(url: str) -> None:
    with pytest.raises(BadInput):
        checked(url, private=False)


def test_the_server_itself_refuses_them(server: ServerProcess, receiver: Receiver) -> None:
    table, tokens = server.seated("portobello", 2)
    for way in (Browser(receiver).way, hook(receiver, "discord")):
        answer = server.post(f"/api/v1/tables/{table}/notifications", {"way": way, "seat": 0, "token": tokens[0]})
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_way")
    assert not receiver.deliveries


def test_a_name_that_leads_home_is_refused_when_it_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if only one of its addresses does: the next answer may be that one."""

    async def story(*addresses: str) -> None:
        async def resolve(host: str, port: int, **more: object) -> list[object]:
            return [(socket.AF_INET, socket.SOCK_STREAM, 0, "", (address, port)) for address in addresses]

        async def connect(*args: object, **more: object) -> None:
            raise AssertionError("it must not come to this")

        monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", resolve, raising=False)
        monkeypatch.setattr(asyncio, "open_connection", connect)
        with pytest.raises(NotSent, match="private network"):
            await post("https://push.example/1", {}, b"", private=False)

    for addresses in (("127.0.0.1",), ("93.184.216.34", "192.168.1.1"), ("::1",), ("0.0.0.0",)):
        asyncio.run(story(*addresses))
