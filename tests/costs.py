"""List the tests that take most processor time, with all processes they start: ``pytest -p tests.costs`` (Linux).

Processor time says more than ``--durations`` does: a busy machine hardly changes it, and waiting does not count.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
from collections.abc import Iterator
from operator import itemgetter
from pathlib import Path

import pytest

from tests.timed import PR_SET_CHILD_SUBREAPER

#: The number of steps listed; all are with ``PIAZZETTA_COSTS=0``.
_SHOWN = int(os.environ.get("PIAZZETTA_COSTS", "60")) or None
#: Processor seconds by test and step, and all seconds at the end of the last step.
_steps: dict[tuple[str, str], float] = {}
_counted = 0.0


def tree_seconds() -> float:
    """Return the processor time of this process and all that it started, in seconds."""
    parents: dict[int, int] = {}
    ticks: dict[int, int] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            parents[int(folder.name)] = int(fields[1])
            ticks[int(folder.name)] = sum(map(int, fields[11:15]))  # with the children it has waited for
    ours = {os.getpid()}
    while more := {process for process, parent in parents.items() if parent in ours} - ours:
        ours |= more
    return sum(ticks.get(process, 0) for process in ours) / os.sysconf("SC_CLK_TCK")


def _count(item: str, step: str) -> None:
    global _counted
    now = tree_seconds()
    _steps[item, step] = _steps.get((item, step), 0.0) + now - _counted
    _counted = now


def pytest_configure() -> None:
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def pytest_collection_finish() -> None:
    _count("(collecting)", "setup")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    yield from _stepped(item, "setup")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    yield from _stepped(item, "call")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    yield from _stepped(item, "teardown")


def _stepped(item: pytest.Item, step: str) -> Iterator[None]:
    try:
        yield
    finally:
        _count(item.nodeid, step)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """List the most expensive steps, and each file's sum."""
    files: dict[str, float] = {}
    for (item, _), seconds in _steps.items():
        file = item.partition("::")[0]
        files[file] = files.get(file, 0.0) + seconds
    terminalreporter.section(f"processor seconds: {sum(files.values()):.1f}")
    for (item, step), seconds in sorted(_steps.items(), key=itemgetter(1), reverse=True)[:_SHOWN]:
        terminalreporter.write_line(f"{seconds:8.2f} {step:8} {item}")
    terminalreporter.section("processor seconds of files")
    for file, seconds in sorted(files.items(), key=itemgetter(1), reverse=True):
        terminalreporter.write_line(f"{seconds:8.2f} {file}")
