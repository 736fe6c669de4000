"""What the admin's commands do, on the database itself: a running server follows."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
import typer

from piazzetta.errors import BadInput
from piazzetta.server.moderation.admin import Admin
from piazzetta.server.moderation.audit_log import AuditLog
from piazzetta.server.moderation.lists import AdminLists
from piazzetta.server.moderation.reports import Reports
from piazzetta.server.settings import default_database
from piazzetta.server.store.store import Store
from piazzetta.tables.refusals import Refused

if TYPE_CHECKING:
    from rich.console import Console

T = TypeVar("T")


def _with_store(db: str, work: Callable[[Store], Awaitable[T]]) -> T:
    async def run() -> T:
        store = Store(db or default_database())
        await store.open(beside=True)
        try:
            return await work(store)
        finally:
            await store.close()

    try:
        return asyncio.run(run())
    except Refused as refusal:
        raise BadInput(refusal.sentence) from None


def _admin(store: Store) -> Admin:
    return Admin(store, AuditLog(store), Reports(store))


def do(db: str, action: Callable[[Admin], Awaitable[None]]) -> None:
    """Carry out what the admin wants."""
    _with_store(db, lambda store: action(_admin(store)))


def link(db: str, at: str) -> str:
    code = _with_store(db, lambda store: _admin(store).new_code())
    return f"{at.rstrip('/')}/admin#in={code}"


def tables(db: str, status: str, as_json: bool, console: Console) -> None:
    found = _with_store(db, lambda store: AdminLists(store).tables(status))
    rows = [[one.id, one.game, one.status, _when(one.latest), str(one.events), ", ".join(one.names)] for one in found]
    _show(found, ("table", "game", "status", "latest", "events", "people"), rows, as_json, console)


def people(db: str, name: str, as_json: bool, console: Console) -> None:
    found = _with_store(db, lambda store: AdminLists(store).people(name[:40]))
    rows = [
        [one.id, one.name, _when(one.created), _when(one.used), str(one.games), str(one.reports), "yes" * one.banned]
        for one in found
    ]
    _show(found, ("person", "name", "since", "last here", "games", "reports", "banned"), rows, as_json, console)


def reports(db: str, everything: bool, as_json: bool, console: Console) -> None:
    found = _with_store(db, lambda store: Reports(store).listed(everything))
    rows = [
        [
            "\n".join([one.id, _when(one.time), one.reason]),
            "\n".join([one.name, one.person or "(guest)", f"at table {one.table} #{one.number}", f"by {one.by}"]),
            "\n".join([*([f"({one.words})"] if one.words else []), *(line.text for line in one.lines)]),
        ]
        for one in found
    ]
    _show(found, ("report", "about", "said"), rows, as_json, console)


def _show(
    found: Sequence[Any], head: Sequence[str], rows: Sequence[list[str]], as_json: bool, console: Console
) -> None:
    if as_json:
        typer.echo(json.dumps(msgspec.to_builtins(found)))
        return
    from rich.markup import escape
    from rich.table import Table

    table = Table()
    for name in head:  # an id is typed into the next command: never cut it
        table.add_column(name, overflow="fold", no_wrap=name == head[0])
    for row in rows:
        table.add_row(*map(escape, row))  # names and words are people's: no markup
    console.print(table)


def _when(time: int | None) -> str:
    return "" if time is None else f"{datetime.fromtimestamp(time / 1000):%Y-%m-%d %H:%M}"
