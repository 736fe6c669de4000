"""People who look for a game with anybody: they join the queue, ask how their ticket stands, and play, or leave."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from piazzetta.server.rooms.seat_keys import token_hash
from tests.simulation.club.profiles import Profile
from tests.simulation.network import Gone
from tests.simulation.people import Person
from tests.simulation.world import World

_ASKS_EVERY = 2.0  # seconds, as the page does
#: Seconds after which two who wait for the same game must have found each other.
_PATIENCE = 20.0
_PLAYERS = 2


class Seeker:
    """Somebody who wants to play with anybody, from ``begins`` seconds on."""

    def __init__(self, world: World, name: str, profile: Profile | None, begins: float) -> None:
        self.name = name
        self.token = ""
        self.since: float | None = None  # when they have joined the queue
        self.table = ""
        self.left = False
        self._world = world
        self._rng = world.chance.of(name)
        self.profile = profile
        self._headers = profile.headers if profile else {}
        world.seekers.append(self)
        world.loop.create_task(self._seek(begins), context=world.loop.context_of(name))

    @property
    def waits(self) -> bool:
        """Whether they have waited for long enough."""
        waiting = self.since is not None and not self.table and not self.left
        return waiting and self._world.loop.now - (self.since or 0.0) > _PATIENCE

    async def _seek(self, begins: float) -> None:
        world, rng = self._world, self._rng
        await asyncio.sleep(begins)
        self.token = world.chance.of(f"token of {self.name}").randbytes(16).hex()
        wish = {"game": "viaggiatore", "players": _PLAYERS, "name": self.name, "pace": "live", "token": self.token}
        await world.insist("/api/v1/match", wish, self._headers)
        self.since = world.loop.now
        while not world.hushed and not self.left:
            await asyncio.sleep(_ASKS_EVERY * rng.uniform(0.8, 1.2))
            host = world.host()
            if host is None:
                continue
            with contextlib.suppress(Gone):
                if rng.random() < 0.05:
                    self._leave(*await world.ask(host, "POST", "/api/v1/match/cancel", {"token": self.token}))
                    continue
                bearer = {"authorization": f"Bearer match.{self.token}"}
                status, answer = await world.ask(host, "GET", "/api/v1/match", headers=bearer)
                if status == 404:
                    self._gone(answer)
                elif status == 200 and answer["ticket"]["state"] == "seated":
                    self._sit(answer["ticket"])
                    return

    def _leave(self, status: int, answer: Any) -> None:
        if status == 200:
            self.left = True
        elif status not in (409, 503):  # 409: there is a seat, or a cancellation whose answer was lost
            self._world.broken(f"{self.name} cannot leave the queue: {status} {answer}")

    def _gone(self, answer: Any) -> None:
        """Only somebody who has left has no ticket any more: perhaps the answer to that was lost."""
        self.left = True
        if not _cancelled(self._world, self.token):
            self._world.broken(f"the ticket of {self.name} is gone: {answer}")

    def _sit(self, place: Any) -> None:
        self.table = place["table"]
        if place["seat"] is None:
            self._world.broken(f"{self.name} has a table and no seat: {place}")
            return
        Person(self._world, self.name, self.table, {place["seat"]: self.token})


def seated_at(world: World, token: str) -> set[str]:
    """Return the table that somebody has found, as the database has it; ``""`` if they have left the queue."""
    query = "SELECT table_id FROM piazzetta_seatings WHERE hash = ?"
    return {table for (table,) in world.database.reader.execute(query, (token_hash(token),)).fetchall()}


def _cancelled(world: World, token: str) -> bool:
    return seated_at(world, token) == {""}


def check_queue(world: World) -> list[str]:
    """Return who has waited too long, or was seated although they have left."""
    found = []
    waiting = [one.name for one in world.seekers if one.waits]
    if len(waiting) >= _PLAYERS:
        found.append(f"{waiting} wait for the same game, and do not find each other")
    for one in world.seekers:
        if one.left and not _cancelled(world, one.token):
            found.append(f"{one.name} has left the queue, and has a seat")
    return found
