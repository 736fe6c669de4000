"""Logs stored by version 0.1 still give the same tables."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from piazzetta.tables.apply import load
from piazzetta.tables.log import Entry

LOGS = sorted((Path(__file__).parent / "logs").glob("*.json"))


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_log_of_0_1_is_read_as_it_was_meant(path: Path) -> None:
    kept = json.loads(path.read_text(encoding="utf-8"))
    table = load("t", [Entry(*event) for event in kept["events"]])
    assert table.match is not None
    assert [list(move) for move in table.match.moves] == kept["moves"]
    assert {str(seat): [asked.number, asked.time] for seat, asked in table.asked.items()} == kept["awaited"]
    assert [[step.number, step.kind, step.seat, step.begin, step.end] for step in table.steps] == kept["steps"]
    assert table.status == kept["status"]
    assert {event[2] for event in kept["events"]} >= {"created", "contributed", "started", "play"}
