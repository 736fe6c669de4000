"""Begin at once: a command plays with interpreted kernels while another process compiles them (``interpreted``)."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.console import Console

from piazzetta.interpreted import (
    INTERPRETED,
    begin_interpreted,
    end_interpreted,
    is_compiling,
    is_compiling_here,
    wait_until_compiled,
)
from piazzetta.kernel import cache_folder
from piazzetta.terminal.progress import remark_on_bars, spinner
from piazzetta.terminal.warming.note import is_compiled

#: About how many kernels a part of a game has, to tell how long compiling still takes.
KERNELS = {"tables": 160, "random": 46}
_ROUND = 10  # seconds

_running: Compiling | None = None


class Compiling:
    """Processes that compile a part of some games."""

    def __init__(self, part: str, games: Sequence[str]) -> None:
        self._part, self._games = part, games
        self._folder = Path(tempfile.mkdtemp(prefix="piazzetta-"))
        self._done = self._folder / "compiled"
        self._begun = time.monotonic()
        command = [sys.executable, "-m", "piazzetta.terminal.warming.background", str(self._folder), part]
        quiet = subprocess.DEVNULL  # what cannot be compiled fails again where it is called, and is told there
        # a session of its own: Ctrl-C in the terminal is not for it
        self._processes = [
            subprocess.Popen([*command, name], stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True)
            for name in games
        ]
        begin_interpreted(self._done)
        threading.Thread(target=self._wait, daemon=True).start()

    def _wait(self) -> None:
        for process in self._processes:
            process.wait()
        with contextlib.suppress(OSError):  # the command has ended before
            self._done.touch()

    def end(self) -> None:
        """Stop compiling; what is compiled by now stays in the cache."""
        for process in self._processes:
            process.terminate()
        for process in self._processes:
            process.wait()
        end_interpreted()
        shutil.rmtree(self._folder, ignore_errors=True)

    def sentence(self) -> str:
        """Return how long it still takes, in words; empty if everything is compiled."""
        if self._done.exists():
            return ""
        share = min(self._share(name) for name in self._games)
        if share < 0.05:
            return "Compiling once, about a minute"
        left = (time.monotonic() - self._begun) * (1 - share) / share
        return f"Compiling once, {_ROUND * max(1, round(left / _ROUND))} s left"

    def _share(self, name: str) -> float:
        """Return which share of a game's kernels is compiled."""
        try:
            count = int((self._folder / name).read_text(encoding="utf-8"))
        except (OSError, ValueError):  # not begun, or just being written
            return 0.0
        return min(0.95, count / KERNELS[self._part])


@contextlib.contextmanager
def compiling(part: str, games: Sequence[str]) -> Iterator[None]:
    """Compile in the background what is not in the cache, and interpret it until then."""
    global _running
    missing = [name for name in games if not is_compiled(part, name)]
    if INTERPRETED or not missing or not os.access(cache_folder(), os.W_OK):
        yield
        return
    _running = Compiling(part, missing)
    try:
        yield
    finally:
        _running.end()
        _running = None


def compile_first(console: Console, part: str, games: Sequence[str]) -> None:
    """Compile what is not in the cache and wait for it: for moves that are timed, or too many to interpret."""
    with compiling(part, games):
        if is_compiling():
            with spinner(console, "preparing"):
                wait_until_compiled()


def compiling_note() -> str:
    """Return a sentence for people who wait: how long compiling still takes, or nothing."""
    if _running is None:
        return "Compiling once" if is_compiling_here() else ""
    return _running.sentence()


remark_on_bars(compiling_note)
