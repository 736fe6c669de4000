"""The rulebook as a file of its own: one HTML page, or a PDF that WeasyPrint lays out and hyphenates from that page."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from piazzetta.booklet.booklet import Booklet
from piazzetta.errors import BadInput
from piazzetta.extras import install_command

_PAGE = """<!doctype html>
<html lang="{lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title><style>body {{ max-width: 60em; margin: 0 auto; padding: 1em }}
@media print {{ body {{ max-width: none; padding: 0 }} }}
{fonts}{css}</style></head>
<body>{body}</body></html>
"""
#: The page's fonts, where it is built; without them, the system's.
_FONTS = Path(__file__).parents[1] / "server" / "page" / "assets"
_FACES = (
    ("Fraunces Variable", "fraunces-latin-soft-normal-*.woff2", "normal"),
    ("Fraunces Variable", "fraunces-latin-wght-italic-*.woff2", "italic"),
    ("Cabin Variable", "cabin-latin-wght-normal-*.woff2", "normal"),
)


def whole_page(booklet: Booklet, edition: str = "", fonts: str = "") -> str:
    """A rulebook as a page that needs no other file."""
    folder = files("piazzetta").joinpath("booklet")
    css = "".join(folder.joinpath(name).read_text("utf-8") for name in ("booklet.css", "tables.css", "print.css"))
    return _PAGE.format(lang=booklet.lang, title=booklet.book.title, fonts=fonts, css=css, body=booklet.html(edition))


def write_pdf(booklet: Booklet, target: Path, edition: str = "") -> None:
    """Print a rulebook into a file."""
    print_page(whole_page(booklet, edition, _faces()), target)


def print_page(page: str, target: Path) -> None:
    """Print a page of HTML into a PDF."""
    try:
        from weasyprint import HTML
    except (ImportError, OSError) as problem:
        raise BadInput(
            f"a PDF needs WeasyPrint ({install_command('rulebook')}) and the Pango library it draws text with; "
            f"here: {str(problem).splitlines()[0]}"
        ) from None
    HTML(string=page).write_pdf(target)


def _faces() -> str:
    found = ((name, next(_FONTS.glob(pattern), None), style) for name, pattern, style in _FACES)
    return "".join(
        f'@font-face {{ font-family: "{name}"; font-style: {style}; src: url("{file.as_uri()}") }}\n'
        for name, file, style in found
        if file
    )
