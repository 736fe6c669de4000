"""The commands that keep a server's tables safe."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from piazzetta.errors import BadInput
from piazzetta.terminal.commands.options import HOST, Database, Json, answer, console

hosting_app = typer.Typer()


@hosting_app.command("backup", rich_help_panel=HOST)
def backup(
    file: Annotated[Path, typer.Argument(help="The file to write; it must not exist yet.")],
    db: Database = "",
) -> None:
    """Back up a server's tables, also while it is running.

    Example: [bold]piazzetta backup tables-$(date +%F).backup[/]
    """
    from piazzetta.server.settings import default_database
    from piazzetta.server.store.backup import backup as run

    size = run(db or default_database(), file)
    console().print(f"{file}  {size:,} bytes", soft_wrap=True)


@hosting_app.command("doctor", rich_help_panel=HOST)
def doctor(
    host: Annotated[str, typer.Option(help="As for serve.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="As for serve.")] = 8000,
    db: Database = "",
    origin: Annotated[list[str] | None, typer.Option(help="As for serve. May be repeated.")] = None,
    smtp: Annotated[str, typer.Option(envvar="PIAZZETTA_SMTP", help="As for serve.")] = "",
    mail_from: Annotated[str, typer.Option(help="As for serve.")] = "",
    as_json: Json = False,
) -> None:
    """Check whether a server with these options would run well here, and say what to do if not.

    Exits with status 1 if something is wrong.

    Example: [bold]piazzetta doctor --origin https://play.example.org[/]
    """
    from piazzetta.server.settings import Settings, default_database
    from piazzetta.terminal import doctor as run

    settings = Settings(host, port, db or default_database(), tuple(origin or ()), smtp=smtp, mail_from=mail_from)
    findings = run.examine(settings)
    answer(as_json, run.as_json(findings), run.as_table, findings)
    if any(one.advice for one in findings):
        raise typer.Exit(1)


@hosting_app.command("export", rich_help_panel=HOST)
def export(
    folder: Annotated[Path, typer.Argument(help="Folder to write to. Records in it are kept, tables are replaced.")],
    db: Database = "",
    names: Annotated[bool, typer.Option("--names", help="Include the players' names.")] = False,
    for_puzzles: Annotated[
        bool, typer.Option("--for-puzzles", help="Only games whose players all allow puzzles, in their profiles.")
    ] = False,
    parquet: Annotated[
        bool, typer.Option("--parquet", help="Also write tables: games, seats, decisions and components.")
    ] = False,
    records: Annotated[
        list[Path] | None,
        typer.Option("--from", metavar="FILE", help="Take record files or folders instead of a server's games."),
    ] = None,
    analyse: Annotated[
        str | None, typer.Option(metavar="LEVEL", help="Fill the tables' columns of chances, cost and luck.")
    ] = None,
) -> None:
    """Write the records of all finished games of a server into a folder, also while it is running.

    Each record is replayed before it is written. Without --names, the names of players are left out.

    With --parquet, pandas, polars and DuckDB can load all of them at once; it needs the extra [bold]data[/].

    Example: [bold]piazzetta export games/ --parquet[/] or
    [bold]piazzetta export tables/ --parquet --from arena/games.jsonl[/]
    """
    if records is not None and not parquet:
        raise BadInput("--from is for tables: add --parquet")
    if analyse is not None and not parquet:
        raise BadInput("--analyse is for tables: add --parquet")
    if records is not None and for_puzzles:
        raise BadInput("--for-puzzles is for a server's games: leave out --from")
    if parquet:
        from piazzetta.frames.parquet import arrow

        arrow()  # before anything else is done
    if records is None:
        _export_records(db, folder, names, for_puzzles)
    if parquet:
        from piazzetta.terminal.export import write_tables

        games = write_tables(folder, records or [folder], names, console(stderr=True), analyse)
        console().print(f"{folder}  tables of {games} games", soft_wrap=True)


def _export_records(db: str, folder: Path, names: bool, for_puzzles: bool) -> None:
    from piazzetta.server.people.archive import export as run
    from piazzetta.server.settings import default_database

    done = run(db or default_database(), folder, names, for_puzzles)
    there = f", {done.there} were there" if done.there else ""
    left_out = f", {done.left_out} left out: not everybody allows puzzles" if done.left_out else ""
    console().print(f"{folder}  {done.written} games{there}{left_out}", soft_wrap=True)
    if done.damaged:
        raise BadInput(f"{len(done.damaged)} games cannot be replayed: {', '.join(done.damaged[:10])}")


@hosting_app.command("restore", rich_help_panel=HOST)
def restore(
    file: Annotated[Path, typer.Argument(help="A file that backup wrote.")],
    db: Database = "",
) -> None:
    """Restore a backup into a new database. Stop the server first."""
    from piazzetta.server.settings import default_database
    from piazzetta.server.store.backup import restore as run

    where = db or default_database()
    run(file, where)
    console().print(f"{file} is restored: piazzetta serve finds its tables again", soft_wrap=True)
