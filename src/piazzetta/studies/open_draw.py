"""A draw that is left open: every seat's chance of winning before it, and what each outcome would change."""

from __future__ import annotations

from typing import TypedDict

from piazzetta.bots.luck import mean, prospects_of
from piazzetta.errors import BadInput
from piazzetta.match.match import Match


class OpenOutcome(TypedDict):
    """An outcome, and what it changes."""

    move: str
    swings: list[float]  # of each seat's chance


class OpenDraw(TypedDict):
    """A draw that nobody has made yet."""

    chances: list[float]  # of each seat: the mean over all outcomes
    outcomes: list[OpenOutcome]  # in the order of the game


def open_draw(match: Match) -> OpenDraw:
    """Weigh the draw that comes next."""
    found = prospects_of(match, match.length)
    if not found:
        raise BadInput("node: nothing is drawn here")
    expected = mean([(weight, chances) for _, weight, chances in found])
    seats = range(len(expected))
    outcomes: list[OpenOutcome] = [
        {"move": match.setting.text(action), "swings": [chances[seat] - expected[seat] for seat in seats]}
        for action, _, chances in found
    ]
    return {"chances": list(expected), "outcomes": outcomes}
