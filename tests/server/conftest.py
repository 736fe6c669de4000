"""One server process for all tests that need no other, in each worker of a parallel run."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.tools import METRICS, ServerProcess

collect_ignore: list[str] = []


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Bots answer at once, absence counts after half a second, and addresses have no rate limits."""
    db = f"sqlite:///{tmp_path_factory.mktemp('server') / 'tables.sqlite'}"
    process = ServerProcess(db, "--pace", "0", "--waiting", "0.5", "--no-address-limits", *METRICS).start()
    yield process
    assert process.stop() == 0
    assert not [line for line in process.output if "Traceback" in line or "ERROR" in line], process.output
