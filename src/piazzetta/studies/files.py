"""Studies as JSON: a record with three more fields. The format is public: ``data/rules/studies.md``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from piazzetta.errors import BadInput, BadRecord
from piazzetta.match.record import Record
from piazzetta.studies.tree import Node
from piazzetta.studies.variations import Variations

VERSION = 1
_OWN = ("study", "title", "played", "tree")

Json = dict[str, Any]


def dumps(study: Variations) -> str:
    """One line of JSON."""
    return msgspec.json.encode(to_json(study)).decode()


def to_json(study: Variations) -> Json:
    """The record of the main line, and what a study adds to it."""
    data = main_record(study).to_json()
    moves, result = data.pop("moves"), data.pop("result")
    data["study"] = VERSION
    if study.title:
        data["title"] = study.title
    order = study.in_order
    numbers = {node.number: place for place, node in enumerate(order)}
    if study.game_end is not None:
        data["played"] = numbers[study.game_end.number]
    data["moves"] = moves
    data["result"] = result
    data["tree"] = {"lines": _lines(order, numbers), "notes": _notes(order)}
    return data


def main_record(study: Variations) -> Record:
    """The main line as a record."""
    record = Record.of(study.match(study.root.line[-1]))
    record.extra = dict(study.extra)
    return record


def _lines(order: list[Node], numbers: dict[int, int]) -> list[Json]:
    """The variations in the order in which their moves are numbered."""
    found: list[Json] = []
    for at, node in enumerate(order):
        for child in node.children[1:]:
            found.append({"after": at, "moves": [[one.seat, one.move] for one in child.line]})
    return found


def _notes(order: list[Node]) -> list[Json]:
    found: list[Json] = []
    for at, node in enumerate(order):
        note: Json = {"at": at}
        if node.name:
            note["name"] = node.name
        if node.comment:
            note["comment"] = node.comment
        if node.marks:
            note["marks"] = [mark.parts for mark in node.marks]
        if len(note) > 1:
            found.append(note)
    return found


# --- reading ---


def plain_record(record: Record) -> Record:
    """The main line of a study's file, without what a study adds; ``BadRecord`` if a later version wrote it."""
    version = record.extra.get("study", VERSION)
    if version != VERSION:
        raise BadRecord(f"study must be {VERSION}, not {str(version)[:40]}: this Piazzetta reads no later version")
    extra = {key: value for key, value in record.extra.items() if key not in _OWN}
    return Record(record.setting, record.opening, record.moves, record.result, extra)


def read_tree(study: Variations, extra: Mapping[str, Any]) -> None:
    """Add to the main line of a file what its further fields say; ``BadRecord`` names the field that is wrong."""
    if "study" not in extra:  # the record of a game
        return
    try:
        study.entitle(extra.get("title", ""))
        tree = extra.get("tree", {})
        if not isinstance(tree, dict):
            raise BadInput("tree must be an object with lines and notes")
        nodes = study.in_order
        for place, line in enumerate(_listed(tree, "lines")):
            nodes += _grown(study, nodes, line, f"tree: line {place}")
        for place, note in enumerate(_listed(tree, "notes")):
            _noted(study, nodes, note, f"tree: note {place}")
        end = _position(extra.get("played", 0), nodes, "played")
    except BadRecord:
        raise
    except BadInput as error:
        raise BadRecord(str(error)) from error
    study.game_end = None if end is study.root else end


def _listed(tree: Mapping[str, Any], field: str) -> list[Any]:
    found = tree.get(field, [])
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise BadInput(f"tree: {field} must be a list of objects")
    return found


def _position(number: object, nodes: list[Node], field: str) -> Node:
    if not isinstance(number, int) or not 0 <= number < len(nodes):
        raise BadInput(f"{field} must be the number of a position, from 0 to {len(nodes) - 1}")
    return nodes[number]


def _grown(study: Variations, nodes: list[Node], line: Json, field: str) -> list[Node]:
    """Play a variation; return its new nodes."""
    node = _position(line.get("after"), nodes, f"{field}: after")
    moves = line.get("moves")
    if not isinstance(moves, list) or not moves:
        raise BadInput(f"{field}: moves must be a list of pairs of seat and move")
    found: list[Node] = []
    for place, move in enumerate(moves):
        here = f"{field}, move {place}"
        pair = isinstance(move, list) and len(move) == 2 and isinstance(move[0], int) and isinstance(move[1], str)
        if not pair:
            raise BadInput(f"{here} must be a pair of seat and text")
        node = played_new(study, node, move[0], move[1], here)
        found.append(node)
    return found


def played_new(study: Variations, node: Node, seat: int, move: str, where: str) -> Node:
    """Play a move that a file has at a node; ``BadRecord`` says where it is not allowed, or there twice."""
    before = len(study)
    try:
        child = study.play(node, move, seat)
    except BadInput as refusal:
        raise BadRecord(f"{where}: {refusal}") from refusal
    if len(study) == before:
        raise BadRecord(f"{where}: {move} is in the study twice at this position")
    return child


def _noted(study: Variations, nodes: list[Node], note: Json, field: str) -> None:
    node = _position(note.get("at"), nodes, f"{field}: at")
    try:
        study.rename(node, note.get("name", ""))
        study.remark(node, note.get("comment", ""))
        study.mark(node, note.get("marks", []))
    except BadInput as error:
        raise BadInput(f"{field}: {error}") from error
