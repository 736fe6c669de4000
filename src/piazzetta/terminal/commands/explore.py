"""The commands of the opening explorer: ``explore`` and ``build-explorer``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from piazzetta.terminal.commands.components import with_components
from piazzetta.terminal.commands.options import (
    EXPLORE,
    HOST,
    Edition,
    GameName,
    Json,
    Players,
    Rules,
    Seed,
    Starter,
    Workers,
    answer,
    console,
    count,
    fail,
    numbers_of_players,
    read_setting,
    words,
)

explore_app = typer.Typer()

Book = Annotated[
    Path | None, typer.Option("--book", "-b", metavar="FILE", help="A file of build-explorer; by default our own.")
]


@explore_app.command(rich_help_panel=EXPLORE)
@with_components
def explore(
    game: GameName,
    moves: Annotated[
        list[str] | None, typer.Argument(metavar="[MOVE]...", help="A line of moves, as in records, draws included.")
    ] = None,
    players: Players = None,
    starter: Starter = 0,
    edition: Edition = None,
    rule: Rules = None,
    seed: Annotated[int, typer.Option(help="What is dealt before the first move of a line.")] = 0,
    record: Annotated[Path | None, typer.Option(help="Look up a position of this record instead of a line.")] = None,
    at: Annotated[
        int | None, typer.Option(metavar="N", help="The position after N moves of the record; by default the last.")
    ] = None,
    line: Annotated[int, typer.Option(help="Which record of a .jsonl file, from 1.")] = 1,
    book: Book = None,
    as_json: Json = False,
    *,
    components: dict[str, Path],
) -> None:
    """Show how often each move of an opening was played in many games, and how it did.

    Example: [bold]piazzetta explore portobello "bobby D5" "tile 4" --players 4[/] or
    [bold]piazzetta explore portobello --record game.json --at 6[/]
    """
    from piazzetta.explorer.lookup import look_up
    from piazzetta.frames.files import read_record
    from piazzetta.terminal.advice import position_of
    from piazzetta.terminal.explore import explore_table, line_of, read_book

    found = read_book(game, book)
    if record is not None:
        if moves:
            fail("give a line of moves or --record, not both")
        match = position_of(read_record(record, line), at)
    else:
        if at is not None:
            fail("--at goes with --record")
        match = line_of(read_setting(game, players, starter, edition, rule, components), moves or [], seed)
    counted = look_up(found, match)
    answer(as_json, counted.to_json(), explore_table, counted)


@explore_app.command("build-explorer", rich_help_panel=HOST)
@with_components
def build_explorer(
    game: GameName,
    out: Annotated[Path, typer.Option("--out", "-o", help="The file to write.")],
    games: Annotated[int, typer.Option("--games", "-g", parser=count, metavar="K", help="How many games.")] = 1_000_000,
    players: Annotated[str, typer.Option("--players", "-n", help="all, or numbers separated by commas.")] = "all",
    editions: Annotated[str, typer.Option(help="all, or editions separated by commas.")] = "all",
    rounds: Annotated[int, typer.Option(min=1, help="How many rounds of each game to count.")] = 2,
    least: Annotated[int, typer.Option(min=1, help="Positions that fewer games reached are left out.")] = 100,
    seed: Seed = 0,
    records: Annotated[
        list[Path] | None,
        typer.Option("--from", metavar="FILE", help="Count record files or folders instead of playing; repeatable."),
    ] = None,
    db: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Count a server's finished games: sqlite:///FILE or postgresql://…."),
    ] = None,
    workers: Workers = None,
    *,
    components: dict[str, Path],
) -> None:
    """Build an opening explorer: play many games by the small network, or count your own with --from or --db.

    Example: [bold]piazzetta build-explorer portobello --db sqlite:///tables.sqlite --least 5 --out ours.bin[/]
    """
    from piazzetta.games.registry import find_game
    from piazzetta.kernel import cores
    from piazzetta.terminal.explore import build_own, build_self_played

    screen = console(stderr=True)
    if records is not None or db is not None:
        book = build_own(find_game(game).name, records or [], db, rounds, least, screen)
    else:
        known = find_game(game)
        names = list(known.editions) if editions == "all" else words(editions)
        numbers = numbers_of_players(players, known.seats)
        settings = [read_setting(game, number, 0, name, None, components) for name in names for number in numbers]
        book = build_self_played(settings, games, seed, rounds, least, workers or cores(), screen)
    data = book.dumps()
    out.write_bytes(data)
    console().print(f"{out}  {book.games:,} games, {len(data):,} bytes", soft_wrap=True)
