"""Puzzles in the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.table import Table

from piazzetta.errors import BadInput
from piazzetta.frames.files import named_records
from piazzetta.games.registry import find_game
from piazzetta.match.record import Record
from piazzetta.puzzles.check import Check
from piazzetta.puzzles.puzzle import PuzzleBook, packaged_puzzles


def read_book(game: str, file: Path | None) -> PuzzleBook:
    """The puzzles of a file, or those that come with the package."""
    known = find_game(game)
    book = packaged_puzzles(known.name) if file is None else PuzzleBook.read(file)
    if book is None:
        raise BadInput(
            f"no puzzles of {known.title} come with the package; piazzetta puzzles make {known.name} makes some, "
            "and --file reads them"
        )
    if book.game != known.name:
        raise BadInput(f"{file} has puzzles of {book.game}, not of {known.name}")
    return book


def played_games(
    game: str, files: Sequence[Path], players: Sequence[int], editions: Sequence[str] | None
) -> list[Record]:
    """The games in record files and folders, of these numbers of players and editions."""
    found = [
        record
        for path in files
        for _, record in named_records(path)
        if record.setting.game.name == game
        and record.setting.players in players
        and (editions is None or record.setting.edition in editions)
    ]
    if not found:
        raise BadInput(f"--games: there is no such game of {find_game(game).title} in {', '.join(map(str, files))}")
    return found


def check_table(found: Check) -> Table:
    """How many puzzles hold, and which do not."""
    title = f"{find_game(found.game).title}: {found.checked:,} of {found.puzzles:,} puzzles searched again"
    table = Table(title=title)
    for name in ("hold", "share", "disputed"):
        table.add_column(name, justify="left" if name == "disputed" else "right")
    disputed = ", ".join(found.disputed) or "none"
    table.add_row(f"{found.checked - len(found.disputed):,}", f"{100 * found.holding:.1f}%", disputed)
    return table
