"""Records of version 0.1: what they leave unsaid means what was played then."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from piazzetta import Record
from piazzetta.games.registry import find_game

LINES = Path(__file__).with_name("records-0.1.jsonl").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("line", LINES, ids=lambda line: json.loads(line)["game"])
def test_a_record_of_0_1_verifies(line: str) -> None:
    record = Record.loads(line)
    record.verify()
    old = json.loads(line)["rules"]
    switches = find_game(record.setting.game.name).switches
    newer = {name: switch.before for name, switch in switches.items() if name not in old}
    assert newer, "this version has more switches"
    assert record.setting.rules == {**newer, **old}
    assert json.loads(record.dumps())["rules"] == {**newer, **old}
