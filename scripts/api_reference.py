"""Write the reference of the Python API into a folder: ``python scripts/api_reference.py build/api``."""

from __future__ import annotations

import sys
import warnings
from pathlib import Path

import pdoc
import pdoc.render

#: What a program may import; the other modules are internal.
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
    """Write the pages; treat a warning, such as a broken docstring, as an error."""
    pdoc.render.configure(docformat="restructuredtext", footer_text="Piazzetta")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # types of a class shown outside the module that defines it: show them as written
        warnings.filterwarnings("ignore", message="Error parsing type annotation")
        pdoc.pdoc(*PUBLIC, output_directory=folder)


if __name__ == "__main__":
    write(Path(sys.argv[1]))
