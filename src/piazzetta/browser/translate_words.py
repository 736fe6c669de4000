"""The words of the translation: which names of Python and its library the runtime ``web/src/local/python`` has."""

from __future__ import annotations

import ast
from pathlib import Path


class Untranslatable(Exception):
    """Something the translation does not know; says in which file and line."""

    def __init__(self, path: Path, node: ast.AST, what: str) -> None:
        super().__init__(f"{path}:{getattr(node, 'lineno', 1)}: {what}")


#: Names that are JavaScript's own: a variable called so gets a ``$`` behind it.
RESERVED = frozenset(
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends "
    "false finally for function if implements import in instanceof interface let new null package private protected "
    "public return static super switch this throw true try typeof undefined var void while with yield".split()
)

#: Functions and constants that are there without an import.
BUILTINS = frozenset(
    "abs all any bool bytes dict divmod enumerate float frozenset getattr int isinstance iter len list map max min next "
    "range repr reversed round set sorted str sum tuple type zip".split()
)
ERRORS = frozenset(
    "AssertionError IndexError KeyError NotImplementedError RecursionError UnicodeError ValueError".split()
)
TYPES = frozenset("bool bytes dict float int list range str tuple".split())

#: Methods of texts, lists, dicts, sets, bytes and arrays: called by way of the runtime, which looks at what it is given.
METHODS = frozenset(
    "add append as_integer_ratio capitalize clear copy count decode encode extend format fullmatch get hex index insert "
    "isascii isdigit isprintable issubset isupper items join keys lower partition pop read_text remove removesuffix "
    "replace setdefault sort split startswith strip tobytes tolist update upper values view".split()
)

#: What may be imported from Python's library, or from NumPy and msgspec, and the runtime has under the same name.
LIBRARY = {
    "dataclasses": {"asdict", "field"},
    "difflib": {"get_close_matches"},
    "hashlib": {"sha256"},
    "hmac": {"digest"},
    "importlib.resources": {"files"},
    "itertools": {"combinations", "pairwise"},
    "json": {"dumps", "loads"},
    "math": {"cos", "pi", "sin", "sqrt"},
    "msgspec": {"DecodeError", "Raw", "ValidationError"},
    "msgspec.json": {"Decoder", "encode"},
    "numpy": {"array", "int16", "int32", "int64", "recarray", "zeros"},
    "re": {"compile", "search"},
    "string": {"Formatter"},
    "types": {"SimpleNamespace"},
    "zlib": {"crc32"},
}

#: Decorators that change nothing here.
PLAIN_DECORATORS = frozenset({"abstractmethod", "compiled"})
CACHES = frozenset({"cache", "lru_cache"})

#: What the page has no use for: drawing, compiling, files, and the dealers that are not fair.
LEFT_OUT = frozenset(
    {
        "Chart.__hash__",
        "Chart._hash",
        "Game.bind",
        "Game.drawing",
        "Game.svg",
        "Match.__repr__",
        "Match.__str__",
        "Portobello.drawing",
        "Portobello.svg",
        "Record.read",
        "Record.write",
        "Setting.__repr__",
        "Setting.start",
        "Viaggiatore.drawing",
        "Viaggiatore.svg",
    }
)

#: Written by hand for the browser: what touches arrays, threads, the clock or the package's own modules.
BY_HAND = {
    "piazzetta.bots.hint": {"outlook", "words_of"},
    "piazzetta.bots.position": {"Position"},
    "piazzetta.bots.searcher": {"Searcher"},
    "piazzetta.games.base": {"plain"},
    "piazzetta.games.portobello.state": {"STATE", "TABLES"},
    "piazzetta.games.registry": {"find_game"},
    "piazzetta.games.viaggiatore.state": {"STATE", "TABLES"},
    "piazzetta.kernel": {"records"},
    "piazzetta.match.trail": {"Trail", "play_through"},
}


def js_name(name: str) -> str:
    return name + "$" if name in RESERVED else name
