"""The waiting room: what an invited friend sees, chat, changing seats, bots; and a rematch with those who stay."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.page.people.players import END
from tests.page.people.visitor import Visitor

pytestmark = pytest.mark.compiled_only
Visit = Callable[..., Visitor]


def test_a_friend_is_shown_the_game_and_takes_a_seat(visit: Visit) -> None:
    ada, leo = visit(), visit(phone=True, locale="it-IT")
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "open"}, {"kind": "open"}, {"kind": "bot", "name": "Penny"}]
    drawn = {"draw_seats": True, "draw_starter": True}
    made = ada.make({"game": "portobello", "seats": seats, "options": {"clock": 60}, **drawn})
    leo.go(f"/t/{made['table']}#s=1")
    room = leo.page.locator(".room")
    for said in (
        "Ada ti invita",
        "Limite di tempo: 1 minuto per turno",
        "Posti e primo giocatore a sorte",
        "Regole brevi tedesche",
        "Tabellone: Notting Hill",
    ):
        expect(room).to_contain_text(said)
    leo.page.wait_for_selector(".turn svg")
    expect(leo.page.locator(".turn p")).to_contain_text("1/5")
    leo.page.locator(".turn").get_by_label("Passo successivo").tap()
    expect(leo.page.locator(".turn p")).to_contain_text("2/5")
    leo.looked_at()
    leo.page.fill("#name", "Leo")
    leo.page.keyboard.press("Enter")

    ada.go(f"/t/{made['table']}")
    ada.page.wait_for_selector(".room li:has-text('Leo')")
    leo.page.fill(".talk input", "Ciao Ada!")
    leo.page.keyboard.press("Enter")
    ada.page.wait_for_selector(".talk li:has-text('Ciao Ada!')")
    leo.page.get_by_label("Prendi posto: Verde").tap()
    ada.page.wait_for_selector("li[data-player=green]:has-text('Leo')")
    expect(ada.page.locator(".talk li[data-player=green]")).to_contain_text("Leo")
    ada.page.get_by_label("Swap seats with Penny: Blue").click()
    leo.page.wait_for_selector("li[data-player=blue]:has-text('Ada')")
    expect(leo.page.locator(".room")).to_contain_text("Primo giocatore a sorte")  # people have chosen their seats
    for person in (ada, leo):
        person.looked_at()

    ada.page.get_by_label("Bot level").select_option("easy")
    ada.page.get_by_role("button", name="Fill with bots and start").click()
    for person in (ada, leo):
        person.page.wait_for_selector(".map")
    leo.page.reload()  # the key has gone along to the new seat
    leo.page.wait_for_selector(".map")
    names = [seat["name"] for seat in ada.page.request.get(f"{ada.base}/api/v1/tables/{made['table']}").json()["seats"]]
    assert (names[0], names[2], names[3]) == ("Penny", "Leo", "Ada")
    assert len(set(names)) == 4


def test_drawn_seats_are_told_and_kept(visit: Visit) -> None:
    """Alone against bots: the seat that the draw gave is one's own, also after a reload."""
    ada = visit()
    for _ in range(12):
        page = ada.against_bots("viaggiatore", 4, first=False)
        page.wait_for_selector(".hand")
        table = page.url.rsplit("/", 1)[-1]
        kept = page.evaluate("table => JSON.parse(localStorage['piazzetta.seats'])[table][0].seat", table)
        seats = page.request.get(f"{ada.base}/api/v1/tables/{table}").json()["seats"]
        assert [seat["kind"] for seat in seats].index("person") == kept
        if kept != 0:
            break
    else:
        raise AssertionError("the draw never moved anybody")
    page.reload()
    page.wait_for_selector(".hand")


def test_a_rematch_with_whoever_stays(visit: Visit) -> None:
    ada, leo, mia = visit(), visit(phone=True, locale="it-IT"), visit()
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "open"}, {"kind": "open"}]
    made = ada.make({"game": "portobello", "seats": seats, "starter": 0})
    ada.go(f"/t/{made['table']}")
    for person, name in ((leo, "Leo"), (mia, "Mia")):
        person.go(f"/t/{made['table']}")
        person.page.fill("#name", name)
        person.page.keyboard.press("Enter")
    for person in (ada, leo, mia):
        person.page.wait_for_selector(".map")
    for person in (ada, mia):
        person.page.click("header .menu")
        person.page.get_by_role("button", name="Offer to end the game").click()
        person.page.keyboard.press("Escape")
    leo.page.get_by_role("button", name="Finisci la partita").tap()
    for person in (ada, leo, mia):
        person.page.wait_for_selector(END)
    mia.page.goto("about:blank")
    while ada.page.request.get(f"{ada.base}/api/v1/tables/{made['table']}").json()["seats"][2]["connected"]:
        ada.page.wait_for_timeout(20)

    ada.page.click(f"{END} [data-again]")
    ada.page.wait_for_selector(".room li:has-text('Mia'):has-text('bot playing')")
    expect(ada.page.locator(".room li[data-player]", has_text="Leo")).to_contain_text("not here yet")
    assert not ada.flaws()
    leo.page.tap(f"{END} [data-again]")
    for person in (ada, leo):  # without waiting for Mia
        person.page.wait_for_selector(".map")
