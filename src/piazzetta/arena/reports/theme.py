"""The colours and typefaces of reports. ``report.css`` is the only place that defines them."""

from __future__ import annotations

import re
from base64 import b64encode
from pathlib import Path

from piazzetta.games.seats import SEATS

TEMPLATES = Path(__file__).with_name("templates")
SEAT_COLOURS = {f"seat-{seat}": player.fill for seat, player in enumerate(SEATS)}
_SEATS = "".join(f" --{name}: {colour};" for name, colour in SEAT_COLOURS.items())
#: The style sheet of a page.
CSS = f":root {{{_SEATS} }}\n" + (TEMPLATES / "report.css").read_text(encoding="utf-8")
#: The page's own typefaces, where it is built (a wheel has it); without them, the system's.
_ASSETS = Path(__file__).parents[2] / "server" / "page" / "assets"
_FACES = {"Cabin": "cabin-latin-wght-normal-*.woff2", "Fraunces": "fraunces-latin-soft-normal-*.woff2"}
_BY_DAY = CSS[: CSS.index("@media")]
#: Every colour by name, in the light theme.
COLOURS: dict[str, str] = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", _BY_DAY))
#: The typefaces, for standalone drawings.
FONTS: dict[str, str] = dict(re.findall(r"--(font-\w+): (.+);", _BY_DAY))
#: A seat is never shown by colour alone: it also has a sign (by Matplotlib's name) and a dash pattern.
MARKERS = ("D", "o", "^", "s", "*", "h")
MARKER_SIZES = (0.88, 1.0, 1.12, 0.95, 1.3, 1.1)  # so that all look equally large
DASHES = ("-", (0, (3, 2)), (0, (1, 2)), (0, (4, 1.5, 1, 1.5)), (0, (6, 2)), (0, (2, 1)))


def faces() -> str:
    """The typefaces as a part of a page's style sheet, so that a report is one file that looks the same everywhere."""
    found = {name: next(_ASSETS.glob(pattern), None) for name, pattern in _FACES.items()}
    return "".join(
        f"@font-face{{font-family:{name};font-weight:400 700;"
        f"src:url(data:font/woff2;base64,{b64encode(file.read_bytes()).decode()}) format('woff2')}}\n"
        for name, file in found.items()
        if file
    )
