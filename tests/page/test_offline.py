"""Offline mode: whole games without server or network, resumed after the page was closed; failing storage."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from piazzetta.match.record import Record
from piazzetta.server.settings import Settings
from tests.page.conftest import PAGE
from tests.page.people.players import market, play, salesman
from tests.page.people.visitor import CUT_OFF, Visitor
from tests.server.tools import ServerProcess
from tests.tiers import LONG, long_only, tier

pytestmark = pytest.mark.compiled_only

CONTROLLED = "navigator.serviceWorker.controller !== null"
#: As in a browser that forbids all storage.
BLOCKED = """
indexedDB.open = () => { throw new DOMException("not here", "SecurityError"); };
"""
#: As with a full disk: the write is rolled back.
FULL = """
globalThis.full = false;
const put = IDBObjectStore.prototype.put;
IDBObjectStore.prototype.put = function (...given) {
  const asked = put.apply(this, given);
  if (globalThis.full) this.transaction.abort();
  return asked;
};
"""


class Away:
    """Somebody with a computer and a phone, who was here once. Then the server stopped and the network went off."""

    def __init__(self, browser: Browser, server: ServerProcess) -> None:
        self.server = server
        self._visitors = {phone: Visitor(browser, server.base, offline=True, phone=phone) for phone in (False, True)}
        for visitor in self._visitors.values():
            visitor.meant += CUT_OFF
            visitor.context.add_init_script("localStorage.setItem('piazzetta.pace', '0')")
            visitor.go().wait_for_selector("[data-play=portobello]")
            visitor.until(CONTROLLED)
        self.goes()

    def goes(self) -> None:
        """Take the network away, and stop the server: a request on its way then ends as one without a network does."""
        self._network(False)
        self.server.kill()

    def returns(self) -> None:
        self.server.start()
        self._network(True)

    def _network(self, on: bool) -> None:
        for visitor in self._visitors.values():
            visitor.context.set_offline(not on)

    def comes(self, phone: bool = False, language: str = "en", script: str = "") -> Visitor:
        """Reopen the page, as they left it."""
        visitor = self._visitors[phone]
        speak = f"localStorage.setItem('piazzetta.language', '{language}');"
        visitor.come_again(script=speak + script)
        return visitor

    def leaves(self) -> None:
        for visitor in self._visitors.values():
            visitor.leave()


def test_three_first_visits_at_once_are_within_the_limits() -> None:
    if not PAGE.exists():
        pytest.skip("the page is not built: make page")
    burst, _ = Settings().files
    assert 3 * sum(file.is_file() for file in PAGE.parent.rglob("*")) <= burst


def test_nothing_is_imported_from_a_workers_own_file() -> None:
    """WebKit would run that file once more, and the worker would forget what it was told."""
    if not PAGE.exists():
        pytest.skip("the page is not built: make page")
    scripts = {file.name: file.read_text("utf-8") for file in PAGE.parent.rglob("*.js")}
    workers = {name for text in scripts.values() for name in re.findall(r"new Worker\([^)]*?([\w-]+\.js)", text)}
    assert any(name.startswith("worker-") for name in workers), workers
    for name, text in scripts.items():
        imported = set(re.findall(r"(?:from|import)\s*[\"'`]\./([\w-]+\.js)", text))
        assert not imported & workers, f"{name} imports from a worker"


@pytest.fixture(scope="module")
def away(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Away]:
    if not PAGE.exists():
        pytest.skip("the page is not built: make page")
    db = f"sqlite:///{tmp_path_factory.mktemp('offline') / 'tables.sqlite'}"
    server = ServerProcess(db, "--pace", "0").start()  # with its limits: a first visit has to fetch everything
    try:
        person = Away(browser, server)
        yield person
        person.leaves()
    finally:
        server.stop()


def finish(page: Page) -> None:
    """Check the end: who won, and every draw verified."""
    page.wait_for_selector(".fair:not(.bad)")
    expect(page.locator(".podium li")).to_have_count(2)


def download(page: Page, folder: Path, press: str) -> Path:
    with page.expect_download() as coming:
        page.click(press)
    path = folder / coming.value.suggested_filename
    coming.value.save_as(path)
    return path


@long_only  # the other game is played to its end here, and this one in web/tests/local
@pytest.mark.parametrize("phone", [False, True])
def test_a_whole_game_of_portobello(away: Away, phone: bool, tmp_path: Path) -> None:
    ada = away.comes(phone)
    page = ada.against_bots(level="easy")
    page.wait_for_selector(".map")
    play([ada], market, most=3)
    page = ada.come_again()
    page.locator("[data-game]").first.get_by_text("Resume").click()
    page.wait_for_selector(".map")
    assert play([ada], market, most=3) == 3
    assert ada.rush_to_the_end(300) > 10
    finish(page)
    if not phone:
        ada.looked_at()
        record = Record.read(download(page, tmp_path, ".fair .btn"))
        record.verify()  # with every draw
        assert record.result is not None
        assert record.extra["fair"]["contributions"] == [None, None]
        page.click("text=Play again")
        page.wait_for_selector(".map")


@pytest.mark.parametrize("phone", tier([True], [False, True]))
def test_a_whole_game_of_viaggiatore(away: Away, phone: bool) -> None:
    """In the short tier its first turns: ``test_site.py`` plays one to its end without a server."""
    ada = away.comes(phone)
    page = ada.against_bots("viaggiatore", changed={"target": 1})
    page.wait_for_selector(".hand")
    play([ada], salesman, most=3)
    page = ada.come_again(page.url.removeprefix(ada.base))
    page.wait_for_selector(".hand")
    assert play([ada], salesman, most=tier(4, 10_000)) > 3
    if LONG:
        finish(page)


def test_at_one_device_with_an_own_seed(away: Away) -> None:
    ada = away.comes(language="de")
    seeds = set()
    for _ in range(tier(1, 2)):
        page = ada.go()
        page.click("[data-change=portobello]")
        page.locator(".seed input").fill("ein Markt")
        page.locator("[data-setup]").get_by_text("Gemeinsam an diesem Gerät").click()
        page.locator("dialog select").first.select_option("2")
        page.locator("dialog .btn-primary").click()
        page.wait_for_selector(".map")
        expect(page.locator("#tab-chat")).to_have_count(0)
        page.click("[title='Auf diesem Gerät']")
        page.get_by_text("Startwert zeigen", exact=True).click()
        seeds.add(page.locator("[data-seed]").inner_text())
        ada.looked_at()
    assert seeds == {hashlib.sha256(b"ein Markt").hexdigest()}


@pytest.mark.parametrize("game", ["portobello", "viaggiatore"])
def test_somebody_shows_me_round(away: Away, game: str) -> None:
    ada = away.comes()
    page = ada.page
    page.click(f"[data-tour={game}]")
    page.wait_for_selector(".coach")
    expect(page.locator(".log li").nth(3), "a prepared position has a past").to_be_attached()
    page.click("[title='On this device']")
    page.wait_for_selector("dialog[open] .hex")


def test_a_lesson_is_judged_here(away: Away) -> None:
    ada = away.comes()
    page = ada.page
    page.click("[data-play=portobello]")  # a game among one's own, to compare with
    page.wait_for_url("**/t/*")
    page = ada.come_again("/learn")
    page.click("[data-take=alley]")
    page.wait_for_selector(".coach.task")
    lesson = page.url.rsplit("/", 1)[-1].partition("?")[0]
    page.click(".map [data-move='build D-E@D']")
    page.keyboard.press("Escape")
    page.wait_for_selector(".coach.done")
    page = ada.come_again("/learn")
    page.wait_for_selector("[data-take=alley].done")
    page = ada.come_again()
    page.wait_for_selector("[data-game]")
    expect(page.locator(f"[data-game='{lesson}']"), "a lesson is not among one's games").to_have_count(0)


def test_puzzles_are_solved_here(away: Away) -> None:
    """As on a server, whatever was looked at before the network went."""
    ada = away.comes()
    page = ada.come_again("/puzzles/viaggiatore")
    page.click("[data-theme-of=any]")
    page.wait_for_selector("[data-moment=open]")
    page.click(".do .btn-quiet")  # the answer
    page.wait_for_selector("[data-moment=shown]")
    ada.looked_at()


def test_a_record_is_looked_at_and_thrown_away(away: Away, tmp_path: Path) -> None:
    ada = away.comes()
    page = ada.against_bots(level="random")
    page.wait_for_selector(".map")
    play([ada], market, most=4)
    page = ada.come_again()
    path = download(page, tmp_path, "li:first-child > [aria-label='Download game record']")
    moves = json.loads(path.read_text())["moves"]
    page.click("text=Open a game record")
    page.set_input_files("input[type=file]", str(path))
    page.wait_for_selector(".controls")
    page.click("[aria-label='To the end']")
    expect(page.locator(".count")).to_have_text(re.compile(r"^(\d+) / \1$"))
    shown = int(page.locator(".count").inner_text().split(" / ")[1])
    assert shown >= len(moves)
    page = ada.come_again("/replay")
    broken = tmp_path / "broken.json"
    broken.write_text(json.dumps({**json.loads(path.read_text()), "moves": [[0, "fly"]]}))
    page.set_input_files("input[type=file]", str(broken))
    page.wait_for_selector("[role=alert]")
    page = ada.come_again()
    games = page.locator("[data-game]")
    before = games.first.get_attribute("data-game")
    games.first.get_by_label("Delete").click()
    games.first.get_by_text("Delete", exact=True).click()
    page.wait_for_selector(f"[data-game={before}]", state="detached")


def test_nothing_can_be_kept(away: Away) -> None:
    ada = away.comes(script=BLOCKED)
    page = ada.against_bots(level="random")
    page.wait_for_selector(".unkept")
    expect(page.locator(".unkept")).to_contain_text("blocked or full")
    ada.looked_at()
    page.get_by_role("button", name="OK", exact=True).click()
    assert play([ada], market, most=3) == 3


def test_the_storage_is_full(away: Away) -> None:
    ada = away.comes(language="fr", script=FULL)
    page = ada.against_bots(level="random")
    page.wait_for_selector(".map")
    expect(page.locator(".unkept")).to_have_count(0)
    page.evaluate("full = true")
    play([ada], market, most=2)
    page.wait_for_selector(".unkept")
    expect(page.locator(".unkept")).to_contain_text("bloqué ou plein")
    page.evaluate("full = false")
    play([ada], market, most=2)
    page.wait_for_selector(".unkept", state="detached")


def test_two_windows_do_not_play_one_game(away: Away) -> None:
    ada = away.comes()
    page = ada.against_bots(level="random")
    page.wait_for_selector(".map")
    other = ada.context.new_page()
    other.goto(page.url)
    other.wait_for_selector("text=open in another window")


def test_the_server_comes_back(away: Away) -> None:
    ada = away.comes()
    page = ada.page
    page.wait_for_selector("text=The server cannot be reached.")
    away.returns()
    page.evaluate("dispatchEvent(new Event('online'))")
    page.wait_for_selector("text=Open tables")
    page.click("[data-play=portobello]")
    page.wait_for_selector(".map")
    assert "local-" not in page.url
    away.goes()  # whichever test comes next
