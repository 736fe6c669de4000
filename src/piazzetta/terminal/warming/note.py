"""The note that ``warm`` leaves beside the kernels, so that the next ``warm`` need not call each of them.

It counts only while Numba would find the same kernels again. Numba looks for a kernel by its source file, its own
version, Python's and the processor, so the note is named after all of these; and every file of the cache must be as it
was.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
from pathlib import Path

import numba
import numpy as np
from numba.core.registry import cpu_target

from piazzetta.games.registry import NAMES, names
from piazzetta.kernel import INTERPRETED, cache_folder

_PACKAGE = Path(__file__).parents[2]
_SECOND = 1_000_000_000  # nanoseconds


def is_warm(tables: bool) -> bool:
    """Whether everything has been compiled, or at least all that ``tables`` need, and is still in the cache."""
    if not _can_be_noted():
        return False
    return _is_true(_note("all")) or (tables and (_is_true(_note("tables")) or all(map(_has_tables, NAMES))))


def _has_tables(name: str) -> bool:
    return _is_true(_note(f"tables-{name}"))


def is_compiled(part: str, name: str) -> bool:
    """Whether a part of a game (``kernels.PARTS``) has been compiled and is still in the cache.

    A game of another package may change, so nothing is noted of it: it is compiled when it is called.
    """
    if INTERPRETED or name not in NAMES:
        return True
    return any(_is_true(_note(what)) for what in (f"{part}-{name}", "all", *(["tables"] if part == "tables" else [])))


def note_compiled(part: str, name: str) -> None:
    """Note that a part of a game is in the cache."""
    if not INTERPRETED and os.access(cache_folder(), os.W_OK) and name in NAMES:
        _write(_note(f"{part}-{name}"))


def note_warm(tables: bool) -> None:
    """Note that everything, or all that ``tables`` need, is in the cache."""
    if _can_be_noted():
        _write(_note("tables" if tables else "all"))


def _write(note: Path) -> None:
    with contextlib.suppress(OSError):  # only a note: the next ``warm`` looks again
        written = note.with_name(f"{note.name}.{os.getpid()}")
        written.write_text(json.dumps(_files()), encoding="utf-8")
        written.replace(note)


def _can_be_noted() -> bool:
    """Return False if nothing is compiled, if Numba uses another folder, or if a game of another package may change."""
    return not INTERPRETED and os.access(cache_folder(), os.W_OK) and set(names()) == set(NAMES)


def _note(what: str) -> Path:
    target = cpu_target.target_context.codegen().magic_tuple()
    digest = hashlib.sha256(repr((sys.version, numba.__version__, np.__version__, target)).encode())
    for source in sorted(_PACKAGE.rglob("*.py")):
        found = source.stat()
        digest.update(repr((str(source), found.st_mtime_ns, found.st_size)).encode())
    return cache_folder() / f"warm-{what}-{digest.hexdigest()[:16]}.json"


def _files() -> dict[str, tuple[int, int]]:
    """Size and time of every file of the cache, but those of other packages' kernels, which may come and go."""
    found = {}
    for file in cache_folder().glob("*_*/*.nb[ci]"):
        state = file.stat()
        found[f"{file.parent.name}/{file.name}"] = (state.st_size, state.st_mtime_ns)
    return found


def _is_true(note: Path) -> bool:
    """Whether all files are there as noted. An index (``.nbi``) may have grown by kernels compiled since. The image of
    a container keeps only the whole seconds of a file's time."""
    try:
        noted = json.loads(note.read_text(encoding="utf-8"))
        there = _files()
    except (OSError, ValueError):
        return False
    for name, (size, time) in noted.items():
        now_size, now_time = there.get(name, (0, 0))
        same = now_size == size and now_time in (time, time // _SECOND * _SECOND)
        if now_size < size or not (same or name.endswith(".nbi")):
            return False
    return bool(noted)
