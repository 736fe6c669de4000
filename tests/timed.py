"""Measure how long the parts of ``make test`` take, in wall and processor time.

``python tests/timed.py NAME COMMAND…`` runs a part and stores its times; without arguments it prints them.
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
    began = time.monotonic()
    status = subprocess.run(command, check=False).returncode
    spent = os.times()
    KEPT.parent.mkdir(exist_ok=True)
    with KEPT.open("a", encoding="utf-8") as file:
        processor = spent.children_user + spent.children_system
        file.write(json.dumps({"name": name, "wall": time.monotonic() - began, "processor": processor}) + "\n")
    return status


def report() -> None:
    """Print one line per part, and their sum."""
    parts = [json.loads(line) for line in KEPT.read_text(encoding="utf-8").splitlines()]
    KEPT.unlink()
    total = {"name": "all", "wall": sum(p["wall"] for p in parts), "processor": sum(p["processor"] for p in parts)}
    print(f"\n{'part':24} {'wall':>8} {'processor':>10}   (minutes)")
    for part in (*parts, total):
        print(f"{part['name']:24} {part['wall'] / 60:8.1f} {part['processor'] / 60:10.1f}")


if __name__ == "__main__":
    if len(sys.argv) == 1:
        report()
    else:
        sys.exit(run(sys.argv[1], sys.argv[2:]))
