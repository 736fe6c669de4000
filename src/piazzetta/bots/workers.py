"""How a worker process behaves: it leaves interruptions to its parent, and ends when its parent is gone."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading


def behave() -> None:
    """To be called first in a worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_watch, args=(parent,), daemon=True).start()


def _watch(parent: object) -> None:
    parent.join()  # type: ignore[attr-defined]
    os._exit(1)
