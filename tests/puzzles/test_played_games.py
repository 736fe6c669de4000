"""Puzzles from games that people played: of these games alone, and without the players' names."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from typer.testing import CliRunner

from piazzetta import game
from piazzetta.cli import app
from piazzetta.puzzles.make import self_played
from piazzetta.puzzles.puzzle import PuzzleBook

pytestmark = pytest.mark.compiled_only


def test_puzzles_of_played_games(tmp_path: Path) -> None:
    records = [self_played(game("portobello", players=2), 3, number) for number in range(3)]
    for record in records:
        record.extra["names"] = ["Ada", "Leo"]
    games, out = tmp_path / "games.jsonl", tmp_path / "own.json.gz"
    games.write_text("".join([record.dumps() + "\n" for record in records]), encoding="utf-8")
    words = ["puzzles", "make", "portobello", "--games", str(games), "--times", "1", "--workers", "1"]
    result = CliRunner().invoke(app, [*words, "--out", str(out)])
    assert result.exit_code == 0, result.output
    book = PuzzleBook.loads(out.read_bytes())
    assert book.made.games == len(records), "every game was looked at"
    assert book.puzzles, "three games of this seed have some"
    for puzzle in book.puzzles:
        puzzle.match()
        assert any(record.moves[: puzzle.index] == puzzle.before.moves for record in records)
    assert b"Ada" not in gzip.decompress(out.read_bytes())
