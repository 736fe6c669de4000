"""A report as one self-contained HTML file, made from a template."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from piazzetta import __version__
from piazzetta.arena.reports.findings import SEATS
from piazzetta.arena.reports.theme import CSS, TEMPLATES, faces
from piazzetta.arena.results import formats


class TableCell(NamedTuple):
    """A cell of a table, with a second line in small print and a tint (``gain`` or ``cost``)."""

    words: str
    small: str = ""
    tint: str = ""
    strong: bool = False


class ReportTable(NamedTuple):
    """A table; ``kind`` is ``words`` if its cells are sentences."""

    head: Sequence[str]
    rows: Sequence[Sequence[TableCell]]
    kind: str = ""


_templates = Environment(
    loader=FileSystemLoader(TEMPLATES),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_templates.filters.update(percent=formats.percent)
_templates.globals.update(css=faces() + CSS, seats=SEATS, version=__version__)


def render(template: str, **values: object) -> str:
    return _templates.get_template(template).render(**values) + "\n"
