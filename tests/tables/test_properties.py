"""Properties of every table, whatever people do: deciding changes nothing, events never change, the log is complete."""

from __future__ import annotations

import copy
from dataclasses import asdict, replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from piazzetta import Record
from piazzetta.games.knowledge import SECONDS
from piazzetta.tables import commands, seating, waiting
from piazzetta.tables.apply import apply, load
from piazzetta.tables.bot_turns import moves_in_a_row, release_time, seconds_to_think
from piazzetta.tables.log import LogEntry
from piazzetta.tables.refusals import Refused
from piazzetta.tables.table import Step, Table
from piazzetta.tables.viewers import records
from tests.tables.driver import plain

pytestmark = pytest.mark.compiled_only

WISHES: list[dict[str, Any]] = [
    {"game": "portobello", "seats": [{"kind": "me"}, {"kind": "hotseat"}]},
    {"game": "portobello", "seats": [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}], "tour": True},
    {"game": "viaggiatore", "seats": [{"kind": "me"}, {"kind": "hotseat"}, {"kind": "hotseat"}]},
    {"game": "viaggiatore", "seats": [{"kind": "me"}, {"kind": "hotseat"}], "options": {"undo": False}},
    {"game": "portobello", "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "bot"}], "draw_seats": True},
]


def fingerprint(table: Table) -> dict[str, Any]:
    """Everything a table holds, to the last byte."""
    found = {
        name: copy.deepcopy(value) for name, value in vars(table).items() if name not in ("match", "dealer", "setting")
    }
    match, dealer = table.match, table.dealer
    if match is not None and dealer is not None:
        length = len(match.log) + 1
        found["match"] = (match._trail.states[:length].tobytes(), match.log, dict(match._sealed), match.mover)
        found["dealer"] = (dealer._drawn, list(dealer.known))
    return found


def new_table(wish: dict[str, Any], seed: bytes) -> tuple[Table, list[LogEntry]]:
    wished = seating.Wish.from_json(wish)
    log = commands.open_table("t", seating.head_of(wished, seed, dict.fromkeys(wished.own_seats, "h")), 5)
    return load("t", log), log


def any_command(table: Table, data: st.DataObject) -> commands.Command:
    """Something that somebody might try, mostly a legal move."""
    seats = st.integers(0, len(table.seats) - 1)
    seat = data.draw(seats)
    rare = ["undo", "say", "leave", "back", "away", "contribute", "foul", "move", "fill"]
    kind = data.draw(st.sampled_from(["play"] * 12 + rare))
    match = table.match
    if kind == "play" and match is not None and table.asked:
        seat = data.draw(st.sampled_from(table.awaited))
        move = data.draw(st.sampled_from(list(match.choices(seat))))
        asked = table.asked[seat].number
        if table.seats[seat].by_bot:
            return commands.BotPlay(seat, move, asked)
        return commands.Play(seat, move, table.head)
    others: dict[str, commands.Command] = {
        "undo": commands.Undo(seat, table.head),
        "say": commands.Say(seat, "hello"),
        "leave": waiting.Leave(seat),
        "back": commands.TakeBackSeat(seat),
        "away": commands.BotFor(seat, data.draw(seats), 0, 1.0),
        "move": waiting.ChangeSeat(seat, data.draw(seats)),
        "fill": waiting.FillSeats(seat, "easy", [], dict.fromkeys(range(6), 0), 1.0),
        "foul": commands.Play(seat, "nonsense", table.head),
    }
    texts = {number: f"c{number}" for number, one in enumerate(table.seats) if one.by_person}
    return others.get(kind, waiting.Contribute(texts))


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_deciding_changes_nothing_and_events_stay_as_they_are(data: st.DataObject) -> None:
    table, log = new_table(data.draw(st.sampled_from(WISHES)), data.draw(st.binary(min_size=32, max_size=32)))
    for turn in range(60):
        command = any_command(table, data)
        before = fingerprint(table)
        try:
            entries = commands.decide(table, command, 1000 + turn, f"k{turn}")
        except Refused:
            entries = []
        assert fingerprint(table) == before
        for entry in entries:
            assert plain(entry.body) == entry.body, "an event is plain JSON"
            kept = copy.deepcopy(entry)
            apply(table, entry)
            assert asdict(entry) == asdict(kept)
            if entry.kind in ("play", "started"):
                assert table.dealer is not None
                assert table.dealer.known == [], "the event says all that chance brought, and no more"
        log += entries
    assert fingerprint(load("t", log)) == fingerprint(table)
    assert fingerprint(table.copy()) == fingerprint(table)


@settings(max_examples=10, deadline=None)
@given(st.data())
def test_a_kept_record_becomes_a_log_again(data: st.DataObject) -> None:
    """Games that the browser stored as records continue as tables: the same moves, future draws, and proof."""
    table, log = new_table(data.draw(st.sampled_from(WISHES[:4])), bytes(32))
    texts = {number: f"c{number}" for number, seat in enumerate(table.seats) if seat.by_person}
    for entry in commands.decide(table, waiting.Contribute(texts), 5):
        apply(table, entry)
    match = table.match
    assert match is not None
    for _ in range(data.draw(st.integers(0, 60))):
        if match.over:
            break
        match.play(data.draw(st.sampled_from(list(match.legal_moves))))
    record = records.record_of(table)
    head = copy.deepcopy(log[0].body)
    for seat, text in texts.items():
        head["seats"][seat]["contribution"] = text
    again = load("t", records.log_of(head, Record.loads(record.dumps()), 5))
    assert again.match is not None
    assert again.dealer is not None
    assert table.dealer is not None
    assert again.match.log == match.log
    assert again.dealer._drawn == table.dealer._drawn
    assert again.dealer.known == []
    assert records.record_of(again).to_json() == record.to_json()


@given(st.floats(0, 1), st.sampled_from(sorted(set(SECONDS.values()))))
def test_with_secrets_the_level_alone_says_when_a_move_is_shown(random: float, seconds: float) -> None:
    shown = release_time(seconds, 0.1, True, random)
    assert shown >= seconds
    assert release_time(seconds, 0.5, False, random) <= 0.8
    assert release_time(seconds, 0.5, False, random, 3) == release_time(seconds, 0.5, False, random) / 4
    assert release_time(seconds, 0.1, True, random, 3) == shown, "where there are secrets, nothing else counts"
    assert release_time(seconds, 0, True, random) == 0


def test_a_level_that_does_not_search_makes_nobody_wait() -> None:
    """In Viaggiatore the levels up to expert play by the network alone, and a master's search is short."""
    for number, searching in (
        (0, {"hard": SECONDS["hard"], "expert": SECONDS["expert"], "master": SECONDS["master"]}),
        (2, {"master": SECONDS["hard"]}),
    ):
        table, _ = new_table(WISHES[number], bytes(32))
        for level in SECONDS:
            assert seconds_to_think(table, level) == pytest.approx(searching.get(level, SECONDS["random"]))


def test_a_round_of_bots_is_counted_from_the_last_move_of_a_person() -> None:
    table, _ = new_table({"game": "portobello", "seats": [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}]}, bytes(32))
    made = [("play", 2), ("play", 0), ("play", 1), ("draw", None), ("play", 1), ("play", 2)]
    table.steps = [Step(number, kind, seat, number, number + 1) for number, (kind, seat) in enumerate(made)]
    assert moves_in_a_row(table, 2) == 3
    table.seats[0] = replace(table.seats[0], bot_plays=True)
    assert moves_in_a_row(table, 2) == 1, "where only bots play, each has its own pace"
