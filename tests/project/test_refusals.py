"""Every refusal that a server or a table can give has words in the page's five languages, and the page uses them."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from piazzetta.server.routes.http.answers import STATUS

pytestmark = pytest.mark.interpreted_only

ROOT = Path(__file__).parents[2]
SOURCE, PAGE = ROOT / "src" / "piazzetta", ROOT / "web" / "src"
#: What gives a refusal: its first argument is the code.
GIVERS = {"Refused", "Problem", "by_rules"}


def codes(folder: Path) -> Iterator[str]:
    """The codes of all refusals that are made in a folder's modules."""
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in GIVERS and node.args:
                code = node.args[0]
                if isinstance(code, ast.Constant):
                    yield str(code.value)


CODES = {code for folder in ("tables", "server") for code in codes(SOURCE / folder)} | set(STATUS)


def test_the_codes_are_found() -> None:
    assert {"rate", "not_your_seat", "illegal", "internal", "busy", "damaged", "stale"} <= CODES


@pytest.mark.parametrize("language", ["en", "it", "es", "fr", "de"])
def test_every_code_has_words(language: str) -> None:
    words = json.loads((PAGE / "words" / language / "server.json").read_text(encoding="utf-8"))
    assert not CODES - set(words)


def test_every_final_end_of_a_connection_has_words() -> None:
    remote = (PAGE / "table" / "connection.ts").read_text(encoding="utf-8")
    final = re.search(r"const FINAL.*?= \{(.*?)\}", remote, re.DOTALL)
    assert final is not None
    given = re.findall(r'\d{4}: "(\w+)"', final[1])
    assert given
    assert set(given) <= CODES


def test_no_screen_shows_the_servers_own_sentence() -> None:
    """Only what carries messages about reads a refusal's sentence; words come from ``shell/rules/refused.ts``."""
    carriers = ("table/", "local/")
    shown = [
        name
        for path in sorted(PAGE.rglob("*"))
        if path.suffix in (".ts", ".svelte")
        and not (name := path.relative_to(PAGE).as_posix()).startswith(carriers)
        and ".sentence" in path.read_text(encoding="utf-8")
    ]
    assert not shown
