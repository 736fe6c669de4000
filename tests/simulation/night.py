"""A night: what is planned for it, and what comes of it."""

from __future__ import annotations

import asyncio
import gc
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from random import Random

from piazzetta.server.workers.kernels import load_kernels
from tests.simulation.checks import calm, check_after_the_storm, check_at_the_end, check_standing_still, standing
from tests.simulation.club.seating import seat_people, send_seekers
from tests.simulation.database import write_empty
from tests.simulation.faults import Fault, drawn_faults
from tests.simulation.loop import Endless
from tests.simulation.people import TablePlan, drawn_table
from tests.simulation.world import World

#: Seconds after the last fault until everybody must be connected, answered and well again.
RECOVERY = 60.0
#: Seconds after which a night may end as soon as they are, and between two looks.
_SOONEST, _LOOK = 10.0, 5.0
#: Seconds of silence after which everybody must see the same, without having connected again.
SILENCE = 20.0


@dataclass(frozen=True)
class Night:
    """Everything that is decided beforehand. The rest follows from the seed."""

    seed: int
    servers: int
    seconds: float
    tables: tuple[TablePlan, ...]
    faults: tuple[Fault, ...]
    seekers: int = 0  # people who look for a game with anybody
    long: bool = False  # people play for the whole time of recovery, even if all is well before

    @classmethod
    def drawn(cls, seed: int) -> Night:
        rng = Random(f"night {seed}")
        seconds = rng.choice([5.0, 10.0, 20.0])
        servers = rng.choice([1, 1, 2, 2, 2, 2, 3])
        tables = tuple(drawn_table(rng) for _ in range(rng.choice([1, 1, 1, 2])))
        faults = drawn_faults(rng, 0.0, seconds, rng.choice([0, 2, 4, 8]))
        club = Random(f"club {seed}")  # of its own, so that the rest of a night is the same with and without it
        tables = tuple(_with_club(club, table, seconds) for table in tables)
        seekers = club.choice([0, 0, 0, 0, 0, 2, 3])
        long = any(table.absentee for table in tables) or rng.random() < 0.12
        return cls(seed, servers, seconds, tables, tuple(faults), seekers, long)


def _with_club(rng: Random, table: TablePlan, seconds: float) -> TablePlan:
    """Return a table some of whose people have profiles, resign, or leave and are notified."""
    return replace(
        table,
        profiles=rng.random() < 0.4,
        resigns=rng.uniform(0, seconds + 5) if table.people and rng.random() < 0.15 else None,
        absentee=table.people > 1 + table.hotseat and rng.random() < 0.1,
    )


@dataclass(frozen=True)
class Outcome:
    """``trace``: the digest of every step and every byte; two nights with the same one are the same."""

    problems: tuple[str, ...]
    trace: str
    simulated: float  # seconds
    processor: float  # seconds
    steps: int
    events: int
    acknowledged: int
    said: tuple[str, ...]


@lru_cache(maxsize=1)
def _folder() -> tempfile.TemporaryDirectory[str]:
    """Where databases are: in memory where the system has such a place. Also loads what every server needs."""
    load_kernels()
    place = "/dev/shm" if Path("/dev/shm").is_dir() else None
    folder = tempfile.TemporaryDirectory(prefix="piazzetta-simulation-", dir=place)
    write_empty(Path(folder.name) / "empty.sqlite")
    return folder


@contextmanager
def _database() -> Iterator[Path]:
    folder = Path(_folder().name)
    path = folder / "night.sqlite"
    path.write_bytes((folder / "empty.sqlite").read_bytes())
    try:
        yield path
    finally:
        for file in folder.glob("night.sqlite*"):
            file.unlink()


def run(night: Night) -> Outcome:
    """Let a night happen."""
    begun = time.process_time()
    collects = gc.isenabled()
    gc.disable()  # what is collected is closed, at a moment that differs from run to run
    try:
        with _database() as path:
            world = World(night.seed, night.servers, path)
            with world.running():
                try:
                    world.loop.run_until_complete(_happen(world, night))
                except Endless as endless:
                    world.broken(str(endless))
                for problem in world.loop.problems:
                    world.broken(f"nobody caught {problem.get('exception')!r}: {problem.get('message')}")
    finally:
        if collects:
            gc.enable()
    return Outcome(
        problems=tuple(world.problems),
        trace=world.loop.trace,
        simulated=world.loop.now,
        processor=time.process_time() - begun,
        steps=world.loop.steps,
        events=sum(len(found.entries) for found in world.truth.tables.values()),
        acknowledged=len(world.acknowledged),
        said=tuple(world.said),
    )


async def _happen(world: World, night: Night) -> None:
    await asyncio.gather(*(world.start(process) for process in world.processes))
    for number, plan in enumerate(night.tables):
        await seat_people(world, plan, number)
    await send_seekers(world, night.seekers, night.seconds)
    await asyncio.sleep(1.0)
    watching = asyncio.ensure_future(world.watch())
    await world.suffer(list(night.faults), night.seconds)
    world.clear()
    begun, questions = world.loop.now, standing(world)
    await asyncio.sleep(RECOVERY if night.long else _SOONEST)
    while world.loop.now < begun + RECOVERY and not await calm(world, questions):
        await asyncio.sleep(_LOOK)
    check_standing_still(world, questions)
    connections = await check_after_the_storm(world)
    world.hushed = True
    world.workers.held.clear()
    await asyncio.sleep(SILENCE)
    watching.cancel()
    await check_at_the_end(world, connections, begun + RECOVERY + SILENCE)
