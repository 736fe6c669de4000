"""What Chestnuts says: what happened, why a move is illegal, what speaks for one. The messages are in ``en/``."""

from __future__ import annotations

from typing import Any

import numpy as np

from chestnuts import rules
from chestnuts.state import CARD, LEFT, PLAYERS
from piazzetta.games.base import OPEN, Viewer
from piazzetta.games.facts import Event
from piazzetta.games.reasons import Line

TEXTS = ("left", "right", "card 1", "card 2", "card 3")
_REFUSALS = {
    rules.NO_SUCH_MOVE: ("3.1", "no_such_move"),
    rules.GAME_OVER: ("4.1", "game_over"),
    rules.CHANCE_FIRST: ("2.1", "chance_first"),
    rules.NOT_CHANCE: ("2.1", "not_chance"),
    rules.CARD_IS_DEALT: ("1.3", "card_is_dealt"),
    rules.LEFT_ONLY: ("3.2", "left_only"),
}


def why(code: int) -> tuple[str, str, dict[str, Any]]:
    clause, key = _REFUSALS[code]
    return clause, key, {}


def taken(params: Any, state: Any, action: int) -> int:
    """How many chestnuts a move takes."""
    place = int(state["left"]) if action == LEFT else int(params["count"]) - 1 - int(state["right"])
    return int(params["baskets"][place])


def events(params: Any, before: Any, action: int, after: Any, viewer: Viewer) -> list[Event]:
    if action >= CARD:
        seat = 0 if before["card"][0] == 0 else 1
        seen = viewer in (seat, OPEN)
        return [Event("dealt", {"seat": seat, "card": action - CARD + 1 if seen else None})]
    seat = int(rules.mover(params, before))
    found = [Event("took", {"seat": seat, "end": TEXTS[action], "points": taken(params, before, action)})]
    if after["turn"] == params["count"]:
        out = np.zeros(2 * PLAYERS, np.int16)
        rules.payoff(params, after, out)
        cards = [int(params["bonus"]) * card for card in after["card"].tolist()]
        winners = [seat for seat in range(PLAYERS) if out[PLAYERS + seat]]
        found.append(Event("game_over", {"scores": out[:PLAYERS].tolist(), "cards": cards, "winners": winners}))
    return found


def reasons(line: Line, answer: Line | None) -> list[Event]:
    setting = line.setting
    points = taken(setting.params_record, line.state(0), line.actions[0])
    return [Event("takes", {"points": points})]


def compared(line: Line, answer: Line | None, other: Line, other_answer: Line | None) -> list[Event]:
    return []
