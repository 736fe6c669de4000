"""Worker processes: how many there may be, and how they behave. They leave interrupts to their parent, and exit when it
is gone."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading

from piazzetta.errors import BadInput


def check_workers(workers: int) -> None:
    if not 1 <= workers <= 1024:
        raise BadInput(f"workers must be from 1 to 1024, not {workers}")


def behave() -> None:
    """Leave interrupts to the parent, and exit when it is gone; call this first in a worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_watch, args=(parent,), daemon=True).start()


def _watch(parent: object) -> None:
    parent.join()  # type: ignore[attr-defined]
    os._exit(1)
