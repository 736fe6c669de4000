"""Web Push from a real server to a push service of the test's own, read with the subscription's private key."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from piazzetta.games.registry import shelf
from piazzetta.server.notifications.senders.push import encrypted
from tests.server.lobby.test_friends import befriend
from tests.server.notifications.people import pass_the_turn, play_until_asked, play_while_asked, subscribe
from tests.server.notifications.receiver import Browser, Receiver, decoded, until
from tests.server.people.friends import keep
from tests.server.tools import Player, ServerProcess, at_table

pytestmark = pytest.mark.compiled_only


def test_the_example_of_the_standard() -> None:
    """RFC 8291, appendix A."""
    number = int.from_bytes(decoded("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big")
    body = encrypted(
        b"When I grow up, I want to be a watermelon",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
        ec.derive_private_key(number, ec.SECP256R1()),
        decoded("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert body == decoded(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_y"
        "l95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_who_is_away_is_called_once_and_can_read_it_alone(calling: ServerProcess, receiver: Receiver) -> None:
    offer = calling.get("/api/v1/notifications").json()
    assert offer["mail"] is False
    table, tokens = calling.seated("portobello", 2)
    browser = Browser(receiver)

    def wish() -> None:
        way = subscribe(calling, table, 1, tokens[1], browser.way, lang="it")
        assert way["kind"] == "push"
        assert way["confirmed"]

    asyncio.run(pass_the_turn(calling, table, tokens, away=1, wish=wish))
    (delivery,) = receiver.wait(browser.path)
    claims = browser.check_sender(delivery, offer["push"])
    assert claims["sub"].startswith("mailto:")
    assert int(delivery.headers["ttl"]) > 0
    shown = browser.read(delivery)
    assert shown["title"] == "Tocca a te"
    assert shown["url"] == f"/t/{table}"
    assert shown["picture"].startswith(f"/api/v1/tables/{table}/picture")
    assert "Portobello" in shown["body"]
    assert calling.get(shown["picture"]).headers["content-type"] == "image/png"
    with pytest.raises(Exception):  # noqa: B017, PT011  (whatever the library says to the wrong key)
        Browser(receiver).read(delivery)


def test_a_friends_invitation_comes_once(calling: ServerProcess, receiver: Receiver) -> None:
    """To those who have chosen notifications for all their games, and not in their quiet hours."""
    ada, leo, mia = (keep(calling, name) for name in ("Ada", "Leo", "Mia"))
    browser, sleeper = Browser(receiver), Browser(receiver, "/push/two")
    night = {"begin": "00:00", "end": "23:59", "zone": "UTC"}
    for person, device, quiet in ((leo, browser, None), (mia, sleeper, night)):
        befriend(ada, person)
        wish = {"way": device.way, "lang": "it", "quiet": quiet}
        assert person.post("/me/notifications", wish).status_code == 201
    table = ada.create("viaggiatore")
    for person in (mia, leo, leo):
        invitation = {"person": person.me()["id"], "table": table}
        assert ada.post("/me/friends/invite", invitation).status_code == 200
    (delivery,) = receiver.wait(browser.path)
    shown = browser.read(delivery)
    assert (shown["title"], shown["body"]) == ("Ada ti invita a giocare", "Il Commercio Viaggiatore · 2 giocatori")
    assert (shown["url"], shown["table"]) == (f"/t/{table}", table)
    time.sleep(0.5)
    assert len(receiver.at(browser.path)) == 1
    assert not receiver.at(sleeper.path)


@pytest.mark.parametrize(
    ("map_name", "said"),
    [("", "Portobello Market · 3 joueurs"), ("berwick-street", "Portobello Market · Berwick Street, 1925 · 3 joueurs")],
)
def test_an_invitation_names_a_map_that_is_not_the_games_own(
    calling: ServerProcess, receiver: Receiver, map_name: str, said: str
) -> None:
    ada, leo = keep(calling, "Ada"), keep(calling, "Leo")
    befriend(ada, leo)
    browser = Browser(receiver, f"/push/{map_name}")
    assert leo.post("/me/notifications", {"way": browser.way, "lang": "fr", "quiet": None}).status_code == 201
    maps = {one.key: {"board": one.source} for one in shelf("portobello")}
    table = ada.create("portobello", ("me", "open", "open"), **maps.get(map_name, {}))
    assert ada.post("/me/friends/invite", {"person": leo.me()["id"], "table": table}).status_code == 200
    (delivery,) = receiver.wait(browser.path)
    assert browser.read(delivery)["body"] == said


def test_one_call_and_not_twenty(calling: ServerProcess, receiver: Receiver) -> None:
    """Nothing more until they come back; then the next turn is worth a call again."""
    table, tokens = calling.seated("portobello", 2)
    browser = Browser(receiver)

    async def story() -> None:
        people = [Player(calling.base, table, {seat: token}) for seat, token in enumerate(tokens)]
        async with at_table(*people):
            for player in people:
                await player.until("update")
            await asyncio.to_thread(subscribe, calling, table, 1, tokens[1], browser.way)
            await play_while_asked(people[1])
            await people[1].close()
            await play_until_asked(people, 1)
            await asyncio.to_thread(receiver.wait, browser.path)
            for _ in range(5):  # things go on happening at the table
                await people[0].command("chat", text="Where are you?")
                await asyncio.sleep(0.5)
            assert len(receiver.at(browser.path)) == 1
            back = Player(calling.base, table, {1: tokens[1]})
            await back.enter()
            await back.until("update")
            await play_while_asked(back)
            await asyncio.sleep(1)  # the bell has seen them
            await back.close()
            await play_until_asked(people, 1)
            await asyncio.to_thread(receiver.wait, browser.path, 2)

    asyncio.run(story())


def test_nobody_is_called_who_looks_at_the_table(calling: ServerProcess, receiver: Receiver) -> None:
    """Being connected is not enough: a page in the background of a device is not seen."""
    table, tokens = calling.seated("portobello", 2)
    browsers = [Browser(receiver, f"/push/{seat}") for seat in range(2)]

    async def story() -> None:
        people = [Player(calling.base, table, {seat: token}) for seat, token in enumerate(tokens)]
        async with at_table(*people):
            for player in people:
                await player.until("update")
            for seat, browser in enumerate(browsers):
                await asyncio.to_thread(subscribe, calling, table, seat, tokens[seat], browser.way)
            asked = next(seat for seat, player in enumerate(people) if player.sight and player.sight["asked"])
            await people[asked].command("chat", text="Let me think")
            await asyncio.sleep(2)
            assert not receiver.deliveries
            await people[asked].command("look", visible=False)
            await people[asked].command("chat", text="I am elsewhere")
            await asyncio.to_thread(receiver.wait, browsers[asked].path)
            assert not receiver.at(browsers[1 - asked].path)

    asyncio.run(story())


def test_a_subscription_that_is_gone_is_forgotten(calling: ServerProcess, receiver: Receiver) -> None:
    table, tokens = calling.seated("portobello", 2)
    browser = Browser(receiver)
    receiver.status[browser.path] = 410
    subscribe(calling, table, 1, tokens[1], browser.way)
    key = {"authorization": f"Bearer 1.{tokens[1]}"}
    assert len(calling.get(f"/api/v1/tables/{table}/notifications", headers=key).json()["ways"]) == 1
    asyncio.run(pass_the_turn(calling, table, tokens, away=1))
    receiver.wait(browser.path)
    until(lambda: not calling.get(f"/api/v1/tables/{table}/notifications", headers=key).json()["ways"])


def test_the_key_stays_with_the_database(calling: ServerProcess, tmp_path: Any) -> None:
    first = calling.get("/api/v1/notifications").json()["push"]
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(first))
    assert point.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    db = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    keys = []
    for _ in range(2):
        server = ServerProcess(db).start()
        keys.append(server.get("/api/v1/notifications").json()["push"])
        assert server.stop() == 0
    assert keys[0] == keys[1] != first


def test_a_subscription_that_moves_is_followed(calling: ServerProcess, receiver: Receiver) -> None:
    """As the service worker says when the push service has replaced it."""
    table, tokens = calling.seated("portobello", 2)
    before, after = Browser(receiver), Browser(receiver, "/push/two")
    subscribe(calling, table, 1, tokens[1], before.way, lang="it")
    old = {"endpoint": before.way["endpoint"], "auth": before.way["auth"]}
    forged = calling.post("/api/v1/notifications/renew", {**old, "auth": after.way["auth"], "way": after.way})
    assert (forged.status_code, forged.json()["code"]) == (404, "missing")
    wrong = {**after.way, "p256dh": "x"}
    assert calling.post("/api/v1/notifications/renew", {**old, "way": wrong}).json()["code"] == "bad_way"
    assert calling.post("/api/v1/notifications/renew", {**old, "way": after.way}).status_code == 200
    asyncio.run(pass_the_turn(calling, table, tokens, away=1))
    delivery, *_ = receiver.wait(after.path)
    assert after.read(delivery)["title"] == "Tocca a te"
    assert calling.post("/api/v1/notifications/renew", {**old, "way": after.way}).status_code == 404
