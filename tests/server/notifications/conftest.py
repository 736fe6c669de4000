"""A server that calls this machine, and the receiver of its calls."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.notifications.receiver import Receiver
from tests.server.tools import ServerProcess


@pytest.fixture(scope="module")
def calling(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that calls soon, and may call this machine."""
    db = f"sqlite:///{tmp_path_factory.mktemp('calls') / 'tables.sqlite'}"
    options = ("--pace", "0", "--waiting", "0.5", "--no-address-limits", "--private-calls", "--call-after", "0.3")
    process = ServerProcess(db, *options).start()
    yield process
    assert process.stop() == 0
    assert not [line for line in process.output if "Traceback" in line or "ERROR" in line], process.output


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as running:
        yield running
