"""Measure how 6.3 affects the Italian edition, where markers start on 0.

Run it with ``NUMBA_DISABLE_JIT=1 python -m benchmarks.credit``.

Three players choose legal moves at random. A turn counts as hindered if a crossing was refused for lack of points at
one of its decisions.
"""

from __future__ import annotations

import random

import piazzetta

GAMES = 40
WAYS: dict[str, dict[str, object]] = {
    "it": {},
    "it, credit granted": {"credit": "granted"},
    "it, start_score 10": {"start_score": 10},
}


def measure(rules: dict[str, object]) -> str:
    setting = piazzetta.game("portobello", edition="it", players=3, rules=rules)
    crossings = [text for text in setting.texts if text.startswith("bobby")]
    turns = hindered = crossed = decisions = below = points = 0
    for number in range(GAMES):
        match, chooser = setting.start(seed=number), random.Random(number)
        turn, refused = -1, False
        while not match.over:
            view = match.view(0)
            if view["turn"] != turn:
                turns, hindered, turn, refused = turns + 1, hindered + refused, view["turn"], False
            if view["phase"] == "acting" and not refused:
                reasons = (match.why_not(move) for move in crossings)
                refused = any(reason is not None and reason.clause == "6.3" for reason in reasons)
            move = chooser.choice(list(match.legal_moves))
            match.play(move)
            crossed += view["phase"] == "acting" and move.startswith("bobby")
            decisions += 1
            below += min(match.scores) < 0
        hindered += refused
        points += sum(match.scores)
    return (
        f"{turns} turns, {100 * hindered / turns:.0f}% hindered, {crossed / turns:.2f} crossings a turn, "
        f"{points / (3 * GAMES):.0f} points a seat, below 0 at {100 * below / decisions:.0f}% of the decisions"
    )


if __name__ == "__main__":
    for name, changed in WAYS.items():
        print(f"{name}: {measure(changed)}", flush=True)
