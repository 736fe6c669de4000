"""What the page says about ratings: before the game, with a hint, and at the end."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.page.lobby.test_moderation import keep, kept_here
from tests.page.people.players import END
from tests.page.people.visitor import Visitor
from tests.page.scenes.presses import hint

pytestmark = pytest.mark.compiled_only
Visit = Callable[..., Visitor]


def test_the_waiting_room_says_whether_the_game_counts(visit: Visit) -> None:
    ada = visit()
    keep(ada, "Ada")
    kept_here(ada)
    for options, said in (
        ({}, ["Hints are off", "This game is rated"]),
        ({"hints": True}, ["Everyone may use hints, but a game with hints is not rated", "This game is rated"]),
    ):
        made = ada.make({"game": "viaggiatore", "seats": [{"kind": "me"}, {"kind": "open"}], "options": options})
        ada.go(f"/t/{made['table']}")
        for sentence in said:
            expect(ada.page.locator(".room")).to_contain_text(sentence)
    assert ada.flaws_in(["it", "es", "fr", "de"], r"\b(unrated|rated|waiting)\.[a-z_.]+") == []
    ada.looked_at()


def test_a_hint_costs_the_rating_and_the_end_says_so(visit: Visit) -> None:
    ada = visit()
    keep(ada, "Ada")
    kept_here(ada)
    page = ada.against_bots("viaggiatore")
    hint(ada)
    expect(page.locator(".advice")).to_contain_text("Not rated: a player used a hint.")
    table = page.url.rsplit("/", 1)[-1]
    page.click("header .menu")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Resign").click()
    page.wait_for_selector(END)
    expect(page.locator(END)).to_contain_text("Not rated: a player used a hint.")
    assert page.request.get(f"{ada.base}/api/v1/tables/{table}").json()["unrated"] == "hints"
    ada.looked_at()
