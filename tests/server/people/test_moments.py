"""Moments to learn from follow a profile: kept once, reviews of all devices joined, nobody else's."""

from __future__ import annotations

from typing import Any

import pytest

from piazzetta.server.people.moments import MOST
from tests.server.people.friends import Device, keep
from tests.server.tools import ServerProcess

pytestmark = pytest.mark.compiled_only

ONE = "abcdefghijkm-0-12"
CARD: dict[str, Any] = {"index": 12, "seat": 0, "move": "bobby D5", "record": {"game": "portobello"}}


def told(device: Device, moment: str = ONE, *reviews: tuple[int, str], card: Any = CARD) -> int:
    body = {"kept": 1, "reviews": [{"time": time, "outcome": how} for time, how in reviews], "card": card}
    return device.post(f"/me/moments/{moment}", body).status_code


def test_two_devices_that_were_used_apart_agree(server: ServerProcess) -> None:
    laptop = keep(server, "Ada")
    phone = laptop.another()
    assert told(laptop, ONE, (100, "shown"), (300, "solved")) == 200
    assert told(phone, ONE, (200, "helped"), (300, "solved"), card=None) == 200
    assert told(phone, ONE, (200, "helped"), card={"another": "card"}) == 200  # again; the first card stays
    found = laptop.get("/me/moments").json()["moments"]
    assert [(one["id"], one["kept"]) for one in found] == [(ONE, 1)]
    assert [review["time"] for review in found[0]["reviews"]] == [100, 200, 300]
    assert phone.get("/me/moments").json()["moments"] == found
    assert phone.get(f"/me/moments/{ONE}").json() == {"card": CARD}


def test_they_are_their_owners_alone(server: ServerProcess) -> None:
    ada, eve = keep(server, "Ada"), keep(server, "Eve")
    told(ada, ONE, (100, "solved"))
    assert eve.get("/me/moments").json() == {"moments": []}
    assert eve.get(f"/me/moments/{ONE}").status_code == 404
    told(eve, ONE, (150, "shown"), card={"eve": True})  # a moment of the same game, kept by both
    assert len(ada.get("/me/moments").json()["moments"][0]["reviews"]) == 1
    assert server.get("/api/v1/me/moments").json()["code"] == "nobody"


def test_what_cannot_be_kept_is_refused(server: ServerProcess) -> None:
    ada = keep(server, "Ada")
    assert told(ada, "nonsense") == 400
    assert told(ada, ONE, card=None) == 400
    assert told(ada, ONE, (1, "guessed")) == 400
    assert told(ada, ONE, *[(time, "solved") for time in range(200)]) == 200
    assert told(ada, ONE, (200, "solved"), card=None) == 429
    assert ada.get(f"/me/moments/{ONE[:-1]}").json()["code"] == "missing"


def test_there_are_not_any_number_of_them(server: ServerProcess) -> None:
    ada = keep(server, "Ada")
    codes = [told(ada, f"abcdefghijkm-1-{number}", card={}) for number in range(MOST + 1)]
    assert codes == [*[200] * MOST, 429]


def test_export_and_deletion_know_them(server: ServerProcess) -> None:
    ada = keep(server, "Ada")
    told(ada, ONE, (100, "solved"))
    (own,) = ada.get("/me/export").json()["moments"]
    assert own == {"id": ONE, "kept": 1, "reviews": [{"time": 100, "outcome": "solved"}], "card": CARD}
    assert ada.post("/me/delete", {"name": "Ada"}).status_code == 200
