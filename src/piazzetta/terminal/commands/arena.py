"""The commands that let bots play each other: ``arena`` and ``study``."""

from __future__ import annotations

import json
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
        int | None,
        typer.Option(
            "--games",
            "-g",
            parser=count,
            metavar="K",
            help="Games of each line-up (pairing), at least 400 if not said; with --sprt at most, 20,000 if not said.",
        ),
    ] = None,
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
        result = run(setting, entries, most, seed, workers or cores(), out, command_line(), stderr, question)
    except KeyboardInterrupt:
        raise _interrupted(out) from None
    if as_json:
        typer.echo(json.dumps(result.to_json()))
    else:
        console().print(arena_table(result))


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
        str, typer.Option(help="Who sits on every seat: quick (compiled, one move ahead) or a level such as medium.")
    ] = "quick",
    judge: Annotated[
        Path | None,
        typer.Option(metavar="FILE.pt", help="Instead of bots: a network of piazzetta train, many games at once."),
    ] = None,
    device: Annotated[str, typer.Option(help="Where the network of --judge thinks: cpu or cuda.")] = "cpu",
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

    network = read_judge(judge, game, device) if judge else None
    told = console(stderr=True)
    try:
        found = run(game, editions, players, bots, games, seed, workers or cores(), out, command_line(), told, network)
    except KeyboardInterrupt:
        raise _interrupted(out) from None
    if as_json:
        typer.echo(json.dumps(found.to_json()))
    else:
        console().print(study_table(found))
