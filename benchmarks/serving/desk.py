"""Measure My games with 500 running games, and what a move costs more when its game is in someone's My games.

``python -m benchmarks.serving.desk`` runs within this process, on an SQLite file of its own, on one core. The player
who moves is connected, as in a slow game, and gets the changes and the next choices. The other player is away.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from piazzetta.server.background import Background
from piazzetta.server.people.my_games import MyGames
from piazzetta.server.people.people import People
from piazzetta.server.rooms.registry import TableRegistry
from piazzetta.server.rooms.seat_keys import token_hash
from piazzetta.server.settings import Settings
from piazzetta.server.store.store import Store
from piazzetta.server.wire import people as m
from piazzetta.server.wire.common import encode
from piazzetta.server.workers.thinkers import Thinkers
from piazzetta.tables.commands import Play
from piazzetta.tables.messages import UpdateMessage
from piazzetta.tables.seating import Wish
from piazzetta.tables.table import Table
from piazzetta.tables.waiting import Contribute

GAMES = 500
MOVES = 300
ROUNDS = 5
NAMES = ("portobello", "viaggiatore")


@dataclass(eq=False)
class Page:
    """The connection of somebody's page, without its network."""

    keys: tuple[int, ...]
    previews: bool = True
    notes: bool = False
    changes: bool = True
    visible: bool = True
    person_id: str = ""
    credential: str = ""
    last_update: UpdateMessage | None = None

    @property
    def yours(self) -> tuple[int, ...]:
        return self.keys

    def send(self, message: bytes) -> None:
        pass

    def turn_away(self, code: int, reason: str) -> None:
        pass


async def begun(registry: TableRegistry, game: str) -> tuple[str, list[str]]:
    """A table of two people whose game has begun."""
    wish = Wish.from_json({"game": game, "seats": [{"kind": "me"}, {"kind": "open"}]})
    table, _, tokens = await registry.create(wish)
    _, other, _ = await registry.join(table, "B", None)
    await registry.act(table, lambda _: Contribute({0: "a", 1: "b"}))
    return table, [tokens[0], other]


def _always(command: Play) -> Callable[[Table], Play]:
    return lambda table: command


async def moves(registry: TableRegistry, table: str, count: int) -> float:
    """Processor seconds of a move: the same first choices every time."""
    spent = 0.0
    pages = [Page((0,)), Page((1,))]
    for _ in range(count):
        async with registry._loaded(table) as (room, now):
            if now.status != "playing" or now.match is None:
                break
            seat = now.awaited[0]
            move = next(iter(now.match.choices(seat)))
            head = now.head
            room.audience.listeners = {pages[seat]}
        command = Play(seat, move, head)
        before = time.process_time()
        await registry.act(table, _always(command))
        spent += time.process_time() - before
    registry.room(table).audience.listeners.clear()
    return spent / count


async def measure(folder: Path) -> None:
    settings = Settings(db=f"sqlite:///{folder / 't.sqlite'}", idle=3600)
    store = Store(settings.db)
    await store.open()
    background = Background()
    registry, people = TableRegistry(settings, store, background, Thinkers(1)), People(store)
    my_games = MyGames(store, registry, people)
    registry.subscribe(my_games)
    person = await people.find(await people.create(m.NewPerson("Ada")))
    assert person is not None
    for number in range(GAMES):
        table, tokens = await begun(registry, NAMES[number % 2])
        await moves(registry, table, 4)
        await my_games.add(person, table, [token_hash(tokens[0])])
        registry.rooms.clear()
    times = []
    for _ in range(30):
        before = time.perf_counter()
        answer = encode(await my_games.of(person))
        times.append(time.perf_counter() - before)
    print(f"a desk of {GAMES} games: median {1000 * median(times):.1f} ms, {len(answer) // 1024} KiB")
    for game in NAMES:
        plain, kept = [], []
        for _ in range(ROUNDS):  # one after the other, so that other work beside disturbs both
            table, _ = await begun(registry, game)
            plain.append(await moves(registry, table, MOVES // ROUNDS))
            table, tokens = await begun(registry, game)
            await my_games.add(person, table, [token_hash(tokens[0])])
            kept.append(await moves(registry, table, MOVES // ROUNDS))
        more = median(kept) / median(plain) - 1
        print(
            f"a move, {game}: {1e6 * median(plain):.0f} µs of processor time, on a desk {1e6 * median(kept):.0f} µs "
            f"({100 * more:+.0f}%)"
        )
    await background.close()
    await registry.close()
    await store.close()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(Path(folder)))


if __name__ == "__main__":
    main()
