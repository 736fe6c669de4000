"""Finding each other: open tables with filters, a game with anybody, games to watch."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.page.friends.test_together import at_one_table
from tests.page.lobby.test_moderation import keep
from tests.page.people.players import market, play
from tests.page.people.visitor import Visitor

pytestmark = pytest.mark.compiled_only
Visit = Callable[..., Visitor]


def test_two_strangers_meet_at_a_table(visit: Visit) -> None:
    ada, leo = visit(), visit(phone=True, locale="it-IT")
    ada.go("/")
    ada.page.get_by_role("button", name="Quick match").click()
    ada.page.get_by_label("Game", exact=True).select_option("viaggiatore")
    ada.page.get_by_label("Players").select_option("2")
    ada.page.get_by_label("Your name").fill("Ada")
    ada.page.get_by_label("if nobody else joins").uncheck()
    expect(ada.page.locator("dialog")).to_contain_text("Nobody is waiting for this game.")
    ada.looked_at()
    ada.page.get_by_role("button", name="Find players").click()
    expect(ada.page.locator("dialog")).to_contain_text("Nobody else is waiting yet.")
    ada.looked_at()
    ada.page.get_by_role("button", name="Stop waiting").click()
    expect(ada.page.locator("dialog")).to_contain_text("Nobody is waiting for this game.")
    ada.page.get_by_role("button", name="Find players").click()
    expect(ada.page.locator("dialog")).to_contain_text("Nobody else is waiting yet.")

    leo.go("/")
    leo.page.get_by_role("button", name="Partita rapida").tap()
    leo.page.get_by_label("Gioco").select_option("viaggiatore")
    expect(leo.page.locator("dialog")).to_contain_text("1 giocatore aspetta questa partita.")
    leo.page.get_by_label("Il tuo nome").fill("Leo")
    leo.looked_at()
    leo.page.get_by_role("button", name="Trova giocatori").tap()
    for person in (ada, leo):
        person.page.wait_for_selector(".hand")
    assert re.search(r"/t/\w{12}$", ada.page.url)
    expect(leo.page).to_have_url(ada.page.url)
    for text in ("Ada", "Leo"):
        expect(ada.page.locator("body")).to_contain_text(text)


def test_open_tables_with_filters(visit: Visit) -> None:
    host, ada = visit(), visit(phone=True)
    wish = {"seats": [{"kind": "me", "name": "Zenobia"}, {"kind": "open"}], "options": {"clock": 86400}}
    host.make({"game": "portobello", **wish})
    ada.go("/")
    lobby = ada.page.locator("section", has_text="Open tables").last
    expect(lobby.locator("li", has_text="Zenobia")).to_be_visible()
    lobby.get_by_role("button", name="Filter tables").tap()
    ada.looked_at()
    lobby.get_by_label("Time limit").select_option("days")
    expect(lobby.locator("li", has_text="Zenobia")).to_be_visible()
    lobby.get_by_label("Free seats").select_option("3")
    expect(lobby.locator("li", has_text="Zenobia")).to_have_count(0)
    lobby.get_by_label("Players").select_option("6")  # of which no test makes a slow table
    expect(lobby).to_contain_text("No table matches your filters.")
    lobby.get_by_label("Players").select_option("")
    lobby.get_by_label("Free seats").select_option("")
    lobby.get_by_label("Game").select_option("viaggiatore")
    expect(lobby.locator("li", has_text="Zenobia")).to_have_count(0)
    ada.looked_at()


def test_games_to_watch_with_their_boards(visit: Visit) -> None:
    ada, leo = at_one_table(visit, "portobello")
    table = ada.page.url.rsplit("/", 1)[-1]
    visit().go(f"/t/{table}").wait_for_selector(".map")  # people who watch bring it before the tables of other tests
    eve = visit(own=True)
    asked: list[str] = []
    eve.page.on("request", lambda request: asked.append(request.url))
    eve.page.clock.install()
    eve.go("/")
    eve.page.get_by_role("link", name="Watch games").click()
    board = eve.page.locator(f"article:has(a[href='/t/{table}']) img")
    expect(board).to_be_visible()
    eve.until(f"document.querySelector(\"a[href='/t/{table}'] img\").naturalWidth === 1200")
    expect(eve.page.locator("article").first).to_contain_text("Featured game")
    eve.looked_at()
    assert play([ada, leo], market, most=1) == 1
    for _ in range(2):  # and two more looks
        with eve.page.expect_response(lambda answer: "/watch" in answer.url):
            eve.page.clock.fast_forward(5_000)
    pictures = [url for url in asked if f"{table}/picture" in url]
    assert len(pictures) == len(set(pictures)), "a picture is asked for once"
    eve.page.locator(f"article a.btn[href='/t/{table}']").click()
    expect(eve.page.get_by_role("button", name="Skip ahead"), "she has no turn to skip to").to_be_visible()
    phone = visit(phone=True, locale="de-DE")
    phone.go("/watch")
    expect(phone.page.locator("article").first).to_contain_text("Partie im Blickpunkt")
    phone.looked_at()


def test_friends_by_name_and_an_invitation(visit: Visit) -> None:
    ada, leo = visit(), visit(phone=True, locale="it-IT")
    for person, name in ((ada, "Ada Amica"), (leo, "Leo Amico")):
        keep(person, name)
    ada.go("/my-games")
    ada.page.get_by_role("tab", name="Friends").click()
    ada.page.get_by_label("Name", exact=True).fill("Leo Amic")
    ada.page.get_by_role("button", name="Find").click()
    expect(ada.page.get_by_text("No player with this name.")).to_be_visible()  # only the whole name
    ada.page.get_by_label("Name", exact=True).fill("Leo Amico")
    ada.page.get_by_role("button", name="Find").click()
    ada.page.get_by_role("button", name="Add friend").click()
    expect(ada.page.get_by_text("request sent")).to_be_visible()
    ada.looked_at()
    leo.go("/my-games")
    leo.page.get_by_role("tab", name="Amici").tap()
    expect(leo.page.get_by_text("vuole fare amicizia")).to_be_visible()
    leo.looked_at()
    leo.page.get_by_role("button", name="Accetta").tap()
    leo.page.get_by_label("Gli amici possono vedere").check()
    expect(leo.page.get_by_text("Ada Amica")).to_be_visible()

    made = ada.make({"game": "viaggiatore", "seats": [{"kind": "me", "name": "Ada"}, {"kind": "open"}]})
    ada.go(f"/t/{made['table']}")
    expect(ada.page.locator("li", has_text="Leo Amico")).to_contain_text("online")
    ada.page.get_by_role("button", name="Invite", exact=True).click()
    expect(ada.page.get_by_text("Invitation sent.")).to_be_visible()
    ada.looked_at()
    leo.go("/my-games")
    leo.page.get_by_role("tab", name="Amici").tap()
    invited = leo.page.locator("#my-games-panel [data-invitation]")
    expect(invited).to_contain_text("Ada Amica ti invita")
    leo.looked_at()
    invited.get_by_role("button", name="Unisciti").tap()
    for person in (ada, leo):
        person.page.wait_for_selector(".hand")
