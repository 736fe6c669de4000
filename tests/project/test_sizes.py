"""Small files in small folders, and no import cycles in the page (``test_architecture.py`` checks Python).

The page names a game only in its own folder and in the registry.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from piazzetta.games.registry import NAMES

pytestmark = pytest.mark.interpreted_only

ROOT = Path(__file__).parents[2]
PACKAGE, WEB = ROOT / "src" / "piazzetta", ROOT / "web" / "src"
WRITTEN = (".py", ".ts", ".svelte", ".css", ".js")
MOST_LINES = 400
MOST_FILES = 18  # besides ``__init__.py``

#: What is larger than it should be. These lists may only become shorter.
LONG_FILES: dict[str, int] = {}
FULL_FOLDERS: dict[str, int] = {}


def written() -> list[Path]:
    """Every handwritten source file."""
    folders = (ROOT / "src", ROOT / "tests", ROOT / "benchmarks", ROOT / "web" / "src", ROOT / "web" / "tests")
    generated = (PACKAGE / "server" / "page", *(WEB / part / "generated" for part in ("local", "rulebook", "wire")))
    return sorted(
        Path(inner, name)
        for folder in folders
        for inner, _, names in os.walk(folder)  # unlike rglob, it may meet the page's build at work
        if not any(Path(inner).is_relative_to(made) for made in generated)
        for name in names
        if Path(name).suffix in WRITTEN
    )


def test_files_are_small() -> None:
    lines = {str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines()) for path in written()}
    assert len(lines) > 300
    assert {path: count for path, count in lines.items() if count > LONG_FILES.get(path, MOST_LINES)} == {}
    assert [path for path in LONG_FILES if lines.get(path, 0) <= MOST_LINES] == [], "no longer too long: off the list"


def test_folders_are_small() -> None:
    files = Counter(str(path.parent.relative_to(ROOT)) for path in written() if path.name != "__init__.py")
    assert {folder: count for folder, count in files.items() if count > FULL_FOLDERS.get(folder, MOST_FILES)} == {}
    assert [folder for folder in FULL_FOLDERS if files[folder] <= MOST_FILES] == [], "no longer too full: off the list"


def circle(start: Path, imports: Callable[[Path], set[Path]]) -> list[Path]:
    """The shortest path from a file back to itself; empty if there is none."""
    ways = [[start]]
    seen: set[Path] = set()
    for way in ways:
        for other in imports(way[-1]):
            if other == start:
                return [*way, start]
            if other not in seen:
                seen.add(other)
                ways.append([*way, other])
    return []


def circles(files: list[Path], imports: Callable[[Path], set[Path]], root: Path) -> list[str]:
    found = (circle(path, imports) for path in files)
    return sorted({" → ".join(str(path.relative_to(root)) for path in way) for way in found if way})


@cache
def script_imports(path: Path) -> set[Path]:
    """The page's files that a file imports, including type imports."""
    found = set()
    text = path.read_text(encoding="utf-8")
    for name in re.findall(r'^\s*(?:import|export)\s(?:[^;"]*?from\s+)?"(\.[^"]+)"', text, re.MULTILINE):
        place = path.parent / name
        for file in (place, place.with_name(place.name + ".ts"), place / "index.ts"):
            if file.is_file() and "generated" not in file.parts:
                found.add(file.resolve())
    return found


def test_no_module_of_the_page_imports_itself_in_a_circle() -> None:
    files = [path.resolve() for path in written() if path.is_relative_to(WEB) and path.suffix in (".ts", ".svelte")]
    assert len(set().union(*map(script_imports, files))) > 100, "imports are found at all"
    assert circles(files, script_imports, WEB) == []


def test_the_page_names_a_game_in_one_place() -> None:
    """Everything else asks a game's descriptor (``web/src/games/game.ts``)."""
    homes = [WEB / "games" / name for name in NAMES]
    named = [
        str(path.relative_to(WEB))
        for path in written()
        if path.is_relative_to(WEB)
        and not any(path.is_relative_to(home) for home in homes)
        and re.search("|".join(NAMES), path.read_text(encoding="utf-8"), re.IGNORECASE)
    ]
    assert named == ["games/registry.ts"]
