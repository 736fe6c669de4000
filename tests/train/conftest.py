"""Shared by the training tests: PyTorch on one thread. Without PyTorch, or interpreted, none of them runs."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec

import pytest

from piazzetta.kernel import INTERPRETED

collect_ignore_glob = ["test_*.py"] if INTERPRETED or find_spec("torch") is None else []


@pytest.fixture(autouse=True)
def _one_thread() -> Iterator[None]:
    """Sum in one order, with no threads that wait for each other on a busy machine."""
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)
