"""Puzzles: their file, their ratings, what counts as one, and the commands."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

import piazzetta
from piazzetta.bots.levels import RootMove
from piazzetta.bots.moments import Weighed
from piazzetta.cli import app
from piazzetta.errors import BadInput
from piazzetta.match.record import Record
from piazzetta.puzzles.judging import MARGIN, Found, clear, solutions
from piazzetta.puzzles.puzzle import Made, Puzzle, PuzzleBook
from piazzetta.puzzles.rating import RATED, rated

pytestmark = pytest.mark.interpreted_only


def puzzle_at(record: Record, index: int, best: str, share: float = 0.5) -> Puzzle:
    """A decision of a game as a puzzle, with ``best`` for its solution."""
    match = record.replay(index)
    seat = match.mover
    moves = [best, *(move for move in match.legal_moves if move != best)]
    weighed = [Weighed(move, 0.6 if move == best else 0.3, (1.5,) * match.setting.players) for move in moves]
    return Puzzle(record, index, seat, 1, tuple(weighed), ("stall",), dict.fromkeys(RATED, share))


@pytest.fixture
def record() -> Record:
    match = piazzetta.game("portobello", players=3).start(seed=1)
    for _ in range(12):
        match.play(next(iter(match.legal_moves)))
    return Record.of(match)


@pytest.fixture
def book(record: Record) -> PuzzleBook:
    places = [index for index in range(len(record.moves)) if record.moves[index][0] >= 0][:4]
    puzzles = [puzzle_at(record, index, record.moves[index][1], share / 4) for share, index in enumerate(places)]
    kept, bots = rated(puzzles, 0)
    return PuzzleBook("portobello", tuple(kept), bots, Made(0, 10, 3))


def test_a_file_comes_back_whole(book: PuzzleBook) -> None:
    data = book.dumps()
    again = PuzzleBook.loads(data)
    assert again.dumps() == data
    assert PuzzleBook.loads(gzip.decompress(data)).dumps() == data, "an unpacked file is read too"
    assert [puzzle.id for puzzle in again.puzzles] == [puzzle.id for puzzle in book.puzzles]
    for puzzle, known in zip(again.puzzles, book.puzzles, strict=True):
        assert puzzle.before.dumps() == known.before.dumps()
        assert puzzle.match().legal_moves
    told = json.loads(gzip.decompress(data))
    assert len(told["games"]) == 1, "puzzles of one game share it"
    assert len(told["games"][0]["moves"]) == max(puzzle.index for puzzle in book.puzzles)


def test_a_puzzle_that_cannot_be_played_is_refused(book: PuzzleBook) -> None:
    puzzle = book.puzzles[0]
    with pytest.raises(BadInput, match="does not decide there"):
        replace(puzzle, seat=puzzle.seat + 1).match()
    with pytest.raises(BadInput, match="not the legal ones"):
        replace(puzzle, weighed=puzzle.weighed[1:]).match()
    with pytest.raises(BadInput, match="every move"):
        replace(puzzle, weighed=tuple([replace(one, win=0.5) for one in puzzle.weighed])).match()


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b'{"format": "piazzetta-puzzles/1"}', b"\x1f\x8b123"])
def test_what_is_no_file_of_puzzles_is_refused(data: bytes) -> None:
    with pytest.raises(BadInput, match="file of puzzles"):
        PuzzleBook.loads(data)


def test_what_fewer_bots_solve_is_rated_higher(record: Record) -> None:
    index = next(index for index in range(len(record.moves)) if record.moves[index][0] >= 0)
    best = record.moves[index][1]
    easy, hard = puzzle_at(record, index, best), puzzle_at(record, index, best)
    ladder = dict(zip(RATED, (0.3, 0.5, 0.8, 1.0, 1.0), strict=True))
    shares = {"easy": ladder, "hard": dict.fromkeys(RATED, 0.0) | {"expert": 0.7}}
    many = [replace(easy, solved_by=shares["easy"])] * 20 + [replace(hard, solved_by=shares["hard"])] * 20
    kept, bots = rated(many, 3)
    assert all(puzzle.solved_by is shares["easy"] for puzzle in kept[:20]), "the easiest come first"
    assert kept[0].rating.rating + 300 < kept[-1].rating.rating
    strength = [bots[level].rating for level in RATED]
    assert strength[0] < strength[1] < strength[2] < strength[3] < strength[4]
    assert rated(many, 3) == (kept, bots), "the same seed rates alike"


def found(*wins: float, chosen: int = 0) -> Found:
    return Found(tuple([RootMove(action, 10, (win,), (0.0,)) for action, win in enumerate(wins)]), chosen)


def test_what_counts_as_clearly_best() -> None:
    assert clear(found(0.5, 0.3, 0.2), 0, MARGIN)
    assert not clear(found(0.5, 0.45, 0.2), 0, MARGIN), "another move is too near"
    assert not clear(found(0.5, 0.3, 0.2, chosen=1), 0, MARGIN), "the search would play another one"
    assert not clear(found(0.5, 0.2), 0, MARGIN), "two moves can be guessed"
    assert not clear(found(0.5, 0.49, 0.3, 0.2), 0, MARGIN), "two solutions of four can be guessed"
    six = found(0.5, 0.49, 0.3, 0.2, 0.2, 0.2)
    assert solutions(six, 0) == {0, 1}
    assert clear(six, 0, MARGIN), "a move as good as the best solves it too"


def test_exported_puzzles_are_records(book: PuzzleBook, tmp_path: Path) -> None:
    file, out = tmp_path / "own.json.gz", tmp_path / "out.jsonl"
    file.write_bytes(book.dumps())
    options = ["puzzles", "export", "portobello", "--file", str(file), "--theme", "stall", "--out", str(out)]
    assert CliRunner().invoke(app, options).exit_code == 0
    records = [Record.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert len(records) == len(book.puzzles)
    for one in records:
        assert one.extra["puzzle"]["solutions"][0] in one.replay().legal_moves


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["check", "portobello", "--file", "missing.gz"], "cannot be read"),
        (["check", "portobello", "--file", "FILE", "--sample", "1", "--out", "x"], "leave --sample out"),
        (["check", "viaggiatore", "--file", "FILE"], "puzzles of portobello"),
        (["export", "portobello", "--file", "FILE", "--theme", "bluff", "--out", "x"], "there is stall"),
        (["make", "portobello", "--players", "two", "--out", "x"], "--players takes all"),
        (["make", "portobello", "--players", "5", "--out", "x"], "2 to 4 players"),
        (["make", "portobello", "--editions", "klingon", "--out", "x"], "klingon"),
        (["make", "viaggiatore", "--games", "GAMES", "--out", "x"], "no such game of Il Commercio Viaggiatore"),
    ],
)
def test_bad_input_is_a_sentence_and_status_2(
    words: list[str], sentence: str, book: PuzzleBook, tmp_path: Path
) -> None:
    file = tmp_path / "own.json.gz"
    file.write_bytes(book.dumps())
    games = tmp_path / "games.jsonl"
    games.write_text(book.puzzles[0].record.dumps() + "\n", encoding="utf-8")
    paths = {"FILE": str(file), "GAMES": str(games)}
    result = CliRunner().invoke(app, ["puzzles", *[paths.get(word, word) for word in words]])
    told = result.output or str(result.exception)
    assert sentence in told
    assert result.exit_code == 2 or isinstance(result.exception, BadInput)
