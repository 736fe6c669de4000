"""How a kernel is called from outside, written as one line: ``legal(params, state, out: int32[]!) -> int``.

From that line come both sides of the border: the entry of the WebAssembly module and its caller in TypeScript.
A ``!`` marks what the kernel writes. A parameter is one of

- ``params``, ``state`` (or ``before``, ``after``, …: states by another name): a record. With ``[1]`` behind its name
  the kernel takes it as an array of one, which the caller does not notice;
- ``states: state[]``: records side by side;
- ``out: int32[]`` or ``weights: float64[,]``: numbers in a row, or in rows of the same length;
- ``words = work``: the record named, once more, as rows of 32-bit words; not seen by the caller;
- ``tree: Tree``, ``options: Options``: what a search works in, and what it is to do;
- ``seat`` or ``seed: uint32``: a whole number.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

RECORDS = {"params": "params", "state": "state", "before": "state", "after": "state", "root": "state", "work": "state"}
_SHAPE = re.compile(r"(\w+)\((.*)\)(?: -> (\w+))?")
_PARAMETER = re.compile(r"(\w+)(\[1\])?(?:: (\w+)(\[,?\])?)?(?: = (\w+))?(!?)")


@dataclass(frozen=True)
class Parameter:
    """One parameter. ``kind``: record, held (an array of one record), records, row, rows, words, tree, options, whole;
    ``of``: the type within."""

    name: str
    kind: str
    of: str
    written: bool


@dataclass(frozen=True)
class Signature:
    """A kernel's name, its parameters, and the type of its answer, if it has one."""

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
        kind = "records" if of == "state" else ("row" if brackets == "[]" else "rows")
        return Parameter(name, kind, of, bool(mark))
    if name in RECORDS:
        return Parameter(name, "held" if held else "record", RECORDS[name], bool(mark))
    return Parameter(name, "whole", of or "int32", bool(mark))


def parse(line: str) -> Signature:
    """A signature from its line."""
    found = _SHAPE.fullmatch(line)
    if found is None:
        raise ValueError(f"not a signature: {line!r}")
    name, inside, answer = found.groups()
    parts = [part for part in re.split(r",\s+", inside) if part]
    return Signature(name, tuple(_parameter(part) for part in parts), "int32" if answer == "int" else answer)
