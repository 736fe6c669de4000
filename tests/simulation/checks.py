"""What must hold, however bad the night was."""

from __future__ import annotations

import asyncio
from typing import Any

from piazzetta.games.base import SPECTATOR
from piazzetta.tables.bot_turns import bots_asked
from piazzetta.tables.planning import plans_due
from piazzetta.tables.viewers.viewer_updates import ViewerUpdates
from tests.simulation.chance import EVENING
from tests.simulation.club.list_checks import check_lists, check_results
from tests.simulation.club.lobby import check_queue
from tests.simulation.club.visits import check_notifications
from tests.simulation.network import Gone
from tests.simulation.page import Page
from tests.simulation.truth import plain
from tests.simulation.world import World

#: Seconds after which a command without an answer is forgotten.
_ANSWERED = 40.0
#: Seconds within which one is answered if nothing is wrong.
_SOON = 3.0
#: Seconds between two looks whether everybody sees the same.
_LOOK = 5.0
#: Milliseconds by which a clock may differ: a server runs a moment before it listens.
_CLOCK = 1000
#: Seconds at the beginning of an outage that servers may not notice.
_UNNOTICED = 3.0
#: Differs between servers, and between a server and the log: it counts from the server's start.
_OF_THE_SERVER = ("deadline",)

#: Questions to bots, planned moves and clocks that have run out, by table and seat.
Questions = dict[tuple[str, int, str], int]


def standing(world: World) -> Questions:
    """Return what bots, planned moves and clocks have to do now."""
    found: Questions = {}
    for table_id, true in world.truth.tables.items():
        table = true.table
        if table.status != "playing":
            continue
        table.plans = world.truth.plans(table_id)
        for question in bots_asked(table):
            found[table_id, question.seat, "bot"] = question.asked
        for seat in plans_due(table):
            found[table_id, seat, "plan"] = table.asked[seat].number
        for seat in table.asked:
            deadline = table.deadline(seat)
            if deadline is not None and deadline < 1000 * (EVENING + world.loop.now) and not table.seats[seat].by_bot:
                found[table_id, seat, "clock"] = table.asked[seat].number
    return found


def check_standing_still(world: World, before: Questions) -> None:
    """No question to a bot may be the same as a while ago."""
    for key, asked in standing(world).items():
        if before.get(key) == asked:
            world.broken(f"table {key[0]} stands still: seat {key[1]} was asked by event {asked} ({key[2]})")


async def calm(world: World, before: Questions) -> bool:
    """Return whether nothing is left of the faults: everything that is checked later could hold by now."""
    settled = (
        all(process.listening for process in world.processes)
        and not any(link.silent for link in world.network.links)
        and not any(session.waits for session in world.database.sessions)
        and all(page.live for page in world.pages)
        and not check_queue(world)
        and all(world.loop.now - since < _SOON for since in world.waiting.values())
        and not any(before.get(key) == asked for key, asked in standing(world).items())
    )
    if settled:
        for process in world.processes:
            try:
                status, _ = await world.ask(process, "GET", "/healthz")
            except Gone:
                return False
            settled = settled and status == 200
    return settled


async def check_after_the_storm(world: World) -> dict[str, int]:
    """Everybody is connected and answered, every server is well; returns how often each page has connected."""
    for process in world.processes:
        if not process.listening:
            world.broken(f"{process.name} does not run")
            continue
        try:
            status, body = await world.ask(process, "GET", "/healthz")
            if status != 200:
                world.broken(f"{process.name} is not well, and everything else is: {status} {body}")
        except Gone:
            world.broken(f"{process.name} does not answer")
    for name, since in world.waiting.items():
        if world.loop.now - since > _ANSWERED:
            world.broken(f"{name} waits for an answer since {since:.3f} s")
    for page in world.pages:
        if not page.live and world.loop.now - page.since > _ANSWERED / 2:
            world.broken(f"{page.name} is not connected (closed by {page.closed})")
    for problem in check_queue(world):
        world.broken(problem)
    return {page.name: page.connections for page in world.pages if page.live}


async def check_at_the_end(world: World, connections: dict[str, int], until: float) -> None:
    """What was acknowledged is stored once, and everybody sees what a fresh page sees, by ``until`` at the latest."""
    _check_acknowledged(world)
    _check_clocks(world)
    fresh: dict[str, Any] = {page.table: world.truth.fresh(page.table) for page in world.pages}
    while True:
        differences = [_differences(world, page, fresh[page.table]) for page in world.pages]
        unstored = [*check_results(world), *check_notifications(world)]
        if not (any(differences) or unstored) or world.loop.now >= until:
            break
        await asyncio.sleep(_LOOK)
    for problem in unstored:
        world.broken(problem)
    for page, found in zip(world.pages, differences, strict=True):
        if page.connections != connections.get(page.name, page.connections):
            world.broken(f"{page.name} had to connect again although nothing went wrong")
        for difference in found:
            world.broken(f"{page.name} {difference}")
    for process in world.listening:
        await _check_newcomers(world, process, fresh)
        await check_lists(world, process)


def _check_acknowledged(world: World) -> None:
    stored: dict[tuple[str, str], list[int]] = {}
    for table_id, true in world.truth.tables.items():
        for entry in true.entries:
            if entry.command is not None:
                stored.setdefault((table_id, entry.command), []).append(entry.number)
    for one in world.acknowledged:
        found = stored.get((one.table, one.key), [])
        if len(found) != 1 or found[0] != one.at:
            world.broken(f"{one} was acknowledged, and the log has {found}")


def _check_clocks(world: World) -> None:
    """Nobody's time runs out early, nor while no server runs: then everybody who is asked has all their time again.
    While the database is away, nobody can move, and clocks stand still."""
    for table_id, true in world.truth.tables.items():
        for time, asked, allowed in true.timed_out:
            starts = [int(1000 * (EVENING + moment)) for moment in world.starts_alone]
            since = max([asked, *(moment for moment in starts if moment <= time)])
            charged = time - since - _away(world, since, time)
            if charged < allowed - _CLOCK:
                world.broken(f"table {table_id}: time ran out after {charged} ms of {allowed}")


def _away(world: World, since: int, until: int) -> int:
    """Return for how many milliseconds between two moments the database was away, as far as servers can know."""
    found = 0.0
    for begin, end in world.outages:
        first, last = 1000 * (EVENING + begin + _UNNOTICED), 1000 * (EVENING + end)
        found += max(0.0, min(last, until) - max(first, since))
    return int(found)


def _differences(world: World, page: Page, table: Any) -> list[str]:
    """Return what a page shows otherwise than the log says."""
    if page.at != table.head and any(step.number > page.at for step in table.steps):
        return [f"shows event {page.at}, and the table is at {table.head}"]
    found = []
    updates = ViewerUpdates(table)
    for sight in page.sights:
        true = plain(updates.sight(sight["viewer"], True, False))
        for name, value in true.items():
            if name not in _OF_THE_SERVER and sight.get(name) != value:
                found.append(f"shows as {name} {str(sight.get(name))[:200]} instead of {str(value)[:200]}")
    found += _log_differences(world, page)
    talk = [(line["at"], line["text"]) for line in table.talk]
    if [(line["at"], line["text"]) for line in page.chat] != talk:
        found.append(f"shows {len(page.chat)} lines of talk instead of {len(talk)}")
    for seat, card in enumerate(page.info["seats"]):
        there = any(one.live and one.table == page.table and seat in one.yours for one in world.pages)
        if table.seats[seat].by_person and card["connected"] != there:
            found.append(f"shows seat {seat} as {'there' if card['connected'] else 'away'}")
        if card["bot_plays"] != table.seats[seat].bot_plays:
            found.append(f"shows that a bot plays for seat {seat}: {card['bot_plays']}")
    return found


def _log_differences(world: World, page: Page) -> list[str]:
    """A page tells what has happened, without moves that were taken back."""
    steps: list[tuple[int, str, int | None]] = []
    for step in world.truth.tables[page.table].table.steps:
        if step.kind != "undo":
            steps.append((step.number, step.kind, step.seat))
            continue
        taken = next(one for one in reversed(steps) if one[2] == step.seat and one[1] in ("play", "sealed"))
        steps.remove(taken)
    told, true = [item["at"] for item in page.log], [number for number, _, _ in steps]
    return [] if told == true else [f"tells {told} instead of {true}"]


async def _check_newcomers(world: World, process: Any, fresh: dict[str, Any]) -> None:
    """Whoever comes now, to any server, is shown the same."""
    for number, (table_id, table) in enumerate(fresh.items()):
        page = Page(
            world.network,
            lambda: process,
            world.chance.of(f"newcomer {process.name} {number}"),
            "person 99",
            table_id,
            {},
        )
        task = asyncio.ensure_future(page.run())
        for _ in range(100):
            await asyncio.sleep(0.1)
            if page.latest is not None:
                break
        else:
            world.broken(f"a newcomer to {process.name} is not shown table {table_id}")
        task.cancel()
        if page.latest is not None:
            true = plain(ViewerUpdates(table).sight(SPECTATOR, True, False))
            if page.at != table.head or page.sights[0]["view"] != true["view"]:
                world.broken(f"a newcomer to {process.name} is shown event {page.at} of {table.head}")
            for difference in _log_differences(world, page):
                world.broken(f"a newcomer to {process.name} {difference}")
