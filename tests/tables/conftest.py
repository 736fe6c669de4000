"""Who runs the table in a scenario."""

from __future__ import annotations

import pytest

from tests.tables.driver import Driver, PythonDriver


@pytest.fixture(params=["python"])
def driver(request: pytest.FixtureRequest) -> Driver:
    return PythonDriver()
