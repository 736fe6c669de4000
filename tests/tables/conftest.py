"""Who runs the table in a scenario: Python, and its translation for the browser."""

from __future__ import annotations

import pytest

from tests.browser.conftest import generated, host  # noqa: F401  (fixtures)
from tests.browser.driver import BrowserDriver
from tests.tables.driver import Driver, PythonDriver


@pytest.fixture(params=["python", "browser"])
def driver(request: pytest.FixtureRequest) -> Driver:
    return PythonDriver() if request.param == "python" else BrowserDriver(request.getfixturevalue("host"))
