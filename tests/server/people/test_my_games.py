"""The desk: what waits for me first, what was said meanwhile, what has ended; pictures and their secrets."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from piazzetta.games.base import SPECTATOR
from piazzetta.games.registry import shelf
from piazzetta.server.people.my_games import summary_of
from piazzetta.server.people.results import counts, result_of
from piazzetta.server.rooms.rated import why_unrated
from piazzetta.tables.apply import apply, load
from tests.server.people.friends import Device, keep
from tests.server.people.test_people import Known
from tests.server.tools import ServerProcess, any_move, at_table

pytestmark = pytest.mark.compiled_only


def played(a: Device, b: Device, table: str, whole: bool = True, seed: int = 1) -> None:
    """Two people play: a whole game, or until both have moved and the first has something to decide."""

    async def story() -> None:
        one, two = Known(a, table), Known(b, table)
        async with at_table(one, two):
            if whole:
                await asyncio.gather(one.play_on(any_move(seed)), two.play_on(any_move(seed + 1)))
                return
            moved = False
            for _ in range(50):
                for who in (one, two):
                    await who.command("ping")  # everything until now has arrived
                asked = [who for who in (two, one) if who.sight and who.sight["asked"]]
                if asked == [one] and moved:
                    break
                if asked:
                    assert asked[0].sight is not None
                    moved = moved or asked[0] is two
                    await asked[0].command("play", move=asked[0].sight["legal"][0]["move"])
            await two.command("chat", text="your move")
            await one.until("chat")

    asyncio.run(asyncio.wait_for(story(), 60))


def until(found: Any) -> Any:
    """The first true answer, as what is noted after the end of a game comes a moment later."""
    deadline = time.monotonic() + 60
    while not (answer := found()):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return answer


def test_what_waits_for_me_comes_first(server: ServerProcess) -> None:
    ada, bob = keep(server, "Ada"), keep(server, "Bob")
    waiting = ada.create()
    mine = ada.create("viaggiatore", options={"listed": False})
    bob.join(mine, "Bob")
    played(ada, bob, mine, whole=False)
    desk = ada.another().get("/me/games").json()
    assert [game["table"] for game in desk["games"]] == [mine, waiting]
    game, open_table = desk["games"]
    assert game["my_turn"]
    assert game["yours"] == [0]
    assert game["game"] == "viaggiatore"
    assert game["round"] == 1
    assert [seat["name"] for seat in game["seats"]] == ["Player 1", "Bob"]
    assert game["last"]["seat"] in (0, 1)
    assert game["last"]["events"]
    assert abs(game["since"] / 1000 - time.time()) < 600
    assert (open_table["status"], open_table["my_turn"], open_table["since"]) == ("waiting", False, None)
    assert desk["finished"] == []
    assert [one["table"] for one in bob.get("/me/games").json()["games"]] == [mine]
    assert "hash" not in ada.get("/me/games").text
    assert ada.post(f"/me/tables/{waiting}", {"hidden": True}).status_code == 200
    assert [one["hidden"] for one in ada.get("/me/games").json()["games"]] == [False, True]
    assert bob.post(f"/me/tables/{waiting}", {"hidden": True}).status_code == 404


def test_unread_messages_are_counted(server: ServerProcess) -> None:
    ada, bob = keep(server, "Ada"), keep(server, "Bob")
    table = ada.create()
    bob.join(table)
    played(ada, bob, table, whole=False)  # Ada was there, and has read it

    def unread(device: Device) -> int:
        return int(device.get("/me/games").json()["games"][0]["unread"])

    until(lambda: unread(ada) == 0)

    async def talk() -> None:
        other = Known(bob, table)
        async with at_table(other):
            await other.command("chat", text="are you there?")
            await other.command("chat", text="hello?")

    asyncio.run(talk())
    assert unread(ada) == 2
    assert unread(bob) == 0  # one's own words


def test_a_finished_game_and_its_numbers(server: ServerProcess) -> None:
    ada, bob = keep(server, "Ada"), keep(server, "Bob")
    table = ada.create("viaggiatore")
    bob.join(table)
    played(ada, bob, table)
    until(lambda: ada.get("/me/games").json()["finished"])
    desk = ada.get("/me/games").json()
    assert desk["games"] == []
    (game,) = desk["finished"]
    record = server.get(f"/api/v1/tables/{table}/record").json()["result"]
    assert [seat["score"] for seat in game["seats"]] == record["scores"]
    assert [number for number, seat in enumerate(game["seats"]) if seat["won"]] == record["winners"]
    assert game["counted"]
    assert ada.get(f"/me/finished?before={game['ended']}").json() == {"finished": [], "more": False}
    assert ada.get("/me/finished?before=x").status_code == 400
    mine, theirs = ada.get("/me/statistics").json(), bob.get("/me/statistics").json()
    assert mine["games"] == theirs["games"] == 1
    assert mine["wins"] + theirs["wins"] == 1
    (tally,) = mine["tallies"]
    assert tally["points"] == record["scores"][0] == sum(tally["sources"].values())
    assert [(one["kind"], one["name"], one["games"]) for one in mine["opponents"]] == [("person", "Bob", 1)]
    again = ada.post(f"/tables/{table}/rematch").json()["table"]
    assert [one["table"] for one in bob.get("/me/games").json()["games"]] == [again]


def test_a_desk_tells_nothing_that_spectators_may_not_know(server: ServerProcess) -> None:
    """After every event of a game, what is stored for desks is what a spectator sees and is told."""
    table, _ = finished_game(server)
    entries = server.entries(table)
    seen = load(table, entries[:1])
    for entry in entries[1:]:
        apply(seen, entry)
        summary = msgspec.to_builtins(summary_of(seen))
        if seen.match is None:
            continue
        view = seen.match.view(SPECTATOR)
        assert summary["scores"] == view["scores"]
        begun = [event for at in range(len(seen.match.log)) for event in seen.match.events_of(at, SPECTATOR)]
        starts = [event for event in begun if event.key == "turn" and event.params["seat"] == seen.setting.starter]
        assert summary["round"] == max(1, len(starts))
        more = {"clock", "deadlines", "banks", "pauses", "lesson"}
        assert set(summary) == {"game", "edition", "round", "scores", "seats", "asked", "last", "chats"} | more
        if summary["last"]:
            step = next(one for one in reversed(seen.steps) if one.end > one.begin and one.kind == "play")
            told = [event.key for at in range(step.begin, step.end) for event in seen.match.events_of(at, SPECTATOR)]
            assert [event["key"] for event in summary["last"]["events"]] == told[:6]


def finished_game(server: ServerProcess) -> tuple[str, list[Device]]:
    ada, bob = keep(server, "Ada"), keep(server, "Bob")
    table = ada.create("viaggiatore", options={"listed": False})
    bob.join(table)
    played(ada, bob, table, seed=5)
    return table, [ada, bob]


def test_only_its_own_people_get_a_picture_and_no_hand_is_in_it(server: ServerProcess) -> None:
    ada, bob, eve = keep(server, "Ada"), keep(server, "Bob"), keep(server, "Eve")
    table = ada.create("viaggiatore", options={"listed": False})
    bob.join(table)
    played(ada, bob, table, whole=False)
    cover = server.get(f"/api/v1/tables/{table}/picture")
    mine, theirs, strangers = (one.get(f"/me/tables/{table}/picture") for one in (ada, bob, eve))
    assert mine.headers["content-type"] == "image/png"
    assert mine.headers["cache-control"].startswith("private")
    assert mine.content == theirs.content  # what lies open
    assert strangers.content == cover.content  # an unlisted table: the game's own picture
    assert mine.content != cover.content
    assert server.get(f"/api/v1/me/tables/{table}/picture").content == cover.content


def test_rows_are_made_from_the_log_again(tmp_path: Path) -> None:
    """A database of a version without people, and one whose rows were lost: the log brings everything back."""
    db = f"sqlite:///{tmp_path / 't.sqlite'}"
    server = ServerProcess(db, "--pace", "0", "--no-address-limits").start()
    try:
        table, (ada, bob) = finished_game(server)
        until(lambda: ada.get("/me/games").json()["finished"])
        running = ada.create()
        bob.join(running)
        played(ada, bob, running, whole=False)
        until(lambda: not ada.get("/me/games").json()["games"][0]["unread"])  # noted when she has left the table
        before = ada.get("/me/games").json(), ada.get("/me/statistics").json()
    finally:
        assert server.stop() == 0
    with contextlib.closing(sqlite3.connect(tmp_path / "t.sqlite")) as database:
        (stored,) = database.execute("SELECT body FROM piazzetta_results").fetchone()
        database.execute("DELETE FROM piazzetta_results")
        database.execute("DELETE FROM piazzetta_desk")
        database.commit()
    server = ServerProcess(db, "--pace", "0", "--no-address-limits").start()
    try:
        ada.server = bob.server = server
        until(lambda: ada.get("/me/games").json()["finished"])
        assert (ada.get("/me/games").json(), ada.get("/me/statistics").json()) == before
        result = msgspec.json.decode(stored)
        assert msgspec.to_builtins(result_of(server.table(table), result["ended"])) == result
    finally:
        assert server.stop() == 0


def test_which_games_count(server: ServerProcess) -> None:
    table, _ = finished_game(server)
    seen = server.table(table)
    assert counts(seen)
    assert why_unrated(seen) is None
    taken_back, prepared, shared, hinted, edited = (server.table(table) for _ in range(5))
    taken_back.steps.append(type(seen.steps[0])(99, "undo", 0, 0, 0))
    prepared.prepared = {"dealt": ["x"], "moves": []}
    shared.seats[1] = replace(shared.seats[1], kind="hotseat")
    hinted.seats[1] = replace(hinted.seats[1], hinted=True)
    games = {"undo": taken_back, "prepared": prepared, "hotseat": shared, "hints": hinted}
    assert {reason: why_unrated(one) for reason, one in games.items()} == {reason: reason for reason in games}
    assert not any(map(counts, games.values()))
    setting = edited.setting
    assert edited.match is not None
    assert setting.game.positions is not None
    position = setting.game.positions.describe(setting.components, setting.params_record, edited.match.state())
    edited.setting = replace(setting, position=position)
    assert why_unrated(edited) == "prepared"


def test_a_game_counts_on_our_maps_alone(server: ServerProcess) -> None:
    official = shelf("portobello")[0].source
    own = json.loads(json.dumps(official))
    first = next(iter(own["alleys"].values()))
    first["values"] = [1 + value % 3 for value in first["values"]]
    for board, reason in ((None, None), (official, None), (own, "components")):
        table = server.create("portobello", ["me", "open"], **({} if board is None else {"board": board}))["table"]
        assert server.get(f"/api/v1/tables/{table}").json()["unrated"] == reason


def test_an_agreement_counts_after_some_moves(server: ServerProcess) -> None:
    seen = server.table(finished_game(server)[0])
    seen.ended = {"by": "agreed", "scores": [0, 0], "winners": [0, 1]}
    move = next(step for step in seen.steps if step.kind == "play")
    for moves, reason in ((19, "early"), (20, None)):
        seen.steps = [move] * moves
        assert why_unrated(seen) == reason
