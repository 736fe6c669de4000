"""The words of a game, from its catalogue ``words/LANGUAGE/*.json``: messages in ICU MessageFormat.

A library parses them; filling in parameters takes a few lines here, because the library that does both (icu4py) brings
16 MB of data for all the world's languages, and ours need little: in Python mostly English, and five in the rulebook.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

from pyicumessageformat import Parser

_SHARED = "piazzetta.games"
_PARSER = Parser({"allow_tags": True, "strict_tags": True})


class Messages:
    """Messages by key, each formatted with its parameters."""

    def __init__(self, texts: Mapping[str, str], lang: str = "en") -> None:
        self._texts = texts
        self._ones = (0, 1) if lang == "fr" else (1,)  # the numbers that take a singular
        self._parsed: dict[str, list[Any]] = {}

    def __contains__(self, key: str) -> bool:
        return key in self._texts

    def say(self, key: str, params: Mapping[str, Any]) -> str:
        """A message as text; ``KeyError`` if a parameter is missing, or the message, unless it is that of a refusal."""
        if key not in self._texts and key.startswith("refusal."):  # a game under construction goes on
            return f"It is not allowed, but words/en/*.json has no message “{key}” to say why."
        if key not in self._parsed:
            self._parsed[key] = _PARSER.parse(self._texts[key])
        return self._whole(self._parsed[key], params)

    def compiled(self) -> dict[str, Any]:
        """Return every message as nodes, in the form that the page renders (``web/src/words/message.ts``)."""
        return {key: _short(_PARSER.parse(text)) for key, text in self._texts.items()}

    def _whole(self, nodes: list[Any], params: Mapping[str, Any]) -> str:
        return "".join([node if isinstance(node, str) else self._part(node, params) for node in nodes])

    def _part(self, node: dict[str, Any], params: Mapping[str, Any]) -> str:
        if node.get("type") == "tag":  # bold: not used in a terminal
            return self._whole(node["contents"], params)
        cases = node.get("options")
        if cases is None:
            return str(params[node["name"]])
        value = params.get(node["name"])  # an absent value counts as "other"
        label = str(value)
        if node["type"] == "plural":
            label = f"={value}" if f"={value}" in cases else "one" if value in self._ones else "other"
        return self._whole(cases.get(label, cases["other"]), params)


def _short(nodes: list[Any]) -> Any:
    short = [_node(node) for node in nodes]
    if len(short) < 2 and all(isinstance(node, str) for node in short):
        return "".join(short)
    return short


def _node(node: Any) -> Any:
    if isinstance(node, str):
        return node
    if node.get("type") == "tag":
        return {"b": _short(node["contents"])}
    if "options" not in node:
        return [node["name"]]
    cases = {label: _short(inner) for label, inner in node["options"].items()}
    return [node["name"], cases, 1] if node["type"] == "plural" else [node["name"], cases]


def words_of(game: Any, lang: str) -> Messages:
    """The messages of a game, or of its map or deck: those next to its module, and those that all games share."""
    listing = getattr(game, "listing", None)
    return messages_of(type(game).__module__.rpartition(".")[0], lang, listing.title if listing else "")


def english(game: Any) -> Messages:
    return words_of(game, "en")


def common() -> Messages:
    """The messages that all games share."""
    return messages_of(_SHARED)


@cache
def messages_of(package: str, lang: str = "en", title: str = "") -> Messages:
    """Return the messages of a package in a language, with those that all games share.

    A game of another package may speak English only and need not repeat its title.
    """
    texts: dict[str, str] = {"title": title, "tagline": ""} if title else {}
    for home in {_SHARED: None, package: None}:
        for one in {"en": None, lang: None}:
            folder = resources.files(home).joinpath("words", one)
            if folder.is_dir():
                for file in folder.iterdir():
                    texts |= json.loads(file.read_text("utf-8"))
    return Messages(texts, lang)


class English:
    """A reader of English: a terminal, a log. A reader with a seat is "you"; everyone else goes by name."""

    #: People who type moves want to see what moves are made of: the keys of places, the numbers of cards.
    shows_keys = True

    def __init__(self, game: Any, seat: int = -1) -> None:
        self._words = english(game)
        self._seat = seat

    def t(self, key: str, params: Mapping[str, Any]) -> str:
        return self._words.say(key, params)

    def listed(self, items: Sequence[str]) -> str:
        """Format a list as `Intl.ListFormat` does: "a and b", "a, b, and c"."""
        if len(items) < 3:
            return " and ".join(items)
        return f"{', '.join(items[:-1])}, and {items[-1]}"

    def decimal(self, value: float) -> str:
        return f"{value:.1f}"

    def name(self, seat: int) -> str:
        return self._words.say(f"seat.{seat}.name", {})

    def mine(self, seat: int) -> bool:
        return seat == self._seat
