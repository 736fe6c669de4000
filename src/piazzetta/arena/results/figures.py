"""What is measured in a game, for studies of rules and for verdicts on maps and decks.

Plain numbers, no arrays: the page measures with the same lines, translated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

#: A game is close if the winner is ahead by at most this share of the winner's points, or by a single point: where
#: points are few, as in a race to five, a tenth of them would be ties alone.
CLOSE = 0.1


def figure_names(players: int) -> list[str]:
    """The names of a game's figures."""
    seats = range(1, players + 1)
    return [
        *[f"wins of seat {seat}" for seat in seats],
        *[f"points of seat {seat}" for seat in seats],
        *["points", "margin", "close", "ties", "rounds", "moves", "lead changes", "decided", "decisions"],
        *["open", "entropy"],
    ]


def figures(points: Sequence[int], won: Sequence[int], fact: Mapping[str, float]) -> list[float]:
    """A game's figures, in the order of their names; ``fact`` is what ``policy_games`` noted, or a part of it."""
    players, winners = len(points), sum(won)
    first, second = sorted(points, reverse=True)[:2]
    moves, decisions = fact.get("moves", 0), fact.get("decisions", 0)
    return [
        *[one / winners for one in won],
        *points,
        sum(points) / players,
        first - second,
        int(first - second <= max(1, CLOSE * first)),
        int(winners > 1),
        fact.get("turns", 0) / players,
        moves,
        fact.get("lead_changes", 0),
        fact.get("decided", 0) / max(moves, 1),
        decisions,
        fact.get("open", 0) / max(decisions, 1),
        fact.get("entropy", 0) / max(decisions, 1),
    ]
