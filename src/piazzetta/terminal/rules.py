"""The rulebooks: read in the terminal, and written as illustrated ones."""

from __future__ import annotations

import contextlib
import shlex
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.markdown import Markdown
from rich.padding import Padding
from rich.text import Text

from piazzetta.errors import BadInput
from piazzetta.extras import missing_extra
from piazzetta.games.registry import NAMES, find_game
from piazzetta.games.rulebooks.printed import find_printed
from piazzetta.games.rulebooks.rulebook import LANGUAGES, Rulebook, find_rulebook
from piazzetta.games.words.messages import english
from piazzetta.match.setting import Setting


def credits(game: str, lang: str = "en") -> list[str] | None:
    """Who made a game of this package, and what is our own."""
    if game not in NAMES:
        return None
    return find_printed(game).credit_lines(lang)


def played_edition(setting: Setting) -> str:
    """Return the edition that a game is played by, if the rulebook tells editions apart; else nothing."""
    known = setting.game.name in NAMES and setting.edition in find_printed(setting.game.name).documents
    return setting.edition if known else ""


def read_rulebook(game: str, lang: str = "en", edition: str = "") -> Rulebook:
    """Return a game's rulebook as an edition has it, or the synopsis of all."""
    book = find_rulebook(game, lang)
    return book.in_edition(find_printed(game).documents[edition]["code"]) if edition else book


def rules(game: str, what: str | None, console: Console, lang: str = "en", edition: str = "") -> None:
    """Print a whole rulebook, one clause, or every clause that contains a word; of one edition, or the synopsis."""
    if game != "records":
        find_game(game)
    if edition and (game not in NAMES or edition not in find_printed(game).documents):
        raise BadInput(f"there is no edition {edition!r} of {game}")
    book = read_rulebook(game, lang, edition)
    if what is None:
        with console.pager(styles=True) if console.is_terminal else contextlib.nullcontext():
            console.print(Markdown(book.markdown))
            if lines := credits(game, lang):
                console.print(Markdown("\n".join(f"- {line}" for line in lines)))
        return
    clause = book.clause(what)
    if clause is not None:
        console.print(Markdown(clause))
        if game in NAMES and (sources := find_printed(game).sources(what, lang, edition)):
            console.print(Markdown("\n".join(sources)), style="dim")
        return
    found = book.search(what)
    if not found:
        sections = ", ".join(section.number for section in book.sections if section.number)
        raise BadInput(f"no rule matches {what!r}; the chapters are {sections}")
    for hit in found:
        console.print(Markdown(hit.text))


def switches(game: str, console: Console) -> None:
    """List the rules that can change: their keys and values for ``--rule``, in words."""
    found = find_game(game)
    words, usual = english(found), found.rules(found.default_edition, {})
    for key, switch in found.switches.items():
        question = words.say(f"switch.{key}", {}) if f"switch.{key}" in words else ""
        console.print(Text.assemble((key, "bold"), f"  {question} (clause {switch.clause})"))
        if isinstance(switch.choices, range):
            span = f"{switch.choices[0]} to {switch.choices[-1]}"
            console.print(Padding(f"{span}; {usual[key]} by default", (0, 0, 0, 4)))
            continue
        for value in switch.choices:
            meaning = f"switch.{key}.{value}"
            said = f": {words.say(meaning, {})}" if meaning in words else ""
            by_default = " (default)" if value == usual[key] else ""
            console.print(Padding(f"{key}={shlex.quote(value)}{by_default}{said}", (0, 0, 0, 4)))


def write_rulebook(name: str, lang: str, edition: str, target: Path, pdf: bool) -> None:
    """Write one rulebook, as a page or as a PDF."""
    if name not in NAMES:
        raise BadInput(f"no illustrated rulebook of {name!r}; choose from {', '.join(NAMES)}")
    if lang not in LANGUAGES:
        raise BadInput(f"the rules of {name} are available in {', '.join(LANGUAGES)}, not in {lang!r}")
    editions = find_game(name).editions
    if edition and edition not in (*editions, "all"):
        raise BadInput(f"the editions of {name} are {', '.join(editions)}, or all, not {edition!r}")
    try:
        from piazzetta.booklet.booklet import Booklet
        from piazzetta.booklet.pdf import whole_page, write_pdf
    except ImportError as problem:
        raise missing_extra("rulebook", problem) from None
    if pdf:
        write_pdf(Booklet(name, lang), target, edition)
    else:
        target.write_text(whole_page(Booklet(name, lang), edition), encoding="utf-8")


def write_all(folder: Path, pdf: bool) -> Iterator[Path]:
    """Write every rulebook as the page shows it (its style is the page's own), and as a PDF if wished."""
    from piazzetta.booklet.booklet import Booklet

    folder.mkdir(parents=True, exist_ok=True)
    for name in NAMES:
        for lang in LANGUAGES:
            booklet = Booklet(name, lang)
            book, aside = folder / f"{name}.{lang}.html", folder / f"{name}.{lang}.aside.html"
            book.write_text(booklet.html(), encoding="utf-8")
            aside.write_text(booklet.aside(), encoding="utf-8")
            turn = folder / f"{name}.{lang}.turn.html"
            turn.write_text(booklet.turn_in_pictures(), encoding="utf-8")
            yield from (book, aside, turn)
            if pdf:
                write_rulebook(name, lang, "", book.with_suffix(".pdf"), True)
                yield book.with_suffix(".pdf")
