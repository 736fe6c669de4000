"""A game and its variations: a tree in which every move is allowed by the rules, chance included."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from piazzetta.errors import BadInput
from piazzetta.kernel import CHANCE
from piazzetta.match.dealer import SeededDealer
from piazzetta.match.match import Match
from piazzetta.match.record import Record
from piazzetta.match.setting import Setting
from piazzetta.studies.tree import MOST_NODES, Node, checked_comment, checked_marks, checked_name


class Variations:
    """A game from its first position as a tree of moves and draws. ``Study`` adds files."""

    def __init__(self, setting: Setting, opening: list[int], extra: dict[str, Any] | None = None) -> None:
        """``opening``: the chance outcomes before the first position, as in a record. ``extra``: its further fields."""
        self.setting = setting
        self.opening = opening
        self.title = ""
        self.extra = {} if extra is None else extra
        self.root = Node(0, None, CHANCE, "")
        self.game_end: Node | None = None  # where the game stopped that was played; None: none was
        self._nodes = {0: self.root}
        self._next = 1
        self._reached: tuple[Match, list[int]] = (self._first_position(), [])

    @cached_property
    def places(self) -> set[str]:
        """What can be marked on the board."""
        return set(self.setting.game.places(self.setting.components, self.setting.players))

    # --- nodes ---

    def __len__(self) -> int:
        """How many nodes there are, the first position too."""
        return len(self._nodes)

    def node(self, number: int) -> Node:
        """The node of a number."""
        if number not in self._nodes:
            raise BadInput(f"node: there is no node {number} in this study")
        return self._nodes[number]

    def at(self, way: Sequence[int]) -> Node:
        """The node at the end of a way, or the last on it: which of the continuations, at each position."""
        node = self.root
        for place in way:
            if place >= len(node.children):
                break
            node = node.children[place]
        return node

    @property
    def in_order(self) -> list[Node]:
        """All nodes: the main line first, then for each node so far the variations from it. Files number them so."""
        found = self.root.line
        at = 0
        while at < len(found):
            for child in found[at].children[1:]:
                found += child.line
            at += 1
        return found

    @property
    def played(self) -> set[int]:
        """The numbers of the nodes of the game that was played."""
        return set() if self.game_end is None else {node.number for node in self.game_end.path}

    def match(self, node: Node) -> Match:
        """The game as it stands at a node. Chance waits for its moves to be played."""
        return self._reach(node).copy()

    def _reach(self, node: Node) -> Match:
        """Return the match at a node, for reading: the next call may play on it."""
        path = node.path
        numbers = [one.number for one in path]
        match, before = self._reached
        if numbers[: len(before)] != before:
            match, before = self._first_position(), []
        for one in path[len(before) :]:
            match.play(one.move)
        self._reached = match, numbers
        return match

    def _first_position(self) -> Match:
        return Record(self.setting, self.opening, []).replay()

    # --- changes ---

    def play(self, node: Node, move: str | int, seat: int | None = None) -> Node:
        """Play a move or a chance outcome at a node; return the node after it, which may be there already.

        ``seat`` says who plays it, if that needs checking. ``IllegalMove`` names the clause if it is not allowed.
        """
        match = self._reach(node)
        mover = match.mover
        text = self.setting.text(match.number(move))
        if seat is None or seat == mover:
            for child in node.children:
                if child.move == text:
                    return child
        if len(self._nodes) >= MOST_NODES:
            raise BadInput(f"a study holds at most {MOST_NODES} positions")
        match.play(text, seat)
        child = Node(self._next, node, mover, text)
        self._reached = match, [one.number for one in child.path]
        node.children.append(child)
        self._nodes[child.number] = child
        self._next += 1
        return child

    def outcomes(self, node: Node) -> list[tuple[str, int]]:
        """What chance may bring at a node, each with its weight; nothing where somebody decides."""
        return [(self.setting.text(action), weight) for action, weight in outcomes(self._reach(node))]

    def draw(self, node: Node, seed: int) -> Node:
        """Draw what chance brings at a node. The same seed draws the same."""
        actions = outcomes(self._reach(node))
        if not actions:
            raise BadInput("node: nothing is drawn here")
        dealer = SeededDealer(seed, node.number)
        return self.play(node, dealer.draw([action for action, _ in actions], [weight for _, weight in actions]))

    def remove(self, node: Node) -> Node:
        """Remove a move and everything after it; return the node before it."""
        parent = node.parent
        if parent is None:
            raise BadInput("node: the first position cannot be removed")
        if self.game_end is not None and node in self.game_end.path:
            self.game_end = None if parent is self.root else parent
        gone = [node]
        while gone:
            one = gone.pop()
            gone += one.children
            self._nodes.pop(one.number)
        parent.children = [child for child in parent.children if child is not node]
        return parent

    def make_main(self, node: Node) -> None:
        """Make the line that leads to a node the main line."""
        for one in node.path:
            parent = one.parent
            assert parent is not None
            parent.children = [one, *[child for child in parent.children if child is not one]]

    def rename(self, node: Node, name: str) -> None:
        """Name a node, as the variation that begins there; an empty name removes it."""
        node.name = checked_name("name", name)

    def remark(self, node: Node, comment: str) -> None:
        """Write a comment on a node; an empty one removes it."""
        node.comment = checked_comment("comment", comment)

    def mark(self, node: Node, marks: object) -> None:
        """Draw marks and arrows over the board at a node, in the place of those there.

        Each is a list: a colour and a place, or, for an arrow, two places. No marks remove those there.
        """
        node.marks = checked_marks(marks, self.places)

    def entitle(self, title: str) -> None:
        """Give the study a title."""
        self.title = checked_name("title", title)


def outcomes(match: Match) -> list[tuple[int, int]]:
    """What chance may bring now, as pairs of action and weight; nothing where somebody decides."""
    if match.mover != CHANCE:
        return []
    setting = match.setting
    game = setting.game
    actions = np.zeros(game.most_outcomes, np.int32)
    weights = np.zeros(game.most_outcomes, np.int32)
    count = game.kernels.chances(setting.params_record, match.state(), actions, weights)
    return list(zip(actions[:count].tolist(), weights[:count].tolist(), strict=True))
