"""Luck and skill over many games in the terminal (``piazzetta luck``)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from rich.console import Console, RenderableType
from rich.table import Table

from piazzetta.arena.results.formats import plain, signed
from piazzetta.bots.hint import adviser
from piazzetta.bots.ledger import Account, Finding, accounts, findings
from piazzetta.errors import BadInput
from piazzetta.frames.files import count_records, named_records
from piazzetta.frames.rows import players_of
from piazzetta.match.record import Record
from piazzetta.terminal.progress import progress_bar


def read_accounts(files: Sequence[Path], level: str | None, workers: int, console: Console) -> list[Account]:
    """What the finished games of some files and folders say of each player."""
    if level is not None:
        adviser(level)  # refuses an unknown one before any work
    total = sum(map(count_records, files))
    games = (record for path in files for _, record in named_records(path) if record.result is not None)
    with progress_bar(console, "games") as advance:
        found = accounts(_each(games, level, min(workers, max(total, 1)), lambda done: advance(done, total)))
    if not found:
        raise BadInput("there is no finished game in these files")
    return found


def _each(
    games: Iterator[Record], level: str | None, workers: int, advance: Callable[[int], None]
) -> Iterator[tuple[Sequence[str], Finding]]:
    seated: list[list[str]] = []

    def noted() -> Iterator[Record]:
        for record in games:
            seated.append(players_of(record))
            yield record

    for done, one in enumerate(findings(noted(), level, workers), start=1):
        advance(done)
        yield seated[done - 1], one


def account_table(found: Sequence[Account]) -> RenderableType:
    """One line for each player."""
    table = Table(box=None, pad_edge=False)
    table.add_column("player")
    for name in ("games", "won", "expected", "luck", "± usual", "how likely", "cost of a decision"):
        table.add_column(name, justify="right")
    for one in found:
        skill = one.skill
        cost = f"{100 * skill.error:.2f}% ({100 * skill.low:.2f} to {100 * skill.high:.2f})" if skill else ""
        often = f"1 in {round(1 / one.luck.odds):,}" if one.luck.odds < 1 else ""
        luck, usual = signed(one.luck.luck), f"{one.luck.spread:.1f}"
        table.add_row(one.player, str(one.games), plain(one.won), plain(one.start), luck, usual, often, cost)
    return table
