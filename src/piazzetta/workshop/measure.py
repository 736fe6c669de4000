"""From finished games to a tally, and to figures game by game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from piazzetta.arena.results.sources import quick_sources
from piazzetta.arena.results.statistics import Estimate, share
from piazzetta.bots.network.play import Played
from piazzetta.games.base import Array
from piazzetta.games.registry import workbench
from piazzetta.workshop.tally import Tally


def tally_of(played: Played, there: Mapping[int, Sequence[float]] | None = None) -> Tally:
    """A tally of games; ``there``: the rows of another version's, with the same luck."""
    setting = played.setting
    tally = Tally(setting.players, there)
    for number, (points, won) in enumerate(zip(played.points.tolist(), played.won.tolist(), strict=True)):
        tally.add(number, points, won, {name: played.facts[name][number].item() for name in played.facts.dtype.names})
    fields = workbench(setting.game.name).fields
    held = {field: played.states[field] for field in fields}
    sums = {field: ((of > 0).sum(axis=0).tolist(), of.sum(axis=0, dtype=int).tolist()) for field, of in held.items()}
    tally.add_uses(played.uses.tolist(), sums)
    for log, points in played.logs:
        tally.add_sources(quick_sources(setting, log.tolist(), points.tolist()))
    return tally


def columns(played: Played) -> dict[str, Array]:
    """What is measured, game by game."""
    tally = tally_of(played)
    rows = np.array([tally.rows[number] for number in range(played.games)])
    return {name: rows[:, place] for place, name in enumerate(tally.names)}


def rate(column: Array) -> Estimate:
    """A share of games."""
    return share(float(column.sum()), len(column))
