"""The commands that let bots play each other: ``arena`` and ``study``."""

from __future__ import annotations

import json
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from piazzetta.games.registry import find_game
from piazzetta.terminal.commands.components import with_components
from piazzetta.terminal.commands.options import (
    Edition,
    GameName,
    Json,
    On,
    Players,
    Rules,
    Workers,
    command_line,
    console,
    cores,
    count,
    fail,
    read_setting,
)

if TYPE_CHECKING:
    from piazzetta.judge.network_judge import NetworkJudge

arena_app = typer.Typer()

Seed = Annotated[int, typer.Option(help="The same seed gives the same draws.")]


def _interrupted(folder: Path | None) -> typer.Exit:
    """Interrupted by a key: everything finished is saved."""
    kept = f"finished games are in {folder}; the same command resumes" if folder else "without --out nothing is saved"
    typer.echo(f"\nStopped: {kept}.", err=True)
    return typer.Exit(130)


@arena_app.command()
@with_components
def arena(
    game: GameName,
    bots: Annotated[
        str, typer.Option(help="Who plays, as in easy,medium: random, easy, medium, hard, expert, master, or your own.")
    ],
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
        typer.Option(metavar="NAME=COMMAND", help="A bot of your own: a program that speaks the arena's protocol."),
    ] = None,
    python: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=MODULE:FUNCTION", help="A bot of your own: a function of a setting and a seed."),
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
    from piazzetta.arena import read_entries
    from piazzetta.arena.sequential import MOST_GAMES, Question
    from piazzetta.terminal.arena import arena as run
    from piazzetta.terminal.arena import arena_table

    setting = read_setting(game, players, 0, edition, rule, components)
    entries = read_entries(bots.split(","), program or [], python or [], seconds)
    question = Question(elo, share, alpha, beta) if sprt else None
    most = games if games is not None else MOST_GAMES if sprt else 400
    stderr = console(stderr=True)
    try:
        result = run(setting, entries, most, seed, workers, out, command_line(), stderr, question, on)
    except KeyboardInterrupt:
        raise _interrupted(out) from None
    if as_json:
        typer.echo(json.dumps(result.to_json()))
    else:
        console().print(arena_table(result))


@arena_app.command()
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
    if as_json:
        typer.echo(json.dumps(found.to_json()))
    else:
        console().print(ratings_table(found))


def read_judge(file: Path, game: str, device: str) -> NetworkJudge:
    """The network of ``--judge``; its libraries are an extra."""
    if find_spec("torch") is None:
        fail("a network as judge needs PyTorch: pip install 'piazzetta[train]'")
    from piazzetta.judge.network_judge import NetworkJudge

    return NetworkJudge(file, find_game(game).name, device)


@arena_app.command()
def study(
    game: GameName,
    editions: Annotated[
        str, typer.Option(help="all, or editions separated by commas; the default one is the base.")
    ] = "all",
    players: Annotated[str, typer.Option("--players", "-n", help="all, or numbers separated by commas.")] = "all",
    bots: Annotated[
        str, typer.Option(help="Who plays every seat: quick (the network's taste, compiled) or a level such as medium.")
    ] = "quick",
    judge: Annotated[
        Path | None,
        typer.Option(metavar="FILE.pt", help="Instead of bots: a network of piazzetta train, many games at once."),
    ] = None,
    handicap: Annotated[
        bool, typer.Option("--handicap", help="Look for fair starts instead: points that make all seats win equally.")
    ] = False,
    device: Annotated[str, typer.Option(help="Where the network of --judge thinks: cpu or cuda.")] = "cpu",
    games: Annotated[
        int, typer.Option("--games", "-g", parser=count, metavar="K", help="Games for each way to play.")
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

    Example: [bold]piazzetta study portobello --editions all --players all --out study[/]
    """
    from piazzetta.terminal.study import handicap as seek
    from piazzetta.terminal.study import handicap_table, study_table
    from piazzetta.terminal.study import study as run

    network = read_judge(judge, game, device) if judge else None
    told = console(stderr=True)
    if handicap:
        from piazzetta.judge.judges import QuickJudge

        judging = network or QuickJudge(find_game(game), workers or cores())
        starts = seek(game, editions, players, games, seed, out, told, judging)
        if as_json:
            typer.echo(json.dumps([asdict(start) for start in starts]))
        else:
            console().print(handicap_table(starts))
        return
    try:
        found = run(game, editions, players, bots, games, seed, workers, out, command_line(), told, network, on)
    except KeyboardInterrupt:
        raise _interrupted(out) from None
    if as_json:
        typer.echo(json.dumps(found.to_json()))
    else:
        console().print(study_table(found))
