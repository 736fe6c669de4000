"""A command begins at once: another process compiles, and the results are the same."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from piazzetta import interpreted
from piazzetta.bots import Position, bot
from piazzetta.games.registry import NAMES
from piazzetta.kernel import below
from piazzetta.match.setting import game
from piazzetta.terminal import progress
from piazzetta.terminal.warming import compiling, note
from piazzetta.terminal.warming.kernels import PARTS
from tests.tiers import long_only

pytestmark = pytest.mark.compiled_only

COMMAND = [sys.executable, "-m", "piazzetta"]


def run(*words: str, cache: Path, said: str = "") -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PIAZZETTA_CACHE": str(cache), "COLUMNS": "120"}
    return subprocess.run([*COMMAND, *words], env=environment, input=said, capture_output=True, text=True, timeout=300)


def test_a_first_game_begins_at_once(tmp_path: Path) -> None:
    """With an empty cache a person moves, the bot answers, and the screen says why bots are slow."""
    begun = time.monotonic()
    done = run("play", "viaggiatore", "--seed", "3", cache=tmp_path, said="1\nquit\n\n")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("your move?") == 2
    assert "Compiling once, about a minute; until then bots take longer." in done.stdout
    assert "Compiling" not in done.stderr  # nothing took a second but in the end perhaps the machine
    assert time.monotonic() - begun < 60  # docs/commands.md says 3 s on a quiet machine


def test_a_first_simulation_gives_the_same_games_and_clean_json(tmp_path: Path) -> None:
    arguments = ("simulate", "viaggiatore", "--games", "2", "--seed", "4", "--json")
    first = run(*arguments, "--records", str(tmp_path / "first.jsonl"), cache=tmp_path / "cache")
    assert first.returncode == 0, first.stderr
    again = subprocess.run(
        [*COMMAND, *arguments, "--records", str(tmp_path / "again.jsonl")], capture_output=True, text=True, timeout=300
    )
    assert first.stderr.startswith("Compiling once, about a minute\n")
    assert (tmp_path / "first.jsonl").read_bytes() == (tmp_path / "again.jsonl").read_bytes()
    seats = [json.loads(done.stdout)["seats"] for done in (first, again)]
    assert seats[0] == seats[1]


class Ended:
    """A process that has compiled everything, and one that never does."""

    def __init__(self, ended: bool) -> None:
        self.ended = ended

    def __call__(self, *command: Any, **options: Any) -> Ended:
        return self

    def wait(self) -> None:
        while not self.ended:
            time.sleep(0.01)

    def terminate(self) -> None:
        self.ended = True


@pytest.fixture
def cold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "is_compiled", lambda part, name: False)


def test_kernels_switch_over_when_the_other_process_ends(cold: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interpreted, "_LOOK_SECONDS", 0)
    process = Ended(False)
    monkeypatch.setattr(subprocess, "Popen", process)
    with compiling.compiling("tables", NAMES):
        position = Position.of(game("viaggiatore").start(seed=1))
        chosen = bot("medium", 1).choose(position)
        assert type(below) is interpreted._Interpreted
        assert interpreted.is_compiling()
        assert compiling.compiling_note() == "Compiling once, about a minute"
        process.ended = True
        interpreted.wait_until_compiled()
        assert bot("medium", 1).choose(Position.of(game("viaggiatore").start(seed=1))) == chosen
        assert type(below) is not interpreted._Interpreted
        assert compiling.compiling_note() == ""
    assert interpreted._AWAITED not in os.environ


def test_a_command_that_ends_before_leaves_nothing_interpreted(cold: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "Popen", Ended(False))
    with compiling.compiling("tables", ["portobello"]):
        assert type(below) is interpreted._Interpreted
    assert type(below) is not interpreted._Interpreted
    assert not interpreted.is_compiling()
    assert compiling.compiling_note() == ""


def test_the_note_counts_down(cold: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "Popen", Ended(False))
    with compiling.compiling("tables", NAMES):
        running = compiling._running
        assert running is not None
        running._begun = time.monotonic() - 20
        (running._folder / "portobello").write_text(str(compiling.KERNELS["tables"]))
        (running._folder / "viaggiatore").write_text(str(compiling.KERNELS["tables"] // 3))
        assert running.sentence() == "Compiling once, 40 s left"  # the slower game decides


def test_what_is_noted_by_game_is_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(note, "cache_folder", lambda: tmp_path)
    (tmp_path / "rules_1").mkdir()
    (tmp_path / "rules_1" / "apply.1.nbc").write_bytes(b"kernel")
    note.note_compiled("tables", "portobello")
    assert note.is_compiled("tables", "portobello")
    assert not note.is_compiled("random", "portobello")
    assert not note.is_compiled("tables", "viaggiatore")
    assert not note.is_warm(tables=True)
    note.note_compiled("tables", "viaggiatore")
    assert note.is_warm(tables=True)
    assert not note.is_warm(tables=False)
    assert note.is_compiled("tables", "chestnuts")  # of another package: compiled when it is called


@long_only
@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("name", NAMES)
def test_there_are_about_as_many_kernels_as_the_note_expects(part: str, name: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "piazzetta.terminal.warming.background", str(tmp_path), part, name]
    subprocess.run(command, env=os.environ | {"PIAZZETTA_CACHE": str(tmp_path / "cache")}, check=True, timeout=600)
    count = int((tmp_path / name).read_text())
    assert 0.75 < count / compiling.KERNELS[part] < 1.33


@pytest.mark.parametrize("what", ["judging", "Il Commercio Viaggiatore, " + ", ".join(["medium"] * 6) + ", 6 players"])
def test_a_bar_of_80_columns_keeps_its_figures_beside_the_remark(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_remarks", [lambda: "Compiling once, about a minute"])
    screen = Console(width=80, force_terminal=True, file=StringIO(), record=True)
    with progress.progress_bar(screen, what) as advance:
        advance(3, 10_000)
    shown = screen.export_text()
    assert "3/10000" in shown
    assert "Compiling once, about a minute" in shown.splitlines(), "on a line of its own"
    file = StringIO()
    with progress.progress_bar(Console(width=80, file=file), what):
        assert file.getvalue() == "Compiling once, about a minute\n", "at once, where no bar moves"
