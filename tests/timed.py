"""Measure how long the parts of ``make test`` take, in wall and processor time.

``python tests/timed.py NAME COMMAND…`` runs a part and stores its times; without arguments it prints them. Parts may
run side by side.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

KEPT = Path(__file__).parents[1] / "build" / "test-times.jsonl"


def run(name: str, command: list[str]) -> int:
    """Run a command; return its exit status."""
    begun = time.time()
    status = subprocess.run(command, check=False).returncode
    spent = os.times()
    part = {
        "name": name,
        "begun": begun,
        "ended": time.time(),
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
