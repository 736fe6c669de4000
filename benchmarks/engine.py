"""Compare the engine's speed with its targets: ``python -m benchmarks.engine`` (or ``make bench``) prints a table.

Targets for our own speed are absolute numbers for the machine they were set on; those for peers are ratios in a run.
"""

from __future__ import annotations

import subprocess
import sys
import time

from rich.console import Console
from rich.table import Table

from benchmarks.speed import bench

START_TIMES = {
    "import piazzetta": ([sys.executable, "-c", "import piazzetta"], 0.25),
    "piazzetta --help": ([sys.executable, "-c", "from piazzetta.cli import main; main()", "--help"], 0.5),
}
BARS = {
    "decisions_per_second": (6e6, 4e6),
    "two_cores_ratio": (1.8, 1.8),
    "match_moves_per_second": (50_000, 50_000),
    "viewed_moves_per_second": (5_000, 5_000),
    "verified_per_second": (2_000, 2_000),
}
PEER_BARS = {"catanatron": 300.0, "openspiel backgammon": 100.0, "openspiel ultimate_tic_tac_toe": 2.0}


def start_seconds(command: list[str]) -> float:
    """The fastest of five starts."""
    best = float("inf")
    for _ in range(5):
        begun = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        best = min(best, time.perf_counter() - begun)
    return best


def main() -> int:
    console = Console()
    result = bench(Console(stderr=True))
    table = Table(title="The engine and its bars")
    for column in ("work", "measured", "bar", ""):
        table.add_column(column, justify="left" if column in ("work", "") else "right")
    missed = 0

    def row(work: str, measured: str, bar: str, met: bool) -> None:
        nonlocal missed
        missed += not met
        table.add_row(work, measured, bar, "met" if met else "missed")

    for figure, bars in BARS.items():
        for name, bar in zip(("portobello", "viaggiatore"), bars, strict=True):
            value = result[name][figure]
            row(f"{name}: {figure}", f"{value:,}", f"≥ {bar:,.10g}", value >= bar)
    for peer, bar in PEER_BARS.items():
        ratio = result["ratios"].get(f"portobello/{peer}")
        if ratio is None:
            table.add_row(f"portobello to {peer}", "not installed", f"≥ {bar:g} ×", "not measured")
        else:
            row(f"portobello to {peer}", f"{ratio:,} ×", f"≥ {bar:g} ×", ratio >= bar)
    for work, (command, bar) in START_TIMES.items():
        seconds = start_seconds(command)
        row(work, f"{seconds:.3f} s", f"≤ {bar:g} s", seconds <= bar)
    console.print(table)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
