"""Writes the illustrated rulebooks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from piazzetta.errors import BadInput
from piazzetta.games.registry import NAMES, find_game
from piazzetta.games.rulebooks.rulebook import LANGUAGES


def write_rulebook(name: str, lang: str, edition: str, target: Path, pdf: bool) -> None:
    """Write one rulebook, as a page or as a PDF."""
    if name not in NAMES:
        raise BadInput(f"there is an illustrated rulebook of {' and '.join(NAMES)}, not of {name!r}")
    if lang not in LANGUAGES:
        raise BadInput(f"the rules of {name} can be read in {', '.join(LANGUAGES)}, not in {lang!r}")
    editions = find_game(name).editions
    if edition and edition not in editions:
        raise BadInput(f"the editions of {name} are {', '.join(editions)}, not {edition!r}")
    try:
        from piazzetta.booklet.booklet import Booklet
        from piazzetta.booklet.pdf import whole_page, write_pdf
    except ImportError as problem:
        raise BadInput(f"{problem.name} is missing; it comes with: pip install 'piazzetta[rulebook]'") from None
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
            yield from (book, aside)
            if pdf:
                write_rulebook(name, lang, "", book.with_suffix(".pdf"), True)
                yield book.with_suffix(".pdf")
