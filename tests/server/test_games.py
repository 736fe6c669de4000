"""Whole games over the network, each client checked at every event against what its seat may know."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

import piazzetta
from piazzetta import Record
from piazzetta.tables.apply import apply, load
from piazzetta.tables.viewers.viewer_updates import event_data
from tests.server.tools import Player, ServerProcess, any_move, at_table
from tests.tiers import tier
from tests.viaggiatore.decks import odd_deck

pytestmark = pytest.mark.compiled_only


def plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def check_against_the_log(server: ServerProcess, table_id: str, players: list[Player], viewers: list[int]) -> int:
    """Every update each client got is what the engine gives for that event and viewer; return their number."""
    entries = server.entries(table_id)
    updates = [{m["at"]: m for m in player.messages if m["type"] == "update"} for player in players]
    checked = 0
    table = load(table_id, entries[:1])
    for last in range(1, len(entries) + 1):
        if last > 1:
            apply(table, entries[last - 1])
        wanted = [
            (viewer, by_number[last]) for viewer, by_number in zip(viewers, updates, strict=True) if last in by_number
        ]
        if not wanted:
            continue
        for viewer, update in wanted:
            checked += 1
            sight = update["sight"]
            assert sight["viewer"] == viewer
            if table.match is None:
                assert sight["view"] is None
                continue
            match = table.match
            assert sight["view"] == plain(match.view(viewer))
            assert sight["mover"] == match.mover
            assert sight["awaited"] == match.awaited
            assert [move["move"] for move in sight["legal"]] == (list(match.choices(viewer)) if viewer >= 0 else [])
            for move in sight["legal"]:
                preview = match.preview(move["move"], viewer)
                assert move["points"] == list(preview.points)
                assert move["notes"] == list(preview.notes)
                assert move["events"] == plain(event_data(preview.events))
            step = table.steps[-1]
            told = [event for at in range(step.begin, step.end) for event in match.events_of(at, viewer)]
            assert update["happened"][-1] == {
                "at": step.number,
                "frame": step.end,
                "seat": step.seat,
                "kind": step.kind,
                "events": plain(event_data(told)),
            }
            assert update["over"] == match.over
    return checked


async def whole_game(server: ServerProcess, game: str, players: int, **more: Any) -> tuple[str, list[Player], Player]:
    table, tokens = server.seated(game, players, **more)
    # some are told whole updates, some changes
    clients = [Player(server.base, table, {seat: token}, changes=seat % 2 == 0) for seat, token in enumerate(tokens)]
    watcher = Player(server.base, table, changes=True)
    async with at_table(watcher, *clients):
        games = [client.play_on(any_move(seat)) for seat, client in enumerate(clients)]
        await asyncio.wait_for(asyncio.gather(*games, watcher.play_on(lambda sight: None)), 600)
    return table, clients, watcher


GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("portobello", 4, {"edition": "it"}),
    ("viaggiatore", 4, {"rules": {"target": 3}}),
    ("portobello", 2, {"rules": {"clients": "queue"}, "starter": 1}),
    ("viaggiatore", 6, {"rules": {"target": 1, "bonus": "first", "ending": "round"}, "starter": 4}),
    ("viaggiatore", 3, {"rules": {"target": 2}, "deck": odd_deck(60)}),
]


@pytest.mark.parametrize(
    ("game", "players", "more"),
    GAMES[-tier(3, 5) :],
)
def test_a_whole_game(server: ServerProcess, tmp_path: Path, game: str, players: int, more: dict[str, Any]) -> None:
    table, clients, watcher = asyncio.run(whole_game(server, game, players, **more))
    checked = check_against_the_log(server, table, [*clients, watcher], [*range(players), piazzetta.SPECTATOR])
    # By luck a game is short, so the log says how many updates there must be: at least one viewer's share of them.
    assert checked > len(server.entries(table))
    # the record is valid, its draws are reproducible, and the replay is the game
    answer = server.get(f"/api/v1/tables/{table}/record")
    record = Record.loads(answer.content)
    record.verify()
    fair = answer.json()["fair"]
    assert fair["commitment"] == server.get(f"/api/v1/tables/{table}").json()["commitment"]
    assert fair["contributions"] == [client.contributions[seat] for seat, client in enumerate(clients)]
    frames = server.get(f"/api/v1/tables/{table}/replay", params={"viewer": -2}).json()["frames"]
    match = record.replay()
    assert len(frames) == len(match.log) + 1
    assert frames[-1]["view"] == plain(match.view(piazzetta.OPEN))
    uploaded = server.post("/api/v1/replay?viewer=1", answer.json()).json()
    assert uploaded["frames"][-1]["view"] == plain(match.view(1))
    assert uploaded["result"] == record.result
    assert bool(uploaded["warnings"]) == ("deck" in more), "how a deck differs, without refusing it"
    assert len(uploaded["differences"]) == len(uploaded["warnings"])
    assert answer.json()["credits"]


def test_a_deck_of_ones_own_is_taken_with_a_warning(server: ServerProcess) -> None:
    """In English, and as messages for readers of any language."""
    made = server.create("viaggiatore", ["me", "open"], deck=odd_deck(60))
    assert made["warnings"][0] == "it has 60 cards; the printed deck has 96"
    assert made["differences"][0] == {"key": "cards", "params": {"n": 60, "printed": 96}}
    assert len(made["differences"]) == len(made["warnings"]) == 4
    ours = server.create("viaggiatore", ["me", "open"])
    assert ours["warnings"] == ours["differences"] == []


def test_simultaneous_bids_come_in_any_order(server: ServerProcess) -> None:
    """3.2: all may choose at once; early choosers can take it back, and others see only that they have chosen."""

    async def story() -> None:
        table, tokens = server.seated("viaggiatore", 3)
        a, b, c = (Player(server.base, table, {seat: token}) for seat, token in enumerate(tokens))
        async with at_table(a, b, c):
            await a.until("update", over=False)
            while a.sight is None or a.sight["view"] is None:
                await a.receive()
            assert (await a.command("play", move="auction"))["type"] == "done"
            for player in (b, c):
                while player.sight is None or player.sight["awaited"] != [0, 1, 2]:
                    await player.receive()
            # the last seat first
            assert (await c.command("play", move="bluff"))["type"] == "done"
            assert c.sight is not None
            assert (c.sight["sealed"], c.sight["awaited"]) == ("bluff", [0, 1])
            assert (await c.command("play", move="bluff"))["code"] == "not_your_turn"
            assert c.sight["undo"] is None
            assert (await c.command("undo"))["type"] == "done"
            assert c.sight["awaited"] == [0, 1, 2]
            card = c.sight["view"]["seats"][2]["hand"][0]
            assert (await c.command("play", move=f"bid {card}"))["type"] == "done"
            # a client that has not heard of it is not stale: the question is the same
            old = b.since
            assert (await b.command("play", move="bluff", at=old))["type"] == "done"
            assert (await a.command("play", move="bluff"))["type"] == "done"
            while a.sight["mover"] != 2:
                await a.receive()
            for player in (a, b):
                for message in player.messages:
                    if message["type"] == "update" and message["sight"]["view"] and message["sight"]["mover"] != 2:
                        assert message["sight"]["sealed"] in (None, "bluff")
                        assert message["sight"]["view"]["seats"][2]["bid"] is None

    asyncio.run(story())


def test_hot_seat_gets_a_sight_for_each_seat(server: ServerProcess) -> None:
    async def story() -> None:
        made = server.create("viaggiatore", ["me", "hotseat", "bot random"])
        mine = {int(seat): token for seat, token in made["tokens"].items()}
        assert sorted(mine) == [0, 1]
        player = Player(server.base, made["table"], mine)
        async with at_table(player):
            update = await player.until("update")
            while update["sights"][0]["view"] is None:
                update = await player.until("update")
            assert [sight["viewer"] for sight in update["sights"]] == [0, 1]
            for sight in update["sights"]:
                seats = sight["view"]["seats"]
                assert [seat["hand"] is not None for seat in seats] == [seat == sight["viewer"] for seat in range(3)]
            assert all("card" not in event["params"] for step in update["happened"] for event in step["events"])
            assert (await player.command("play", seat=0, move="auction"))["type"] == "done"
            assert (await player.command("play", seat=1, move="bluff"))["type"] == "done"
            assert (await player.command("play", seat=2, move="bluff"))["code"] == "not_your_seat"
            assert (await player.command("play", move="bluff"))["code"] == "not_your_seat"

    asyncio.run(story())
