"""The command for assistants: ``mcp``."""

from __future__ import annotations

import os
from importlib.util import find_spec
from typing import Annotated

import typer

from piazzetta.extras import install_command
from piazzetta.terminal.commands.options import HOST, fail

assistant_app = typer.Typer()


@assistant_app.command("mcp", rich_help_panel=HOST)
def mcp(
    server: Annotated[
        str | None,
        typer.Argument(metavar="[SERVER]", help="A table server to play at, such as http://127.0.0.1:8000."),
    ] = None,
) -> None:
    """Let an assistant look up rules, analyse games, judge maps, and play at a server's tables.

    It speaks the Model Context Protocol over standard input and output: an assistant's program starts it. The variable
    PIAZZETTA_TOKEN holds the access token to play with; on a command line others could read it.

    Example: [bold]PIAZZETTA_TOKEN=tok.… piazzetta mcp http://127.0.0.1:8000[/]
    """
    if find_spec("mcp") is None:
        fail(f"assistants need the Model Context Protocol's library: {install_command('mcp')}")
    from piazzetta.assistants.account import Account
    from piazzetta.assistants.server import assistant_server

    assistant_server(Account(server, os.environ.get("PIAZZETTA_TOKEN", "")) if server else None).run("stdio")
