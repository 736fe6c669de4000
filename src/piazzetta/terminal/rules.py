"""The rulebook in the terminal."""

from __future__ import annotations

import contextlib

from rich.console import Console
from rich.markdown import Markdown

from piazzetta.errors import BadInput
from piazzetta.games.registry import NAMES, find_game
from piazzetta.games.rulebooks.printed import find_printed
from piazzetta.games.rulebooks.rulebook import find_rulebook


def credits(game: str, lang: str = "en") -> list[str] | None:
    """Who made a game of this package, and what is our own."""
    if game not in NAMES:
        return None
    return find_printed(game).credit_lines(lang)


def rules(game: str, what: str | None, console: Console, lang: str = "en") -> None:
    """Print a whole rulebook, one clause, or every clause that contains a word."""
    if game != "records":
        find_game(game)
    book = find_rulebook(game, lang)
    if what is None:
        with console.pager(styles=True) if console.is_terminal else contextlib.nullcontext():
            console.print(Markdown(book.markdown))
            if lines := credits(game, lang):
                console.print(Markdown("\n".join(f"- {line}" for line in lines)))
        return
    clause = book.clause(what)
    if clause is not None:
        console.print(Markdown(clause))
        if game in NAMES and (sources := find_printed(game).sources(what)):
            console.print(Markdown("\n".join(sources)), style="dim")
        return
    found = book.search(what)
    if not found:
        sections = ", ".join(section.number for section in book.sections if section.number)
        raise BadInput(f"nothing in the rules says {what!r}; the chapters are {sections}")
    for hit in found:
        console.print(Markdown(hit.text))
