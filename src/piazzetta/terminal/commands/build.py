"""The commands that build parts of the package itself."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from piazzetta.terminal.commands.options import console, fail

build_app = typer.Typer()


@build_app.command("build-wasm")
def build_wasm(
    out: Annotated[Path, typer.Option("--out", "-o", help="The folder to write to; created if missing.")] = Path(
        "web/src/local/generated"
    ),
) -> None:
    """Compile the rules and the bots' search for the browser: WebAssembly, and TypeScript that calls it.

    Part of building the page. Needs an extra: [bold]pip install 'piazzetta[[build]'[/]
    """
    from piazzetta.browser.build import build_all, up_to_date

    if not out.exists() and not out.parent.is_dir():
        fail(f"{out.parent} does not exist: run this in the source folder, or give --out FOLDER")
    screen = console(stderr=True)
    if up_to_date(out):
        screen.print(f"{out} is up to date")
        return
    with screen.status("compiling the rules and the search for the browser, about a minute …"):
        for file in build_all(out):
            screen.print(f"{file}  {file.stat().st_size:,} bytes", soft_wrap=True)
