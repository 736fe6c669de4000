"""The static site: any host, any folder, no server. Its files, its links, a short game, a new version."""

from __future__ import annotations

import json
import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin

import pytest
from playwright.sync_api import Browser, expect

from piazzetta.games.registry import NAMES
from piazzetta.games.rulebooks.rulebook import LANGUAGES
from piazzetta.server.routes.http.headers import CONTENT_SECURITY
from tests.page import static
from tests.page.people.players import play, salesman
from tests.page.people.visitor import Visitor
from tests.tiers import LONG

pytestmark = pytest.mark.compiled_only

CONTROLLED = "navigator.serviceWorker.controller !== null"


@pytest.fixture(scope="session")
def site(tiny_site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site, in a folder of a host; in the short tier the one that the tiny game's test plays on, too."""
    folder = tmp_path_factory.mktemp("host") / "games" / "piazzetta"
    if LONG:
        static.build(folder)
    else:
        shutil.copytree(tiny_site, folder)
    return folder


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the site has besides the page: data and documentation."""
    folder = tmp_path_factory.mktemp("files")
    static.write_files(folder)
    return folder


@pytest.fixture
def address(site: Path) -> Iterator[str]:
    with static.serve(site.parents[1]) as base:
        yield f"{base}/games/piazzetta"


# --- files ---


def test_the_files_are_those_of_the_package(files: Path) -> None:
    games = json.loads((files / "data" / "games.json").read_text())["games"]
    assert [game["name"] for game in games] == list(NAMES)
    for name in NAMES:
        for lang in LANGUAGES:
            book = json.loads((files / "data" / "rules" / f"{name}.{lang}.json").read_text())
            assert book["lang"] == lang
            assert book["sections"]


def test_every_link_of_the_documentation_leads_somewhere(files: Path) -> None:
    pages = {page: page.read_text() for page in (files / "docs").rglob("*.html")}
    assert len(pages) > 20
    anchors = {page.as_uri(): set(re.findall(r'id="([^"]+)"', text)) for page, text in pages.items()}
    for page, text in pages.items():
        for link in re.findall(r'(?:href|src)="([^"]+)"', text):
            if link.endswith(("../index.html", "../icon.svg")) or link.startswith("http"):
                continue  # part of the page, or external
            target, anchor = urldefrag(urljoin(page.as_uri(), link))
            assert Path(unquote(target.removeprefix("file://"))).is_file(), f"{page.name}: {link}"
            assert not anchor or anchor in anchors[target], f"{page.name}: {link}"


def test_nothing_is_asked_of_a_server(site: Path) -> None:
    front = (site / "index.html").read_text()
    assert not re.search(r'(?:href|src)="(/|http)', front)
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', front)
    assert policy is not None
    # as strict as the server's own, which can also say who may frame it
    said = policy[1].replace("&#39;", "'").split("; ")
    assert [*said, "frame-ancestors 'none'"] == CONTENT_SECURITY.split("; ")
    manifest = json.loads((site / "manifest.webmanifest").read_text())
    assert manifest["start_url"] == manifest["scope"] == "./"
    assert all((site / icon["src"]).is_file() for icon in manifest["icons"])


# --- in a browser ---


def test_a_short_game_in_a_folder_of_a_static_host(browser: Browser, address: str) -> None:
    ada = Visitor(browser, address, offline=True)
    page = ada.against_bots("viaggiatore", level="easy", changed={"target": 1})
    page.wait_for_selector(".hand")
    assert "#/t/local-" in page.url
    assert play([ada], salesman) > 3
    page.wait_for_selector(".fair:not(.bad)")
    page.click("text=Watch the replay")
    page.click("[aria-label='To the end']")
    page.go_back()
    page.wait_for_selector("main.end")
    page.get_by_role("button", name="Rules", exact=True).click()
    page.wait_for_selector("dialog[open] .clause")
    page.keyboard.press("Escape")
    page.goto(f"{address}/docs/index.html")
    page.click("text=guide for server admins")
    expect(page).to_have_title("Guide for server admins · Piazzetta")
    ada.leave()


def change(site: Path, version: str) -> None:
    """Write another build: its front page and its service worker say which; the worker changes atomically."""
    front = site / "index.html"
    front.write_text(
        re.sub(r"<title>.*?</title>", f"<title>Piazzetta</title><meta name=v content={version}>", front.read_text())
    )
    text = (site / "sw.js").read_text()
    new = site / "sw.new"
    new.write_text(re.sub(r"`[0-9a-f]{8,}`", f"`{version * 8}`", text, count=1) + f"\n// {version}\n")
    new.replace(site / "sw.js")


def test_a_new_version_is_offered_or_taken_at_the_next_start(browser: Browser, site: Path, tmp_path: Path) -> None:
    host = tmp_path / "host"
    shutil.copytree(site, host / "p")
    version = "document.querySelector('meta[name=v]')?.content ?? null"
    with static.serve(host) as base:
        ada = Visitor(browser, f"{base}/p", offline=True)
        page = ada.go()
        ada.until(CONTROLLED)
        change(host / "p", "a")
        page.reload()
        page.wait_for_selector("text=A new version is ready.")
        assert page.evaluate(version) is None, "the page in use stays as it was"
        ada.until("caches.keys().then((names) => names.length === 2)")
        page.click("text=Update now")
        ada.until(f"({version}) === 'a'")
        ada.until("caches.keys().then((names) => names.length === 1)")
        change(host / "p", "b")
        page.reload()
        page.click("text=Later")
        assert page.evaluate(version) == "a"
        deadline = time.monotonic() + 120
        while ada.come_again().evaluate(version) != "b":
            assert time.monotonic() < deadline
            ada.page.close()
            time.sleep(0.5)  # a closing page still counts as open
        ada.until("caches.keys().then((names) => names.join() === 'piazzetta bbbbbbbb')")
        ada.leave()
