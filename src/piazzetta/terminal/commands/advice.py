"""The commands that explain: ``hint``, ``analyse``, ``luck`` and ``insights``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from piazzetta.terminal.commands.options import PLAY, Json, Workers, answer, command_line, console

advice_app = typer.Typer()

RecordFile = Annotated[Path, typer.Argument(metavar="RECORD", help="A record, finished or not.")]
LineNumber = Annotated[int, typer.Option(help="Which record of a .jsonl file, from 1.")]
Adviser = Annotated[str, typer.Option("--level", "-l", help="Level that analyses: medium (quick), hard or expert.")]


@advice_app.command(rich_help_panel=PLAY)
def hint(
    file: RecordFile,
    at: Annotated[
        int | None, typer.Option(metavar="N", help="The position after N moves; by default the last one.")
    ] = None,
    line: LineNumber = 1,
    level: Adviser = "hard",
    count: Annotated[int, typer.Option("--count", "-c", min=1, max=20, help="Number of moves.")] = 3,
    as_json: Json = False,
) -> None:
    """Show the best few moves of a position, what they promise, and why.

    Example: [bold]piazzetta hint game.json --at 40[/]
    """
    from piazzetta.bots.hint import hint as run
    from piazzetta.frames.files import read_record
    from piazzetta.kernel import cores
    from piazzetta.terminal.advice import hint_table, position_of

    match = position_of(read_record(file, line), at)
    found = run(match, level, count, threads=cores())
    answer(as_json, [advice.to_json() for advice in found], hint_table, console(), match, found)


@advice_app.command(rich_help_panel=PLAY)
def analyse(
    file: RecordFile,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Write the report into this HTML file.")] = None,
    line: LineNumber = 1,
    level: Adviser = "hard",
    moments: Annotated[
        bool, typer.Option("--moments", help="Also look for each player's moments to learn from, by a deeper search.")
    ] = False,
    workers: Workers = None,
    as_json: Json = False,
) -> None:
    """Analyse a game: winning chances move by move, turning points, what each move gave away, luck.

    Example: [bold]piazzetta analyse game.json --out report.html[/]
    """
    from piazzetta.frames.files import read_record
    from piazzetta.kernel import cores
    from piazzetta.terminal.advice import analyse as run
    from piazzetta.terminal.advice import analysis_table, moments_of

    record = read_record(file, line)
    found = run(record, level, workers or cores(), out, command_line(), console(stderr=True))
    learned = moments_of(record, found, console(stderr=True)) if moments else None
    data = found.to_json() if learned is None else found.to_json() | {"moments": [one.to_json() for one in learned]}
    answer(as_json, data, analysis_table, found, learned)


@advice_app.command(rich_help_panel=PLAY)
def luck(
    files: Annotated[list[Path], typer.Argument(metavar="FILES…", help="Record files, or folders of them.")],
    level: Annotated[
        str | None, typer.Option("--level", "-l", help="Also analyse the decisions: medium (quick), hard or expert.")
    ] = None,
    workers: Workers = None,
    as_json: Json = False,
) -> None:
    """Tell luck and skill apart over many games: how lucky each player was, how likely that is, what a decision cost.

    Only finished games count. Players go by the names in the records, or else by their bots or seats.

    Example: [bold]piazzetta luck games.jsonl --level medium[/]
    """
    from dataclasses import asdict

    from piazzetta.kernel import cores
    from piazzetta.terminal.luck import account_table, read_accounts

    found = read_accounts(files, level, workers or cores(), console(stderr=True))
    answer(as_json, [asdict(one) for one in found], account_table, found)


@advice_app.command(rich_help_panel=PLAY)
def insights(
    files: Annotated[list[Path], typer.Argument(metavar="FILES…", help="Record files, or folders of them.")],
    player: Annotated[str, typer.Option("--player", "-p", help="Whose decisions: a name in the records, or a bot.")],
    level: Adviser = "hard",
    workers: Workers = None,
    as_json: Json = False,
) -> None:
    """Analyse a player's games: what decisions cost by phase, kind of move, seat, opponent and time, habits, luck.

    Only finished games count. "Too often" and "too rarely" compare with the best moves of the same decisions.

    Example: [bold]piazzetta insights games.jsonl --player Anna --level medium[/]
    """
    from piazzetta.kernel import cores
    from piazzetta.terminal.luck import insights_table, read_insights

    found = read_insights(files, player, level, workers or cores(), console(stderr=True))
    answer(as_json, [one.to_json() for one in found], insights_table, found)
