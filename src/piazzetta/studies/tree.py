"""A tree of moves: which move follows which, and what somebody wrote about it. Knows no rules."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import NamedTuple

from piazzetta.errors import BadInput
from piazzetta.kernel import CHANCE

#: The longest name of a study or variation, and the longest comment, in characters.
LONGEST_NAME = 80
LONGEST_COMMENT = 4000
#: Most nodes of a study, more than people look through: limits the work that a shared file can cause.
MOST_NODES = 40_000

#: The colours of what is drawn on the board, and the most marks and arrows at one position.
COLOURS = ("green", "red", "blue", "yellow")
MOST_MARKS = 64

#: What a name or a comment must not contain: control characters and foreign line ends; a comment may have lines.
_CONTROL = r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff]"


class Mark(NamedTuple):
    """A ring around a place of the board, or an arrow from there to another place."""

    colour: str
    place: str
    to: str  # empty: a ring

    @property
    def parts(self) -> list[str]:
        """The colour and the one place or two, as in a file."""
        return [self.colour, self.place, self.to] if self.to else [self.colour, self.place]


class Node:
    """A position of a study and the move that led to it. The children are the moves played from there; the first one
    continues the main line."""

    def __init__(self, number: int, parent: Node | None, seat: int, move: str) -> None:
        self.number = number  # how the study calls it, as long as it is open
        self.parent = parent
        self.seat = seat  # who made the move; −1: chance
        self.move = move  # as in a record; empty: the first position
        self.children: list[Node] = []
        self.name = ""
        self.comment = ""
        self.marks: list[Mark] = []

    @property
    def path(self) -> list[Node]:
        """The nodes from the first move to this one."""
        found: list[Node] = []
        node = self
        while node.parent is not None:
            found.append(node)
            node = node.parent
        return list(reversed(found))

    @property
    def line(self) -> list[Node]:
        """This node and the first children after it, to the end."""
        found = [self]
        while found[-1].children:
            found.append(found[-1].children[0])
        return found

    def __repr__(self) -> str:
        who = "chance" if self.seat == CHANCE else f"seat {self.seat}"
        return f"<Node {self.number}: {who} {self.move}>" if self.parent is not None else "<Node 0: first position>"


def checked_name(field: str, text: object) -> str:
    """Return a name without the spaces around it; ``BadInput`` if it is no text, too long or has several lines."""
    if not isinstance(text, str):
        raise BadInput(f"{field} must be a text")
    if "\n" in text or "\t" in text or re.search(_CONTROL, text):
        raise BadInput(f"{field} must be one line of text")
    name = text.strip()
    if len(name) > LONGEST_NAME:
        raise BadInput(f"{field} has at most {LONGEST_NAME} characters, not {len(name)}")
    return name


def checked_comment(field: str, text: object) -> str:
    """Return a comment without the space around it; ``BadInput`` if it is no text or too long."""
    if not isinstance(text, str):
        raise BadInput(f"{field} must be a text")
    comment = "\n".join(text.split("\r\n"))
    if re.search(_CONTROL, comment):
        raise BadInput(f"{field} must not contain control characters")
    comment = comment.strip()
    if len(comment) > LONGEST_COMMENT:
        raise BadInput(f"{field} has at most {LONGEST_COMMENT} characters, not {len(comment)}")
    return comment


def checked_marks(given: object, places: Collection[str]) -> list[Mark]:
    """Return marks and arrows, each given as its colour and one place or two; ``BadInput`` says which one is wrong."""
    if not isinstance(given, list):
        raise BadInput("marks must be a list")
    if len(given) > MOST_MARKS:
        raise BadInput(f"marks: a position has at most {MOST_MARKS}, not {len(given)}")
    found: list[Mark] = []
    for number, parts in enumerate(given):
        mark = _checked_mark(f"mark {number}", parts, places)
        if mark in found:
            raise BadInput(f"mark {number} is there twice")
        found.append(mark)
    return found


def _checked_mark(field: str, parts: object, places: Collection[str]) -> Mark:
    if not isinstance(parts, list) or len(parts) not in (2, 3) or not all(isinstance(part, str) for part in parts):
        raise BadInput(f"{field} must be a list of a colour and one place or two")
    colour, place, to = parts[0], parts[1], parts[2] if len(parts) == 3 else ""
    if colour not in COLOURS:
        raise BadInput(f"{field}: the colour must be one of {', '.join(COLOURS)}, not {colour[:40]}")
    for name in parts[1:]:
        if name not in places:
            raise BadInput(f"{field}: this board has no place {name[:40]}")
    if place == to:
        raise BadInput(f"{field}: an arrow leads to another place")
    return Mark(colour, place, to)
