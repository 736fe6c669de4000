"""Moves that are made in the call itself."""

from __future__ import annotations

import asyncio
import random
from functools import cache
from itertools import count
from typing import Any

import pytest

import piazzetta
from piazzetta import Record
from tests.server.notifications.people import subscribe
from tests.server.notifications.receiver import Browser, Receiver, until
from tests.server.tools import Player, ServerProcess, any_move, at_table

pytestmark = pytest.mark.compiled_only


@cache
def few_moves() -> dict[str, Any]:
    """A game in which the first seat begins its turn with one or two moves."""
    for seed in count():
        match = piazzetta.game("portobello", players=2).start(seed=seed)
        rng, before = random.Random(seed), -1
        while not match.over:
            legal = list(match.legal_moves)
            if match.mover == 0 and before == 1 and len(legal) <= 2:
                return Record.of(match).to_json()
            before = match.mover
            match.play(rng.choice(legal))
    raise AssertionError


def called(server: ServerProcess, receiver: Receiver) -> tuple[str, str, dict[str, Any]]:
    """Somebody who has few moves was called: the table, their token, what they were shown."""
    made = server.create("portobello", ["me", "bot easy"], record=few_moves())
    table, token = made["table"], made["tokens"]["0"]
    browser = Browser(receiver)
    subscribe(server, table, 0, token, browser.way, lang="de")

    async def begin() -> None:
        async with at_table(Player(server.base, table, {0: token})) as (player,):
            await player.until("update")
            await player.turn()
            await player.command("look", visible=False)
            await player.command("chat", text="Now I go")

    asyncio.run(begin())
    return table, token, browser.read(receiver.wait(browser.path)[0])


def test_the_only_moves_can_be_made_in_the_call(calling: ServerProcess, receiver: Receiver) -> None:
    table, _, shown = called(calling, receiver)
    assert 1 <= len(shown["taps"]) <= 2
    assert all(tap["title"].startswith("Du ") for tap in shown["taps"])
    answer = {"token": shown["tap"], "move": shown["taps"][0]["move"]}
    # the token is known once the push service has taken the call
    until(lambda: calling.post("/api/v1/notifications/play", {**answer, "move": "nothing"}).status_code == 400)
    assert calling.post("/api/v1/notifications/play", {**answer, "token": "0" * 40}).status_code == 409
    before = calling.entries(table)[-1].number
    played = calling.post("/api/v1/notifications/play", answer)
    assert played.status_code == 200, played.text
    assert played.json()["title"].startswith("Erledigt.")
    entry = next(entry for entry in calling.entries(table) if entry.number > before)
    assert (entry.kind, entry.body["seat"], entry.body["move"]) == ("play", 0, answer["move"])
    again = calling.post("/api/v1/notifications/play", answer)
    assert (again.status_code, again.json()["code"]) == (409, "stale")


def test_a_call_is_no_use_once_the_game_has_gone_on(calling: ServerProcess, receiver: Receiver) -> None:
    table, token, shown = called(calling, receiver)

    async def play() -> None:
        async with at_table(Player(calling.base, table, {0: token})) as (player,):
            await player.until("update")
            assert player.sight is not None
            await player.command("play", move=any_move(1)(player.sight))

    asyncio.run(play())
    answer = calling.post("/api/v1/notifications/play", {"token": shown["tap"], "move": shown["taps"][0]["move"]})
    assert answer.status_code in (400, 409)
    assert answer.json()["code"] in ("stale", "not_your_turn")
