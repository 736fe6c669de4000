"""What the tests of training share: PyTorch on one thread, and small plans."""

from __future__ import annotations

from typing import Any

import pytest

from piazzetta.kernel import INTERPRETED

torch = pytest.importorskip("torch", reason="PyTorch comes with piazzetta[train]")
if INTERPRETED:
    pytest.skip("training calls compiled kernels", allow_module_level=True)


@pytest.fixture(autouse=True)
def _one_thread() -> Any:
    """Sums in one order, and no threads that wait for each other on a busy machine."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)
