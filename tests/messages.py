"""The message catalogues, and each message's parameters and choices, to compare languages."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pyicumessageformat import Parser

ROOT = Path(__file__).parent.parent
GAMES = ROOT / "src" / "piazzetta" / "games"
PAGE = ROOT / "web" / "src" / "words"
BOOKLET = ROOT / "src" / "piazzetta" / "booklet" / "words"
LANGUAGES = ("en", "it", "es", "fr", "de")
#: Every message file, as the folder that has one per language, and its name.
FILES = [
    (folder, path.stem)
    for folder in (PAGE, BOOKLET, GAMES / "words", *sorted(GAMES.glob("*/words")))
    for path in sorted((folder / "en").glob("*.json"))
]

_PARSER = Parser({"allow_tags": True, "strict_tags": True})


def words(language: str, folder: Path, name: str) -> dict[str, str]:
    """Read one file."""
    found = json.loads((folder / language / f"{name}.json").read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return found


def game_words(game: str, language: str = "en") -> dict[str, str]:
    """All messages about a game: its own, and those that all games share."""
    found: dict[str, str] = {}
    for folder in (GAMES / "words", GAMES / game / "words"):
        for path in (folder / language).glob("*.json"):
            found |= words(language, folder, path.stem)
    return found


def keys(game: str, kind: str) -> set[str]:
    """The keys of one kind ("event", "note", "refusal", …) that a game has messages for."""
    return {key.removeprefix(f"{kind}.") for key in game_words(game) if key.startswith(f"{kind}.")}


class Reader:
    """One message: ``names`` are its parameters, ``choices`` the cases of each plural and select."""

    def __init__(self, message: str) -> None:
        self.names: set[str] = set()
        self.choices: list[tuple[str, str, frozenset[str]]] = []
        self._read(_PARSER.parse(message))

    def _read(self, nodes: list[Any]) -> None:
        for node in nodes:
            if isinstance(node, str):
                continue
            if node.get("type") == "tag":
                self._read(node["contents"])
                continue
            self.names.add(node["name"])
            if "options" in node:
                self.choices.append((node["name"], node["type"], frozenset(node["options"])))
                for case in node["options"].values():
                    self._read(case)

    def problems(self) -> Iterator[str]:
        for name, how, cases in self.choices:
            if "other" not in cases:
                yield f"{name} has no case for other"
            if how == "plural" and not {"one"} <= cases and not any(case.startswith("=") for case in cases):
                yield f"{name} has no case for one"
