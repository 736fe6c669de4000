"""WebKitGTK's MiniBrowser from Debian, driven by Selenium through WebKitWebDriver, on a screen that nobody sees."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from selenium.common.exceptions import (
    ElementClickInterceptedException,
    ElementNotInteractableException,
    JavascriptException,
    StaleElementReferenceException,
    WebDriverException,
)
from selenium.webdriver import WebKitGTK
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.remote_connection import RemoteConnection
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service
from urllib3.exceptions import HTTPError

from tests.browsers.tab import PATIENCE, SEEN, SIZES, Tab

#: Longer than any command takes. WebKitWebDriver now and then never answers one, and Selenium would wait for ever.
SILENCE = 40.0
#: A script that goes on for longer is asked for in pieces.
PIECE = 15.0
KEYS = {"ArrowRight": Keys.ARROW_RIGHT, "Tab": Keys.TAB, "Enter": Keys.ENTER, "Escape": Keys.ESCAPE}
#: Its WebDriver has no log of the console, so the page's is listened to from the first moment that a script can run.
LISTEN = """if (!window.trouble) {
  window.trouble = [];
  for (const kind of ["error", "warn"]) {
    const said = console[kind];
    console[kind] = (...words) => { window.trouble.push(`${kind}: ${words.join(" ")}`); said(...words); };
  }
  addEventListener("error", (event) =>
    window.trouble.push(`error: ${event.message} ${event.error?.stack ?? event.filename}`));
  addEventListener("unhandledrejection", (event) =>
    window.trouble.push(`error: ${event.reason} ${event.reason?.stack ?? ""}`));
  addEventListener("securitypolicyviolation", (event) =>
    window.trouble.push(`CSP: ${event.violatedDirective} ${event.blockedURI}`));
}
return [location.href, document.readyState, performance.getEntriesByType("resource").map((one) => one.name)];"""


class DriverSilent(Exception):
    """WebKitWebDriver has not answered: nothing that the page could be blamed for, or that a test could wait for."""


@contextmanager
def launched() -> Iterator[Path]:
    """A screen, and where MiniBrowser is; skip where something is missing."""
    found = sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
    if not found or not shutil.which("WebKitWebDriver") or not shutil.which("Xvfb"):
        pytest.skip("no WebKitGTK: apt-get install webkit2gtk-driver xvfb")
    screen = subprocess.Popen(
        ["Xvfb", "-displayfd", "1", "-screen", "0", "1800x1200x24", "-nolisten", "tcp"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert screen.stdout is not None
    with screen, patch.dict(os.environ, {"DISPLAY": f":{screen.stdout.readline().strip()}", "LC_ALL": "en_GB.UTF-8"}):
        yield found[-1]
        screen.terminate()


class Driver(WebKitGTK):
    silent = False

    def execute(self, driver_command: Any, params: Any = None) -> Any:
        if self.silent:
            raise DriverSilent(driver_command)
        try:
            return super().execute(driver_command, params)
        except HTTPError as problem:
            self.silent = True
            os.killpg(self.service.process.pid, signal.SIGKILL)  # its browser too
            raise DriverSilent(driver_command) from problem


class WebKitTab(Tab):
    def __init__(self, binary: Path, base: str, phone: bool = False) -> None:
        super().__init__(base)
        options = Options()
        options.binary_location = str(binary)
        options.add_argument("--automation")
        options.page_load_strategy = "none"
        service = Service(shutil.which("WebKitWebDriver"), popen_kw={"start_new_session": True})
        with warnings.catch_warnings():  # Selenium warns of what it does itself
            warnings.simplefilter("ignore", DeprecationWarning)
            self._driver = Driver(options=options, service=service)
        assert isinstance(self._driver.command_executor, RemoteConnection)
        self._driver.command_executor.client_config.timeout = SILENCE
        self._driver.set_script_timeout(SILENCE)
        width, height = SIZES[phone]
        self._driver.set_window_rect(0, 0, width, height)
        inner = self.run("() => [innerWidth, innerHeight]")
        self._driver.set_window_rect(0, 0, 2 * width - inner[0], 2 * height - inner[1])

    def go(self, path: str = "/") -> None:
        self._note()
        before = self.run("() => performance.timeOrigin")
        self._driver.get(self.base + path)
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                _, state, _ = self._driver.execute_script(LISTEN)
                fresh = self._driver.execute_script("return performance.timeOrigin") != before
            except WebDriverException:
                state, fresh = "", False
            if fresh and state == "complete":
                return
            assert time.monotonic() < deadline, f"{path} does not load"
            time.sleep(0.01)

    def _note(self) -> None:
        """Keep what the page has told so far, before it goes."""
        try:
            found = self._driver.execute_script(
                "return [window.trouble?.splice(0) ?? [], performance.getEntriesByType('resource').map((o) => o.name)]"
            )
        except WebDriverException:
            return
        self.trouble += found[0]
        own = (self.base, self.base.replace("http", "ws"), "data:", "blob:")
        self.trouble += [f"request to {one}" for one in found[1] if not one.startswith(own)]

    def run(self, function: str, *given: Any) -> Any:
        script = f"""const done = arguments[arguments.length - 1];
        Promise.resolve(({function})(...[...arguments].slice(0, -1)))
          .then(done, (problem) => done({{ problem: String(problem) }}));"""
        for _ in range(20):
            try:
                answer = self._driver.execute_async_script(script, *given)
                break
            except JavascriptException:  # the page goes elsewhere while it is asked
                time.sleep(0.05)
        else:
            raise AssertionError("the page never comes to rest")
        if isinstance(answer, dict) and "problem" in answer:
            raise AssertionError(answer["problem"])
        return answer

    def press(self, selector: str) -> None:
        """Try again while something lies before it or it is drawn anew."""
        deadline = time.monotonic() + PATIENCE
        while True:
            self.wait(selector)
            try:
                found = self._driver.execute_script(f"return {SEEN.replace('SELECTOR', repr(selector))}[0]")
                found.click()
                return
            except (
                AttributeError,
                ElementClickInterceptedException,
                ElementNotInteractableException,
                StaleElementReferenceException,
            ):
                assert time.monotonic() < deadline, f"{selector} cannot be pressed"
                time.sleep(0.1)

    def write(self, selector: str, text: str) -> None:
        self.wait(selector)
        field = self._driver.find_element("css selector", selector)
        field.clear()
        field.send_keys(text)

    def key(self, name: str) -> None:
        ActionChains(self._driver).send_keys(KEYS.get(name, name)).perform()

    def picture(self, path: Path) -> None:
        self._driver.save_screenshot(str(path))

    def rush(self, selector: str, most: int = 10_000, seconds: float = PATIENCE) -> int:
        pressed, end = 0, time.monotonic() + seconds
        while pressed < most and not self.seen(selector) and (left := end - time.monotonic()) > 0:
            pressed += super().rush(selector, most - pressed, min(left, PIECE))
        return pressed

    def close(self) -> None:
        if self._driver.silent:
            return
        self._note()
        self._driver.quit()
