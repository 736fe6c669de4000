"""People at tables who come, go and want to be called."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from tests.server.tools import Player, ServerProcess, any_move, at_table


def subscribe(server: ServerProcess, table: str, seat: int, token: str, way: dict[str, Any], **more: Any) -> Any:
    answer = server.post(f"/api/v1/tables/{table}/notifications", {"way": way, "seat": seat, "token": token, **more})
    assert answer.status_code == 201, answer.text
    return answer.json()


async def pass_the_turn(
    server: ServerProcess,
    table: str,
    tokens: list[str],
    away: int,
    seed: int = 1,
    wish: Callable[[], object] = lambda: None,
) -> None:
    """Everybody comes (``wish``: and wants to be called, not before, since on a busy machine coming takes longer than a
    call waits); the person of one seat goes, and the others play until that seat is asked."""
    people = [Player(server.base, table, {seat: token}) for seat, token in enumerate(tokens)]
    async with at_table(*people):
        for player in people:
            await player.until("update")
        await asyncio.to_thread(wish)
        await play_while_asked(people[away], seed)  # nobody is called for a question that they have seen
        await people[away].close()
        await play_until_asked(people, away, seed)


async def play_while_asked(player: Player, seed: int = 1) -> None:
    choose = any_move(seed)
    while player.sight and player.sight["asked"]:
        await player.command("play", move=choose(player.sight))
        await player.command("ping")


async def play_until_asked(people: list[Player], away: int, seed: int = 1) -> None:
    choose = any_move(seed)
    others = [player for seat, player in enumerate(people) if seat != away]
    await others[0].command("ping")  # by its answer, everything before has been told
    while away not in (others[0].sight or {}).get("awaited", []):
        for player in others:
            sight = player.sight
            if sight is not None and sight["asked"]:
                await player.command("play", move=choose(sight))
        await others[0].command("ping")
