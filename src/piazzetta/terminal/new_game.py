"""Writes the skeleton of a game: a package that runs, with its tests, to be changed into another game."""

from __future__ import annotations

import keyword
import re
from importlib.resources import as_file, files
from importlib.util import find_spec
from pathlib import Path

from piazzetta.errors import BadInput
from piazzetta.games.registry import names

#: The name of the game in the skeleton, which is a running package itself.
_OWN = "acorns"


def new_game(name: str, folder: Path) -> list[Path]:
    """Write the skeleton of a game into a new folder and return its files."""
    _check(name, folder)
    title = name.replace("_", " ").capitalize()
    words = {
        "AcornsGame": "".join(part.capitalize() for part in name.split("_")) + "Game",
        "Acorns": title,
        "ACORNS": name.upper(),
        _OWN: name,
    }
    pattern = re.compile("|".join(words))

    def own(text: str) -> str:
        return pattern.sub(lambda found: words[found[0]], text)

    written = []
    with as_file(files("piazzetta") / "data" / "skeleton") as skeleton:
        for source in sorted(skeleton.rglob("*")):
            if source.is_dir() or "__pycache__" in source.parts:
                continue
            target = folder / own(str(source.relative_to(skeleton)))
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(own(source.read_text("utf-8")), encoding="utf-8")
            written.append(target)
    return written


def _check(name: str, folder: Path) -> None:
    if not re.fullmatch(r"[a-z][a-z0-9_]{1,30}", name) or keyword.iskeyword(name):
        raise BadInput(f"a game's name is 2 to 31 small letters, digits and _, such as my_game, not {name!r}")
    if name in names():
        raise BadInput(f"{name} is a game already; choose another name")
    if find_spec(name) is not None:
        raise BadInput(f"{name} is a Python package already, which would hide the game; choose another name")
    if folder.exists() and any(folder.iterdir()):
        raise BadInput(f"{folder} is not empty; name another folder with --out")
