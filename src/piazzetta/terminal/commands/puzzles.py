"""The commands of puzzles: ``make``, ``check`` and ``export``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from piazzetta.errors import BadInput
from piazzetta.terminal.commands.options import GameName, Json, Seed, answer, console, fail, numbers_of_players, words

puzzles_app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="rich",
    help="Puzzles: positions of games with one clearly best move, made by self-play, checked, exported.",
)

_File = Annotated[
    Path | None, typer.Option("--file", "-f", metavar="FILE", help="A file of make; by default our own puzzles.")
]
_Workers = Annotated[int | None, typer.Option("--workers", "-w", min=1, help="Processes; by default one per core.")]
_Times = Annotated[int, typer.Option(min=1, help="How many times as long as master the last search thinks.")]


@puzzles_app.command()
def make(
    game: GameName,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="The file to write.")],
    number: Annotated[int, typer.Option("--count", "-c", min=1, metavar="N", help="How many puzzles.")] = 1_000,
    players: Annotated[str, typer.Option("--players", "-n", help="all, or numbers separated by commas.")] = "all",
    editions: Annotated[
        str | None, typer.Option(help="Editions separated by commas; by default mostly the first, on all our maps.")
    ] = None,
    games: Annotated[
        list[Path] | None,
        typer.Option(
            "--games", "-g", metavar="FILE", help="Look in these games (records) instead of self-play. May be repeated."
        ),
    ] = None,
    times: _Times = 10,
    minutes: Annotated[float | None, typer.Option(min=0.01, help="Stop after these minutes.")] = None,
    add: Annotated[
        Path | None,
        typer.Option("--add", metavar="FILE", help="Go on where this file stopped, with its seed; keep its puzzles."),
    ] = None,
    seed: Seed = 0,
    workers: _Workers = None,
) -> None:
    """Make puzzles: let the small network play games, and search their decisions for a clearly best move.

    [bold]--games[/] takes games that people played, of those numbers of players and editions. Ask the players first;
    their names are not kept.

    Example: [bold]piazzetta puzzles make portobello --count 20 --out puzzles.json.gz[/]
    """
    from piazzetta.games.registry import find_game
    from piazzetta.kernel import cores
    from piazzetta.puzzles.make import Games, make, settings_of
    from piazzetta.puzzles.puzzle import Made
    from piazzetta.terminal.progress import progress_bar
    from piazzetta.terminal.puzzles import played_games, read_book

    found = find_game(game)
    numbers = numbers_of_players(players, found.seats)
    if games is None:
        looked: Games = settings_of(found.name, numbers, None if editions is None else words(editions))
    else:
        looked = played_games(found.name, games, numbers, None if editions is None else words(editions))
    seconds = float("inf") if minutes is None else 60 * minutes
    before = None if add is None else read_book(found.name, add)
    made, known = (Made(seed, times, 0), ()) if before is None else (before.made, before.puzzles)
    with progress_bar(console(stderr=True), f"{found.title}, puzzles") as advance:
        book = make(looked, number, made, workers or cores(), advance, seconds, known)
    data = book.dumps()
    out.write_bytes(data)
    console().print(f"{out}  {len(book.puzzles):,} puzzles, {len(data):,} bytes", soft_wrap=True)


@puzzles_app.command()
def check(
    game: GameName,
    file: _File = None,
    sample: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="How many, drawn at random; by default all.")
    ] = None,
    times: _Times = 10,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="Write those that hold, if all were checked.")
    ] = None,
    seed: Seed = 0,
    workers: _Workers = None,
    as_json: Json = False,
) -> None:
    """Search puzzles again with other random numbers. Exits with status 1 if the search disputes any.

    Example: [bold]piazzetta puzzles check portobello --sample 200[/]
    """
    from piazzetta.kernel import cores
    from piazzetta.puzzles.check import check, without
    from piazzetta.terminal.progress import progress_bar
    from piazzetta.terminal.puzzles import check_table, read_book

    if out is not None and sample is not None:
        fail("--out writes a file of which every puzzle was checked: leave --sample out")
    book = read_book(game, file)
    with progress_bar(console(stderr=True), "puzzles") as advance:
        found = check(book, sample, times, seed, workers or cores(), advance)
    if out is not None:
        out.write_bytes(without(book, found.disputed).dumps())
    answer(as_json, found.to_json(), check_table, found)
    if found.disputed:
        raise typer.Exit(1)


@puzzles_app.command()
def export(
    game: GameName,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FILE.jsonl", help="The file to write.")],
    file: _File = None,
    theme: Annotated[str | None, typer.Option(help="Only puzzles of this theme.")] = None,
    players: Annotated[int | None, typer.Option("--players", "-n", help="Only of games for N players.")] = None,
) -> None:
    """Write puzzles as game records, one a line, that end at the puzzle. Its field [bold]puzzle[/] has the solution.

    Example: [bold]piazzetta puzzles export viaggiatore --theme bluff --out bluffs.jsonl[/]
    """
    from piazzetta.terminal.puzzles import read_book

    book = read_book(game, file)
    known = book.themes()
    if theme is not None and theme not in known:
        raise BadInput(f"no puzzle has the theme {theme!r}; there is {', '.join(known) or 'none'}")
    chosen = [
        puzzle
        for puzzle in book.puzzles
        if (theme is None or theme in puzzle.themes) and (players in (None, puzzle.record.setting.players))
    ]
    out.write_text("".join(puzzle.to_record().dumps() + "\n" for puzzle in chosen), encoding="utf-8")
    console().print(f"{out}  {len(chosen):,} puzzles", soft_wrap=True)
