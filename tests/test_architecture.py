"""The house: a folder imports only from those above it, as ``docs/architecture.md`` draws it."""

from __future__ import annotations

import ast
from itertools import permutations
from pathlib import Path

import piazzetta
from piazzetta.games.registry import NAMES

PACKAGE = Path(piazzetta.__file__).parent
#: Top to bottom. A folder may import itself and what stands above it.
ORDER = [
    "errors",
    "kernel",
    "games",
    "match",
    "batch",
    "bots",
    "browser",
    "arena",
    "envs",
    "server",
    "terminal",
    "cli",
    "__main__",
]
NEVER = {("server", "arena"), ("arena", "server")}


def imports(path: Path) -> set[str]:
    """The parts of the package that a file imports."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute here"
            names = [node.module or ""]
        for name in names:
            parts = name.split(".")
            if parts[0] == "piazzetta" and len(parts) > 1:
                found.add(parts[1])
    return found


def part(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def test_folders_import_downwards_only() -> None:
    for path in PACKAGE.rglob("*.py"):
        own = part(path)
        if own in ("__init__", "__main__"):
            continue
        assert own in ORDER, f"{own} has no place in the house: docs/architecture.md and this test say where"
        for other in imports(path):
            assert ORDER.index(other) <= ORDER.index(own), f"{path.relative_to(PACKAGE)} imports {other}"
            assert (own, other) not in NEVER


def test_games_import_nothing_but_the_kernel() -> None:
    for path in (PACKAGE / "games").rglob("*.py"):
        assert imports(path) <= {"errors", "kernel", "games"}


def test_games_do_not_know_each_other() -> None:
    for name, other in permutations(NAMES, 2):
        for path in (PACKAGE / "games" / name).rglob("*.py"):
            assert f"games.{other}" not in path.read_text(encoding="utf-8")


#: Public names that a game has outside its folder: modules of environments, and the game that they offer by default.
NAMED_ELSEWHERE = {"registry.py", "pettingzoo.py", "gymnasium.py", "vector.py", "portobello_v0.py", "viaggiatore_v0.py"}


def test_a_game_is_named_in_its_folder_only() -> None:
    """Everything else asks the registry."""
    for path in PACKAGE.rglob("*.py"):
        if path.name in NAMED_ELSEWHERE or path.relative_to(PACKAGE).parts[:2] in [("games", name) for name in NAMES]:
            continue
        texts = (node.value for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Constant))
        assert not {text for text in texts if isinstance(text, str)} & set(NAMES), path


def test_files_are_small() -> None:
    long = {str(path): n for path in PACKAGE.rglob("*.py") if (n := len(path.read_text().splitlines())) > 450}
    assert not long
