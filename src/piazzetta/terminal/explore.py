"""The opening explorer in the terminal."""

from __future__ import annotations

import gc
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.table import Table

from piazzetta.errors import BadInput
from piazzetta.explorer.book import Book, packaged_book
from piazzetta.explorer.build import build_from, build_played
from piazzetta.explorer.lookup import Lookup
from piazzetta.frames.files import count_records, named_records
from piazzetta.games.registry import find_game
from piazzetta.kernel import CHANCE
from piazzetta.match.match import Match
from piazzetta.match.setting import Setting
from piazzetta.terminal.progress import progress_bar

_BAR = 10


def read_book(game: str, file: Path | None) -> Book:
    """The explorer of a file, or the one that comes with the package."""
    if file is not None:
        return Book.read(file)
    found = packaged_book(find_game(game).name)
    if found is None:
        raise BadInput(
            f"no explorer of {find_game(game).title} comes with the package; "
            f"piazzetta build-explorer {game} makes one, and --book reads it"
        )
    return found


def line_of(setting: Setting, moves: Sequence[str], seed: int) -> Match:
    """The match after a line of moves. A seed deals what comes before the first; later draws are part of the line."""
    match = Match(setting.of_game(seed))
    dealt = setting.start(seed)
    for _, action in dealt.log[: setting.opening_length]:
        match.play(action)
    for move in moves:
        match.play(move)
    if match.over:
        raise BadInput("after this line the game is over")
    if match.mover == CHANCE:
        drawn = ", ".join(dict.fromkeys(match.legal_moves))
        raise BadInput(f"after this line a random draw comes next: add what it brings ({drawn[:200]})")
    return match


def build_self_played(
    settings: Sequence[Setting], games: int, seed: int, rounds: int, least: int, workers: int, console: Console
) -> Book:
    """Play games and count them, with a progress bar."""
    with progress_bar(console, settings[0].game.title) as advance:
        return build_played(settings, games, seed, rounds, least, workers, advance)


def build_own(game: str, sources: Sequence[Path], db: str | None, rounds: int, least: int, console: Console) -> Book:
    """Count the games of record files, of folders and of a server's database, with a progress bar."""
    with TemporaryDirectory() as folder:
        if db is not None:
            from piazzetta.server.people.archive import export  # only where it is needed: it loads the server

            export(db, Path(folder), names=False)
            sources = [*sources, Path(folder)]
        return _counted(game, sources, rounds, least, console)


def _counted(game: str, sources: Sequence[Path], rounds: int, least: int, console: Console) -> Book:
    total = sum(map(count_records, sources))
    gc.freeze()  # otherwise every collection traverses all of Numba
    with progress_bar(console, "games") as advance:
        records = (one for path in sources for one in named_records(path))
        return build_from(game, records, rounds, least, advance, total)


def explore_table(found: Lookup) -> Table:
    """A position's moves, the most played first."""
    game = find_game(found.game)
    who = game.seat_looks[found.seat].title
    reached = f"{found.visits:,} of {found.games:,} games reached this position"
    if found.ways > 1:
        reached += f", by {found.ways:,} different ways"
    if not found.visits:
        reached = f"Fewer than {found.least:,} of {found.games:,} games reached this position"
    table = Table(
        title=f"{game.title}, {found.players} players, edition {found.edition}: {who} to move\n{reached}",
        caption=f"Wins with their 95% interval; an equal share is {found.share:.1%}. Points at the end.",
    )
    for name in ("move", "played", "", "wins", "interval", "points", "games"):
        table.add_column(name, justify="left" if name in ("move", "") else "right", no_wrap=True)
    for move in found.moves:
        bar = "█" * round(_BAR * move.chosen)
        wins, interval = f"{move.wins:.1%}", f"{move.low:.1%} – {move.high:.1%}"
        table.add_row(move.move, f"{move.chosen:.1%}", bar, wins, interval, f"{move.points:.1f}", f"{move.played:,}")
    return table
