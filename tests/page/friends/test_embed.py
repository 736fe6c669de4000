"""A game in a frame of somebody's blog: seen as spectators see it, by whoever looks; everything else refuses frames."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from piazzetta.studies import Study
from tests.page.people.visitor import OFFERED, Visitor
from tests.server.people.friends import keep
from tests.server.people.test_my_games import played
from tests.server.tools import ServerProcess
from tests.studies.test_files import played as played_on

pytestmark = pytest.mark.compiled_only
Visit = Callable[..., Visitor]


class Blog:
    """A page of another site, at localhost where the tables are at 127.0.0.1, with frames of games."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        handler = partial(_Quiet, directory=str(folder))
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.base = f"http://localhost:{self._server.server_address[1]}"

    def write(self, frame: str, width: int = 720) -> str:
        head = "<!doctype html><title>A blog</title><link rel='icon' href='data:,'>"
        html = f"{head}<body style='width: {width}px'><h1>My game</h1>{frame}"
        (self._folder / "post.html").write_text(html)
        return f"{self.base}/post.html"

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


def aside(play: Callable[[], None]) -> None:
    """In a thread: the browser's tools have an event loop of their own here."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(play).result()


@pytest.fixture
def blog(tmp_path: Path) -> Iterator[Blog]:
    blog = Blog(tmp_path)
    yield blog
    blog.close()


@pytest.fixture
def reader(browser: Browser) -> Iterator[Page]:
    """Somebody who reads a blog; nothing that the frame does may go wrong."""
    context = browser.new_context(viewport={"width": 1000, "height": 800})
    page = context.new_page()
    page.set_default_timeout(120_000)
    trouble: list[str] = []
    page.on("console", lambda said: trouble.append(said.text) if said.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: trouble.append(str(error)))
    yield page
    context.close()
    assert not [one for one in trouble if "frame-ancestors" not in one], trouble


def test_a_live_game_in_a_frame(visit: Visit, blog: Blog, reader: Page) -> None:
    """The code that the table's menu offers, in a page of another site."""
    ada = visit()
    ada.against_bots()
    ada.page.wait_for_selector(OFFERED)
    ada.page.get_by_role("button", name="This game", exact=True).click()
    code = ada.page.get_by_label("Embed this game").input_value()
    assert "/embed/t/" in code
    reader.goto(blog.write(code))
    frame = reader.frame_locator("iframe")
    expect(frame.locator(".map")).to_be_visible()
    expect(frame.locator(OFFERED)).to_have_count(0)  # nothing can be done here
    expect(frame.get_by_role("button", name="This game", exact=True)).to_have_count(0)
    expect(frame.get_by_role("tab", name="Chat")).to_have_count(0)
    with reader.context.expect_page() as opened:
        frame.locator("a.home").click()
    opened.value.wait_for_url("**/t/*")
    assert "/embed" not in opened.value.url
    opened.value.close()


def test_a_frame_never_has_its_readers_seat(server: ServerProcess, blog: Blog, reader: Page) -> None:
    """Even where the browser sends their cookies, as to a blog at the same host."""
    ada, bob = keep(server, "Ada"), keep(server, "Bob")
    table = ada.create("viaggiatore")
    bob.join(table)
    aside(partial(played, ada, bob, table, whole=False))
    reader.context.add_cookies([{"name": "piazzetta_me", "value": ada.key, "url": f"{server.base}/api/v1"}])
    reader.goto(f"{server.base}/t/{table}")
    expect(reader.locator(".hand")).to_be_visible()  # on the page itself she sees her cards
    reader.goto(f"{server.base}/embed/t/{table}")
    expect(reader.locator(".stage")).to_be_visible()
    expect(reader.locator(".hand")).to_have_count(0)


def test_a_replay_in_a_frame(server: ServerProcess, blog: Blog, reader: Page) -> None:
    ada, bob = keep(server, "Ada"), keep(server, "Bob")
    table = ada.create("viaggiatore")
    bob.join(table)
    aside(partial(played, ada, bob, table))
    source = f"{server.base}/embed/replay/{table}?at=12"
    reader.goto(blog.write(f"<iframe src='{source}' style='width: 100%; height: 480px'></iframe>", 380))
    frame = reader.frame_locator("iframe")
    count = frame.locator(".count")
    expect(count, "after ten cards were dealt").to_contain_text(re.compile("^2 /"))
    frame.get_by_role("button", name="Next step").click()
    expect(count).to_contain_text(re.compile("^3 /"))


def test_a_study_in_a_frame(visit: Visit, tmp_path: Path, blog: Blog, reader: Page) -> None:
    """The code that its author is offered. A reader tries a move of their own; nothing of it reaches the server."""
    study = Study.of(played_on("portobello"))
    study.entitle("The Bobby's way")
    (tmp_path / "study.json").write_text(study.dumps(), encoding="utf-8")
    ada = visit()
    page = ada.go("/study")
    page.set_input_files("input[type=file]", tmp_path / "study.json")
    page.get_by_role("button", name="Share", exact=True).click()
    code = page.get_by_label("Embed this study").input_value()
    page.keyboard.press("Escape")
    reader.goto(blog.write(code, 1300))  # moves beside the board
    frame = reader.frame_locator("iframe")
    expect(frame.get_by_label("Title of the study")).to_have_value("The Bobby's way")
    expect(frame.get_by_label("Title of the study")).not_to_be_editable()
    for name in ("Share", "Export", "Comment", "Draw"):
        expect(frame.get_by_role("button", name=name, exact=True)).to_have_count(0)
    step = frame.locator(".tree [aria-current=step]")
    frame.get_by_role("button", name="Next step").click()
    expect(step).to_have_count(1)
    with reader.context.expect_page() as opened:
        frame.locator("a.home").click()
    opened.value.wait_for_url("**/study?shared=*")
    opened.value.close()


def test_puzzles_in_a_frame(server: ServerProcess, blog: Blog, reader: Page) -> None:
    source = f"{server.base}/embed/puzzles/portobello"
    reader.goto(blog.write(f"<iframe src='{source}' style='width: 100%; height: 600px'></iframe>", 960))
    frame = reader.frame_locator("iframe")
    frame.locator("[data-theme-of=any]").click()
    expect(frame.locator(".map")).to_be_visible()


def test_no_other_page_can_be_framed(server: ServerProcess, blog: Blog, reader: Page) -> None:
    refused = ("/embed", "/embed/", "/embed/my-games", "/embed/study/x", "/embed/puzzles", "/embedded/t/x")
    for path in ("/", "/my-games", "/t/x", "/api/v1/games", *refused):
        headers = server.get(path).headers
        assert "frame-ancestors 'none'" in headers["content-security-policy"], path
        assert headers["x-frame-options"] == "DENY"
    headers = server.get("/embed/t/x").headers
    assert headers["content-security-policy"].endswith("frame-ancestors *")
    assert "script-src 'self'" in headers["content-security-policy"]
    assert "x-frame-options" not in headers
    assert "set-cookie" not in headers
    reader.goto(blog.write(f"<iframe src='{server.base}/my-games'></iframe>"))
    frame = reader.frame_locator("iframe")
    expect(frame.get_by_role("button", name="Create a profile")).to_have_count(0)
