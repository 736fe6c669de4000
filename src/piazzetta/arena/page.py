"""A report as one HTML file: nothing is fetched from anywhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

from piazzetta.arena.svg import DAY, DISPLAY_FONT, NIGHT, TEXT_FONT


def _colours(colours: dict[str, str]) -> str:
    return "".join(f"--{name}:{value};" for name, value in colours.items())


_FACES = f"--font-text:{TEXT_FONT};--font-display:{DISPLAY_FONT};"
_CSS = (
    f":root{{color-scheme:light dark;{_FACES}{_colours(DAY)}}}"
    f"@media (prefers-color-scheme:dark){{:root{{{_colours(NIGHT)}}}}}"
    + Path(__file__).with_name("report.css").read_text(encoding="utf-8")
)


def section(title: str, *parts: str, note: str = "", wide: bool = False) -> str:
    """A panel with a title."""
    about = f'<p class="note">{escape(note)}</p>' if note else ""
    kind = ' class="wide"' if wide else ""
    return f"<section{kind}><h2>{escape(title)}</h2>{about}{''.join(parts)}</section>"


def paragraph(words: str) -> str:
    return f"<p>{escape(words)}</p>"


def code(words: str) -> str:
    return f"<p><code>{escape(words)}</code></p>"


def cell(words: str, small: str = "", kind: str = "", strong: bool = False) -> str:
    """A cell of a table, with a second line in small letters."""
    classes = f' class="{kind}"' if kind else ""
    body = f"<b>{escape(words)}</b>" if strong else escape(words)
    return f"<td{classes}>{body}{f'<small>{escape(small)}</small>' if small else ''}</td>"


def table(head: Sequence[str], rows: Iterable[Sequence[str]], kind: str = "") -> str:
    """A table of cells made by ``cell``."""
    names = "".join(f"<th scope='col'>{escape(name)}</th>" for name in head)
    body = "".join(f"<tr>{''.join(row)}</tr>" for row in rows)
    classes = f' class="{kind}"' if kind else ""
    return f'<div class="scroll"><table{classes}><thead><tr>{names}</tr></thead><tbody>{body}</tbody></table></div>'


def page(title: str, place: str, caps: str, heading: str, lead: str, parts: Iterable[str], foot: str) -> str:
    """The whole file."""
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_CSS}</style></head><body>"
        f"<header><b>Piazzetta</b><span>{escape(place)}</span></header><main>"
        f'<div class="hero"><div class="caps">{escape(caps)}</div><h1>{escape(heading)}</h1>'
        f'<p class="lead">{escape(lead)}</p></div>{"".join(parts)}</main>'
        f"<footer>{escape(foot)}</footer></body></html>\n"
    )
