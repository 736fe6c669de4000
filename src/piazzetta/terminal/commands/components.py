"""The options and commands for what a game is played on: a map, a deck, …, as named in each game's listing."""

from __future__ import annotations

import functools
import inspect
import json
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer

from piazzetta.errors import read_json
from piazzetta.games.registry import find_game, listing, names
from piazzetta.terminal.commands.options import Json, tell_warnings


def with_components(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command an option for each game's map, deck, …; it receives the files as ``components``, by key."""
    own = inspect.signature(command)
    hints = get_type_hints(command, include_extras=True)
    options = {f"{found.components_option}_file": found for found in map(listing, reversed(names()))}

    @functools.wraps(command)
    def run(**given: Any) -> None:
        files = {found.components_key: given.pop(name) for name, found in options.items()}
        command(**given, components={key: file for key, file in files.items() if file is not None})

    kept = [
        parameter.replace(annotation=hints[name]) for name, parameter in own.parameters.items() if name != "components"
    ]
    made = []
    for name, found in reversed(options.items()):
        words = f"A custom {found.components_option} for {found.name}: a JSON file."
        option = Annotated[Path | None, typer.Option(f"--{found.components_option}", help=words)]
        made.append(inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=option))
    signature = own.replace(parameters=[*kept, *made])
    run.__signature__ = signature  # type: ignore[attr-defined]
    run.__annotations__ = {name: parameter.annotation for name, parameter in signature.parameters.items()}
    return run


def add_checks(app: typer.Typer, panel: str) -> None:
    """Add, for each game, a command that checks a map, deck, …, such as ``piazzetta board check``."""
    for found in map(listing, names()):
        what = found.components_option
        own = typer.Typer(no_args_is_help=True, help=f"{what.capitalize()}s of {found.title}.")
        words = f"Check a {what}: whether the game can be played with it, and if not, what is wrong and where."
        own.command("check", help=words)(_check(found.name))
        app.add_typer(own, name=found.components_key, rich_help_panel=panel)


def _check(name: str) -> Callable[..., None]:
    def check(file: Annotated[Path, typer.Argument(help="A JSON file.")], as_json: Json = False) -> None:
        components = find_game(name).read_components(read_json(file))
        if as_json:
            found = {"file": str(file), "summary": components.summary(), "warnings": components.warnings}
            typer.echo(json.dumps(found))
            return
        typer.echo(f"{file} is valid: {components.summary()}")
        tell_warnings(components)

    return check
