"""The host's commands: ``piazzetta admin``, on the database of a server, also while it is running."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from piazzetta.terminal.commands.options import Database, Json, console, fail

if TYPE_CHECKING:
    from piazzetta.server.moderation.admin import Admin

admin_app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="rich",
    help="Administer a server: tables, people, reports, bans, announcements. Works while the server is running.",
)

_Person = Annotated[str, typer.Argument(metavar="PERSON", help="An id that [bold]admin people[/] shows.")]


@admin_app.command("tables")
def tables(
    status: Annotated[str, typer.Option(help="waiting, playing, over or closed; by default all.")] = "",
    as_json: Json = False,
    db: Database = "",
) -> None:
    """List tables, the most recently active first."""
    from piazzetta.server.moderation.lists import STATUSES
    from piazzetta.terminal import admin

    if status and status not in STATUSES:
        fail(f"--status takes {', '.join(STATUSES)}, not {status!r}")
    admin.tables(db, status, as_json, console())


@admin_app.command("people")
def people(
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="Part of a name.")] = "",
    as_json: Json = False,
    db: Database = "",
) -> None:
    """List the people of the server, the newest first."""
    from piazzetta.terminal import admin

    admin.people(db, name, as_json, console())


@admin_app.command("reports")
def reports(
    everything: Annotated[bool, typer.Option("--all", help="Also list resolved reports.")] = False,
    as_json: Json = False,
    db: Database = "",
) -> None:
    """List open reports with the reported messages."""
    from piazzetta.terminal import admin

    admin.reports(db, everything, as_json, console())


@admin_app.command("settle")
def settle(
    report: Annotated[str, typer.Argument(metavar="REPORT", help="An id that [bold]admin reports[/] shows.")],
    db: Database = "",
) -> None:
    """Mark a report as resolved."""
    _do(db, lambda admin: admin.resolve("command", report), f"report {report} is settled")


@admin_app.command("ban")
def ban(
    person: _Person,
    reason: Annotated[str, typer.Option(help="A note for yourself. Nobody else sees it.")] = "",
    db: Database = "",
) -> None:
    """Ban a person: they are signed out and cannot create or join tables or chat."""
    _do(db, lambda admin: admin.ban("command", person, reason[:500]), f"{person} is banned")


@admin_app.command("unban")
def unban(person: _Person, db: Database = "") -> None:
    """Lift a ban."""
    _do(db, lambda admin: admin.unban("command", person), f"{person} may come in again")


@admin_app.command("delete-table")
def delete_table(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="The table's id: the last part of its link.")],
    db: Database = "",
) -> None:
    """Delete a table with its whole log, for good. A running server turns its people away within seconds."""
    _do(db, lambda admin: admin.delete_table("command", table), f"table {table} is deleted")


@admin_app.command("announce")
def announce(
    text: Annotated[str, typer.Argument(metavar="[TEXT]", help="Leave out to remove the announcement.")] = "",
    db: Database = "",
) -> None:
    """Show an announcement on the home page and at every table.

    Example: [bold]piazzetta admin announce 'We move to a new server on Sunday at 18:00 UTC.'[/]
    """
    if len(text) > 500:
        fail("an announcement has at most 500 characters")
    _do(db, lambda admin: admin.announce("command", text), "everybody is told" if text else "nothing is announced now")


@admin_app.command("link")
def link(
    at: Annotated[str, typer.Option(help="The page's address.")] = "http://127.0.0.1:8000",
    db: Database = "",
) -> None:
    """Print a sign-in link for the admin page. It works once and expires after ten minutes."""
    from piazzetta.terminal import admin

    if not at.startswith(("http://", "https://")):
        fail(f"--at takes an address such as https://play.example.org, not {at!r}")
    typer.echo(admin.link(db, at))


def _do(db: str, what: Action, said: str) -> None:
    from piazzetta.terminal import admin

    admin.do(db, what)
    console().print(said, soft_wrap=True)


if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    Action = Callable[[Admin], Awaitable[None]]
