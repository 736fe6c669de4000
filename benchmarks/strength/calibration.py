"""Measure whether the chances that the bots' network gives are true.

``python -m benchmarks.strength.calibration portobello`` lets the packaged network play itself without search, by
its own probabilities, on seeds of its own, until it has decided 20,000 times with each number of players; it compares
every seat's chance at every decision with how the game ended, prints the expected calibration error, and with ``--plot
FILE`` draws the chances against what came.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch

from piazzetta.bots.knowledge import network_of
from piazzetta.games.registry import find_game
from piazzetta.match.setting import game as set_up
from piazzetta.train.strength import Calibration, calibration
from piazzetta.train.student.network import Student

BAR = 0.02
SEED = 20_000_003


def measure(name: str, players: int, positions: int, games: int) -> Calibration:
    """Play at least so many positions (more games if a first batch of them has too few)."""
    student = Student.from_integers(name, network_of(find_game(name)))
    setting = set_up(name, players=players)
    found = calibration(student, setting, games, SEED)
    decided = sum(found.times) // players
    if decided < positions:
        found = calibration(student, setting, -(-games * positions * 11 // (10 * decided)), SEED)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--positions", type=int, default=20_000)
    parser.add_argument("--games", type=int, default=300, help="of the first batch")
    parser.add_argument("--players", type=int, nargs="*", default=[])
    parser.add_argument("--plot", type=Path)
    args = parser.parse_args()
    torch.set_num_threads(1)
    curves = {}
    for players in args.players or find_game(args.game).seats:
        found = curves[players] = measure(args.game, players, args.positions, args.games)
        met = "met" if found.error <= BAR else "missed"
        decided = sum(found.times) // players
        print(f"{args.game}, {players} players: {100 * found.error:.2f}% over {decided:,} decisions (bar 2%: {met})")
    if args.plot:
        draw(args.game, curves, args.plot)


def draw(name: str, curves: dict[int, Calibration], file: Path) -> None:
    """Each number of players is a line; true chances lie on the diagonal."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(5, 5), layout="constrained")
    axes = figure.add_subplot(title=find_game(name).title, xlabel="chance given", ylabel="share won")
    axes.plot([0, 1], [0, 1], color="0.8", linewidth=1)
    for players, found in curves.items():
        there = [number for number, count in enumerate(found.times) if count >= 50]
        label = f"{players} players: {100 * found.error:.1f}%"
        axes.plot([found.foretold[n] for n in there], [found.came[n] for n in there], marker="o", ms=3, label=label)
    axes.legend(title="expected calibration error")
    figure.savefig(file)


if __name__ == "__main__":
    main()
