"""The progress bars of all commands."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from rich.console import Console, RenderableType
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
from rich.table import Column
from rich.text import Text

#: Updates a bar with the amount done and the total.
Advance = Callable[[int, int], None]


#: Returns a remark to stand below every bar, or nothing.
Remark = Callable[[], str]
_remarks: list[Remark] = []


def remark_on_bars(remark: Remark) -> None:
    """Let a remark stand below every bar, as long as there is one."""
    _remarks.append(remark)


class _Bars(Progress):
    """Bars, with a line below them about what happens besides."""

    def start(self) -> None:
        if not self.console.is_terminal and _said():  # a file or a notebook, where bars come at the end
            self.console.print(_said())
        super().start()

    def get_renderables(self) -> Iterable[RenderableType]:
        yield from super().get_renderables()
        if _said():
            yield Text(_said(), "dim")


def _said() -> str:
    return "; ".join(filter(None, (remark() for remark in _remarks)))


def _words(console: Console) -> TextColumn:
    """What is done, cut rather than the figures beside it: they take 34 columns."""
    return TextColumn(
        "{task.description}", table_column=Column(no_wrap=True, overflow="ellipsis", max_width=console.width - 34)
    )


@contextmanager
def progress_bar(console: Console, what: str, *, brief: bool = False) -> Iterator[Advance]:
    """A bar with a count and the remaining time; a ``brief`` one shows only a percentage and disappears when done."""
    count = TaskProgressColumn() if brief else MofNCompleteColumn()
    columns = (_words(console), BarColumn(), count, TimeRemainingColumn())
    with _Bars(*columns, console=console, transient=brief) as progress:
        bar = progress.add_task(what, total=None)

        def advance(done: int, total: int) -> None:
            progress.update(bar, completed=done, total=total)

        yield advance


@contextmanager
def spinner(console: Console, what: str, *, after: float = 0) -> Iterator[None]:
    """A spinner for work of unknown duration; it appears after ``after`` seconds."""
    columns = (SpinnerColumn(), _words(console), TimeElapsedColumn())
    progress = _Bars(*columns, console=console, transient=True)
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
