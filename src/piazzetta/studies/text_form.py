"""Studies as text, for people to read and to write: ``data/rules/studies.md``.

A move a line. What follows the same position instead stands below it, indented, each variation after a dash.
"""

from __future__ import annotations

from typing import Any

import msgspec

from piazzetta.errors import BadInput, BadRecord
from piazzetta.kernel import CHANCE
from piazzetta.studies import files
from piazzetta.studies.tree import Node
from piazzetta.studies.variations import Variations

_STEP = 4  # spaces for each variation within another
_CHANCE = "*"  # stands for the seat of chance
_ARROW = " -> "  # between the two places of an arrow
_ANYTHING = msgspec.json.Decoder()
_ELSEWHERE = ("title", "moves", "result", "tree")  # fields that are not among the first lines

Lines = list[tuple[int, str]]


def written(study: Variations) -> str:
    """The whole study."""
    head = files.to_json(study)
    lines = [f"# {study.title}".rstrip()]
    lines += [f"{key}: {msgspec.json.encode(value).decode()}" for key, value in head.items() if key not in _ELSEWHERE]
    lines += ["", *_notes(study.root, "")]
    waiting = [(child, 0) for child in study.root.children[:1]]
    while waiting:
        node, depth = waiting.pop()
        siblings = [] if node.parent is None else node.parent.children
        space = " " * (_STEP * depth)
        begins = node is not siblings[0]
        lines.append(f"{space[:-2] + '- ' if begins else space}{_who(node.seat)}: {node.move}")
        lines += _notes(node, space)
        waiting += [(child, depth) for child in node.children[:1]]
        if not begins:
            waiting += [(other, depth + 1) for other in reversed(siblings[1:])]
    return "\n".join(lines) + "\n"


def _who(seat: int) -> str:
    return _CHANCE if seat == CHANCE else str(seat)


def _notes(node: Node, space: str) -> list[str]:
    found = [f"{space}= {node.name}"] if node.name else []
    if node.comment:
        found += [f"{space}> {line}" if line else f"{space}>" for line in node.comment.split("\n")]
    return found + [f"{space}+ {mark.colour}: {_ARROW.join(mark.parts[1:])}" for mark in node.marks]


def split(text: str) -> tuple[str, Lines]:
    """The head of a study as the JSON of a record without moves, and the numbered lines below it."""
    lines = list(enumerate("\n".join(text.split("\r\n")).split("\n"), 1))
    if not lines[0][1].startswith("#"):
        raise BadRecord("line 1: a study begins with # and its title")
    head: dict[str, Any] = {"title": lines[0][1][1:].strip(), "moves": [], "result": None}
    at = 1
    while at < len(lines) and lines[at][1].strip():
        number, line = lines[at]
        parts = line.split(": ", 1)
        try:
            head[parts[0]] = _ANYTHING.decode(parts[1] if len(parts) == 2 else "")
        except msgspec.DecodeError as error:
            raise BadRecord(f"line {number}: a field, a colon and its value as JSON belong here") from error
        at += 1
    if "study" not in head:
        raise BadRecord("study is missing")
    return msgspec.json.encode(head).decode(), lines[at:]


def read_lines(study: Variations, lines: Lines) -> None:
    """Play the moves of a study's text, and add its notes."""
    ends = [study.root]  # the last node of each variation that is open, from the main line inwards
    comments: dict[int, list[str]] = {}
    for number, line in lines:
        where = f"line {number}"
        content = line.strip()
        if not content:
            continue
        if content.startswith(">"):
            text = line.split(">", 1)[1]
            comments.setdefault(ends[-1].number, []).append(text[1:] if text.startswith(" ") else text)
        elif content.startswith("="):
            _named(study, ends[-1], content[1:], where)
        elif content.startswith("+"):
            _marked(study, ends[-1], content[1:], where)
        else:
            ends = _played(study, ends, line, where)
    for at, texts in comments.items():
        study.remark(study.node(at), "\n".join(texts))


def _named(study: Variations, node: Node, name: str, where: str) -> None:
    try:
        study.rename(node, name)
    except BadInput as error:
        raise BadRecord(f"{where}: {error}") from error


def _marked(study: Variations, node: Node, text: str, where: str) -> None:
    parts = text.split(": ", 1)
    places = parts[1].split(_ARROW) if len(parts) == 2 else []
    try:
        study.mark(node, [*[mark.parts for mark in node.marks], [parts[0].strip(), *places]])
    except BadInput as error:
        raise BadRecord(f"{where}: {error}") from error


def _played(study: Variations, ends: list[Node], line: str, where: str) -> list[Node]:
    """Play the move of a line; return the ends of the variations that are then open."""
    content = line.strip()
    indent = len(line.rstrip()) - len(content)
    begins = content.startswith("- ")
    if begins:
        indent += 2
        content = content[2:]
    depth = indent // _STEP
    if indent % _STEP or depth > len(ends) - (0 if begins else 1) or (begins and depth == 0):
        raise BadRecord(f"{where}: its indentation fits no variation")
    before = ends[depth - 1].parent if begins else ends[depth]
    if before is None:
        raise BadRecord(f"{where}: a variation follows the move that it replaces")
    parts = content.split(": ", 1)
    who = parts[0]
    if len(parts) < 2 or not (who == _CHANCE or (who.isascii() and who.isdigit() and len(who) < 3)):
        raise BadRecord(f"{where}: a seat (or {_CHANCE} for chance), a colon and a move belong here")
    seat = CHANCE if who == _CHANCE else int(who)
    return [*ends[:depth], files.played_new(study, before, seat, parts[1], where)]
