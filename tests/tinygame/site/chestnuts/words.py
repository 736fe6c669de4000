"""What Chestnuts says: what happened, why a move is not allowed, what speaks for one."""

from __future__ import annotations

from typing import Any

import numpy as np

from chestnuts import rules
from chestnuts.state import CARD, LEFT, PLAYERS
from piazzetta.games.base import OPEN, Viewer
from piazzetta.games.facts import Event, Reason, Refusal
from piazzetta.games.reasons import Line
from piazzetta.games.seats import SEATS

TEXTS = ("left", "right", "card 1", "card 2", "card 3")
_REFUSALS = {
    rules.NO_SUCH_MOVE: ("3.1", "no_such_move", "There is no such move."),
    rules.GAME_OVER: ("4.1", "game_over", "The game is over."),
    rules.CHANCE_FIRST: ("2.1", "chance_first", "The cards have to be dealt first."),
    rules.NOT_CHANCE: ("2.1", "not_chance", "The cards have been dealt."),
    rules.CARD_IS_DEALT: ("1.3", "card_is_dealt", "That card has been dealt."),
    rules.LEFT_ONLY: ("3.2", "left_only", "By these rules baskets are taken from the left end only."),
}


def refusal(code: int) -> Refusal:
    clause, key, sentence = _REFUSALS[code]
    return Refusal(f"{sentence[:-1]} (clause {clause}).", clause, key, {})


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


def say(event: Event) -> str:
    p = event.params
    match event.key:
        case "dealt":
            return f"{SEATS[p['seat']].title} gets {'a card' if p['card'] is None else 'the ' + str(p['card'])}."
        case "took":
            return f"{SEATS[p['seat']].title} takes {p['points']} from the {p['end']}."
        case "game_over":
            return (
                f"{' and '.join(SEATS[seat].title for seat in p['winners'])} won, {p['scores'][0]} to {p['scores'][1]}."
            )
    raise KeyError(event.key)


def reasons(line: Line, answer: Line | None) -> list[Reason]:
    setting = line.setting
    points = taken(setting.params_record, line.state(0), line.actions[0])
    return [Reason("takes", {"points": points}, f"takes {points}")]


def compared(line: Line, answer: Line | None, other: Line, other_answer: Line | None) -> list[Reason]:
    return []
