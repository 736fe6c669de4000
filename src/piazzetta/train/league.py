"""The league: earlier versions of a run's network, guests, and exploiters: second learners against the current one.

A network that learns only against its latest version forgets how to beat earlier ones, and never meets an opponent that
has studied it.
"""

from __future__ import annotations

import random
from typing import Any

from piazzetta.train.learner import Learner
from piazzetta.train.network import Network
from piazzetta.train.plan import Folder, TrainingPlan, load_network, save
from piazzetta.train.tables import Tables

AT_ONCE = 4  # members that play in one window
LATEST = 4  # half of those drawn are from this many latest members
_EXPLOITERS_ROWS = 8  # an exploiter plays this fraction (1/n) of the learner's rows


class League:
    """The members by number; those who play are redrawn from time to time."""

    def __init__(self, plan: TrainingPlan, folder: Folder, learner: Learner) -> None:
        self.plan, self.folder, self.learner = plan, folder, learner
        self.members = 0
        self.drawn: list[int] = []

    def join(self, network: Network) -> None:
        """Add a member; others are then drawn to play. The first members are the guests; the first seat is theirs."""
        save(network.to_file(), self.folder.member(self.members))
        self.members += 1
        dice = random.Random(f"{self.plan.seed}-{self.members}")
        count = min(AT_ONCE, self.members)
        latest = range(max(0, self.members - LATEST), self.members)
        drawn = [dice.choice(latest) if number % 2 == 0 else dice.randrange(self.members) for number in range(count)]
        guests = min(len(self.plan.guests), self.members)
        self.seat([dice.randrange(guests), *drawn[1:]] if guests else drawn)

    def seat(self, members: list[int]) -> None:
        self.drawn = members
        device = self.learner.tables.device
        networks = [load_network(self.folder.member(number)).to(device) for number in members]
        self.learner.face(networks, self.plan.league)

    def snapshot(self) -> dict[str, Any]:
        return {"members": self.members, "drawn": self.drawn}

    def restore(self, kept: dict[str, Any]) -> None:
        self.members = kept["members"]
        if kept["drawn"]:
            self.seat(kept["drawn"])


class Exploiter:
    """A second learner. Starts as a copy of the network, plays only against it, joins the league, and starts again."""

    def __init__(self, plan: TrainingPlan, learner: Learner) -> None:
        self.plan, self.main = plan, learner
        settings = learner.tables.batch.settings
        rows = max(32, plan.rows // _EXPLOITERS_ROWS)
        tables = Tables(settings, rows, plan.device, plan.seed + 101)
        self.learner = Learner(copy_of(learner.network), tables, plan.recipe, plan.seed + 102)
        self.study(learner.network)

    def study(self, network: Network) -> None:
        """Start again, against the current network."""
        self.learner.network.load_state_dict(network.state_dict())
        self.learner.optimizer.state.clear()
        self.frozen = copy_of(network)
        self.learner.face([self.frozen], 1.0)

    def snapshot(self) -> dict[str, Any]:
        return {**self.learner.snapshot(), "frozen": self.frozen.to_file()}

    def restore(self, kept: dict[str, Any]) -> None:
        self.frozen = Network.from_file(kept["frozen"]).to(self.plan.device)
        self.learner.face([self.frozen], 1.0)
        self.learner.restore(kept)


def copy_of(network: Network) -> Network:
    device = next(network.parameters()).device
    return Network.from_file(network.to_file()).to(device)
