"""Measure how strong and how fast the bots are.

``python -m benchmarks.bots table --workers 16 --games 400`` plays each level against the one below, in both games, with
two players and with four (two seats each, every seating equally often), and prints the table *Bot levels* of
``RESULTS.md``. Each game is a line in ``--out``; an interrupted run resumes where it stopped. A side is a level, a
search budget (``--pairs "simulations=2000,turns=1 : hard"``) or ``expert-0.1``, the strongest level of version 0.1;
``master@50`` thinks for 50 ms about every move, ``medium+builder`` has this temperament, ``master%student.bin`` thinks
with another small network. ``--one`` gives the first side
a single seat; ``--maps`` plays on random maps or decks. With ``--bar 0.85`` a pairing ends as soon as a sequential test
decides between 5% below the bar and 5% above it (errors of 5%).

``… ratings`` rates all sides of the games of two in ``--out`` on one scale.

``… openspiel`` plays hard against OpenSpiel's MCTS bot with the same time per move (needs ``open_spiel``). ``… speed``
measures simulations and random playouts per second, and each level's time per move.
"""

from __future__ import annotations

import argparse
import itertools
import json
import multiprocessing
import os
import statistics
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

import piazzetta
from piazzetta.arena.results.ratings import rate
from piazzetta.arena.results.sprt import Hypotheses, log_ratio
from piazzetta.arena.results.statistics import wilson
from piazzetta.bots import LEVELS, Bot, Position, bot
from piazzetta.bots.levels import Level
from piazzetta.bots.searcher import Searcher
from piazzetta.games.knowledge import Budget
from piazzetta.games.registry import workbench

GAMES = ("portobello", "viaggiatore")
UNSEEN = 7_000_000  # the seed of the first map or deck that no training saw
BARS = {"hard:openspiel": 0.80}
BAR = 0.65
MARGIN = 0.05  # a sequential test decides between so much below a bar and so much above it
FEWEST = 24  # games of a pairing


class Task(NamedTuple):
    """One game between two sides."""

    game: str
    players: int
    pair: str
    number: int
    one: bool = False  # the first side has a single seat
    maps: bool = False  # on random maps or decks


#: The strongest level of version 0.1, which judged by features, as the measure of progress.
EXPERT_0_1 = {
    "portobello": Budget(80_000, 4.0, curiosity=0.05, features=True),
    "viaggiatore": Budget(3_000, 4.0, turns=1, curiosity=0.3, features=True),
}
UNLIMITED = 100_000  # simulations, for a side that is limited by time


def side(name: str, game: str, seed: int) -> Bot:
    """Return a level by name, or a search by its budget: ``simulations=500,turns=1,curiosity=0.1``."""
    name, _, limit = name.partition("@")
    name, _, weights = name.partition("%")
    name, _, temperament = name.partition("+")
    if "=" in name:
        given = dict(part.split("=") for part in name.split(","))
        numbers = {key: float(value) if "." in value else int(value) for key, value in given.items()}
        budget = Budget(**{"seconds": 60.0, **numbers})  # type: ignore[arg-type]
    elif name == "expert-0.1":
        budget = EXPERT_0_1[game]
    elif limit or weights:
        budget = piazzetta.game(game).game.bots.budgets[name]
    else:
        return bot(name, seed, temperament=temperament or None)
    if limit:
        budget = replace(budget, simulations=UNLIMITED, seconds=float(limit) / 1000)
    made = Level(name, seed, budget=budget)
    if weights:
        network = np.fromfile(weights, np.int8).astype(np.int16)
        made._searchers[game] = Searcher(budget, seed, 1, network)
    return made


def seating(players: int, number: int, one: bool = False) -> tuple[int, ...]:
    """Which seats the first side has in game ``number``: half of them or one, every choice of seats equally often."""
    ways = list(itertools.combinations(range(players), 1 if one else players // 2))
    return ways[number % len(ways)]


def play(task: Task) -> dict[str, Any]:
    """Play one game. All games of one round of seatings share the same random draws."""
    from math import comb

    names = [name.strip() for name in task.pair.split(":")]
    deal = task.number // comb(task.players, 1 if task.one else task.players // 2)
    setting = piazzetta.game(task.game, players=task.players)
    if task.maps:
        setting = replace(setting, components=workbench(setting.game.name).any(UNSEEN + deal % 10))
    mine = seating(task.players, task.number, task.one)
    if "openspiel" in names:
        from benchmarks.strength.openspiel_bot import OpenSpielBot

        sides: list[Any] = [side(names[0], task.game, deal), OpenSpielBot(setting, deal)]
    else:
        sides = [side(name, task.game, deal) for name in names]
    match = setting.start(seed=deal)
    seconds, moves = [0.0, 0.0], [0, 0]
    while not match.over:
        who = 0 if match.mover in mine else 1
        if hasattr(sides[who], "watch"):
            sides[who].watch(match, seconds[1 - who] / max(moves[1 - who], 1))
        begun = time.perf_counter()
        action = sides[who].choose(Position.of(match))
        took = time.perf_counter() - begun
        if len(match.legal_moves) > 1:
            seconds[who] += took
            moves[who] += 1
        match.play(action)
    winners, scores = match.winners, match.scores
    return {
        **task._asdict(),
        "share": sum(seat in mine for seat in winners) / len(winners),
        "points": [
            statistics.mean(scores[seat] for seat in range(task.players) if (seat in mine) == own)
            for own in (True, False)
        ],
        "ms": [1000 * seconds[who] / max(moves[who], 1) for who in (0, 1)],
    }


def tasks(args: argparse.Namespace, done: set[Task]) -> list[Task]:
    """The games still to play, longest first."""
    pairs = args.pairs or [f"{level}:{below}" for below, level in itertools.pairwise(LEVELS)][::-1]
    every = (
        Task(game, players, pair.replace(" ", ""), number, args.one, args.maps)
        for pair in pairs
        for game in args.game
        for players in args.players
        for number in range(args.games)
    )
    return [task for task in every if task not in done]


def read(out: Path) -> list[dict[str, Any]]:
    if not out.exists():
        return []
    lines = out.read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line.startswith("{") and line.endswith("}")]


def key(row: dict[str, Any]) -> Task:
    return Task(row["game"], row["players"], row["pair"], row["number"], row.get("one", False), row.get("maps", False))


def decided(shares: list[float], bar: float | None) -> bool:
    """Whether a sequential test has found the share of wins to be on one side of the bar."""
    if bar is None or len(shares) < FEWEST:
        return False
    hypotheses = Hypotheses(max(bar - MARGIN, 0.01), min(bar + MARGIN, 0.99))
    low, high = hypotheses.bounds
    return not low < log_ratio(Counter(shares), hypotheses.share0, hypotheses.share1) < high


def run(args: argparse.Namespace, console: Console) -> None:
    """Play the missing games on all workers; stop after ``--seconds``, and a pairing once it is decided."""
    rows = read(args.out)
    todo = tasks(args, {key(row) for row in rows})
    shares: dict[tuple[Any, ...], list[float]] = defaultdict(list)
    for row in rows:
        shares[pairing(row)].append(row["share"])
    if not todo:
        return
    play(Task(todo[0].game, 2, "hard:medium", 0))  # compile once, before the workers start
    play(Task("viaggiatore" if todo[0].game == "portobello" else "portobello", 2, "hard:medium", 0))
    end = time.monotonic() + args.seconds
    spawn = multiprocessing.get_context("spawn")
    with (
        args.out.open("a", encoding="utf-8") as file,
        Progress(console=console) as progress,
        ProcessPoolExecutor(args.workers, mp_context=spawn) as pool,
    ):
        bar = progress.add_task("games", total=len(todo))
        waiting: Iterator[Task] = (task for task in todo if not decided(shares[pairing(task._asdict())], args.bar))
        running = {pool.submit(play, task) for task in itertools.islice(waiting, 2 * args.workers)}
        while running:
            finished = next(as_completed(running))
            running.remove(finished)
            row = finished.result()
            shares[pairing(row)].append(row["share"])
            file.write(json.dumps(row) + "\n")
            file.flush()
            progress.advance(bar)
            if time.monotonic() < end:
                running |= {pool.submit(play, task) for task in itertools.islice(waiting, 1)}


def pairing(row: dict[str, Any]) -> tuple[Any, ...]:
    task = key(row)
    return task.game, task.players, task.pair, task.one, task.maps


def show(rows: list[dict[str, Any]], console: Console) -> None:
    """Print a line for each pairing: the first side's share of wins (a shared win counts as a fraction)."""
    table = Table(title="The bots against each other")
    for column in ("game", "players", "pairing", "games", "wins", "95%", "bar", "points", "ms a move"):
        table.add_column(column, no_wrap=True)
    for group, games in itertools.groupby(sorted(rows, key=pairing), pairing):
        found = list(games)
        share = statistics.mean(row["share"] for row in found)
        low, high = wilson(round(share * len(found)), len(found))
        bar = BARS.get(group[2], BAR) if group[1] == 2 and "=" not in group[2] else None
        means = [[statistics.mean(row[name][who] for row in found) for who in (0, 1)] for name in ("points", "ms")]
        table.add_row(
            group[0],
            str(group[1]),
            " ".join([group[2], *("one seat" for _ in [0] if group[3]), *("random maps" for _ in [0] if group[4])]),
            str(len(found)),
            f"{share:.1%}",
            f"{low:.1%} – {high:.1%}",
            "" if bar is None else f"≥ {bar:.0%} {'met' if share >= bar else 'missed'}",
            f"{means[0][0]:.1f} : {means[0][1]:.1f}",
            f"{means[1][0]:.1f} : {means[1][1]:.1f}",
        )
    console.print(table)


def ratings(rows: list[dict[str, Any]], console: Console) -> None:
    """Print every side's rating on the Elo scale, `random` at 0, from the games of two on the package's map or deck."""
    for game, group in itertools.groupby(sorted(rows, key=pairing), lambda row: row["game"]):
        games = [row for row in group if row["players"] == 2 and not row.get("maps")]
        names = sorted({name for row in games for name in row["pair"].split(":")})
        orders, blocks = [], []
        for row in games:
            sides = [names.index(name) for name in row["pair"].split(":")]
            for share in (0.25, 0.75):  # a shared win is half won, half lost
                orders.append(sides if row["share"] > share else sides[::-1])
            blocks += [row["number"] // 2] * 2
        found = dict(zip(names, rate(len(names), orders, blocks), strict=True))
        base = found["random"].value if "random" in found else 0.0
        table = Table(title=f"{game}, {len(games)} games of two; Elo scale, random is 0")
        for column in ("side", "rating", "95%"):
            table.add_column(column)
        for name, one in sorted(found.items(), key=lambda item: -item[1].value):
            table.add_row(name, f"{one.value - base:.0f}", f"± {one.half:.0f}")
        console.print(table)


FIRST_MOVE = """
import time
begun = time.perf_counter()
import piazzetta
from piazzetta.bots import Position, bot
match = piazzetta.game({game!r}).start(seed=1)
bot({level!r}).choose(Position.of(match))
print(time.perf_counter() - begun)
"""


def speed(console: Console) -> None:
    """Measure simulations and playouts per second on one core, and each level's time per move."""
    from piazzetta.batch.playout import random_games

    setting = piazzetta.game("portobello")
    match = setting.start(seed=1)
    match.play(match.legal_moves.actions[0])
    searching = Level("", budget=Budget(20_000, 60.0, curiosity=0.6, root_curiosity=0.6))
    searching.look(Position.of(match))
    begun = time.perf_counter()
    searching.look(Position.of(match))
    rate = searching.simulations / (time.perf_counter() - begun)
    console.print(f"portobello, first turn, one core: {rate:,.0f} simulations/s, leaves evaluated (bar 50,000)")
    random_games(setting, 100, threads=1)
    begun = time.perf_counter()
    random_games(setting, 40_000, threads=1)
    rate = 40_000 / (time.perf_counter() - begun)
    console.print(f"portobello, from the start, one core: {rate:,.0f} random playouts/s (bar 20,000)")
    table = Table(title="Seconds for a move, one core")
    for column in ("game", "players", "level", "median", "longest", "first move, new process"):
        table.add_column(column)
    for game in GAMES:
        for players in (2, 4):
            for level in ("medium", "hard", "expert", "master"):
                mover = bot(level, 1)
                mover.choose(Position.of(piazzetta.game(game, players=players).start(seed=9)))
                match = piazzetta.game(game, players=players).start(seed=5)
                spent: list[float] = []
                quick = bot("medium", 2)
                for number in itertools.count():
                    if match.over or len(spent) == 25:
                        break
                    position = Position.of(match)
                    if number % 4 == 0 and len(match.legal_moves) > 1:
                        begun = time.perf_counter()
                        mover.choose(position)
                        spent.append(time.perf_counter() - begun)
                    match.play(quick.choose(position))
                code = FIRST_MOVE.format(game=game, level=level)
                first = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
                table.add_row(
                    game,
                    str(players),
                    level,
                    f"{statistics.median(spent):.3f}",
                    f"{max(spent):.3f}",
                    f"{float(first.stdout):.2f}" if players == 2 else "",
                )
    console.print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("table", "openspiel", "speed", "show", "ratings"))
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--players", type=int, nargs="+", default=[2, 4])
    parser.add_argument("--game", nargs="+", choices=GAMES, default=list(GAMES))
    parser.add_argument("--pairs", nargs="+", help='such as "expert:hard"; without it each level and the one below')
    parser.add_argument("--one", action="store_true", help="the first side has a single seat")
    parser.add_argument("--maps", action="store_true", help="on ten random maps or decks")
    parser.add_argument("--bar", type=float, help="end a pairing once a sequential test decides about this share")
    parser.add_argument("--out", type=Path, default=Path("bots.jsonl"))
    parser.add_argument("--seconds", type=float, default=1e9, help="start no game after so long")
    args = parser.parse_args()
    console = Console(width=140)
    if args.what == "speed":
        speed(console)
        return
    if args.what == "openspiel":
        args.pairs, args.players = ["hard:openspiel"], [2]
    if args.what == "ratings":
        ratings(read(args.out), console)
        return
    if args.what != "show":
        run(args, console)
    show(read(args.out), console)


if __name__ == "__main__":
    main()
