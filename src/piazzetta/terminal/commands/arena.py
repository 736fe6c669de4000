"""The commands that let bots play each other: ``arena`` and ``study``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from piazzetta.terminal.commands.components import with_components
from piazzetta.terminal.commands.options import (
    Edition,
    GameName,
    Json,
    Players,
    Rules,
    Workers,
    command_line,
    console,
    cores,
    count,
    read_setting,
)

arena_app = typer.Typer()

Seed = Annotated[int, typer.Option(help="The same seed brings the same chance.")]


def _interrupted(folder: Path | None) -> typer.Exit:
    """Interrupted by a key: everything finished is saved."""
    kept = (
        f"finished games are kept in {folder}; the same command goes on" if folder else "without --out nothing is kept"
    )
    typer.echo(f"\nStopped: {kept}.", err=True)
    return typer.Exit(130)


@arena_app.command()
@with_components
def arena(
    game: GameName,
    bots: Annotated[
        str,
        typer.Option(help="Who takes part, as in easy,medium: random to master (docs/bots.md), or own names."),
    ],
    players: Players = None,
    games: Annotated[
        int, typer.Option("--games", "-g", parser=count, metavar="K", help="Games of each line-up (pairing), at least.")
    ] = 400,
    edition: Edition = None,
    rule: Rules = None,
    seed: Seed = 0,
    workers: Workers = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="A folder for games and report; the same command goes on there.")
    ] = None,
    program: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=COMMAND", help="A bot of your own: a program that speaks the arena's protocol."),
    ] = None,
    python: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=MODULE:FUNCTION", help="A bot of your own: a function of a setting and a seed."),
    ] = None,
    seconds: Annotated[float, typer.Option(help="How long a program may think about a move.")] = 10.0,
    as_json: Json = False,
    *,
    components: dict[str, Path],
) -> None:
    """Let bots play each other: balanced seating, ratings with confidence intervals, a report with plots.

    Example: [bold]piazzetta arena portobello --bots easy,medium,hard --games 400 --out arena[/]
    """
    from piazzetta.arena import read_entries
    from piazzetta.terminal.arena import arena as run
    from piazzetta.terminal.arena import arena_table

    setting = read_setting(game, players, 0, edition, rule, components)
    entries = read_entries(bots.split(","), program or [], python or [], seconds)
    try:
        result = run(setting, entries, games, seed, workers or cores(), out, command_line(), console(stderr=True))
    except KeyboardInterrupt:
        raise _interrupted(out) from None
    if as_json:
        typer.echo(json.dumps(result.to_json()))
    else:
        console().print(arena_table(result))


@arena_app.command()
def study(
    game: GameName,
    editions: Annotated[
        str, typer.Option(help="all, or editions separated by commas; the default one is the base.")
    ] = "all",
    players: Annotated[str, typer.Option("--players", "-n", help="all, or numbers separated by commas.")] = "all",
    bots: Annotated[
        str, typer.Option(help="Who sits on every seat: quick (compiled, one move ahead) or a level such as medium.")
    ] = "quick",
    games: Annotated[
        int, typer.Option("--games", "-g", parser=count, metavar="K", help="Games for each way to play.")
    ] = 400,
    seed: Seed = 0,
    workers: Workers = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="A folder for report and plots; the same command goes on there.")
    ] = None,
    as_json: Json = False,
) -> None:
    """What each rule, edition, seat and number of players does: equal bots, the same chance, confidence intervals.

    Example: [bold]piazzetta study portobello --editions all --players all --out study[/]
    """
    from piazzetta.terminal.study import study as run
    from piazzetta.terminal.study import study_table

    command = command_line()
    try:
        found = run(game, editions, players, bots, games, seed, workers or cores(), out, command, console(stderr=True))
    except KeyboardInterrupt:
        raise _interrupted(out) from None
    if as_json:
        typer.echo(json.dumps(found.to_json()))
    else:
        console().print(study_table(found))
