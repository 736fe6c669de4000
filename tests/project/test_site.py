"""The documents as a site: every link leads somewhere, no page asks another host, and a disk is enough to search it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

pytest.importorskip("mkdocs")
pytestmark = pytest.mark.interpreted_only

ROOT = Path(__file__).parents[2]
#: What makes a browser load something. A link that a reader follows does not.
LOADING = {("script", "src"), ("link", "href"), ("img", "src"), ("iframe", "src"), ("source", "src"), ("video", "src")}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as `make docs` builds it: in strict mode, so that a broken link is an error."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, env=os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def test_every_document_stands_in_the_menu_and_in_the_list() -> None:
    """A page that neither `mkdocs.yml` nor `docs/README.md` names is found by nobody."""
    menu = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    guides = ("README.md", "players.md", "admins.md")
    lists = "".join((ROOT / "docs" / name).read_text(encoding="utf-8") for name in guides)
    for document in (ROOT / "docs").rglob("*.md"):
        address = document.relative_to(ROOT / "docs").as_posix()
        assert re.search(rf": {re.escape(address)}$", menu, re.MULTILINE), f"mkdocs.yml lacks {address}"
        assert address == "README.md" or f"({address}" in lists, f"docs/README.md lacks {address}"


class Loaded(HTMLParser):
    """Collects the addresses that a page loads by itself."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "link" and given.get("rel") in ("next", "prev", "canonical"):
            return
        self.found |= {value for name, value in attrs if value and (tag, name) in LOADING}


def test_no_page_asks_another_host(site: Path) -> None:
    pages = list(site.rglob("*.html"))
    assert len(pages) > 60
    for page in pages:
        for address in Loaded(page.read_text(encoding="utf-8")).found:
            assert not re.match(r"(https?:)?//", address), f"{page.relative_to(site)} loads {address}"
            if not address.startswith("data:"):
                there = (page.parent / address.partition("?")[0].partition("#")[0]).resolve()
                assert page.name == "404.html" or there.exists(), f"{page.relative_to(site)} loads {address}"
    for style in site.rglob("*.css"):
        assert not re.search(r"url\(.?(https?:)?//", style.read_text(encoding="utf-8")), style


def test_it_is_searched_from_a_disk(site: Path) -> None:
    """Browsers start no worker there; the search runs all the same, and nothing is asked of the network."""
    api = pytest.importorskip("playwright.sync_api")
    from tests.page.conftest import launch

    asked: list[str] = []
    with api.sync_playwright() as playwright:
        try:
            browser = launch(playwright)
        except api.Error as problem:
            pytest.skip(f"no Chromium: {str(problem).splitlines()[0]}")
        page = browser.new_page()
        page.on("request", lambda request: asked.append(request.url))
        page.on("pageerror", lambda error: asked.append(f"error:{error}"))
        page.goto((site / "learn" / "first-game.html").as_uri())
        page.locator(".md-search__input").click()
        page.locator(".md-search__input").press_sequentially("parquet")
        found = page.locator(".md-search-result__item", has_text="Load games as tables")
        api.expect(found.first).to_be_visible(timeout=60_000)
        browser.close()
    assert {url.partition(":")[0] for url in asked} <= {"file", "data", "blob"}, asked


def test_everything_is_found_by_the_search(site: Path) -> None:
    text = (site / "search" / "search_index.js").read_text(encoding="utf-8")
    found = {entry["location"] for entry in json.loads(text.removeprefix("var __index = "))["docs"]}
    pages = {entry.partition("#")[0] for entry in found}
    assert {"commands.html", "protocol.html", "data.html", "rules/records.html", "learn/first-game.html"} <= pages
    assert {"api/piazzetta.html", "api/piazzetta.frames.html", "notebooks/agent.html"} <= pages
    assert "api/piazzetta.html#piazzetta.match.match.Match.play" in found


def test_every_document_is_in_the_navigation() -> None:
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    for document in (ROOT / "docs").rglob("*.md"):
        assert f": {document.relative_to(ROOT / 'docs').as_posix()}\n" in text, f"mkdocs.yml, nav: {document.name}"


def test_the_commands_are_those_of_the_program() -> None:
    sys.path.insert(0, str(ROOT / "scripts"))
    try:
        import commands
    finally:
        sys.path.pop(0)
    assert commands.FILE.read_text(encoding="utf-8") == commands.page(), "python scripts/commands.py writes it anew"
