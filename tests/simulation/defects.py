"""Defects that are mended, to be put back: the simulation has to find each of them."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

Patch = contextlib.AbstractContextManager[object]
DEFECTS: dict[str, Callable[[], Patch]] = {}


@contextlib.contextmanager
def with_defect(name: str | None) -> Iterator[None]:
    """Put a defect back in its place; None: none."""
    with contextlib.nullcontext() if name is None else DEFECTS[name]():
        yield
