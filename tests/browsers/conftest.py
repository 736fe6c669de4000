"""The page in the two browsers that are not Chromium: Debian's Firefox and WebKitGTK."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.browsers import firefox, webkit
from tests.browsers.tab import Tab
from tests.page.conftest import PAGE, serve
from tests.server.tools import ServerProcess
from tests.tiers import tier

#: Opens a window: ``phone`` is its size, ``base`` another server's address.
Opens = Callable[..., Tab]
#: How often a journey begins again because WebKit's driver fell silent.
SILENCES = 2


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    if not PAGE.exists():
        pytest.skip("the page is not built: make page")
    with serve(tmp_path_factory.mktemp("browsers")) as process:
        yield process


def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Go a journey again in new windows if WebKit's driver has fallen silent. What the page does is not forgiven."""
    given = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
    for _ in range(SILENCES):
        try:
            pyfuncitem.obj(**given)
            return True
        except webkit.DriverSilent as silence:
            print(f"WebKitWebDriver never answered: {silence}")
    return None  # the last time as pytest goes it


@pytest.fixture(scope="session", params=tier(["firefox"], ["firefox", "webkit"]))
def opens(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opens]:
    """Each browser in turn, started once. A window of Firefox is a context of its own, one of WebKit a process."""
    if request.param == "firefox":
        playwright = request.getfixturevalue("playwright")
        with firefox.launched(playwright, tmp_path_factory.mktemp("firefox")) as browser:
            yield lambda base, phone=False: firefox.FirefoxTab(browser, base, phone)
    else:
        with webkit.launched() as binary:
            yield lambda base, phone=False: webkit.WebKitTab(binary, base, phone)


@pytest.fixture
def visit(opens: Opens, server: ServerProcess) -> Iterator[Opens]:
    """Open windows of people; fail if one of them met an error or a request to another host."""
    tabs: list[Tab] = []

    def come(base: str = server.base, phone: bool = False) -> Tab:
        tabs.append(opens(base, phone))
        return tabs[-1]

    yield come
    for tab in tabs:
        tab.close()
    assert not (trouble := [one for tab in tabs for one in tab.trouble]), trouble
