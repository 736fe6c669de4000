"""What somebody sees of a study: everything, or only what a chosen seat knows."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from piazzetta.errors import BadInput
from piazzetta.games.base import OPEN, Viewer
from piazzetta.kernel import CHANCE, OVER
from piazzetta.match.match import Match
from piazzetta.studies.tree import Node
from piazzetta.studies.variations import Variations, outcomes
from piazzetta.tables.messages import EventData, Option, Result, View
from piazzetta.tables.viewers.viewer_updates import event_data, option_data, with_drawing


class OutcomeCard(TypedDict):
    """An outcome of a draw; its chance is ``weight`` in ``of``."""

    move: str
    weight: int
    of: int
    events: list[EventData]


class PositionCard(TypedDict):
    """A position of a study, as one viewer knows it."""

    node: int
    viewer: int  # a seat, -1: a spectator, -2: all open
    view: View
    mover: int  # a seat, -1: chance, -2: the game is over
    hidden: bool  # what can be chosen or drawn here is not known to the viewer
    legal: list[Option]
    outcomes: list[OutcomeCard]
    result: Result | None


class NodeCard(TypedDict):
    """A node of a study's tree."""

    number: int
    parent: int | None
    children: list[int]  # the first one continues the main line
    seat: int  # who moved; -1: chance
    move: str | None  # null: the viewer may not know it
    events: list[EventData]  # what the move did
    name: NotRequired[str]
    comment: NotRequired[str]
    marks: NotRequired[list[list[str]]]  # each a colour and a place; an arrow two places
    played: bool  # part of the game that was played


class Cards:
    """Tells about a study. What a move did is looked up once for each viewer."""

    def __init__(self, study: Variations) -> None:
        self.study = study
        self._moves: dict[tuple[int, Viewer], tuple[str | None, list[EventData]]] = {}

    def position(self, number: int, viewer: Viewer) -> PositionCard:
        """Return the position at a node, with what can be played there.

        With secrets, a seat that is not the mover does not see what can be chosen, and only ``OPEN`` what can be drawn.
        """
        study = self.study
        self._check(viewer)
        match = study.match(study.node(number))
        setting, mover = match.setting, match.mover
        hidden = setting.game.has_secrets and mover != OVER and viewer not in (OPEN, mover if mover >= 0 else OPEN)
        return {
            "node": number,
            "viewer": viewer,
            "view": with_drawing(setting, match.view(viewer), self._names),
            "mover": mover,
            "hidden": hidden,
            "legal": [] if hidden or mover < 0 else [option_data(one, False) for one in match.previews(mover, False)],
            "outcomes": [] if hidden else _outcomes(match, viewer),
            "result": {"scores": match.scores, "winners": match.winners} if match.over else None,
        }

    def tree(self, viewer: Viewer) -> list[NodeCard]:
        """Return all nodes, each after its parent."""
        self._check(viewer)
        played = self.study.played
        return [self._node(node, viewer, node.number in played) for node in self.study.in_order]

    @property
    def _names(self) -> list[str]:
        names = self.study.extra.get("names")
        return [name if isinstance(name, str) else "" for name in names] if isinstance(names, list) else []

    def _check(self, viewer: Viewer) -> None:
        players = self.study.setting.players
        if not OPEN <= viewer < players:
            raise BadInput(f"viewer must be a seat from 0 to {players - 1}, -1 (a spectator) or -2 (all open)")

    def _node(self, node: Node, viewer: Viewer, played: bool) -> NodeCard:
        move, events = self._move(node, viewer)
        found: NodeCard = {
            "number": node.number,
            "parent": None if node.parent is None else node.parent.number,
            "children": [child.number for child in node.children],
            "seat": node.seat,
            "move": move,
            "events": events,
            "played": played,
        }
        if node.name:
            found["name"] = node.name
        if node.comment:
            found["comment"] = node.comment
        if node.marks:
            found["marks"] = [mark.parts for mark in node.marks]
        return found

    def _move(self, node: Node, viewer: Viewer) -> tuple[str | None, list[EventData]]:
        if node.parent is None:
            return None, []
        key = (node.number, viewer)
        if key not in self._moves:
            match = self.study.match(node)
            at = match.length - 1
            self._moves[key] = match.text_of(at, viewer), event_data(match.events_of(at, viewer))
        return self._moves[key]


def _outcomes(match: Match, viewer: Viewer) -> list[OutcomeCard]:
    """Return what chance may bring, in the order of the game, with what each outcome does."""
    if match.mover != CHANCE:
        return []
    found = outcomes(match)
    total = sum([weight for _, weight in found])
    cards: list[OutcomeCard] = []
    for action, weight in found:
        after = match.copy()
        after.play(action)
        events = event_data(after.events_of(match.length, viewer))
        cards.append({"move": match.setting.text(action), "weight": weight, "of": total, "events": events})
    return cards
