"""What Acorns says, as data: what happened, why a move is refused. The messages are in ``en/game.json``."""

from __future__ import annotations

from typing import Any

import numpy as np

from acorns import rules
from acorns.state import ACTIONS
from piazzetta.games.facts import Event
from piazzetta.games.reasons import Line

TEXTS = tuple(f"take {number + 1}" for number in range(ACTIONS))
_REFUSALS = {
    rules.NO_SUCH_MOVE: ("3.1", "no_such_move"),
    rules.GAME_OVER: ("4.1", "game_over"),
    rules.TOO_MANY: ("3.2", "too_many"),
    rules.NOT_SO_MANY_LEFT: ("3.2", "not_so_many_left"),
}


def why(params: Any, state: Any, code: int) -> tuple[str, str, dict[str, Any]]:
    clause, key = _REFUSALS[code]
    return clause, key, {"most": int(params["most"]), "left": int(state["left"])}


def events(params: Any, before: Any, action: int, after: Any) -> list[Event]:
    seat = int(rules.mover(params, before))
    points = int(after["points"][seat]) - int(before["points"][seat])
    found = [Event("took", {"seat": seat, "stones": action + 1, "points": points})]
    if after["left"] == 0:
        players = int(params["players"])
        out = np.zeros(2 * players, np.int16)
        rules.payoff(params, after, out)
        winners = [one for one in range(players) if out[players + one]]
        found.append(Event("game_over", {"scores": out[:players].tolist(), "winners": winners}))
    return found


def reasons(line: Line, answer: Line | None) -> list[Event]:
    """What speaks for a move: here the points that it takes."""
    return [Event("takes", {"points": line.events[0].params["points"]})]


def compared(line: Line, answer: Line | None, other: Line, other_answer: Line | None) -> list[Event]:
    """What speaks for a move in comparison with another one."""
    return []
