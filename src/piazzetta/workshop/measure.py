"""From finished games to a tally."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from piazzetta.arena.games import Games
from piazzetta.games.registry import workbench
from piazzetta.match.setting import Setting
from piazzetta.tables.sources import quick_sources
from piazzetta.workshop.tally import Tally

#: A tally's games by their number.
Rows = Mapping[int, Sequence[float]]


def tally_of(setting: Setting, games: Games, there: Rows | None = None) -> Tally:
    """Count games; ``there`` has the rows of another version, which was played with the same draws.

    A large network tells only results: then nothing is known of a game's length, moves and sources.
    """
    tally = Tally(setting.players, there)
    noted = games.facts
    names = noted.dtype.names or () if noted is not None else ()
    for number, (points, won) in enumerate(zip(games.points.tolist(), games.won.tolist(), strict=True)):
        fact = {name: noted[name][number].item() for name in names} if noted is not None else {}
        tally.add(number, points, won, fact)
    if games.states is not None and games.uses is not None:
        held = {field: games.states[field] for field in workbench(setting.game.name).fields}
        sums = {name: ((of > 0).sum(axis=0).tolist(), of.sum(axis=0, dtype=int).tolist()) for name, of in held.items()}
        tally.add_uses(games.uses.tolist(), sums)
    for log, points in games.logs or ():
        tally.add_sources(quick_sources(setting, log.tolist(), points.tolist()))
    return tally
