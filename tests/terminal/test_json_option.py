"""``--json`` is the same option everywhere: a flag, with the same words, on every command that finds something out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command
from typer.testing import CliRunner

import piazzetta
from piazzetta import Record
from piazzetta.cli import app

pytestmark = pytest.mark.interpreted_only

#: Commands that do something, or show texts and pictures to people; their result is no data.
WITHOUT = {
    "play", "replay", "rules", "serve", "new-game", "warm", "backup", "restore", "mcp", "export", "dataset",
    "build-wasm", "build-explorer", "film", "rulebook", "build-rulebooks", "admin settle", "admin ban", "admin unban",
    "admin delete-table", "admin announce", "admin link", "workshop print", "workshop draw",
    "puzzles make", "puzzles export",
    "workshop generate",  # prints the map or deck, which is JSON
}  # fmt: skip


def commands(found: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    """Every command with its whole name."""
    if not hasattr(found, "commands"):
        yield " ".join(path), found
        return
    for name, inner in found.commands.items():
        yield from commands(inner, (*path, name))


def test_every_command_that_finds_something_has_the_same_option() -> None:
    seen = set()
    words = set()
    for name, command in commands(get_command(app)):
        own = [option for option in command.params if "--json" in option.opts]
        if name in WITHOUT:
            assert not own, f"{name} has --json: take it off the list"
            seen.add(name)
            continue
        assert len(own) == 1, f"{name} has no --json"
        assert own[0].is_flag, f"{name}: --json takes a value"
        words.add(own[0].help)
    assert seen == WITHOUT
    assert len(words) == 1


def test_verify_and_check_print_nothing_but_data(tmp_path: Path) -> None:
    match = piazzetta.game("viaggiatore", players=2).start(seed=1)
    record = tmp_path / "game.json"
    Record.of(match).write(record)
    found = json.loads(CliRunner().invoke(app, ["verify", str(record), "--json"]).stdout)
    assert found["valid"] == 1
    assert found["invalid"] == 0
    record.write_text(record.read_text().replace('"players"', '"playerz"'))
    done = CliRunner().invoke(app, ["verify", str(record), "--json"])
    assert done.exit_code == 1
    assert json.loads(done.stdout)["invalid"] == 1
    deck = tmp_path / "deck.json"
    deck.write_text(json.dumps(piazzetta.game("viaggiatore").components.to_file()))
    found = json.loads(CliRunner().invoke(app, ["deck", "check", str(deck), "--json"]).stdout)
    assert "96 cards" in found["summary"]
    assert found["warnings"] == []
