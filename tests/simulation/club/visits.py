"""People who leave their table, and come back when a notification says that it is their turn."""

from __future__ import annotations

import asyncio

from tests.simulation.page import Page
from tests.simulation.people import Person
from tests.simulation.world import World

#: How often a device falls asleep without a word to the server.
_ASLEEP = 0.3


class Absentee(Person):
    """Somebody who has the table open only while it is their turn, and chose to be notified."""

    def __init__(self, world: World, name: str, table: str, seats: dict[int, str], url: str) -> None:
        self.url = url
        self.table = table
        self._seats = seats
        self.visits: list[float] = []  # when they have come
        self._visit: asyncio.Task[None] | None = None
        super().__init__(world, name, table, {}, tabs=0)
        self._context = world.loop.context_of(name)
        world.absentees.append(self)
        world.loop.create_task(self._live(), context=self._context.copy())

    @property
    def away(self) -> bool:
        return not self.pages

    @property
    def seat(self) -> int:
        """Their seat, which may have been drawn at the start of the game."""
        (seat,) = self._seats
        return seat

    async def _live(self) -> None:
        world, rng = self._world, self._rng
        told = world.webhooks.arrived.setdefault(self.url, asyncio.Event())
        while True:
            page = self._come()
            await self._play_my_turn(page)
            if world.hushed:
                return
            self._go(page)
            await told.wait()
            told.clear()
            await asyncio.sleep(rng.uniform(0.2, 2.0))
            if world.hushed:
                return

    def _come(self) -> Page:
        world = self._world
        name = f"{self.name}/{len(self.visits)}"
        page = Page(world.network, world.host, self._rng, name, self.table, dict(self._seats))
        page.on_update, page.on_busy = self._check, self._check_busy
        self.pages = [page]
        world.pages.append(page)
        self._visit = world.loop.create_task(page.run(), context=self._context.copy())
        self.visits.append(world.loop.now)
        return page

    async def _play_my_turn(self, page: Page) -> None:
        """Play until somebody else is asked."""
        world, rng = self._world, self._rng
        while not world.hushed:
            await asyncio.sleep(rng.uniform(0.3, 1.5))
            if not page.live or page.latest is None:
                continue
            asked = [sight for sight in page.sights if sight["legal"]]
            if asked:
                await self.do(page, "play", seat=asked[0]["viewer"], move=rng.choice(asked[0]["legal"])["move"])
            elif page.info["status"] != "waiting":
                return

    def _go(self, page: Page) -> None:
        assert self._visit is not None
        if page.socket is not None and self._world.stormy and self._rng.random() < _ASLEEP:
            page.socket.link.silent = True
        self._visit.cancel()
        page.leave()
        self._seats = dict(page.keys)
        self._world.pages.remove(page)
        self.pages = []


async def ask_for_notifications(world: World, table: str, seat: int, token: str, url: str) -> None:
    """Choose to be notified at a table."""
    way = {"kind": "webhook", "url": url, "format": "json"}
    status, answer = await world.insist(
        f"/api/v1/tables/{table}/notifications", {"way": way, "seat": seat, "token": token}
    )
    if status != 201:
        raise AssertionError(f"no notifications: {status} {answer}")


def check_notifications(world: World) -> list[str]:
    """Return who was not told that it is their turn, or was told twice."""
    found = []
    for person in world.absentees:
        mine = [one for one in world.webhooks.received if one.url == person.url]
        table = world.truth.tables[person.table].table
        asked = table.asked.get(person.seat) if table.status == "playing" else None
        decides = person.away and asked is not None and table.seats[person.seat].decides
        # nobody is told again before they have come back
        told = any(asked is not None and (one.asked == asked.number or one.time > person.visits[-1]) for one in mine)
        if decides and asked is not None and not told:
            found.append(f"{person.name} is away and was not told that event {asked.number} asks them")
        for number, one in enumerate(mine) if world.clocks_agree else ():
            again = next((two for two in mine[number + 1 :] if two.asked == one.asked), None)
            came = any(one.time < visit for visit in person.visits if again and visit < again.time)
            died = one.server not in {process.name for process in world.processes}
            if one.asked is not None and one.certain and again is not None and not came and not died:
                found.append(f"{person.name} was told twice that event {one.asked} asks them: {one}, {again}")
    return found
