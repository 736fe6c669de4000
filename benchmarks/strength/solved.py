"""How much do the levels give away where the best move is known? The last round of Portobello Market, solved exactly.

``python -m benchmarks.strength.solved --games 40`` plays games of two between `medium` bots, solves every decision of
their last round (once a player has built the last stall) by expectimax, and asks each level for its move. It prints
each level's mean regret (the points of lead that a move gives away against perfect play) with a 95% interval over
games, and how often it finds a best move. Decisions in which nothing can be given away do not count. ``--win`` takes
the share of the win instead of the lead: few last rounds still decide who wins.
"""

from __future__ import annotations

import argparse
from collections import defaultdict

from rich.console import Console
from rich.progress import track
from rich.table import Table

import piazzetta
from piazzetta.arena.results.statistics import mean
from piazzetta.bots import LEVELS, Position, bot
from piazzetta.bots.position import one
from piazzetta.puzzles.exact import Solver

Regrets = dict[str, list[tuple[int, float]]]


def measure(games: int, levels: list[str], edition: str, limit: int, lead: bool) -> tuple[Regrets, int]:
    """By level: the game and the regret of each decision; and how many decisions were too far from the end."""
    setting = piazzetta.game("portobello", edition=edition)
    solver = Solver(setting, limit, lead)
    found: Regrets = defaultdict(list)
    unsolved = 0
    for number in track(range(games), console=Console(stderr=True)):
        match = setting.start(seed=number)
        player = bot("medium", seed=number)
        while not match.over:
            if match.state().last_round and len(match.legal_moves) > 1:
                solver.forget()
                solved = solver.solve(one(setting, match.state()))
                unsolved += solved is None
                if solved is not None and min(solved.values()) < max(solved.values()) - 1e-12:
                    for level in levels:
                        action = bot(level, seed=number).choose(Position.of(match))
                        found[level].append((number, max(solved.values()) - solved[action]))
            match.play(player.choose(Position.of(match)))
    return found, unsolved


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--levels", default=",".join(LEVELS))
    parser.add_argument("--edition", default="de")
    parser.add_argument("--positions", type=int, default=4_000_000, help="the most positions of one solution")
    parser.add_argument("--win", action="store_true", help="regret in shares of the win, not in points")
    args = parser.parse_args()
    found, unsolved = measure(args.games, args.levels.split(","), args.edition, args.positions, not args.win)
    table = Table(title=f"Portobello Market, last round, two players, {args.games} games; {unsolved} left unsolved")
    for column in ("level", "decisions", "mean regret", "95%", "best move found"):
        table.add_column(column, justify="right" if column != "level" else "left")
    for level, decisions in found.items():
        regrets = [regret for _, regret in decisions]
        e = mean(regrets, [number for number, _ in decisions])
        right = sum(regret < 1e-9 for regret in regrets) / len(regrets)
        table.add_row(level, str(len(regrets)), f"{e.value:.3f}", f"± {e.half:.3f}", f"{100 * right:.1f}%")
    Console().print(table)


if __name__ == "__main__":
    main()
