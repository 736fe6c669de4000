"""Changes: what a client makes of them is the whole update, and they tell nothing that the update would not."""

from __future__ import annotations

import copy
import random
from typing import Any

import jsonpatch
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonpointer import resolve_pointer

from piazzetta.games.base import Parts
from piazzetta.tables.apply import apply, load
from piazzetta.tables.commands import Command, Play, Undo, decide, open_table
from piazzetta.tables.seating import Wish, head_of
from piazzetta.tables.table import Table
from piazzetta.tables.viewers.changes import Changes
from piazzetta.tables.viewers.viewer_updates import ViewerUpdates
from piazzetta.tables.waiting import Contribute

pytestmark = pytest.mark.compiled_only

JSON = st.recursive(
    st.none() | st.text(max_size=3) | st.integers(-2, 9),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["a", "b", "~", "/", "legal"]), inner, max_size=4)
    ),
    max_leaves=20,
)


@given(JSON, JSON)
def test_a_patch_makes_one_value_of_another(before: Any, after: Any) -> None:
    kept = copy.deepcopy(before)
    patch = Changes().patch(before, after)
    assert jsonpatch.apply_patch(before, patch) == after
    assert before == kept
    assert Changes().patch(after, after) == []


def test_a_list_that_grows_or_shrinks_is_not_sent_again() -> None:
    long = [{"card": card} for card in range(30)]
    grown = Changes().patch({"pile": long}, {"pile": [*long, {"card": 30}]})
    assert grown == [{"op": "add", "path": "/pile/-", "value": {"card": 30}}]
    assert Changes().patch(long, long[:-1]) == [{"op": "remove", "path": "/29"}]
    assert Changes().patch(long, [{"card": 7}, *long[1:]]) == [{"op": "replace", "path": "/0/card", "value": 7}]


def started(game: str) -> Table:
    seats = [{"kind": "me"}, *[{"kind": "hotseat"}] * 3]
    head = head_of(Wish.from_json({"game": game, "seats": seats}), bytes(32), dict.fromkeys(range(4), "x"))
    table = load("t", open_table("t", head, 0))
    for entry in decide(table, Contribute({seat: str(seat) for seat in range(4)}), 0):
        apply(table, entry)
    return table


@pytest.mark.parametrize("game", ["portobello", "viaggiatore"])
def test_changes_through_a_game(game: str) -> None:
    """For every kind of reader, at every move, made or taken back: the patched update is the whole one, every value
    that is told stands at its place in the whole one, and parts kept from earlier views tell the same as new ones."""
    table = started(game)
    rng = random.Random(7)
    readers: list[tuple[int, ...]] = [(), (0,), (1,), (2,), (3,), (1, 3)]
    told: dict[tuple[int, ...], Any] = {}
    parts = Parts()
    whole = changed = 0
    for _ in range(150):
        since = table.head
        assert table.match is not None
        seat = rng.choice(table.match.awaited)
        command: Command = Play(seat, rng.choice(list(table.match.choices(seat))), table.head)
        back = [seat for seat in range(4) if table.match.undo_refusal(seat) is None]
        if back and rng.random() < 0.2:
            command = Undo(rng.choice(back), table.head)
        for entry in decide(table, command, since):
            apply(table, entry)
        updates, alone, changes = ViewerUpdates(table, parts), ViewerUpdates(table), Changes()
        for reader in readers:
            update = updates.update(reader, since, previews=True, notes=False)
            sent = msgspec.json.encode(update)
            assert sent == msgspec.json.encode(alone.update(reader, since, previews=True, notes=False))
            if reader in told:
                message = msgspec.json.encode(changes.message(told[reader], update))
                was, known = msgspec.json.decode(message), msgspec.json.decode(msgspec.json.encode(told[reader]))
                assert (was["from"], was["at"]) == (known["at"], table.head)
                assert jsonpatch.apply_patch(known, was["patch"]) == msgspec.json.decode(sent)
                for one in was["patch"]:
                    if one["op"] != "remove" and not one["path"].endswith("/-"):
                        assert resolve_pointer(msgspec.json.decode(sent), one["path"]) == one["value"]
                whole, changed = whole + len(sent), changed + len(message)
            told[reader] = update
        if table.status == "over":
            break
    assert changed < whole / 2
