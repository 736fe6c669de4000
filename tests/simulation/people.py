"""People: they play, watch, talk, plan, let bots play for them, and have the same table open twice."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.simulation.page import Page
from tests.simulation.world import Acknowledged, World

#: Commands of which the log has an event whenever they are done.
_LOGGED = ("play", "undo", "chat")


@dataclass(frozen=True)
class TablePlan:
    """A table of the night: its game, and who sits and looks there."""

    game: str
    rules: tuple[tuple[str, Any], ...]
    people: int
    bots: int
    spectators: int
    second_tabs: int  # so many people have the table open twice
    clock: int | None = None
    hotseat: bool = False  # the host plays two seats
    draw_seats: bool = False
    profiles: bool = False  # people have one
    resigns: float | None = None  # when the first person does, in seconds
    absentee: bool = False  # the last person has the table open only while it is their turn


def drawn_table(rng: Random) -> TablePlan:
    secret = rng.random() < 0.7
    people = rng.choice([0, 1, 2, 2, 2, 3])
    bots = rng.choice([0, 1, 1]) if people > 1 else 2 - people
    return TablePlan(
        game="viaggiatore" if secret else "portobello",
        rules=(("target", rng.choice([1, 3]) if people else 9),) if secret else (),
        people=people,
        bots=bots,
        spectators=rng.choice([0, 0, 1]) if people else 0,
        second_tabs=rng.choice([0, 0, 1]),
        clock=rng.choice([None, None, 8, 30]),
        hotseat=people == 2 and rng.random() < 0.15,
        draw_seats=rng.random() < 0.2,
    )


class Person:
    """Somebody with one or two pages of a table. ``quiet``: they move, and do nothing else."""

    def __init__(
        self, world: World, name: str, table: str, seats: dict[int, str], tabs: int = 1, quiet: bool = False
    ) -> None:
        self.name = name
        self._quiet = quiet
        self._world = world
        self._rng = world.chance.of(name)
        context = world.loop.context_of(name)
        self.pages = [
            Page(world.network, world.host, self._rng, f"{name}/{tab}", table, dict(seats), self._rng.random() < 0.8)
            for tab in range(tabs)
        ]
        for page in self.pages:
            page.on_update = self._check
            page.on_busy = self._check_busy
            world.pages.append(page)
            world.loop.create_task(page.run(), context=context.copy())
        if seats:
            world.loop.create_task(self._play(), context=context.copy())

    def _check(self, page: Page) -> None:
        """Nobody is told more than the log says they may know."""
        found = self._world.truth.tables[page.table]
        if page.at < page.seen:
            self._world.broken(f"{page.name} has seen event {page.seen} and is shown {page.at} again")
        page.seen = max(page.seen, page.at)
        for sight in page.sights:
            viewer = sight["viewer"]
            if viewer not in (page.yours or [-1]):
                self._world.broken(f"{page.name} holds {page.yours} and is told what seat {viewer} sees")
            true = found.view(page.at, viewer)
            if true is None:
                self._world.broken(f"{page.name} is told of event {page.at}, with which no commit ended")
            elif true[0] != sight["view"]:
                self._world.broken(f"{page.name} is told something else than seat {viewer} may see after {page.at}")

    def _check_busy(self, page: Page) -> None:
        """Nobody is sent away when everything is well."""
        if self._world.loop.now > self._world.trouble_until:
            self._world.broken(f"{page.name} is refused as {page.busy}, and nothing is wrong")

    async def _play(self) -> None:
        rng, world = self._rng, self._world
        while not world.hushed:
            page = rng.choice(self.pages)
            await asyncio.sleep(rng.choice([0.2, 0.5, 1.0, 3.0]) * rng.uniform(0.5, 1.5))
            if rng.random() < 0.02:
                await asyncio.sleep(rng.uniform(5, 20))  # gone for a tea
            if world.hushed or not page.live or page.closed:
                continue
            asked = [sight for sight in page.sights if sight["legal"]]
            chance = rng.random()
            if asked and chance < 0.85:
                sight = rng.choice(asked)
                await self.do(page, "play", seat=sight["viewer"], move=rng.choice(sight["legal"])["move"])
            elif page.yours and not page.over and not self._quiet:
                await self._do_something(page, rng.choice(page.yours))

    async def _do_something(self, page: Page, seat: int) -> None:
        rng = self._rng
        kind = rng.choice(
            ["chat", "chat", "plan", "undo", "stand_in", "take_back_seat", "bot_for", "look", "offer_end"]
        )
        if kind == "chat" and rng.random() < 0.4:
            await self.do(page, "chat", seat=seat, text=f"{self.name} {rng.random()}")
        elif kind == "plan":
            game = page.info["game"]
            moves = ["stay", "wait", "bluff", "close"] if game == "viaggiatore" else ["end", "draw", "tile 2", "tile 3"]
            steps = [[{"move": move} for move in rng.sample(moves, 2)] for _ in range(rng.choice([0, 1, 2]))]
            await self.do(page, "plan", seat=seat, steps=steps)
        elif kind == "undo" and rng.random() < 0.3:
            await self.do(page, "undo", seat=seat)
        elif kind == "stand_in" and rng.random() < 0.2:
            await self.do(page, "stand_in", seat=seat, level=rng.choice([None, "easy"]), now=rng.random() < 0.4)
        elif kind == "take_back_seat" and page.info["seats"][seat]["bot_plays"]:
            await self.do(page, "take_back_seat", seat=seat)
        elif kind == "bot_for":
            away = [one["seat"] for one in page.info["seats"] if one["bot_from"] and not one["bot_plays"]]
            if away:
                await self.do(page, "bot_for", seat=seat, absent=rng.choice(away))
        elif kind == "look":
            await self.do(page, "look", visible=rng.random() < 0.7)
        elif kind == "offer_end" and rng.random() < 0.03:
            await self.do(page, "offer_end", seat=seat)

    async def resign(self, after: float) -> None:
        """Resign after so many seconds."""
        await asyncio.sleep(after)
        page = self.pages[0]
        while not page.live:
            await asyncio.sleep(1.0)
        await self.do(page, "resign", seat=page.yours[0])

    async def do(self, page: Page, kind: str, **more: Any) -> None:
        """Give a command, and remember what the server has promised."""
        world = self._world
        name = f"{page.name} {kind} {world.loop.now:.3f}"
        world.waiting[name] = world.loop.now
        key, answer = await page.command(kind, **more)
        del world.waiting[name]
        if answer["type"] == "done" and kind in _LOGGED:
            world.acknowledged.append(Acknowledged(page.table, key, answer["at"], kind))
