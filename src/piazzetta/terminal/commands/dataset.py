"""The command ``dataset``: many games between bots as tables."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from piazzetta.terminal.commands.options import (
    BOT_NAMES,
    EXPLORE,
    GameName,
    On,
    Seed,
    Workers,
    command_line,
    console,
    count,
    numbers_of_players,
    words,
)

dataset_app = typer.Typer()


@dataset_app.command(rich_help_panel=EXPLORE)
def dataset(
    game: GameName,
    out: Annotated[Path, typer.Option("--out", "-o", help="The folder to fill; the same command resumes.")],
    games: Annotated[int, typer.Option("--games", "-g", parser=count, metavar="K", help="How many games.")] = 100_000,
    bots: Annotated[
        str, typer.Option(help=f"Drawn for each seat, twice as often if named twice: {BOT_NAMES}.")
    ] = "hard,hard,hard,expert",
    players: Annotated[str, typer.Option("--players", "-n", help="all, or numbers separated by commas.")] = "all",
    editions: Annotated[
        str, typer.Option(help="all, or editions separated by commas; by default the game's first.")
    ] = "",
    seed: Seed = 0,
    workers: Workers = None,
    on: On = None,
) -> None:
    """Play a data set: many games between bots, as Parquet tables with a card that says what is in it.

    An interruption loses no finished game. It needs the extra [bold]data[/].

    Example: [bold]piazzetta dataset portobello --games 1e5 --bots hard,expert --out portobello-100k[/]
    """
    from piazzetta.arena.dataset import DataSet, DatasetPlan
    from piazzetta.arena.dataset_card import write_card
    from piazzetta.games.registry import find_game
    from piazzetta.terminal.progress import progress_bar

    found = find_game(game)
    plan = DatasetPlan(
        found.name,
        games,
        tuple(words(bots)),
        tuple(numbers_of_players(players, found.seats)),
        tuple(found.editions) if editions == "all" else tuple(words(editions)) or (found.default_edition,),
        seed,
    )
    made = DataSet(out, plan)
    try:
        with progress_bar(console(stderr=True), f"{found.title}, {bots}") as advance:
            made.play(workers, on, advance)
    except KeyboardInterrupt:
        typer.echo(f"\nStopped: finished games are in {out}; the same command resumes.", err=True)
        raise typer.Exit(130) from None
    for sentence in write_card(out, plan, command_line()):
        typer.echo(f"note: {sentence}", err=True)
    console().print(f"{out}  {plan.games:,} games", soft_wrap=True)
