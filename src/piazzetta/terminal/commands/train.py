"""The command ``train``: networks that learn a game by playing themselves."""

from __future__ import annotations

from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from piazzetta.extras import install_command
from piazzetta.terminal.commands.options import (
    BOT_NAMES,
    EXPLORE,
    GameName,
    Json,
    Workers,
    answer,
    command_line,
    console,
    count,
    fail,
)

train_app = typer.Typer()

#: Defaults for a CPU and for a large GPU: parallel games, steps of a window and its parts, width and depth.
_SHAPES = {"cpu": (256, 32, 8, 128, 1, 32, 16), "cuda": (131_072, 32, 32, 512, 2, 64, 32)}
#: The same for learning from searches: parallel games and steps of a window.
_SEARCHING = {"cpu": (64, 32), "cuda": (65_536, 32)}


@train_app.command(rich_help_panel=EXPLORE)
def train(
    game: GameName,
    minutes: Annotated[float, typer.Option(min=0.01, help="How long to learn.")] = 10.0,
    decisions: Annotated[
        int, typer.Option(parser=count, metavar="K", help="Stop after this many instead, for a reproducible run.")
    ] = 0,
    out: Annotated[Path, typer.Option("--out", "-o", help="A folder for the run; the same command resumes.")] = Path(
        "train"
    ),
    device: Annotated[str, typer.Option(help="Where to learn: cpu or cuda (an NVIDIA GPU).")] = "cpu",
    players: Annotated[str, typer.Option("--players", "-n", help="all, or numbers separated by commas.")] = "all",
    editions: Annotated[str, typer.Option(help="all, or editions separated by commas.")] = "all",
    maps: Annotated[
        str | None,
        typer.Option(
            "--maps",
            "--decks",
            help="default, random, or a folder of maps or decks (JSON files). By default random if possible.",
            show_default=False,
        ),
    ] = None,
    printed: Annotated[bool, typer.Option("--printed", help="Printed rules only, no random switches.")] = False,
    seed: Annotated[int, typer.Option(help="Seed for initial weights and every random draw.")] = 0,
    rows: Annotated[int, typer.Option(min=0, help="Parallel games; by default what fits the device.")] = 0,
    width: Annotated[
        int, typer.Option(min=0, help="Width of the network's trunk; by default what fits the device.")
    ] = 0,
    search: Annotated[
        int, typer.Option(min=0, max=512, metavar="N", help="Learn from searches of N simulations a move.")
    ] = 0,
    league: Annotated[float, typer.Option(min=0.0, max=1.0, help="Share of games against past versions.")] = 0.25,
    focus: Annotated[
        float, typer.Option(min=0.0, max=1.0, help="Share of games of the fewest, printed rules, own map or deck.")
    ] = 0.0,
    guests: Annotated[
        str, typer.Option(metavar="NETWORKS", help="Networks that join the league, separated by commas.")
    ] = "",
    exploiters: Annotated[
        int, typer.Option(min=0, help="Number of exploiters to train against it for the league.")
    ] = 0,
    exploit: Annotated[
        Path | None, typer.Option(metavar="NETWORK", help="Learn only to beat this network, which stays fixed.")
    ] = None,
    start: Annotated[
        Path | None,
        typer.Option(
            metavar="NETWORK", help="Start from this network; with --distill, from a small one (student.bin)."
        ),
    ] = None,
    distill: Annotated[
        Path | None,
        typer.Option(metavar="NETWORK", help="Teach the bots' small network what this one knows."),
    ] = None,
    rate: Annotated[str, typer.Option(help=f"Opponents at every checkpoint: none, or {BOT_NAMES}.")] = "random,medium",
    games: Annotated[int, typer.Option(min=1, help="Games against each opponent.")] = 100,
    every: Annotated[float, typer.Option(min=1.0, help="Seconds between checkpoints.")] = 60.0,
    workers: Workers = None,
    as_json: Json = False,
) -> None:
    """Learn a game by self-play: every edition, number of players and map in one run, with a report.

    Example: [bold]piazzetta train portobello --minutes 10 --out champion[/]
    """
    if find_spec("torch") is None:
        fail(f"piazzetta train needs PyTorch, which is not installed: {install_command('train')}")
    from piazzetta.games.registry import find_game
    from piazzetta.kernel import cores
    from piazzetta.terminal.train import strength_table
    from piazzetta.terminal.train import train as run
    from piazzetta.train.learner import Recipe
    from piazzetta.train.mixture import RANDOM
    from piazzetta.train.network import Size
    from piazzetta.train.plan import TrainingPlan
    from piazzetta.train.search.search import NO_SECRETS

    if device not in _SHAPES:
        fail(f"device must be cpu or cuda, not {device!r}")
    if distill is not None:
        from piazzetta.terminal.train import teach

        teach(find_game(game).name, distill, out, minutes, device, rows, seed, focus, start, console(stderr=True))
        return
    kind = find_game(game)
    fitting, steps, parts, wide, depth, pool, head = _SHAPES[device]
    plan = TrainingPlan(
        kind.name,
        tuple(_numbers(players, kind.seats)),
        tuple(_names(editions, list(kind.editions))),
        maps or (RANDOM if kind.listing.workbench else "default"),
        not printed,
        focus,
        minutes,
        decisions,
        rows or fitting,
        device,
        seed,
        league,
        guests=tuple(guests.split(",") if guests else ()),
        exploiters=exploiters,
        exploit=str(exploit or ""),
        start=str(start or ""),
        size=Size(width or wide, depth, pool, head),
        recipe=Recipe(steps=steps, parts=parts),
    )
    if search:
        if kind.has_secrets:
            fail(NO_SECRETS.format(kind.title))
        if exploit or exploiters or guests:
            fail("--search has no league: leave out --exploit, --exploiters and --guests")
        fitting, steps = _SEARCHING[device]
        recipe = Recipe(steps=steps, horizon=0.98, rate=(1e-4, 5e-6), value=1.0, longest=1.0)
        thinking = plan.search._replace(simulations=search)
        plan = replace(plan, rows=rows or fitting, league=0.0, recipe=recipe, search=thinking)
    opponents = [] if rate == "none" else rate.split(",")
    try:
        folder = run(plan, out, opponents, games, workers or cores(), every, command_line(), console(stderr=True))
    except KeyboardInterrupt:
        typer.echo(f"\nStopped: the same command resumes from the last checkpoint in {out}.", err=True)
        raise typer.Exit(130) from None
    if as_json or opponents:
        answer(as_json, [line for line in folder.lines() if "opponent" in line], strength_table, folder)


def _numbers(text: str, seats: range) -> list[int]:
    if text == "all":
        return []
    found = [int(word) if word.isascii() and word.isdigit() else -1 for word in text.split(",")]
    if any(number not in seats for number in found):
        fail(f"--players takes all, or numbers from {seats[0]} to {seats[-1]} separated by commas, not {text!r}")
    return found


def _names(text: str, known: list[str]) -> list[str]:
    if text == "all":
        return []
    found = text.split(",")
    if any(name not in known for name in found):
        fail(f"--editions takes all, or some of {', '.join(known)} separated by commas, not {text!r}")
    return found
