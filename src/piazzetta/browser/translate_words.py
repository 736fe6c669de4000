"""The translation's vocabulary: which names of Python and its library the runtime ``web/src/local/python`` provides."""

from __future__ import annotations

import ast
from collections.abc import Container
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Name:
    """What a name stands for, and how to write it.

    ``kind`` is class, typed dict, function, value, module, library or builtin.
    """

    kind: str
    code: str


class Untranslatable(Exception):
    """Something the translation does not support; says in which file and line."""

    def __init__(self, path: Path, node: ast.AST, what: str) -> None:
        super().__init__(f"{path}:{getattr(node, 'lineno', 1)}: {what}")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


#: Reserved words of JavaScript: a variable with such a name gets a ``$`` appended.
RESERVED = _words(
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends "
    "false finally for function if implements import in instanceof interface let new null package private protected "
    "public return static super switch this throw true try typeof undefined var void while with yield"
)

#: Functions available without an import.
BUILTINS = _words(
    "abs all any bool bytes dict divmod enumerate float frozenset getattr int isinstance iter len list map max min "
    "next range repr reversed round set sorted str sum tuple type vars zip"
)
ERRORS = _words(
    "AssertionError AttributeError Exception IndexError KeyError NotImplementedError RecursionError TypeError "
    "UnicodeError ValueError"
)
TYPES = _words("bool bytes dict float int list range str tuple")
#: These are known to return a boolean.
PREDICATES = _words("all any bool isinstance")

#: Methods of texts, lists, dicts, sets, bytes, arrays: called through the runtime, which checks the type.
METHODS = _words(
    "add append as_integer_ratio capitalize clear copy count decode encode extend format fullmatch get hex index "
    "isascii isdigit isprintable isupper items join keys lower pop read_text removeprefix replace rsplit rstrip "
    "setdefault sort split startswith strip tobytes tolist update upper values view"
)

#: What may be imported from Python's library, or from NumPy and msgspec, and has the same name in the runtime.
LIBRARY = {
    "bisect": {"bisect_left"},
    "dataclasses": {"asdict", "field", "fields", "replace"},
    "difflib": {"get_close_matches"},
    "functools": {"partial"},
    "hashlib": {"sha256"},
    "hmac": {"digest"},
    "importlib.resources": {"files"},
    "itertools": {"combinations", "pairwise", "product"},
    "json": {"dumps", "loads"},
    "math": {"atan2", "ceil", "cos", "degrees", "dist", "floor", "hypot", "inf", "nan", "pi", "radians", "sin", "sqrt"},
    "msgspec": {"DecodeError", "Raw", "ValidationError"},
    "msgspec.json": {"Decoder", "encode"},
    "numpy": {"array", "asarray", "int16", "int32", "int64", "recarray", "zeros"},
    "random": {"Random"},
    "re": {"DOTALL", "compile", "findall", "search"},
    "string": {"Formatter"},
    "typing": {"cast"},
    "xml.sax.saxutils": {"escape"},
    "zlib": {"crc32"},
}

#: Decorators that have no effect here.
PLAIN_DECORATORS = _words("abstractmethod compiled")
CACHES = _words("cache lru_cache")

#: Methods the page does not use: compiling, files, other dealers.
LEFT_OUT = _words(
    "Book.dumps Book.read Components.__hash__ Components._hash Components.warnings Match.__repr__ Match.__str__ "
    "Preview.__str__ Record.read Record.write Section.of Setting.start Setup.__repr__ Setup.of_game"
)
#: Methods that the page does not use of any game: compiling, drawing, observations, histories, what loads on demand.
LEFT_OUT_OF_GAMES = _words(
    "_part arrange bind drawing history_for illustrations knowledge page resample_history scene svg"
)

#: Written by hand for the browser: what deals with arrays, threads, the clock or the package's own modules.
HANDWRITTEN = {
    "piazzetta.bots.draws": {"openings", "prospects", "standing"},
    "piazzetta.bots.hint": {"outlook"},
    "piazzetta.bots.position": {"Position"},
    "piazzetta.bots.searcher": {"Searcher"},
    "piazzetta.explorer.columns": {"unpacked"},
    "piazzetta.explorer.positions": {"key_of"},
    "piazzetta.films.storyboard": {"scene_of"},
    "piazzetta.games.svg": {"hidden"},
    "piazzetta.games.words.messages": {"english", "messages_of", "words_of"},
    "piazzetta.games.registry": {"find_game"},
    "piazzetta.kernel": {"as_records", "plain", "records"},
    "piazzetta.match.position_history": {"PositionHistory", "play_through"},
}


def left_out(owner: ast.ClassDef, method: ast.FunctionDef, drawn: Container[str]) -> bool:
    """Return whether the page does not use a method of a class. ``drawn``: the games that the page draws by ``svg``."""
    if method.name == "svg" and owner.name in drawn:
        return False
    is_game = owner.name == "Game" or any(isinstance(base, ast.Name) and base.id == "Game" for base in owner.bases)
    return f"{owner.name}.{method.name}" in LEFT_OUT or (is_game and method.name in LEFT_OUT_OF_GAMES)


def js_name(name: str) -> str:
    return name + "$" if name in RESERVED else name


def builtin(name: str) -> Name | None:
    """Return a name that needs no import."""
    if name in BUILTINS:
        return Name("builtin", f"$.{name}")
    return Name("class", f"$.{name}") if name in ERRORS else None


def library(module: str, name: str) -> Name | None:
    """Return a name imported from Python's library, or a module within one."""
    if name in LIBRARY.get(module, ()):
        return Name("library", f"$.lib.{module.replace('.', '_')}.{name}")
    return Name("library", f"{module}.{name}") if f"{module}.{name}" in LIBRARY else None
