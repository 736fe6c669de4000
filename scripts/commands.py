"""Write `docs/commands.md` from the commands themselves: ``python scripts/commands.py`` (`make docs` does it)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from typer.main import get_command

from piazzetta.cli import app
from piazzetta.terminal.commands.options import DEVELOP, EXPLORE, HOST, PLAY

FILE = Path(__file__).parents[1] / "docs" / "commands.md"
_HEAD = """# Commands

A reference for everyone who uses the command line: every command of `piazzetta`, with its arguments and options. In the
terminal, `piazzetta COMMAND --help` shows the same.

This page is generated from the commands (`make docs`).
"""
#: What a command says beyond its help: the page that explains it.
_MORE = {
    "admin": "operating.md#moderate",
    "analyse": "hints.md",
    "arena": "arena.md",
    "backup": "operating.md",
    "build-explorer": "explorer.md#build-your-own",
    "build-wasm": "browser.md",
    "dataset": "data.md",
    "doctor": "operating.md",
    "explore": "explorer.md",
    "export": "data.md",
    "film": "players.md#share-a-film",
    "hint": "hints.md",
    "mcp": "assistants.md",
    "new-game": "new-game.md",
    "play": "learn/first-game.md",
    "ratings": "arena.md",
    "restore": "operating.md",
    "rulebook": "players.md",
    "serve": "server.md",
    "simulate": "researchers.md",
    "study": "balance.md",
    "train": "train.md",
    "verify": "../src/piazzetta/data/rules/records.md",
    "workshop": "workshop.md",
}
#: How the value of an option is called, by its type.
_KINDS = {"Path": "FILE", "int": "N", "float": "X"}


def markdown(text: str) -> str:
    """A help text, whose marks are those of a terminal, as Markdown."""
    text = re.sub(r"\[bold\](.*?)\[/\]", r"`\1`", text, flags=re.DOTALL).replace("\\[", "[")
    return " ".join(text.split()).replace("|", "\\|")


def commands(group: Any, prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Every command that is not hidden, with its words."""
    for name, command in sorted(group.commands.items()):
        if command.hidden:
            continue
        yield f"{prefix}{name}", command
        if hasattr(command, "commands"):
            yield from commands(command, f"{prefix}{name} ")


def default_of(parameter: Any) -> str:
    value = parameter.default
    if callable(value) or value is None or value is False or value == "" or parameter.required:
        return ""
    if value is True:
        return "on"
    if isinstance(value, list | tuple):
        return f"`{' '.join(map(str, value))}`" if value else ""
    return f"`{value:,}`" if isinstance(value, int) and value >= 10_000 else f"`{value}`"


def rows(command: Any) -> Iterator[str]:
    """A line for each argument and option."""
    for parameter in command.params:
        if getattr(parameter, "hidden", False) or parameter.name == "help":
            continue
        meaning = markdown(getattr(parameter, "help", None) or "")
        if parameter.param_type_name == "argument":
            name = (parameter.metavar or parameter.name).strip("[]").upper()
            need = "" if parameter.required else " (may be left out)"
            yield f"| `{name}`{need} | {meaning} | {default_of(parameter)} |"
            continue
        names = ", ".join(f"`{one}`" for one in [*parameter.opts, *parameter.secondary_opts])
        kind = "" if parameter.is_flag else f" {metavar(parameter)}"
        envvar = f" Also `{parameter.envvar}` in the environment." if parameter.envvar else ""
        yield f"| {names}{kind} | {meaning}{envvar} | {default_of(parameter)} |"


def metavar(parameter: Any) -> str:
    if parameter.metavar:
        return str(parameter.metavar).replace("|", "\\|")
    kind = str(parameter.type_descriptor.annotation)
    return next((word for part, word in _KINDS.items() if part in kind), "TEXT")


def section(words: str, command: Any) -> str:
    level = "###" if " " not in words else "####"
    parts = [f"{level} piazzetta {words}"]
    parts += [markdown(one) for one in (command.help or "").split("\n\n")]
    if words in _MORE:
        parts.append(f"More: [{title(_MORE[words])}]({_MORE[words]}).")
    table = list(rows(command))
    if table and not hasattr(command, "commands"):
        parts.append("\n".join(["| argument or option | meaning | default |", "|---|---|---|", *table]))
    return "\n\n".join(parts)


def title(link: str) -> str:
    file = FILE.parent / link.partition("#")[0]
    first = file.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")
    return first[0].lower() + first[1:]


def page() -> str:
    """The whole page."""
    root = get_command(app)
    groups: dict[str, list[str]] = {PLAY: [], EXPLORE: [], HOST: [], DEVELOP: []}
    panel = ""
    for words, command in commands(root):
        if " " not in words:
            panel = command.rich_help_panel
        groups[panel].append(section(words, command))
    parts = [_HEAD]
    for name, sections in groups.items():
        parts += [f"## {name}\n", *(f"{one}\n" for one in sections)]
    return "\n".join(parts)


if __name__ == "__main__":
    FILE.write_text(page(), encoding="utf-8")
