"""Training in the terminal: a progress bar with the learning progress, and the run's files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console, RenderableType
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from piazzetta.arena.results.formats import interval
from piazzetta.arena.results.statistics import share
from piazzetta.games.registry import find_game
from piazzetta.terminal.tables import tell_command, titled
from piazzetta.train.plan import Folder, TrainingPlan
from piazzetta.train.rating import Ratings
from piazzetta.train.report import write
from piazzetta.train.run import Run
from piazzetta.train.run import train as run
from piazzetta.train.student.distill import Course, distill


@contextmanager
def _progress(out: Console, what: str) -> Iterator[Callable[[float, str], None]]:
    """A bar that shows which fraction is done, and words about it."""
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn())
    with Progress(*columns, TextColumn("{task.fields[words]}"), console=out) as progress:
        bar = progress.add_task(what, total=1.0, words="compiling the rules")
        yield lambda fraction, words: progress.update(bar, completed=fraction, words=words)


def train(
    plan: TrainingPlan,
    path: Path,
    opponents: Sequence[str],
    games: int,
    workers: int,
    every: float,
    command: str,
    out: Console,
) -> Folder:
    """Train, or continue an interrupted run; rate it along the way, write its report."""
    folder = Folder(path)
    ratings = Ratings(plan, folder, opponents, games, workers)
    with _progress(out, f"learning {plan.game}") as show:

        def tell(line: dict[str, Any]) -> None:
            show(line["fraction"], _words(line))

        def checkpoint(now: Run) -> None:
            ratings.rate(now.learner.network.to_file(), now.decisions, now.seconds)
            write(plan, folder, command)

        done = run(plan, folder, tell, checkpoint, every)
        show(1.0, f"{done.decisions:,} decisions; the last ratings")
        ratings.close()
    write(plan, folder, command)
    out.print(Text(f"The network is {folder.network}, the report {folder.path / 'report.html'}."), soft_wrap=True)
    _tell_how_to_play(plan.game, folder.network, out)
    return folder


def _tell_how_to_play(game: str, network: Path, out: Console) -> None:
    """Say with which commands one plays against a network, and measures it."""
    tell_command(out, "Play against it:", ["piazzetta", "play", game, "--bots", str(network)])
    arena = ["piazzetta", "arena", game, "--bots", f"{network},medium", "--games", "200"]
    tell_command(out, "Measure it:", arena)


def teach(
    game: str,
    teacher: Path,
    path: Path,
    minutes: float,
    device: str,
    rows: int,
    seed: int,
    focus: float,
    start: Path | None,
    out: Console,
) -> None:
    """Distil a large network into the small one of the bots; ``student.bin`` is what the search reads."""
    folder = Folder(path)
    fitting, again = (Course.rows, Course.again) if device == "cpu" else (8192, 0)
    course = Course(
        game, str(teacher), minutes, device, rows or fitting, again, seed=seed, focus=focus, start=str(start or "")
    )
    with _progress(out, f"teaching {game}") as show:

        def tell(line: dict[str, Any]) -> None:
            folder.tell(line)
            text = f"{line['positions']:,} positions, policy {line['policy']:.3f}, chances {line['value']:.4f}"
            show(line["fraction"], text)

        distill(course, folder.path / "student.pt", tell)
    out.print(Text(f"The weights for the bots are {folder.path / 'student.bin'}."))
    if find_game(game).knowledge().network is not None:
        _tell_how_to_play(game, folder.path / "student.bin", out)


def _words(line: dict[str, Any]) -> str:
    rate = line["decisions"] / max(line["seconds"], 1e-9)
    words = f"{line['decisions']:,} decisions, {rate:,.0f}/s, entropy {line['entropy']:.2f}"
    if line.get("league games"):
        words += f", {100 * line['league won'] / line['league games']:.0f}% against the league"
    return words


def strength_table(folder: Folder) -> RenderableType:
    """Show the latest ratings as a table."""
    latest = {(line["players"], line["opponent"]): line for line in folder.lines() if "opponent" in line}
    if not latest:
        return Text("No ratings: no games against the opponents were finished.")
    searched = any("simulations" in opponent for _, opponent in latest)
    title = "Games against fixed opponents" if searched else "Without search, the most likely move"
    table = Table()
    elo = ["Elo"] if any("elo" in line for line in latest.values()) else []
    for name in ("players", "against", "share of wins", "95% interval", "games", *elo):
        table.add_column(name, justify="left" if name == "against" else "right")
    for (players, opponent), line in sorted(latest.items()):
        won = share(line["share"] * line["games"], line["games"])
        more = [" to ".join(f"{one:+d}" for one in line["elo"][1:]) if "elo" in line else "" for _ in elo]
        table.add_row(str(players), opponent, f"{100 * won.value:.1f}%", interval(won), str(line["games"]), *more)
    return titled(title, table)
