"""Measure how long the parts of ``make test`` take, in wall and processor time.

``python tests/timed.py NAME COMMAND…`` runs a part and stores its times; without arguments it prints them. Parts may
run side by side. Processes that outlive the one that started them count too: most of a browser's do.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import subprocess
import sys
import time
from pathlib import Path

KEPT = Path(__file__).parents[1] / "build" / "test-times.jsonl"
#: Linux's ``prctl``: whoever loses its parent becomes a child of this process instead of the machine's first one.
PR_SET_CHILD_SUBREAPER = 36


def run(name: str, command: list[str]) -> int:
    """Run a command; return its exit status."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    begun = time.time()
    status = subprocess.run(command, check=False).returncode
    ended = time.time()
    with contextlib.suppress(ChildProcessError):  # until no child is left; a few seconds for those about to end
        while time.time() < ended + 5:
            if os.waitpid(-1, os.WNOHANG) == (0, 0):
                time.sleep(0.05)
    spent = os.times()
    part = {
        "name": name,
        "begun": begun,
        "ended": ended,
        "processor": spent.children_user + spent.children_system,
    }
    KEPT.parent.mkdir(exist_ok=True)
    with KEPT.open("a", encoding="utf-8") as file:
        file.write(json.dumps(part) + "\n")
    return status


def report() -> None:
    """Print one line per part, in the order in which they began, and how long all took together."""
    parts = sorted(map(json.loads, KEPT.read_text(encoding="utf-8").splitlines()), key=lambda part: part["begun"])
    KEPT.unlink()
    everything = {
        "name": "all",
        "begun": parts[0]["begun"],
        "ended": max(part["ended"] for part in parts),
        "processor": sum(part["processor"] for part in parts),
    }
    print(f"\n{'part':24} {'from':>6} {'wall':>6} {'processor':>10}   (minutes)")
    for part in (*parts, everything):
        start, wall = part["begun"] - everything["begun"], part["ended"] - part["begun"]
        print(f"{part['name']:24} {start / 60:6.1f} {wall / 60:6.1f} {part['processor'] / 60:10.1f}")


if __name__ == "__main__":
    if len(sys.argv) == 1:
        report()
    else:
        sys.exit(run(sys.argv[1], sys.argv[2:]))
