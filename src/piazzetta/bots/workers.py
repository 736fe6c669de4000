"""Behaviour of worker processes: they leave interrupts to their parent, and exit when it is gone."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading


def behave() -> None:
    """Call this first in a worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_watch, args=(parent,), daemon=True).start()


def _watch(parent: object) -> None:
    parent.join()  # type: ignore[attr-defined]
    os._exit(1)
