"""The process that compiles while a command already plays: ``python -m piazzetta.terminal.warming.background``.

Its arguments are a folder, a part (``kernels.PARTS``) and games. It writes into the folder how many kernels each game
has compiled so far.
"""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from typing import Any

from numba.core import event

watched: Any = event.install_listener
_NICENESS = 10  # people who wait for a move come first


class _Counter(event.Listener):
    """Counts what is compiled; what is found in the cache is not."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._count = 0

    def on_start(self, event: Any) -> None:
        pass

    def on_end(self, event: Any) -> None:
        self._count += 1
        with contextlib.suppress(OSError):  # the command has ended, and removed the folder
            self._file.write_text(str(self._count), encoding="utf-8")


def main(folder: str, part: str, *games: str) -> None:
    with contextlib.suppress(OSError, AttributeError):
        os.nice(_NICENESS)
    from piazzetta.match.setting import game
    from piazzetta.terminal.warming.kernels import PARTS
    from piazzetta.terminal.warming.note import note_compiled

    for name in games:
        counter = _Counter(Path(folder) / name)
        with watched("numba:compile", counter):
            PARTS[part](game(name))
        note_compiled(part, name)


if __name__ == "__main__":
    main(*sys.argv[1:])
