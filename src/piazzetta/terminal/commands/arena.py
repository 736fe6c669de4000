"""The commands that let bots play each other: ``arena`` and ``study``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from piazzetta.terminal.commands.components import with_components
from piazzetta.terminal.commands.options import (
    BOT_NAMES,
    EXPLORE,
    Device,
    Edition,
    GameName,
    Json,
    NetworkFile,
    On,
    Players,
    Rules,
    Seed,
    Workers,
    answer,
    command_line,
    console,
    count,
    read_network,
    read_rules,
    read_setting,
)

if TYPE_CHECKING:
    from piazzetta.terminal.progress import Advance

arena_app = typer.Typer()


@contextmanager
def _playing(folder: Path | None, what: str) -> Iterator[Advance]:
    """Show a progress bar, after checking that reports can be written. If a key interrupts it, say what is saved."""
    from piazzetta.arena import reports
    from piazzetta.terminal.progress import progress_bar

    if folder is not None:
        reports.require()
    try:
        with progress_bar(console(stderr=True), what) as advance:
            yield advance
    except KeyboardInterrupt:
        kept = (
            f"finished games are in {folder}; the same command resumes" if folder else "without --out nothing is saved"
        )
        typer.echo(f"\nStopped: {kept}.", err=True)
        raise typer.Exit(130) from None


@arena_app.command(rich_help_panel=EXPLORE)
@with_components
def arena(
    game: GameName,
    bots: Annotated[str, typer.Option(help=f"Who plays, as in easy,medium: your own, {BOT_NAMES}.")],
    players: Players = None,
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            "-g",
            parser=count,
            metavar="K",
            help="Games per line-up: at least this many (400), or with --sprt at most (20,000).",
        ),
    ] = None,
    edition: Edition = None,
    rule: Rules = None,
    seed: Seed = 0,
    workers: Workers = None,
    on: On = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="A folder for games and report; the same command resumes.")
    ] = None,
    program: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=COMMAND", help="Your own bot: a program that speaks the arena's protocol."),
    ] = None,
    python: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=MODULE:FUNCTION",
            help="Your own bot: a function of a setting and a seed. Modules of this folder are found.",
        ),
    ] = None,
    seconds: Annotated[float, typer.Option(help="Seconds that a program may think about a move.")] = 10.0,
    sprt: Annotated[
        bool, typer.Option("--sprt", help="Test the first bot against the others, and stop as soon as it is decided.")
    ] = False,
    elo: Annotated[
        tuple[float, float],
        typer.Option(metavar="H0 H1", help="What --sprt decides between: how much stronger the first bot is, in Elo."),
    ] = (0.0, 50.0),
    share: Annotated[
        tuple[float, float] | None,
        typer.Option(metavar="H0 H1", help="Instead of --elo: the first bot's share of wins, as in --share 0.5 0.65."),
    ] = None,
    alpha: Annotated[float, typer.Option(help="How often --sprt may accept H1 though H0 is true.")] = 0.05,
    beta: Annotated[float, typer.Option(help="How often --sprt may accept H0 though H1 is true.")] = 0.05,
    as_json: Json = False,
    *,
    components: dict[str, Path],
) -> None:
    """Let bots play each other: balanced seating, ratings with confidence intervals, a report with plots.

    Example: [bold]piazzetta arena portobello --bots easy,medium,hard --games 400 --out arena[/]
    """
    from piazzetta.arena import read_entries, tournament
    from piazzetta.arena.sequential import MOST_GAMES, Question
    from piazzetta.terminal.arena import arena_table, write_arena
    from piazzetta.terminal.warming.compiling import compile_first

    if python:
        sys.path.insert(0, str(Path.cwd()))  # a bot beside us, for the worker processes too
    setting = read_setting(game, players, 0, edition, rule, components)
    entries = read_entries(bots.split(","), program or [], python or [], seconds)
    question = Question(elo, share, alpha, beta) if sprt else None
    most = games if games is not None else MOST_GAMES if sprt else 400
    compile_first(console(stderr=True), "tables", [game])
    with _playing(out, f"{setting.game.title}, {setting.players} players") as advance:
        result = tournament(setting, entries, most, seed, workers, out, advance, question, on)
    if out is not None:
        write_arena(result, out, command_line(), console(stderr=True))
    answer(as_json, result.to_json(), arena_table, result)


@arena_app.command(rich_help_panel=EXPLORE)
def ratings(
    folders: Annotated[
        list[str],
        typer.Argument(metavar="[VERSION=]FOLDER…", help="Folders of piazzetta arena --out; whose version played."),
    ],
    anchor: Annotated[
        str | None, typer.Option(help="Bot whose rating is set to 0. Default: the mean of all bots is 0.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Rate the bots of several arenas on one scale: all levels, older versions, any number of players.

    Example: [bold]piazzetta ratings 0.1=arena-old arena-two arena-four --anchor expert[/]
    """
    from piazzetta.arena.results.pool import pool
    from piazzetta.terminal.arena import ratings_table

    found = pool(folders, anchor)
    answer(as_json, found.to_json(), ratings_table, found)


@arena_app.command(rich_help_panel=EXPLORE)
def study(
    game: GameName,
    editions: Annotated[
        str | None,
        typer.Option(
            help="all, or editions separated by commas; the game's first is the base. By default all, or with --rule "
            "only the base.",
            show_default=False,
        ),
    ] = None,
    rule: Annotated[
        list[str] | None,
        typer.Option(
            "--rule",
            "-r",
            metavar="KEY=VALUE",
            help="Ask only for this change; may be repeated.",
        ),
    ] = None,
    players: Annotated[str, typer.Option("--players", "-n", help="all, or numbers separated by commas.")] = "all",
    bots: Annotated[
        str, typer.Option(help=f"Who plays every seat: quick (compiled, hardly thinks), {BOT_NAMES}.")
    ] = "quick",
    network: NetworkFile = None,
    device: Device = "cpu",
    games: Annotated[
        int, typer.Option("--games", "-g", parser=count, metavar="K", help="Games for each variant.")
    ] = 400,
    seed: Seed = 0,
    workers: Workers = None,
    on: On = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="A folder for report and plots; the same command resumes.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Measure what each rule, edition, seat and number of players changes, with equal bots and the same draws.

    [bold]piazzetta rules portobello --switches[/] lists the rules.

    Example: [bold]piazzetta study portobello --editions all --players all --out study[/] or
    [bold]piazzetta study portobello --rule credit=granted[/]
    """
    from piazzetta.arena.study import study as run
    from piazzetta.terminal.study import bots_of_study, study_table, write_study

    asked = read_rules(rule)
    editions = editions or ("" if asked else "all")
    seated = read_network(network, game, device, whole=True) if network else bots_of_study(bots, game)
    with _playing(out, f"study of {game}, {seated.name} on every seat") as advance:
        found = run(game, editions, players, seated, games, seed, workers, out, advance, on, asked)
    if out is not None:
        write_study(found, out, command_line(), console(stderr=True))
    answer(as_json, found.to_json(), study_table, found)
