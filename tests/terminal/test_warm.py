"""``warm`` compiles what is missing, and returns at once only while nothing is."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numba
import pytest
from numba.core.registry import cpu_target
from typer.testing import CliRunner

from piazzetta.cli import app
from piazzetta.games import registry
from piazzetta.terminal.warming import kernels, note

pytestmark = pytest.mark.compiled_only


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache with the two kinds of files that Numba writes, and a package of one source."""
    folder, package = tmp_path / "cache", tmp_path / "package"
    (folder / "rules_1").mkdir(parents=True)
    (folder / "rules_1" / "apply.nbi").write_bytes(b"index")
    (folder / "rules_1" / "apply.1.nbc").write_bytes(b"kernel")
    package.mkdir()
    (package / "kernel.py").write_text("x = 1")
    monkeypatch.setattr(note, "cache_folder", lambda: folder)
    monkeypatch.setattr(note, "_PACKAGE", package)
    return folder / "rules_1"


def later(file: Path) -> None:
    """Write the same again, as at another time."""
    os.utime(file, ns=(0, file.stat().st_mtime_ns + 1))


def test_what_is_noted_is_warm(cache: Path) -> None:
    assert not note.is_warm(tables=True)
    note.note_warm(tables=True)
    assert note.is_warm(tables=True)
    assert not note.is_warm(tables=False)  # batches and environments are missing
    note.note_warm(tables=False)
    assert note.is_warm(tables=False)


def test_everything_includes_the_tables(cache: Path) -> None:
    note.note_warm(tables=False)
    assert note.is_warm(tables=True)


def test_kernels_compiled_since_do_no_harm(cache: Path) -> None:
    note.note_warm(tables=False)
    (cache / "apply.nbi").write_bytes(b"index of two")
    (cache / "apply.2.nbc").write_bytes(b"another")
    assert note.is_warm(tables=False)


def test_the_whole_seconds_that_an_image_keeps_are_enough(cache: Path) -> None:
    os.utime(cache / "apply.1.nbc", ns=(0, 1_800_000_000_123_456_789))
    note.note_warm(tables=True)
    os.utime(cache / "apply.1.nbc", ns=(0, 1_800_000_000_000_000_000))
    assert note.is_warm(tables=True)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda cache: (cache / "apply.1.nbc").unlink(),
        lambda cache: (cache / "apply.nbi").unlink(),
        lambda cache: (cache / "apply.nbi").write_bytes(b"lost"),  # two processes wrote it at once
        lambda cache: later(cache / "apply.1.nbc"),  # another kernel took the place of a lost one
        lambda cache: later(cache.parents[1] / "package" / "kernel.py"),  # to Numba, a changed source
        lambda cache: (cache.parents[1] / "package" / "more.py").write_text("y = 2"),
        lambda cache: [file.write_text("{") for file in cache.parent.glob("warm-*")],
    ],
    ids=["kernel gone", "index gone", "index shorter", "replaced", "source touched", "source added", "torn note"],
)
def test_what_is_missing_or_changed_is_compiled_again(cache: Path, spoil: Any) -> None:
    note.note_warm(tables=True)
    note.note_warm(tables=False)
    assert note.is_warm(tables=True)
    spoil(cache)
    assert not note.is_warm(tables=True)
    assert not note.is_warm(tables=False)


def test_another_machine_or_version_compiles_its_own(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    note.note_warm(tables=False)
    codegen = type(cpu_target.target_context.codegen())
    with monkeypatch.context() as other:
        other.setattr(codegen, "magic_tuple", lambda self: ("x86_64", "znver4", "+avx512f"))
        assert not note.is_warm(tables=False)
    with monkeypatch.context() as other:
        other.setattr(numba, "__version__", "0.0")
        assert not note.is_warm(tables=False)
    assert note.is_warm(tables=False)


def test_nothing_is_noted_about_other_games_or_empty_caches(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as other:
        other.setattr(registry, "_registered", {**registry._registered, "chess": "chess:LISTING"})
        note.note_warm(tables=False)
        assert not list(cache.parent.glob("warm-*"))
    for file in cache.iterdir():
        file.unlink()
    note.note_warm(tables=False)
    assert not note.is_warm(tables=False)


def test_the_command_compiles_only_if_something_is_missing(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[bool] = []

    def warm(console: Any, tables: bool) -> None:
        compiled.append(tables)
        note.note_warm(tables)

    monkeypatch.setattr(kernels, "warm", warm)
    for arguments in (["--tables"], ["--tables"], [], [], ["--tables"]):
        assert CliRunner().invoke(app, ["warm", *arguments]).exit_code == 0
    assert compiled == [True, False]
