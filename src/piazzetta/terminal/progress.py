"""The progress bars of all commands."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    SpinnerColumn,
    Task,
    TaskProgressColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Column
from rich.text import Text

#: Updates a bar with the amount done and the total.
Advance = Callable[[int, int], None]


#: Returns a remark that every bar ends with, or nothing.
Remark = Callable[[], str]
_remarks: list[Remark] = []


def remark_on_bars(remark: Remark) -> None:
    """Let every bar end with a remark, as long as there is one."""
    _remarks.append(remark)


class _Remarks(ProgressColumn):
    """What happens besides."""

    def __init__(self) -> None:
        super().__init__(Column(no_wrap=True))

    def render(self, task: Task) -> Text:
        return Text("; ".join(filter(None, (remark() for remark in _remarks))), "dim")


@contextmanager
def progress_bar(console: Console, what: str, *, brief: bool = False) -> Iterator[Advance]:
    """A bar with a count and the remaining time; a ``brief`` one shows only a percentage and disappears when done."""
    count = TaskProgressColumn() if brief else MofNCompleteColumn()
    columns = (TextColumn("{task.description}"), BarColumn(), count, TimeRemainingColumn(), _Remarks())
    with Progress(*columns, console=console, transient=brief) as progress:
        bar = progress.add_task(what, total=None)

        def advance(done: int, total: int) -> None:
            progress.update(bar, completed=done, total=total)

        yield advance


@contextmanager
def spinner(console: Console, what: str, *, after: float = 0) -> Iterator[None]:
    """A spinner for work of unknown duration; it appears ``after`` so many seconds."""
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn(), _Remarks())
    progress = Progress(*columns, console=console, transient=True)
    progress.add_task(what, total=None)
    timer = threading.Timer(after, progress.start)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        progress.stop()
