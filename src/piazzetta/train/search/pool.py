"""How a network fares against fixed ones, without search and with it on both sides, in games side by side."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from piazzetta.arena.results.statistics import share
from piazzetta.kernel import cores
from piazzetta.match.setting import Setting
from piazzetta.train.network import Network
from piazzetta.train.plan import load_network
from piazzetta.train.search.search import Search, Seating
from piazzetta.train.thinking import Thinking

_SEED = 1009


class Pool:
    """Networks that stay as they are."""

    def __init__(
        self, files: Sequence[str], settings: Sequence[Setting], simulations: int, games: int, device: str
    ) -> None:
        self.files, self.settings, self.simulations, self.games = files, settings, simulations, games
        self.device = device
        self.networks = [load_network(file, settings[0].game.name) for file in files]

    def meet(self, network: Network) -> list[dict[str, Any]]:
        """Lines of a run's log: the network on each seat in turn, an opponent on all others."""
        return [line for simulations in (0, self.simulations) for line in self._meet(network, simulations)]

    def _meet(self, network: Network, simulations: int) -> list[dict[str, Any]]:
        own, seatings = Thinking(simulations), []
        pairs = [(number, setting) for number in range(len(self.files)) for setting in self.settings]
        for number, setting in pairs:
            each = max(1, self.games // setting.players)
            theirs = own._replace(network=number + 1)
            for seat in range(setting.players):
                ways = tuple(own if other == seat else theirs for other in range(setting.players))
                seatings.append(Seating(setting, range(seat * each, (seat + 1) * each), ways, _SEED))
        search = Search([network, *self.networks], seatings, self.device, threads=cores())
        results = iter(search.play())
        lines = []
        for number, setting in pairs:
            won = [float(one) for seat in range(setting.players) for one in next(results).shares[:, seat]]
            name = Path(self.files[number]).name
            label = f"{name}, {simulations} simulations each" if simulations else name
            part = share(sum(won), len(won))
            line = {"opponent": label, "players": setting.players, "games": len(won), "share": part.value}
            line |= {"low": part.low, "high": part.high}
            if setting.players == 2:
                line["elo"] = [round(elo(one)) for one in part]
            lines.append(line)
        return lines


def elo(share: float) -> float:
    """The difference of strength that brings this share of games of two.

    >>> round(elo(0.75))
    191
    """
    within = min(max(share, 1e-3), 1 - 1e-3)
    return 400 * math.log10(within / (1 - within))
