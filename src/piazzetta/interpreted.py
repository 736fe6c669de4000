"""Kernels that run as plain Python until they are compiled.

Compiling takes a minute, once. A game can begin at once if its kernels are interpreted until another process has filled
the cache: the results are the same. All of them switch over between two calls from outside, never during one. A kernel
called by an interpreted one would get other types of numbers, and compile anew for these.
"""

from __future__ import annotations

import os
import sys
import threading
import time
import weakref
from pathlib import Path
from typing import Any

import numba
from numba.core import event
from numba.core.registry import CPUDispatcher

_config: Any = numba.config  # its settings come from the environment, which type checkers cannot see
#: Nothing is ever compiled here: ``NUMBA_DISABLE_JIT=1``.
INTERPRETED = bool(_config.DISABLE_JIT)

#: In the environment, so that worker processes wait too: the file that appears when everything is compiled.
_AWAITED = "PIAZZETTA_AWAITED"
_LOOK_SECONDS = 0.1
_kernels: weakref.WeakSet[Any] = weakref.WeakSet()
_changing = threading.RLock()
_inside = threading.local()


class _Interpreted(CPUDispatcher):
    """What a kernel is until it is compiled."""

    def __call__(self, *args: Any) -> Any:
        if getattr(_inside, "kernel", False):
            return self.py_func(*args)
        wait = _wait
        if wait is None or not wait.enter():
            return self(*args)  # by now it is a kernel like any other
        _inside.kernel = True
        try:
            return self.py_func(*args)
        finally:
            _inside.kernel = False
            wait.leave()


class _Wait:
    """Counts the interpreted calls in progress, and ends the wait when the file is there and nothing runs."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._running = 0
        self._looked = 0.0
        self._lock = threading.Lock()

    def enter(self) -> bool:
        """Return whether to interpret a call, which then begins."""
        with self._lock:
            now = time.monotonic()
            if self._running == 0 and now - self._looked >= _LOOK_SECONDS:
                self._looked = now
                if self.file.exists():
                    end_interpreted()
            if _wait is not self:
                return False
            self._running += 1
            return True

    def leave(self) -> None:
        with self._lock:
            self._running -= 1


_wait: _Wait | None = None


def begin_interpreted(until: Path) -> None:
    """Run all kernels of this process, and of those that it starts, as plain Python until a file appears."""
    global _wait
    if INTERPRETED:
        return
    with _changing:
        _wait = _Wait(until)
        os.environ[_AWAITED] = str(until)
        for kernel in list(_kernels):
            kernel.__class__ = _Interpreted


def end_interpreted() -> None:
    """Run all kernels compiled from now on. No interpreted one may be running."""
    global _wait
    with _changing:
        _wait = None
        os.environ.pop(_AWAITED, None)
        for kernel in list(_kernels):
            kernel.__class__ = CPUDispatcher


def until_compiled(kernel: Any) -> Any:
    """Interpret a new kernel if the others still are."""
    if not INTERPRETED:
        with _changing:
            _kernels.add(kernel)
            if _wait is not None:
                kernel.__class__ = _Interpreted
    return kernel


def is_interpreting() -> bool:
    """Whether a kernel called now would run as plain Python."""
    return INTERPRETED or _wait is not None


def is_compiling() -> bool:
    """Whether kernels run as plain Python because another process still compiles them."""
    return _wait is not None and not _wait.file.exists()


def wait_until_compiled() -> None:
    """Wait, before work that would take longer interpreted than compiling does."""
    while is_compiling():
        time.sleep(0.05)


class _Compiler(event.Listener):
    """Notices when this process compiles; a Python program is told so on stderr, once, if it takes more than a second.
    Commands say it themselves."""

    def __init__(self) -> None:
        self.busy = 0  # kernels being compiled: one compiles those that it calls
        self._told = False

    def on_start(self, event: Any) -> None:
        self.busy += 1
        if not self._told and "piazzetta.cli" not in sys.modules:
            self._told = True
            teller = threading.Timer(1, self._tell)
            teller.daemon = True
            teller.start()

    def on_end(self, event: Any) -> None:
        self.busy -= 1

    def _tell(self) -> None:
        if self.busy:
            print("Piazzetta compiles its kernels once, about a minute (piazzetta warm does it ahead)", file=sys.stderr)


_compiler = _Compiler()
_register: Any = event.register
_register("numba:compile", _compiler)


def is_compiling_here() -> bool:
    """Whether this process is compiling a kernel right now."""
    return _compiler.busy > 0


if os.environ.get(_AWAITED):  # a process started by one that waits
    begin_interpreted(Path(os.environ[_AWAITED]))
