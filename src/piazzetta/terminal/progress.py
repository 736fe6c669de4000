"""The progress bars of all commands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TaskProgressColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

#: Updates a bar with the amount done and the total.
Advance = Callable[[int, int], None]


@contextmanager
def progress_bar(console: Console, what: str, *, brief: bool = False) -> Iterator[Advance]:
    """A bar with a count and the remaining time; a ``brief`` one shows only a percentage and disappears when done."""
    count = TaskProgressColumn() if brief else MofNCompleteColumn()
    columns = (TextColumn("{task.description}"), BarColumn(), count, TimeRemainingColumn())
    with Progress(*columns, console=console, transient=brief) as progress:
        bar = progress.add_task(what, total=None)

        def advance(done: int, total: int) -> None:
            progress.update(bar, completed=done, total=total)

        yield advance


@contextmanager
def spinner(console: Console, what: str) -> Iterator[None]:
    """A spinner for work of unknown duration."""
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        progress.add_task(what, total=None)
        yield
