"""Games to watch: the best one first, by the stated rule, and nothing but what spectators know."""

from __future__ import annotations

import asyncio
import time
from typing import get_type_hints

import pytest

from piazzetta.server.lobby.watching import MOST, NEWCOMER, interest
from piazzetta.tables.messages import TableCard
from tests.server.people.friends import keep
from tests.server.people.test_people import Known
from tests.server.tools import Player, ServerProcess, at_table

pytestmark = pytest.mark.compiled_only


def test_the_rule() -> None:
    level = [NEWCOMER, NEWCOMER]
    assert interest([1500, 1300], [20, 20], 0) > interest(level, [20, 20], 0)  # strength
    assert interest(level, [20, 19], 0) > interest(level, [20, 12], 0)  # closeness
    assert interest(level, [20, 1, 0], 3) == interest(level, [30, 5, 0], 3)  # far apart is far apart
    assert interest(level, [20, 20], 2) > interest(level, [20, 20], 0)  # who watches
    assert interest(level, [20, 20], 10) == interest(level, [20, 20], 99)


def test_public_games_alone_with_the_watched_one_first(server: ServerProcess) -> None:
    ada, bob = keep(server, "Ada"), keep(server, "Bob")

    def begun(**options: bool) -> str:
        table = ada.create("viaggiatore", options=options)
        bob.join(table, "Bob")

        async def story() -> None:
            async with at_table(Known(ada, table), Known(bob, table)) as people:
                for player in people:
                    await player.command("ping")

        asyncio.run(asyncio.wait_for(story(), 60))
        return table

    public, watched = begun(), begun()
    hidden = [begun(spectators=False), begun(listed=False)]
    waiting = ada.create("viaggiatore")

    async def look() -> dict[str, list[dict[str, object]]]:
        async with at_table(Player(server.base, watched), Player(server.base, watched)):
            await asyncio.sleep(0)
            deadline = time.monotonic() + 120
            while True:
                found = server.get("/api/v1/watch").json()
                if (found["tables"] and found["tables"][0]["table"]["id"] == watched) or time.monotonic() > deadline:
                    return dict(found)
                await asyncio.sleep(0.5)

    found = asyncio.run(look())["tables"]
    ids = [one["table"]["id"] for one in found]  # type: ignore[index]
    assert ids[0] == watched
    assert public in ids
    assert not {*hidden, waiting} & set(ids)
    assert len(ids) <= MOST
    assert set(found[0]) == {"table", "scores", "interest"}  # cards and points: no views, no hands
    assert set(found[0]["table"]) == set(get_type_hints(TableCard))  # type: ignore[call-overload]
    assert server.table(watched).seed.hex() not in str(found)
    before = server.get("/api/v1/watch").text
    assert server.get("/api/v1/watch").text == before  # shared by everybody for a moment
