"""A real server, a real browser: the page as people see it."""

from __future__ import annotations

import os
import shutil
from collections import defaultdict
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Error, Playwright, expect

from tests.page import static
from tests.page.people.visitor import Visitor
from tests.page.scenes.scene import Tables
from tests.page.scenes.shares import Shares
from tests.server.tools import ServerProcess

PAGE = Path(__file__).parents[2] / "src" / "piazzetta" / "server" / "page" / "index.html"
#: The first is the same browser without windows of its own: a test costs a fifth less.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
#: Playwright's own list, which this one replaces, and the drop-down of the address bar: a full Chromium prepares it for
#: every page, though nobody sees it, at half of the page's cost.
WITHOUT = (
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "AvoidCorsURLLoaderRestartOnRedirect"),
    *("HttpsUpgrades", "HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding", "AimEnabled"),
    *("ThirdPartyStoragePartitioning", "OptimizationHints", "NetworkTimeServiceQuerying", "PreconnectToSearch"),
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"),
)
FLAGS = [
    f"--disable-features={','.join(WITHOUT)}",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
#: A tenth less work for the same page: the network needs no process of its own.
FRUGAL = ["--enable-features=NetworkServiceInProcess2"]

#: The visitors of a test, each with the others of its kind that rest.
VISITORS = pytest.StashKey[list[tuple[Visitor, list[Visitor]]]]()

# as long as a visitor's own waiting: a busy machine needs it
expect.set_options(timeout=120_000)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Shares:
    return Shares(config, log)


@contextmanager
def serve(folder: Path, host: str = "127.0.0.1") -> Iterator[ServerProcess]:
    """Start a server whose bots do not dawdle."""
    options = ("--pace", "0", "--waiting", "0.5", "--no-address-limits")
    process = ServerProcess(f"sqlite:///{folder / 'tables.sqlite'}", *options, host=host).start()
    try:
        httpx.get(f"{process.base}/api/v1/games", timeout=600)  # compiles kernels that are not in the cache first
        yield process
    finally:
        process.stop()


@contextmanager
def usual_pace(folder: Path) -> Iterator[ServerProcess]:
    """Start a server whose bots take their time, as everywhere but in tests."""
    process = ServerProcess(f"sqlite:///{folder / 'tables.sqlite'}", "--no-address-limits").start()
    try:
        yield process
    finally:
        process.stop()


def launch(playwright: Playwright) -> Browser:
    """Launch the system's Chromium, or Playwright's own."""
    found = os.environ.get("PIAZZETTA_CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    return playwright.chromium.launch(executable_path=found, args=[*FLAGS, *FRUGAL])


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    if not PAGE.exists():
        pytest.skip("the page is not built: make page")
    with serve(tmp_path_factory.mktemp("page")) as process:
        yield process


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    try:
        started = launch(playwright)
    except Error as problem:
        pytest.skip(f"no browser: install Chromium, or run `playwright install chromium` ({problem.message[:80]})")
    yield started
    started.close()


@pytest.fixture(scope="session")
def tiny_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The static site with the tiny game beside the two others."""
    if not (static.WEB / "src/local/generated/kernels.ts").is_file():
        pytest.skip("the page is not built: make page")
    return static.build_with_tiny_game(tmp_path_factory.mktemp("checkout"))


@pytest.fixture(scope="module")
def tables(server: ServerProcess) -> Iterator[Tables]:
    """The tables at which a module's scenes play."""
    tables = Tables(server.base)
    yield tables
    tables.close()


@pytest.fixture(scope="session")
def resting() -> dict[frozenset[object], list[Visitor]]:
    """Browsers that have forgotten everything, by what was wished of them."""
    return defaultdict(list)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Report what the visitors of a failed test saw: a failure on a busy machine may not come again."""
    report = yield
    if report.when == "call" and report.failed and VISITORS in item.stash:
        visitors = item.stash[VISITORS]
        for number, (visitor, _) in enumerate(visitors):
            report.sections.append((f"what visitor {number} saw", visitor.sees()))
    return report


@pytest.fixture
def visit(
    request: pytest.FixtureRequest,
    server: ServerProcess,
    browser: Browser,
    resting: dict[frozenset[object], list[Visitor]],
) -> Iterator[Callable[..., Visitor]]:
    """Open browsers for people; fail if one of them met an error or a request to another host. They are used again, but
    where a test wants its ``own``: it counts what a first visit loads, or changes more than a browser can forget."""
    visitors = request.node.stash[VISITORS] = []

    def come(own: bool = False, **wishes: object) -> Visitor:
        others = [] if own else resting[frozenset(wishes.items())]
        visitor = others.pop() if others else Visitor(browser, server.base, **wishes)  # type: ignore[arg-type]
        visitor.spoilt |= own
        visitors.append((visitor, others))
        return visitor

    yield come
    for visitor, others in visitors:
        if visitor.rest():
            others.append(visitor)
        else:
            visitor.context.close()
