"""The architecture: a folder imports only from those above it, as drawn in ``docs/architecture.md``."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator
from functools import cache
from itertools import permutations
from pathlib import Path

import pytest

import piazzetta
from piazzetta.games.registry import NAMES

pytestmark = pytest.mark.interpreted_only

PACKAGE = Path(piazzetta.__file__).parent
PAGE = Path(__file__).parents[2] / "web" / "src"
#: Top to bottom. A folder may import itself and everything above it.
ORDER = [
    "errors",
    "extras",
    "interpreted",
    "kernel",
    "games",
    "match",
    "frames",
    "booklet",
    "films",
    "batch",
    "bots",
    "tables",
    "studies",
    "browser",
    "arena",
    "train",
    "workshop",
    "explorer",
    "puzzles",
    "envs",
    "server",
    "assistants",
    "terminal",
    "cli",
    "__main__",
]
NEVER = {("server", "arena"), ("arena", "server"), ("assistants", "server")}


@cache
def parsed(path: Path) -> ast.Module:
    """A file's syntax, for all tests here."""
    return ast.parse(path.read_text(encoding="utf-8"))


@pytest.fixture(scope="module", autouse=True)
def parsed_for_now() -> Iterator[None]:
    """A million small objects would slow down every garbage collection of later tests."""
    yield
    parsed.cache_clear()
    import_graph.cache_clear()


@cache
def imports(path: Path) -> set[str]:
    """The parts of the package that a file imports."""
    found = set()
    for node in ast.walk(parsed(path)):
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
        if own in ("__init__", "__main__", "data"):  # data has the skeleton of a game, a package of its own
            continue
        assert own in ORDER, f"{own} has no place in the house: docs/architecture.md and this test say where"
        for other in imports(path):
            assert ORDER.index(other) <= ORDER.index(own), f"{path.relative_to(PACKAGE)} imports {other}"
            assert (own, other) not in NEVER


def modules() -> dict[str, Path]:
    """Every module of the package by its dotted name."""
    found = {}
    for path in PACKAGE.rglob("*.py"):
        parts = ["piazzetta", *path.relative_to(PACKAGE).with_suffix("").parts]
        found[".".join(parts).removesuffix(".__init__")] = path
    return found


@cache
def import_graph() -> dict[str, set[str]]:
    """For each module, the modules it imports anywhere, in functions and only for types too."""
    known = modules()
    graph: dict[str, set[str]] = {}
    for name, path in known.items():
        graph[name] = set()
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.Import):
                wanted = [alias.name for alias in node.names]
            elif not isinstance(node, ast.ImportFrom):
                continue
            else:  # a name may be a module of the package it is imported from
                inner = [f"{node.module}.{alias.name}" for alias in node.names]
                wanted = [one if one in known else node.module or "" for one in inner]
            graph[name] |= {one for one in wanted if one in known and one != name}
    return graph


def circles(graph: dict[str, set[str]]) -> set[frozenset[str]]:
    """The groups of modules that import each other, directly or indirectly (Tarjan's algorithm)."""
    order: dict[str, int] = {}
    low: dict[str, int] = {}
    path: list[str] = []
    found: set[frozenset[str]] = set()

    def visit(name: str) -> None:
        order[name] = low[name] = len(order)
        path.append(name)
        for other in graph[name]:
            if other not in order:
                visit(other)
                low[name] = min(low[name], low[other])
            elif other in path:
                low[name] = min(low[name], order[other])
        if low[name] == order[name]:
            group = {path.pop()}
            while name not in group:
                group.add(path.pop())
            if len(group) > 1:
                found.add(frozenset(group))

    for name in graph:
        if name not in order:
            visit(name)
    return found


#: Modules that still import each other. This list must only shrink.
CIRCLES: set[frozenset[str]] = set()


def test_no_module_imports_another_in_a_circle() -> None:
    """Imports for types count: a reader follows them like any other."""
    assert circles(import_graph()) == CIRCLES


#: The parts of the server, as in ``ORDER``: a part may import itself and everything above it.
SERVER_ORDER = [
    "addresses",
    "settings",
    "background",
    "memory",
    "wire",
    "store",
    "metrics",
    "cluster",
    "workers",
    "rooms",
    "shelf",
    "people",
    "notifications",
    "moderation",
    "lobby",
    "routes",
    "services",
    "app",
]


def test_parts_of_the_server_import_downwards_only() -> None:
    for part, others in part_graph("server").items():
        for other in others:
            assert SERVER_ORDER.index(other) <= SERVER_ORDER.index(part), f"server/{part} imports server/{other}"


def part_graph(folder: str) -> dict[str, set[str]]:
    """For each part of a folder, a module or a subfolder, the other parts that it imports."""

    def part_of(module: str) -> str:
        return module.split(".")[2]

    inside = {name: others for name, others in import_graph().items() if name.startswith(f"piazzetta.{folder}.")}
    graph: dict[str, set[str]] = {part_of(name): set() for name in inside}
    for name, others in inside.items():
        graph[part_of(name)] |= {part_of(other) for other in others if other in inside} - {part_of(name)}
    return graph


@pytest.mark.parametrize("folder", sorted(path.name for path in PACKAGE.iterdir() if (path / "__init__.py").exists()))
def test_the_parts_of_a_folder_do_not_import_each_other_in_a_circle(folder: str) -> None:
    assert circles(part_graph(folder)) == set()


def test_circles_are_found() -> None:
    graph = {"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": set(), "e": {"f"}, "f": {"e"}}
    assert circles(graph) == {frozenset("abc"), frozenset("ef")}


def test_tables_do_nothing_by_themselves() -> None:
    """A table does not wait, send, store, read a clock or draw lots: its caller passes all that in."""
    never = {"asyncio", "time", "random", "secrets", "socket", "os", "sqlite3", "threading", "datetime", "uuid"}
    for path in (PACKAGE / "tables").rglob("*.py"):
        for node in ast.walk(parsed(path)):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not {name.split(".")[0] for name in names} & never, path


def test_folders_of_the_server() -> None:
    """The server's parts besides the tables."""
    folders = {path.name for path in (PACKAGE / "server").iterdir() if (path / "__init__.py").exists()}
    parts = {
        "routes",
        "lobby",
        "moderation",
        "notifications",
        "people",
        "shelf",
        "rooms",
        "workers",
        "cluster",
        "store",
        "wire",
    }
    assert folders == parts


def test_games_import_nothing_but_the_kernel() -> None:
    for path in (PACKAGE / "games").rglob("*.py"):
        assert imports(path) <= {"errors", "kernel", "games"}


def test_games_do_not_know_each_other() -> None:
    for name, other in permutations(NAMES, 2):
        for path in (PACKAGE / "games" / name).rglob("*.py"):
            assert f"games.{other}" not in path.read_text(encoding="utf-8")


#: Public names of a game outside its folder: environment modules, and the game they offer by default.
NAMED_ELSEWHERE = {"registry.py", "pettingzoo.py", "gymnasium.py", "vector.py", "portobello_v0.py", "viaggiatore_v0.py"}


def test_a_game_is_named_in_its_folder_only() -> None:
    """Everything else asks the registry."""
    for path in PACKAGE.rglob("*.py"):
        if path.name in NAMED_ELSEWHERE or path.relative_to(PACKAGE).parts[:2] in [("games", name) for name in NAMES]:
            continue
        texts = (node.value for node in ast.walk(parsed(path)) if isinstance(node, ast.Constant))
        assert not {text for text in texts if isinstance(text, str)} & set(NAMES), path


def page_imports() -> dict[str, set[str]]:
    """The files of the page, and which others each imports, types too, but not what is loaded when needed."""
    texts = {
        path.relative_to(PAGE).as_posix(): path.read_text(encoding="utf-8")
        for path in PAGE.rglob("*")
        if path.suffix in (".ts", ".svelte") and "generated" not in path.parts
    }
    found: dict[str, set[str]] = {}
    for name, text in texts.items():
        wanted = re.findall(r'^\s*(?:import|export)\b[^;="(]*"(\.[^"]+)"', text, re.M)
        paths = [os.path.normpath(f"{Path(name).parent.as_posix()}/{one}") for one in wanted]
        found[name] = {path + end for path in paths for end in ("", ".ts", "/index.ts") if path + end in texts}
    return found


def test_no_file_of_the_page_imports_another_in_a_circle() -> None:
    graph = page_imports()
    assert "words/message.ts" in graph["words/index.svelte.ts"], "imports are read"
    assert circles(graph) == set()


#: Playwright's questions that are answered at once, whatever is about to happen.
AT_ONCE = r"assert .*\.(count|inner_text|text_content|input_value|get_attribute|all_\w+_texts|title|is_(?!file)\w+)\("


def test_page_tests_wait_for_what_they_claim() -> None:
    """What works on an idle machine only: the page forbids ``eval``, so that ``wait_for_function`` fails unless its
    first look succeeds; an assertion about what is read at once may come too early, where ``expect`` would wait."""
    for path in (Path(__file__).parents[1] / "page").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert "wait_for_function(" not in text, path
        assert not re.search(AT_ONCE, text), f"{path}: {AT_ONCE}"
