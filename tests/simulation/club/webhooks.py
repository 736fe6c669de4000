"""Where notifications go, in place of the internet: they arrive, fail, or arrive without the server knowing so."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from piazzetta.server.notifications.senders.outward import NotSent
from tests.simulation.loop import OWNER

if TYPE_CHECKING:
    from tests.simulation.world import World

#: Seconds after which a request to a webhook is given up, as the server does.
_PATIENCE = 15.0


@dataclass(frozen=True)
class Received:
    """A notification that has arrived. ``asked``: the event since which its reader is asked; None: they are not any
    more. ``certain``: the server knows that it has arrived."""

    time: float
    url: str
    table: str
    seat: int
    asked: int | None
    server: str
    certain: bool


class Webhooks:
    """What notifications are sent to. ``failing``: the share of them that fail."""

    def __init__(self, world: World, rng: Random) -> None:
        self._world = world
        self._rng = rng
        self.failing = 0.3
        self.received: list[Received] = []
        self.arrived: dict[str, asyncio.Event] = {}  # by address

    async def post(self, url: str, headers: Mapping[str, str], body: bytes, private: bool) -> int:
        """In place of ``outward.post``."""
        await asyncio.sleep(self._rng.uniform(0.01, 0.5))
        turns = json.loads(body)["turns"]
        fate = "arrives"
        if turns and self._rng.random() < self.failing:  # the first message, which has none, always arrives
            fate = self._rng.choice(["refused", "silent", "unknown"])
        if fate == "refused":
            return 503
        if fate == "silent":
            await asyncio.sleep(_PATIENCE)
            raise NotSent("TimeoutError")
        for turn in turns:
            asked = self._world.truth.tables[turn["table"]].table.asked_at(turn["seat"])
            self.received.append(
                Received(
                    *(self._world.loop.now, url, turn["table"], turn["seat"], asked, OWNER.get()),
                    certain=fate == "arrives",
                )
            )
            self.arrived.setdefault(url, asyncio.Event()).set()
        if fate == "unknown":
            raise NotSent("IncompleteReadError")
        return 204
