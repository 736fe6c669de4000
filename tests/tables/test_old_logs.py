"""Logs stored by version 0.1 still give the same tables, and no later package changes a game that has begun."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from piazzetta.games.registry import NAMES, find_game
from piazzetta.tables import table as tables
from piazzetta.tables.apply import load
from piazzetta.tables.commands import open_table
from piazzetta.tables.log import LogEntry
from piazzetta.tables.seating import Wish, head_of

LOGS = sorted((Path(__file__).parent / "logs").glob("*.json"))


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_log_of_0_1_is_read_as_it_was_meant(path: Path) -> None:
    kept = json.loads(path.read_text(encoding="utf-8"))
    table = load("t", [LogEntry(*event) for event in kept["events"]])
    assert table.match is not None
    assert [list(move) for move in table.match.moves] == kept["moves"]
    assert {str(seat): [asked.number, asked.time] for seat, asked in table.asked.items()} == kept["awaited"]
    assert [[step.number, step.kind, step.seat, step.begin, step.end] for step in table.steps] == kept["steps"]
    assert table.status == kept["status"]
    assert {event[2] for event in kept["events"]} >= {"created", "contributed", "started", "play"}


def test_a_stand_in_of_an_earlier_log_still_plays() -> None:
    kept = json.loads((Path(__file__).parent / "logs" / "portobello.json").read_text("utf-8"))
    entries = [LogEntry(*event) for event in kept["events"]]
    _, time, *_ = kept["events"][-1]
    chosen = {"seat": 0, "level": "easy", "now": False}
    table = load("t", [*entries, LogEntry(entries[-1].number + 1, time, "deputy", chosen, None)])
    assert table.seats[0].stand_in == "easy"


#: Of what the maps and decks of 0.1 say about play.
COMPONENTS = {"portobello": "3dacc6e964475009", "viaggiatore": "6322d151f85d2cfb"}


@pytest.mark.parametrize("game", NAMES)
def test_a_log_without_components_means_those_of_0_1(game: str) -> None:
    """Whoever changes a map or deck keeps the former one beside it, for the logs that do not spell it out."""
    assert any(json.loads(path.read_text("utf-8"))["events"][0][3]["chart"] is None for path in LOGS)
    written = json.dumps(find_game(game).default_components().to_json())
    assert hashlib.sha256(written.encode()).hexdigest()[:16] == COMPONENTS[game]


@pytest.mark.parametrize("game", NAMES)
def test_a_changed_package_changes_no_game(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    wish = Wish.from_json({"game": game, "seats": [{"kind": "bot", "level": "random"}] * 2})
    entries = open_table("t", head_of(wish, bytes(32), {}), 1)
    before = load("t", entries).setting.components
    found = find_game(game)
    assert before is found.default_components(), "as long as they are the same, tables share them"
    changed = before.to_file()
    if game == "portobello":
        next(iter(changed["alleys"].values()))["values"][0] += 1
    else:
        changed[0]["bid"] += 1
    other = found.read_components(changed)
    monkeypatch.setattr(type(found), "default_components", lambda self: other)
    tables._shared.cache_clear()
    after = load("t", entries)
    assert after.setting.components.to_file() == before.to_file()
    assert after.setting.has_custom_components
    tables._shared.cache_clear()
