"""A game as a film (``piazzetta film``)."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from rich.console import Console

from piazzetta.errors import BadInput
from piazzetta.extras import install_command
from piazzetta.games.base import OPEN, SPECTATOR
from piazzetta.match.record import Record
from piazzetta.terminal.progress import progress_bar

_VIEWERS = {"spectator": SPECTATOR, "open": OPEN}


def viewer_of(seat: str) -> int:
    """The viewer that ``--seat`` names."""
    if seat in _VIEWERS:
        return _VIEWERS[seat]
    if seat.isascii() and seat.isdigit():
        return int(seat[:9])
    raise BadInput(f"--seat takes a seat from 0, spectator or open, not {seat[:40]!r}")


def kind_of(out: Path) -> str:
    """The format that a file's name asks for."""
    kind = out.suffix.lower().removeprefix(".")
    if kind not in ("webp", "gif"):
        raise BadInput(f"--out names a film, such as game.webp or game.gif, not {out}")
    return kind


def film(
    record: Record,
    out: Path,
    *,
    seat: str,
    moves: tuple[int | None, int | None],
    turn: int | None,
    pace: str,
    width: int,
    lang: str,
    console: Console,
) -> str:
    """Write a film and say what it is. ``moves``: the first and the last, counted as ``replay`` does."""
    kind, viewer = kind_of(out), viewer_of(seat)
    if find_spec("PIL") is None:
        raise BadInput(f"films need Pillow: {install_command('film')}")
    from piazzetta.films.cut import Cut
    from piazzetta.films.film import Film

    first, last = (None if move is None else move + len(record.opening) for move in moves)
    made = Film(record, Cut(kind, viewer, first, last, turn, pace, width, lang))
    with progress_bar(console, "pictures") as advance:
        data = made.make(advance)
    out.write_bytes(data)
    size = f"{len(data) / 2**20:.1f} MiB" if len(data) >= 2**20 else f"{len(data) // 1024} KiB"
    wide, high = made.size
    return f"{out}: {len(made.positions)} pictures, {sum(made.seconds):.0f} seconds, {wide} × {high} pixels, {size}"
