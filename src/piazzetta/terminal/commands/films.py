"""The command ``film``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from piazzetta.terminal.commands.options import PLAY, console

film_app = typer.Typer()


@film_app.command(rich_help_panel=PLAY)
def film(
    file: Annotated[Path, typer.Argument(metavar="RECORD", help="A record, finished or not.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="The film: a .webp or .gif file.")],
    seat: Annotated[
        str, typer.Option(help="Whose view: a seat from 0, spectator, or open (all cards, once the game is over).")
    ] = "spectator",
    first: Annotated[int | None, typer.Option("--from", metavar="N", help="Begin after N moves.")] = None,
    last: Annotated[int | None, typer.Option("--to", metavar="N", help="End after N moves.")] = None,
    turn: Annotated[int | None, typer.Option(metavar="N", help="Show only turn N.")] = None,
    pace: Annotated[str, typer.Option(help="slow, normal or fast.")] = "normal",
    width: Annotated[int, typer.Option(help="Width in pixels.")] = 800,
    lang: Annotated[str, typer.Option(help="Language of the captions: en, it, es, fr or de.")] = "en",
    line: Annotated[int, typer.Option(help="Which record of a .jsonl file, from 1.")] = 1,
) -> None:
    """Make a film of a game, a turn or a moment: an animated WebP or GIF to share.

    It needs the extra [bold]film[/]. Example: [bold]piazzetta film game.json --out game.webp --lang it[/]
    """
    from piazzetta.frames.files import read_record
    from piazzetta.terminal.film import film as run

    said = run(
        read_record(file, line),
        out,
        seat=seat,
        moves=(first, last),
        turn=turn,
        pace=pace,
        width=width,
        lang=lang,
        console=console(stderr=True),
    )
    typer.echo(said)
