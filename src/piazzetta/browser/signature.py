"""How a kernel is called from outside, in one line: ``legal(params, state, out: int32[]!) -> int``.

Both sides of the interface come from that line: the entry point of the WebAssembly module and its caller in TypeScript.
A ``!`` marks what the kernel writes. A parameter is one of

- ``params``, ``state`` (or ``before``, ``after``, …: other names for states): a record. With ``[1]`` after its name the
  kernel takes it as an array of one, which callers do not notice;
- ``states: state[]`` or ``facts: facts[]``: consecutive records;
- ``out: int32[]``, ``weights: float64[,]`` or ``log: int16[,,]``: an array of numbers, rows of the same length, or
  blocks of as many such rows;
- ``words = work``: the named record again, as rows of 32-bit words; hidden from the caller;
- ``tree: Tree``, ``options: Options``: the memory of a search, and its options;
- ``seat`` or ``seed: uint32``: an integer.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

RECORDS = {"params": "params", "state": "state", "before": "state", "after": "state", "root": "state", "work": "state"}
AXES = {"row": 1, "rows": 2, "blocks": 3}
_LISTED = ("state", "facts")
_ARRAYS = {f"[{',' * (axes - 1)}]": kind for kind, axes in AXES.items()}
_SHAPE = re.compile(r"(\w+)\((.*)\)(?: -> (\w+))?")
_PARAMETER = re.compile(r"(\w+)(\[1\])?(?:: (\w+)(\[,{0,2}\])?)?(?: = (\w+))?(!?)")


@dataclass(frozen=True)
class Parameter:
    """One parameter. ``kind``: record, held (an array of one record), records, row, rows, blocks, words, tree, options,
    whole; ``of``: the type within."""

    name: str
    kind: str
    of: str
    written: bool


@dataclass(frozen=True)
class Signature:
    """A kernel's name, its parameters, and its return type, if any."""

    name: str
    parameters: tuple[Parameter, ...]
    answer: str | None


def _parameter(text: str) -> Parameter:
    found = _PARAMETER.fullmatch(text)
    if found is None:
        raise ValueError(f"not a parameter: {text!r}")
    name, held, of, brackets, same, mark = found.groups()
    if same:
        return Parameter(name, "words", same, False)
    if of in ("Tree", "Options"):
        return Parameter(name, of.lower(), of, bool(mark))
    if brackets:
        return Parameter(name, "records" if of in _LISTED else _ARRAYS[brackets], of, bool(mark))
    if name in RECORDS:
        return Parameter(name, "held" if held else "record", RECORDS[name], bool(mark))
    return Parameter(name, "whole", of or "int32", bool(mark))


def parse(line: str) -> Signature:
    """Parse a signature from its line."""
    found = _SHAPE.fullmatch(line)
    if found is None:
        raise ValueError(f"not a signature: {line!r}")
    name, inside, answer = found.groups()
    parts = [part for part in re.split(r",\s+", inside) if part]
    return Signature(name, tuple(_parameter(part) for part in parts), "int32" if answer == "int" else answer)
