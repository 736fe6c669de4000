"""From finished games to figures."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from piazzetta.arena.results.sources import quick_sources, source_names
from piazzetta.arena.results.statistics import Estimate, mean, share
from piazzetta.bots.network.play import Played
from piazzetta.bots.quick import QuickGame
from piazzetta.games.base import Array
from piazzetta.workshop.verdict import Change

#: A game is close if the winner is ahead by at most this share of the winner's points.
CLOSE = 0.1


def columns(played: Played) -> dict[str, Array]:
    """What is measured, game by game."""
    ordered = np.sort(played.points, axis=1)
    facts, players = played.facts, played.setting.players
    decisions = np.maximum(facts["decisions"], 1)
    found = {f"wins of seat {seat + 1}": played.shares[:, seat] for seat in range(players)}
    return found | {
        "points": played.points.mean(axis=1),
        "margin": (ordered[:, -1] - ordered[:, -2]).astype(float),
        "close": (ordered[:, -1] - ordered[:, -2] <= CLOSE * ordered[:, -1]).astype(float),
        "ties": (played.won.sum(axis=1) > 1).astype(float),
        "rounds": facts["turns"] / players,
        "moves": facts["moves"].astype(float),
        "lead changes": facts["lead_changes"].astype(float),
        "decided": facts["decided"] / np.maximum(facts["moves"], 1),
        "decisions": facts["decisions"].astype(float),
        "open": facts["open"] / decisions,
        "entropy": facts["entropy"] / decisions,
    }


def rate(column: Array) -> Estimate:
    """A share of games."""
    return share(float(column.sum()), len(column))


def sources(played: Played) -> dict[str, Estimate]:
    """The points of a seat by where they came from, in the games whose moves were kept."""
    setting = played.setting
    tallies = []
    for log, points in played.logs:
        game = QuickGame(log.astype(np.int32), points, [], [], 0)
        tallies.append(quick_sources(setting, game))
    return {
        name: mean([float(np.mean([seat[name] for seat in tally])) for tally in tallies])
        for name in source_names(setting.game)
    }


def compared(own: Mapping[str, Array], other: Mapping[str, Array]) -> dict[str, Change]:
    """Every figure against another version's, game by game with the same luck."""
    return {
        name: Change(float(column.mean()), float(other[name].mean()), mean(column - other[name]))
        for name, column in own.items()
        if name in other
    }
