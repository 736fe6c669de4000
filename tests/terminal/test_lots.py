"""Fair starts (2.2, 2.5): every command draws a start game by game where several take turns.

``simulate`` is in ``test_cli``, ``study`` in ``tests/arena/test_study.py``, every kind of players in
``tests/arena/test_places.py``; tables, on the server and in the browser, are in ``tests/tables/test_ending.py``.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import piazzetta
from piazzetta.match.setup import Setup
from tests.terminal.test_cli import run

pytestmark = pytest.mark.compiled_only

FAIR = ("--rule", "handicap=fair", "--players", "2")
BOTH = {(0, 0), (0, 1)}


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> set[tuple[int, ...]]:
    """The starts drawn in this process."""
    found: set[tuple[int, ...]] = set()
    draw = Setup.drawn

    def watched(setup: Setup, dealer: object) -> Setup:
        chosen = draw(setup, dealer)  # type: ignore[arg-type]
        found.add(chosen.head_start)
        return chosen

    monkeypatch.setattr(Setup, "drawn", watched)
    return found


def test_play(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    found = []
    for seed in range(8):
        run("play", "viaggiatore", *FAIR, "--seed", str(seed), "--record", str(file), stdin="1\nquit\n")
        found.append(tuple(json.loads(file.read_text())["head_start"]))
    setting = piazzetta.game("viaggiatore", players=2, rules={"handicap": "fair"})
    assert found == [setting.start(seed=seed).setting.head_start for seed in range(8)]
    assert set(found) == BOTH


def test_arena(tmp_path: Path) -> None:
    done = run(
        "arena", "viaggiatore", *FAIR, "--bots", "random,easy", "--games", "12", "--seed", "5", "-o", str(tmp_path)
    )
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in (tmp_path / "games.jsonl").read_text().splitlines()]
    assert {tuple(line["head_start"]) for line in lines} == BOTH


def test_judge(drawn: set[tuple[int, ...]]) -> None:
    done = run("workshop", "judge", "viaggiatore", *FAIR, "--games", "12", "--brief", "--json")
    assert done.returncode == 0, done.stderr
    assert drawn == BOTH
