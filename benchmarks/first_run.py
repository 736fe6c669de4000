"""How long somebody waits after installing: seconds from `piazzetta play` to the first choice, and to the answer to it.

    python -m pip wheel . --no-deps --wheel-dir build/wheel
    python -m benchmarks.first_run build/wheel/*.whl

Each round installs the wheel into an empty environment, where nothing has been compiled yet.
"""

from __future__ import annotations

import argparse
import os
import pty
import select
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path
from statistics import median

GAMES = ("portobello", "viaggiatore")
_WAIT = 0.05  # seconds between two looks
_STILL = 1.0  # seconds without another word before something counts as said
_MOST = 120.0


class Terminal:
    """A command in a terminal of its own, with a home of its own."""

    def __init__(self, command: list[str], home: Path) -> None:
        home.mkdir()
        self._began = time.monotonic()
        pid, self._terminal = pty.fork()
        if pid == 0:
            os.execve(command[0], command, {"TERM": "xterm", "HOME": str(home), "PATH": os.environ["PATH"]})
        self._pid = pid

    def said(self) -> float:
        """Wait until it has said something and is silent; return after how many seconds its last word came."""
        last = None
        while time.monotonic() - self._began < _MOST:
            if select.select([self._terminal], [], [], _WAIT)[0]:
                os.read(self._terminal, 65_536)
                last = time.monotonic()
            elif last is not None and time.monotonic() - last > _STILL:
                return last - self._began
        raise TimeoutError("it never asked for a move")

    def answer(self, text: str) -> None:
        self._began = time.monotonic()
        os.write(self._terminal, f"{text}\n".encode())

    def end(self) -> None:
        os.kill(self._pid, 9)
        os.waitpid(self._pid, 0)
        os.close(self._terminal)


def first_run(wheel: Path, game: str) -> tuple[float, float]:
    """Seconds to the first choice, and from choosing the first move to the next choice."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        place = Path(folder)
        venv.create(place / "env", with_pip=True)
        python = place / "env" / "bin" / "python"
        subprocess.run([python, "-m", "pip", "install", "--quiet", str(wheel)], check=True, stderr=subprocess.DEVNULL)
        command = [str(python.with_name("piazzetta")), "play", game, "--players", "2", "--seed", "3"]
        terminal = Terminal(command, place / "home")
        try:
            asked = terminal.said()
            terminal.answer("1")
            return asked, terminal.said()
        finally:
            terminal.end()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("wheel", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    for game in GAMES:
        found = []
        for number in range(args.rounds):
            print(f"{game}: round {number + 1} of {args.rounds}", end="\r", file=sys.stderr)
            found.append(first_run(args.wheel, game))
        asked, answered = (median(seconds) for seconds in zip(*found, strict=True))
        print(f"{game}: {asked:.2f} s to the first choice, {answered:.2f} s to the next one")


if __name__ == "__main__":
    main()
