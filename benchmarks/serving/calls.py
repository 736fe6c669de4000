"""Measure what turn notifications add to a move of a slow game: ``python -m benchmarks.serving.calls``.

Players connect, move and disconnect, as in a game over days, and all of them have subscribed. The same moves are played
with and without notifications, in turns. The processor time of the whole process counts, including the background work:
reading, storing, wording and encrypting. The push service accepts every message and does nothing.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import tempfile
import time
from pathlib import Path
from unittest.mock import patch

from piazzetta.server.background import Background
from piazzetta.server.notifications.notifier import Notifier
from piazzetta.server.notifications.senders import push
from piazzetta.server.notifications.senders.sender import sender_of
from piazzetta.server.notifications.subscriptions import Channel, Subscriptions, Target
from piazzetta.server.rooms.registry import TableRegistry
from piazzetta.server.settings import Settings
from piazzetta.server.store.store import Store
from piazzetta.server.workers.thinkers import Thinkers
from piazzetta.tables.commands import Play
from piazzetta.tables.seating import Wish
from piazzetta.tables.table import Table
from piazzetta.tables.waiting import Contribute

TABLES, MOVES, ROUNDS = 20, 8, 3
#: Without the bell; with it, and nobody has asked to be called; and everybody has.
KINDS = ("off", "unwanted", "wanted")
#: A browser's keys (RFC 8291, appendix A).
KEY = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"


async def _taken(url: str, headers: object, body: bytes, private: bool) -> int:
    return 201


async def _round(folder: Path, number: int, calls: str) -> tuple[float, float, int]:
    """Milliseconds until a move is stored and answered, processor milliseconds for each move with all that follows, and
    the calls that were sent."""
    store = Store(f"sqlite:///{folder / f'{number}-{calls}.sqlite'}")
    await store.open()
    settings, background = Settings(call_after=0.3), Background()
    registry = TableRegistry(settings, store, background, Thinkers(1))
    subscriptions = Subscriptions(store)
    notifier = Notifier(settings, subscriptions, background, registry)
    if calls != "off":
        registry.subscribe(notifier)
    await registry.open()
    background.spawn(notifier.run(await sender_of(settings, subscriptions)))
    rng = random.Random(number)
    wish = Wish.from_json({"game": "portobello", "seats": [{"kind": "me"}, {"kind": "hotseat"}]})
    tables = []
    for _ in range(TABLES):
        table, head, _ = await registry.create(wish)
        tables.append(table)
        for seat in head["seats"] if calls == "wanted" else []:
            channel = Channel(
                f"{len(tables)}-{(seat['hash'] or '')[:8]}",
                f"seat {seat['hash']}",
                "push",
                f"https://p.example/{table}",
                Target(p256dh=KEY, auth=AUTH),
            )
            await subscriptions.put(channel, 0)
        await registry.act(table, lambda _: Contribute({0: "a", 1: "b"}))

    def choose(table: Table) -> Play:
        assert table.match is not None
        seat = table.awaited[0]
        return Play(seat, rng.choice(list(table.match.choices(seat))), table.head)

    await asyncio.sleep(0.5)
    answers: list[float] = []
    begun = time.process_time()
    for _ in range(MOVES):
        for table in tables:
            if calls != "off":
                notifier.seats_visited(table, (0, 1))  # they were there for their last move
            asked = time.perf_counter()
            await registry.act(table, choose)
            answers.append(time.perf_counter() - asked)
        await asyncio.sleep(1)  # long enough for every call to be made
    spent = time.process_time() - begun
    sent = notifier.counts["sent"]
    await background.close()
    await registry.close()
    await store.close()
    return 1000 * statistics.median(answers), 1000 * spent / (MOVES * TABLES), sent


def main() -> None:
    with patch.object(push, "post", _taken), tempfile.TemporaryDirectory() as folder:
        rounds = [[asyncio.run(_round(Path(folder), number, calls)) for calls in KINDS] for number in range(ROUNDS)]
    print(f"{TABLES * MOVES * ROUNDS} moves each; medians of {ROUNDS} rounds, in milliseconds for a move")
    for which, name in enumerate(KINDS):
        answer, spent = (statistics.median(pair[which][part] for pair in rounds) for part in (0, 1))
        sent = sum(pair[which][2] for pair in rounds)
        print(f"{name:9} until it is answered {answer:.2f}, processor with all that follows {spent:.2f}, {sent} calls")


if __name__ == "__main__":
    main()
