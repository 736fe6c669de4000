"""Write the reference of the Python interface into a folder: ``python scripts/api_reference.py build/api``."""

from __future__ import annotations

import sys
import warnings
from pathlib import Path

import pdoc
import pdoc.render

#: What a program may import; the other modules are the house's own business.
PUBLIC = [
    "piazzetta",
    "piazzetta.errors",
    "piazzetta.games.base",
    "piazzetta.match",
    "piazzetta.batch",
    "piazzetta.bots",
    "piazzetta.arena",
    "piazzetta.envs.pettingzoo",
    "piazzetta.envs.gymnasium",
]


def write(folder: Path) -> None:
    """Write the pages; a warning, such as a broken docstring, is an error."""
    pdoc.render.configure(docformat="restructuredtext", footer_text="Piazzetta")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # the types of a class that is shown where it was not written: shown as they are spelt
        warnings.filterwarnings("ignore", message="Error parsing type annotation")
        pdoc.pdoc(*PUBLIC, output_directory=folder)


if __name__ == "__main__":
    write(Path(sys.argv[1]))
