"""Checks records, one per file or one per line, and reports how many are valid."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from rich.console import Console

from piazzetta.errors import BadRecord
from piazzetta.frames.files import records_in
from piazzetta.match.record import Record
from piazzetta.terminal.progress import progress_bar


def verify(
    paths: list[Path],
    console: Console,
    progress_console: Console,
    commitment: str | None = None,
    contributions: Sequence[str] = (),
) -> tuple[Counter[str], int]:
    """The numbers of valid records, by game and version, and of invalid ones; prints the reason for each of these."""
    right: Counter[str] = Counter()
    wrong = done = 0
    size = sum(path.stat().st_size for path in paths)
    gc.freeze()  # otherwise every collection traverses all of Numba
    with progress_bar(progress_console, "verifying", brief=True) as advance:
        for path in paths:
            for name, text in records_in(path):
                try:
                    record = Record.loads(text)
                    _check(record, commitment, contributions)
                    right[f"{record.setting.game.title}, version {record.setting.rules_version} of the rules"] += 1
                except BadRecord as error:
                    wrong += 1
                    console.print(f"[bold]{name}[/]: ", end="")
                    console.print(str(error), markup=False, highlight=False)
                done += len(text)
                advance(done, size)
    return right, wrong


def _check(record: Record, commitment: str | None, contributions: Sequence[str]) -> None:
    """Verify a record under its version of the rules. ``BadRecord`` also says under which other one it holds."""
    try:
        record.verify(commitment, contributions)
    except BadRecord as error:
        own = record.setting
        for version in own.game.rules_versions:
            if version == own.rules_version:
                continue
            try:
                replace(record, setting=replace(own, version=version)).verify(commitment, contributions)
            except BadRecord:
                continue
            raise BadRecord(f"{error}. It holds under version {version} of the rules") from error
        raise
