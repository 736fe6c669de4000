"""From a Matplotlib figure to an SVG drawing that follows the page's colours and typefaces."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Any
from xml.etree import ElementTree

import matplotlib
from matplotlib.artist import Artist
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextPath

from piazzetta.arena.reports.theme import COLOURS, FONTS

#: Texts stay texts. Matplotlib measures them with its bundled typefaces; a page shows them in its own.
_MEASURED = {"font-text": "DejaVu Sans", "font-display": "DejaVu Serif"}
DISPLAY = FontProperties(family=_MEASURED["font-display"], weight=700, size=14)
SMALL = FontProperties(family=_MEASURED["font-text"], size=12)
_STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "piazzetta",  # the same figures give the same file
    "font.family": _MEASURED["font-text"],
    "font.size": 12,
}
_NO_METADATA = dict.fromkeys(("Creator", "Date", "Format", "Type"))
_NAMES = {colour: name for name, colour in reversed(COLOURS.items())}


@dataclass(frozen=True)
class Drawing:
    """A finished chart: on a page it uses the page's colours; standalone, it has its own background and colours."""

    title: str
    size: tuple[float, float]
    inside: str

    @property
    def on_page(self) -> str:
        drawn = re.sub("#[0-9a-f]{6}", lambda found: f"var(--{_NAMES[found[0]]})", self.inside)
        for name, family in _MEASURED.items():
            drawn = drawn.replace(f"'{family}'", f"var(--{name})")
        label = escape(self.title, quote=True)
        return f'<svg {self._box} role="img" aria-label="{label}">{self._heading}{drawn}</svg>'

    @property
    def alone(self) -> str:
        drawn = self.inside
        for name, family in _MEASURED.items():
            drawn = drawn.replace(f"'{family}'", FONTS[name])
        paper = f'<rect width="100%" height="100%" rx="12" fill="{COLOURS["paper-1"]}"/>'
        width, height = self.size
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" {self._box} width="{width:g}" height="{height:g}">'
            f"{self._heading}{paper}{drawn}</svg>\n"
        )

    @property
    def _box(self) -> str:
        return f'viewBox="0 0 {self.size[0]:g} {self.size[1]:g}" stroke-linejoin="round"'

    @property
    def _heading(self) -> str:
        return f"<title>{escape(self.title)}</title>"


def text_width(text: str, size: float) -> float:
    """How wide a text is, in points, in the typeface that Matplotlib measures with; the page's own is narrower."""
    return TextPath((0, 0), text, size=size, prop=FontProperties(family=_MEASURED["font-text"])).get_extents().width


def new_figure(width: float, height: float) -> Figure:
    """An empty figure; sizes are in points, which are the pixels of the drawing."""
    with matplotlib.rc_context(_STYLE):
        return Figure(figsize=(width / 72, height / 72))


def finish(figure: Figure, title: str, tooltips: Mapping[Artist, str]) -> Drawing:
    """Write the figure. ``tooltips`` appear when the pointer is over an artist."""
    hints = {f"tip-{number}": words for number, words in enumerate(tooltips.values())}
    for name, artist in zip(hints, tooltips, strict=True):
        artist.set_gid(name)
    file = io.StringIO()
    with matplotlib.rc_context(_STYLE):
        figure.savefig(file, format="svg", metadata=_NO_METADATA, transparent=True)
    root = ElementTree.fromstring(file.getvalue())
    _tidy(root, hints)
    inside = "".join(ElementTree.tostring(part, encoding="unicode") for part in root)
    width, height = figure.get_size_inches() * 72
    return Drawing(title, (round(width), round(height)), inside)


def _tidy(root: ElementTree.Element, hints: Mapping[str, str]) -> None:
    """Drop what an SVG inside a page must not have: namespaces, a global style, ids of groups."""
    for parent in root.iter():
        for child in list(parent):
            if child.tag.endswith(("}metadata", "}style")):
                parent.remove(child)
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
        for name in [name for name in element.attrib if name.startswith("{")]:
            element.set(name.rpartition("}")[2], element.attrib.pop(name))
        if element.tag == "g" and (own := element.attrib.pop("id", "")) in hints:
            title = ElementTree.Element("title")
            title.text = hints[own]
            element.insert(0, title)
