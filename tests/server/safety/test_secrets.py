"""The server sends nobody what they may not know: these tests inspect every byte for every seat and spectator."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np
import pytest

import piazzetta
from piazzetta.bots import Position
from piazzetta.games.knowledge import SECONDS
from piazzetta.server.notifications.senders.sender import Message, push_payload
from piazzetta.server.notifications.whose_turn import turns_of
from piazzetta.server.people.my_games import summary_of
from piazzetta.server.workers.thinkers import assignment
from piazzetta.tables.apply import apply, load
from piazzetta.tables.bot_turns import release_time
from piazzetta.tables.commands import Play, decide, open_table
from piazzetta.tables.table import Table
from piazzetta.tables.viewers.records import replay
from piazzetta.tables.viewers.viewer_updates import ViewerUpdates
from tests.server.tools import Player, ServerProcess, any_move, at_table

pytestmark = pytest.mark.compiled_only

TEXT = re.compile(r"\b(?:bid|carry|travel|ride|card|shop|baggage) (\d+)")


def cards_in(value: Any, key: str = "") -> Iterator[int]:
    """Every card number in a message: numbers under keys that hold cards, and cards in texts."""
    if isinstance(value, dict):
        for name, part in value.items():
            # a seat's baggage is a count, an event's is a card
            holds = name in ("hand", "known", "pile", "deck_order", "card", "bid", "pending", "carrier")
            if name == "baggage" and "vehicle" in value:
                holds = True
            if holds and isinstance(part, list):
                yield from (card for card in part if isinstance(card, int))
            elif holds and isinstance(part, int) and not isinstance(part, bool):
                yield part
            yield from cards_in(part, name)
    elif isinstance(value, list):
        for part in value:
            yield from cards_in(part, key)
    elif isinstance(value, str):
        yield from (int(found) for found in TEXT.findall(value))


def may_know(table: Table, viewer: int) -> set[int]:
    """The cards a viewer can name now, from the true state and the rules of knowledge, not from ``view``."""
    assert table.match is not None
    state = table.match.state()
    head, deck, pile = int(state.head), int(state.deck), int(state.pile)
    ring = [int(state.ring[(head + k) % 96]) for k in range(96)]
    known = set(ring[deck : deck + pile])
    if state.turned:
        known |= set(ring[:deck])
    known |= {int(state.lot_card[lot]) for lot in range(int(state.lots))}
    known |= {int(c) >> 1 for c in state.lot_carrier[: int(state.lots)] if c != 255}
    known |= {int(state.pending)} - {-1}
    for seat in range(table.setting.players):
        for slot in range(int(state.held[seat])):
            if seat == viewer or state.seen[seat, slot]:
                known.add(int(state.hand[seat, slot]))
    return known


def test_every_byte_to_every_seat(server: ServerProcess) -> None:
    players = 4

    async def story() -> tuple[str, list[str], list[Player], Player, list[str]]:
        table, tokens = server.seated("viaggiatore", players, rules={"target": 3}, options={"hints": True})
        keys = enumerate(tokens)
        clients = [Player(server.base, table, {seat: token}, changes=seat % 2 == 0) for seat, token in keys]
        watcher = Player(server.base, table, changes=True)
        replays: list[str] = []
        sending: list[Any] = []

        def nosy(client: Player, seat: int) -> Any:
            """Play, and ask for what is none of its business in between."""
            choose = any_move(seat)

            def move(sight: dict[str, Any]) -> str:
                assert client.socket is not None
                if sight["asked"] % 4:  # the server disconnects a client that asks all the time
                    return choose(sight)
                asked: list[tuple[str, dict[str, Any]]] = [
                    ("why", {"move": "bid 17"}),
                    ("play", {"move": "ride 33", "seat": seat}),
                    ("play", {"move": "card 40"}),
                    ("undo", {}),
                    ("hint", {}),
                ]
                for number, (kind, more) in enumerate(asked):
                    name = f"n{sight['asked']}-{number}"
                    sending.append(asyncio.ensure_future(client.send(type=kind, id=name, at=client.since, **more)))
                return choose(sight)

            return move

        async with at_table(watcher, *clients):
            games = [client.play_on(any_move(seat), until=30) for seat, client in enumerate(clients)]
            await asyncio.gather(*games)
            for seat, client in enumerate(clients):  # all ask out of turn as well
                for kind, more in (("why", {"move": "ride 3"}), ("play", {"move": "bid 5", "at": 1}), ("undo", {})):
                    await client.command(kind, **more)
                own = {"Cookie": f"piazzetta_{table}={seat}.{tokens[seat]}"}
                path = f"/api/v1/tables/{table}/replay?viewer={seat}"
                replays.append(server.get(path, headers=own).text)
                key = {"Authorization": f"Bearer {seat}.{tokens[seat]}"}  # on another device, which has no cookie
                assert server.get(path, headers=key).text == replays[-1]
                wrong = {"Authorization": f"Bearer {seat}.{tokens[seat - 1]}"}
                assert server.get(path, headers=wrong).status_code == 403
                assert server.get(path).status_code == 403
            assert server.get(f"/api/v1/tables/{table}/replay?viewer=-2").status_code == 409
            assert server.get(f"/api/v1/tables/{table}/record").status_code == 409
            replays.append(server.get(f"/api/v1/tables/{table}/replay?viewer=-1").text)
            middle = len(server.entries(table))
            games = [client.play_on(nosy(client, seat)) for seat, client in enumerate(clients)]
            await asyncio.wait_for(asyncio.gather(*games, watcher.play_on(lambda sight: None)), 600)
        assert middle
        return table, tokens, clients, watcher, replays

    table_id, tokens, clients, watcher, replays = asyncio.run(story())
    entries = server.entries(table_id)
    seed = entries[0].body["seed"]
    hashes = [entry.body["hash"] for entry in entries if entry.kind == "joined"]
    given = [client.contributions[seat] for seat, client in enumerate(clients)]

    # private texts, in any message, answer or log
    public = [server.get(path).text for path in ("/api/v1/tables", f"/api/v1/tables/{table_id}")]
    public.append(server.metrics())
    for viewer, texts in [*enumerate(client.heard for client in clients), (-1, watcher.heard)]:
        everything = "\n".join([*texts, *public, replays[viewer]])
        assert seed not in everything
        assert not any(digest in everything for digest in hashes)
        assert not any(token in everything for token in tokens)  # not even one's own
        assert not any(text in everything for seat, text in enumerate(given) if seat != viewer)
    log = "".join(server.output)
    assert not any(secret in log for secret in [seed, *tokens, *given, *hashes])

    # cards: at every event, each message names only cards its reader may know by then
    table = load(table_id, entries[:1])
    knows: dict[int, list[set[int]]] = {viewer: [set()] * 2 for viewer in range(-1, players)}
    for entry in entries[1:]:
        apply(table, entry)
        for viewer, sets in knows.items():
            sets.append(may_know(table, viewer) if table.match else set())
    checked = 0
    for viewer, client in [*enumerate(clients), (-1, watcher)]:
        latest = 0
        for message in client.messages:
            if message["type"] in ("welcome", "seats", "chat"):
                continue  # the deck lists all cards; it says nothing about the game
            latest = max(latest, message.get("at") or 0)
            if message["type"] == "refused":
                # a refusal may repeat the card in question, and nothing else
                assert set(cards_in(message)) <= knows[viewer][latest] | {5, 17, 33, 40, 3}
                continue
            if message["type"] == "why":
                assert set(cards_in(message)) <= knows[viewer][latest] | {3, 17}
                continue
            # everything told about the past was known then, or has become known since
            ever = set().union(*knows[viewer][: latest + 1])
            sight = message.get("sight")
            if sight is not None:
                assert set(cards_in(sight)) <= knows[viewer][latest], (viewer, latest)
                assert set(cards_in(message["happened"])) <= ever
                checked += 1
    assert checked > 300
    # the check works: an open view would fail it (early, before the pile is turned over and its order known)
    early = load(table_id, entries[:40])
    assert early.match is not None
    assert not set(cards_in(early.match.view(piazzetta.OPEN))) <= knows[0][early.head]
    for viewer, text in [*enumerate(replays[:players]), (-1, replays[players])]:
        frames = msgspec.json.decode(text)["frames"]
        ever = set().union(*knows[viewer][: len(entries)])
        for frame in frames:
            assert set(cards_in({key: frame[key] for key in ("events", "view", "move")})) <= ever


def calls_at(table: Table) -> list[bytes]:
    """What the people who are asked would find on their screens."""
    turns = turns_of(table, lambda seat: False, 0, ("en", "it"))
    assert {turn.seat for turn in turns} == set(table.asked)
    return [
        msgspec.json.encode(push_payload(Message([turn], 1), lang, "token")) for turn in turns for lang in ("en", "it")
    ]


def test_what_is_hidden_changes_no_byte() -> None:
    """Two worlds that a viewer cannot tell apart give the same messages, whatever they hide."""
    setting = piazzetta.game("viaggiatore", players=4)
    head: Any = {
        "game": "viaggiatore",
        "players": 4,
        "starter": 0,
        "edition": "it",
        "rules": dict(setting.rules),
        "chart": None,
        "seats": [{"kind": "person", "name": "x", "hash": "0", "contribution": str(seat)} for seat in range(4)],
        "options": {},
        "seed": "11" * 32,
    }
    table = load("t", open_table("t", head, 0))
    match = table.match
    assert match is not None
    rng = np.random.default_rng(5)
    compared = 0
    while not match.over and table.head < 220:
        for viewer in range(-1, 4):
            own = ViewerUpdates(table).sight(viewer, True)
            called, on_desks = calls_at(table), msgspec.json.encode(summary_of(table))
            true = match.state()
            at = len(match.log)
            for seed in range(2):
                states = setting.states(1)
                states[0] = true
                match._trail.states[at] = Position.determinized(setting, viewer, states, seed).state[0]
                match._trail._kept.clear()  # what was read of the true position
                match._legal = None
                sealed = dict(match._sealed)
                match._sealed = {seat: (choice if seat == viewer else 2) for seat, choice in sealed.items()}
                other = ViewerUpdates(table).sight(viewer, True)
                if viewer == piazzetta.SPECTATOR:  # a locked screen is seen by anybody, a desk shows everybody the same
                    assert calls_at(table) == called
                    assert msgspec.json.encode(summary_of(table)) == on_desks
                match._trail.states[at] = true
                match._trail._kept.clear()
                match._legal = None
                match._sealed = sealed
                assert msgspec.json.encode(other) == msgspec.json.encode(own)
                compared += 1
        seat = int(rng.choice(match.awaited))  # in any order, so that there are sealed choices too
        chosen = Play(seat, str(rng.choice(list(match.choices(seat)))), table.head)
        for entry in decide(table, chosen, 0):
            apply(table, entry)
    assert compared > 1000


def test_bots_get_an_imagined_position() -> None:
    """What a bot's process receives does not depend on what its seat cannot know."""
    setting = piazzetta.game("viaggiatore", players=3)
    match = setting.start(seed=3)
    match.play("auction")
    match.play("bluff")
    hidden = set(match.view(piazzetta.OPEN)["seats"][0]["hand"])
    same = 0
    for _ in range(20):
        state = np.frombuffer(assignment(match, 1, "easy").state, setting.game.state_dtype)[0]
        same += set(state["hand"][0]) == hidden
        assert set(state["hand"][1]) == set(match.view(1)["seats"][1]["hand"])
    assert same == 0


def test_the_time_a_bot_takes_tells_nothing() -> None:
    """4.4: with secrets, the time of the answer depends only on the level, and comes after all thinking."""
    for seconds in SECONDS.values():
        times = [release_time(seconds, 0.5, True, chance / 199) for chance in range(200)]
        assert min(times) >= seconds
        assert max(times) > min(times)


def test_a_replay_hides_what_was_hidden() -> None:
    setting = piazzetta.game("viaggiatore", players=2)
    match = setting.start(seed=1)
    match.play("auction")
    match.play("bluff")
    match.play("bluff")
    frames = replay(match, 0, None)["frames"]
    texts = [frame["move"] for frame in frames]
    assert "bluff" in texts
    assert texts.count("bluff") == 1  # one's own
    assert not any(text and text.startswith("card") for text in texts)
    assert replay(match, piazzetta.OPEN, None)["frames"][-1]["move"] is not None
