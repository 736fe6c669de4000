"""A game written in Python alone is played without a server where the page was built with it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.page import static
from tests.page.people.visitor import Visitor
from tests.page.plain.test_plain_table import SITE, play_to_the_end

pytestmark = pytest.mark.compiled_only

PACKAGE = static.ROOT / "src" / "piazzetta"
#: What the page's build reads of the package.
READ = ("__init__.py", "server/content_security.json", "booklet/*.css", "data/**/*.json", "games/**/words/*/*.json")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The static site, built with the tiny game beside the two others, in a checkout of its own."""
    if not (static.WEB / "src/local/generated/kernels.ts").is_file():
        pytest.skip("the page is not built: make page")
    root = tmp_path_factory.mktemp("checkout")
    web = root / "web"
    shutil.copytree(static.WEB, web, ignore=shutil.ignore_patterns("node_modules", "tests", "*.pdf"))
    (web / "node_modules").symlink_to(static.WEB / "node_modules")
    for pattern in READ:
        for file in PACKAGE.glob(pattern):
            copy = root / "src" / "piazzetta" / file.relative_to(PACKAGE)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, copy)
    printed = {}
    environment = {**os.environ, "PYTHONPATH": str(SITE), "PIAZZETTA_SITE_FILES": str(root / "files")}
    compile_rules = ["-m", "piazzetta", "build-wasm", "--out", str(web / "src/local/generated")]
    for command in (
        compile_rules,
        compile_rules,  # finds everything up to date
        [str(static.WEB / "site" / "files.py"), str(root / "files")],
        ["-c", static.NODE, "node_modules/vite/bin/vite.js", "build", "--mode", "site", "--logLevel", "warn"],
    ):
        done = subprocess.run([sys.executable, *command], cwd=web, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        printed[" ".join(command)] = done.stderr
    assert "is up to date" in printed[" ".join(compile_rules)]
    with static.serve(root / "site") as base:
        yield base


def test_a_whole_game_without_a_server(address: str, browser: Browser) -> None:
    """From the front page through hint, undo and reload to the end and the replay, with the package's drawing."""
    visitor = Visitor(browser, address, offline=True)
    page = visitor.go()
    card = page.locator("article", has_text="Chestnuts")
    expect(card.locator("img")).to_be_visible()
    card.get_by_role("button", name="Change").click()
    sheet = page.locator("[data-setup]")
    sheet.get_by_label("I go first").check()
    sheet.get_by_role("button", name="Play now").click()

    expect(page.get_by_alt_text("Drawing of the game")).to_be_visible()
    assert "#/t/local-" in page.url
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".advice").get_by_role("button", name="Take the").first).to_be_visible()
    page.locator(".advice").get_by_role("button", name="Close").click()
    left = page.locator("[data-move=left]")
    expect(left).to_contain_text("Take the left basket+3")
    assert visitor.flaws_in(["de", "en"], r"\b(plain|chestnuts)\.[a-z_.]+") == []
    left.click()
    expect(page.locator(".log")).to_contain_text("You take 3 from the left.")
    page.reload()
    expect(page.locator(".log")).to_contain_text("You take 3 from the left.")

    play_to_the_end(visitor)
    page.wait_for_selector(".fair:not(.bad)")
    page.get_by_role("link", name="Watch the replay").click()
    expect(page.get_by_alt_text("Drawing of the game")).to_be_visible()
    assert visitor.trouble == []
    visitor.leave()
