"""The commands that build parts of the package itself."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from piazzetta.terminal.commands.options import DEVELOP, PLAY, console, fail

build_app = typer.Typer()


@build_app.command("build-wasm", rich_help_panel=DEVELOP)
def build_wasm(
    out: Annotated[Path, typer.Option("--out", "-o", help="The folder to write to; created if missing.")] = Path(
        "web/src/local/generated"
    ),
) -> None:
    """Compile the rules and the bots' search for the browser: WebAssembly, and TypeScript that calls it.

    Part of building the page. It needs the extra [bold]build[/].
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


@build_app.command("rulebook", rich_help_panel=PLAY)
def rulebook(
    game: Annotated[str, typer.Argument(help="portobello or viaggiatore.")],
    language: Annotated[str, typer.Option("--language", "--lang", help="en, it, es, fr or de.")] = "en",
    edition: Annotated[
        str, typer.Option(help="The edition to print, or all to compare them; by default the one in that language.")
    ] = "",
    pdf: Annotated[bool, typer.Option("--pdf", help="A PDF to print, instead of a page.")] = False,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="The file to write.")] = None,
) -> None:
    """Write the illustrated rulebook of a game: one HTML page, or a PDF.

    It needs the extra [bold]rulebook[/]. Example: [bold]piazzetta rulebook portobello --language it --pdf[/]
    """
    from piazzetta.terminal.rules import write_rulebook

    target = out or Path(f"{game}.{language}.{'pdf' if pdf else 'html'}")
    write_rulebook(game, language, edition, target, pdf)
    console(stderr=True).print(f"{target}  {target.stat().st_size:,} bytes", soft_wrap=True)


@build_app.command("build-rulebooks", rich_help_panel=DEVELOP)
def build_rulebooks(
    out: Annotated[Path, typer.Option("--out", "-o", help="The folder to write to; created if missing.")] = Path(
        "web/src/rulebook/generated"
    ),
    pdf: Annotated[bool, typer.Option("--pdf", help="Also a PDF of each.")] = False,
) -> None:
    """Write the illustrated rulebooks for the page: both games in five languages. Part of building the page."""
    from piazzetta.terminal.rules import write_all

    screen = console(stderr=True)
    for file in write_all(out, pdf):
        screen.print(f"{file}  {file.stat().st_size:,} bytes", soft_wrap=True)
