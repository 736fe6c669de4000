"""Maps and decks on paper: a poster on one sheet, or pages of cards to cut, as a PDF."""

from __future__ import annotations

import base64
import re
from pathlib import Path
from typing import Any

from piazzetta.errors import BadInput, check_choice
from piazzetta.extras import missing_extra
from piazzetta.games.registry import workbench

#: Width and height in millimetres, upright.
PAPERS = {
    "a4": (210, 297), "a3": (297, 420), "a2": (420, 594), "a1": (594, 841), "a0": (841, 1189), "letter": (216, 279),
}  # fmt: skip
_EDGE = 7  # millimetres that a printer leaves white
_PAGE = """<!doctype html><meta charset="utf-8"><title>{title}</title><style>
@page {{ size: {width}mm {height}mm; margin: {edge}mm }}
body {{ margin: 0 }}
img {{ display: block; width: {inner}mm; height: {tall}mm; object-fit: contain; break-after: page }}
img:last-child {{ break-after: auto }}
</style>{images}"""


def print_components(game: str, title: str, components: Any, target: Path, paper: str) -> int:
    """Print a map or deck into a PDF and return its number of pages."""
    check_choice("paper", paper, PAPERS)
    if target.suffix.lower() != ".pdf":
        raise BadInput(f"the file to print into ends in .pdf, not {target.name!r}")
    try:
        from piazzetta.booklet.pdf import print_page
    except ImportError as problem:
        raise missing_extra("rulebook", problem) from None
    pictures = workbench(game).pages(components)
    short, long = PAPERS[paper]
    width, height = (long, short) if _is_wide(pictures[0]) else (short, long)
    images = "".join(
        f'<img alt="" src="data:image/svg+xml;base64,{base64.b64encode(one.encode()).decode()}">' for one in pictures
    )
    page = _PAGE.format(
        title=title, width=width, height=height, edge=_EDGE, inner=width - 2 * _EDGE, tall=height - 2 * _EDGE,
        images=images,
    )  # fmt: skip
    print_page(page, target)
    return len(pictures)


def _is_wide(picture: str) -> bool:
    size = re.search(r'width="([\d.]+)" height="([\d.]+)"', picture)
    return size is not None and float(size[1]) > float(size[2])
