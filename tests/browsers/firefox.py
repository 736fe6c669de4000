"""Debian's Firefox, driven by Playwright through WebDriver BiDi."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Error, Playwright, Request

from tests.browsers.tab import PATIENCE, SIZES, Tab

FIREFOX = ("firefox-esr", "firefox")
PREFERENCES: dict[str, str | float | bool] = {"ui.prefersReducedMotion": 1}
#: What Firefox reports of a server that was stopped on purpose.
MEANT = ("can’t establish a connection", "NetworkError", "was interrupted while the page was loading")


@contextmanager
def launched(playwright: Playwright, folder: Path) -> Iterator[Browser]:
    """Start Firefox behind its relay; skip where there is none."""
    found = next(filter(None, map(shutil.which, FIREFOX)), None)
    if found is None:
        pytest.skip("no Firefox: apt-get install firefox-esr")
    start = folder / "firefox"
    relay = Path(__file__).with_name("relay.py")
    start.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{relay}" "{found}" "$@"\n')
    start.chmod(0o755)
    browser = playwright.firefox.launch(
        channel="moz-firefox", executable_path=start, firefox_user_prefs=PREFERENCES, timeout=PATIENCE * 1000
    )
    yield browser
    browser.close()


class FirefoxTab(Tab):
    def __init__(self, browser: Browser, base: str, phone: bool = False, locale: str = "en-GB") -> None:
        super().__init__(base)
        width, height = SIZES[phone]
        self._context = browser.new_context(
            viewport={"width": width, "height": height}, locale=locale, has_touch=phone, service_workers="allow"
        )
        self._page = self._context.new_page()
        self._page.set_default_timeout(PATIENCE * 1000)
        self._page.on("console", self._console)
        self._page.on("pageerror", lambda error: self.trouble.append(f"error: {error}"))
        self._page.on("request", self._request)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(known in message.text for known in MEANT):
            self.trouble.append(f"{message.type}: {message.text}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith((self.base, self.base.replace("http", "ws"), "data:", "blob:", "about:")):
            self.trouble.append(f"request to {request.url}")

    def go(self, path: str = "/") -> None:
        self._page.goto(self.base + path)

    def run(self, function: str, *given: Any) -> Any:
        for _ in range(20):
            try:
                return self._page.evaluate(f"(given) => ({function})(...given)", list(given))
            except Error as problem:  # the page goes elsewhere while it is asked
                if "context was destroyed" not in problem.message and "navigation" not in problem.message:
                    raise
                self._page.wait_for_timeout(50)
        raise AssertionError("the page never comes to rest")

    def press(self, selector: str) -> None:
        self._page.locator(selector).locator("visible=true").first.click()

    def write(self, selector: str, text: str) -> None:
        self._page.fill(selector, text)

    def key(self, name: str) -> None:
        self._page.keyboard.press(name)

    def picture(self, path: Path) -> None:
        known = len(self.trouble)
        self._page.screenshot(path=path)
        del self.trouble[known:]  # the style with which Playwright stills the page, refused by the page's policy

    def close(self) -> None:
        self._context.close()
