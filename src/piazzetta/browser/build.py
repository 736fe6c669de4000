"""Builds the games' modules, their TypeScript, and the games' words: the work of ``piazzetta build-wasm``."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Iterator
from pathlib import Path

from piazzetta.errors import BadInput
from piazzetta.extras import install_command
from piazzetta.kernel import foreign_digest, sources_digest

#: Compile for any machine of this kind, without Numba's own optimiser (``modules.py`` says why).
_PLAIN = {"NUMBA_OPT": "0", "NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": "", "NUMBA_DISABLE_JIT": "0"}
#: Written last: it identifies the sources of everything built.
_MARK = "kernels.ts"
#: The folders that are translated, besides those of kernels.
_TRANSLATED = ("arena/results", "booklet", "browser", "explorer", "films", "studies", "tables", "workshop")
_HERE = Path(__file__).parent
_DATA = _HERE.parent / "data"


def can_build() -> bool:
    """Return whether the linker is installed."""
    return importlib.util.find_spec("ziglang") is not None


def up_to_date(folder: Path) -> bool:
    """Return whether a folder holds everything, built from the current sources."""
    made = (
        f"{start}{name}{end}"
        for name in _names()
        for start, end in (("", ".wasm"), ("python/", ".js"), ("networks/", ".js"), ("films/", ".js"))
    )
    if not all((folder / name).is_file() for name in ("records.ts", "speech/base.js", _MARK, *made)):
        return False
    return f'"{_digest()}"' in (folder / _MARK).read_text(encoding="utf-8")


def _names() -> list[str]:
    from piazzetta.browser.exports import games_of_page

    return [game.name for game in games_of_page()]


def _digest() -> str:
    """Return a digest of all inputs of the build: sources, maps, decks, lessons, and the bots' weights.

    Its first part is that of the kernels alone: if only the rest differs, they need not be compiled again. Games of
    other packages come last, each with a digest of its own.
    """
    data = [
        file.read_bytes()
        for kind in ("*.json", "*.bin", "*.svg", "tours/*", "lessons/*")
        for file in sorted(_DATA.glob(kind))
    ]
    compiler = b"".join((_HERE / f"{name}.py").read_bytes() for name in ("exports", "modules", "signature"))
    translated = sources_digest(*_TRANSLATED)
    ours = f"{sources_digest()}{zlib.crc32(compiler):08x}-{translated}-{zlib.crc32(b''.join(data)):08x}"
    return "-".join([ours, *filter(None, map(_foreign, _names()))])


def _foreign(name: str) -> str:
    """Return a digest of a game of another package; empty for one of this package."""
    from piazzetta.games.registry import find_game

    digest = foreign_digest(sys.modules[type(find_game(name)).__module__].__file__ or "")
    return digest and f"{name}.{digest}"


def _has_kernels(folder: Path, name: str, digest: str) -> bool:
    """Return whether a folder holds a game's module of these kernels, whatever else has changed."""
    files = [folder / _MARK, folder / f"{name}.wasm"]
    own = (f'"{digest.partition("-")[0]}-', _foreign(name))
    return all(file.is_file() for file in files) and all(part in files[0].read_text("utf-8") for part in own)


def build_all(folder: Path) -> Iterator[Path]:
    """Build everything into a folder; yield each file when it is ready. Each game is compiled in its own process."""
    from piazzetta.browser import binding
    from piazzetta.browser.speech import FOLDER, PAGE_FOLDER, speech

    if not can_build():
        raise BadInput(f"the linker is missing: {install_command('build')} brings it")
    folder.mkdir(parents=True, exist_ok=True)
    digest = _digest()
    with tempfile.TemporaryDirectory() as cache:  # this code differs from that in the user's cache
        environment = {**os.environ, **_PLAIN, "PIAZZETTA_CACHE": cache}
        jobs = {}
        for name in (name for name in _names() if not _has_kernels(folder, name, digest)):
            command = [sys.executable, "-m", "piazzetta.browser.modules", name, str(Path(cache, name))]
            jobs[name] = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
        yield _write(folder / "records.ts", binding.records().encode())
        for old in (FOLDER, PAGE_FOLDER):
            shutil.rmtree(folder / old, ignore_errors=True)  # a module may have been removed
        for path, source in speech().items():
            _write(folder / path, source.encode())
        yield from (folder / FOLDER / f"{name}.js" for name in ("common", *_names()))
        for name, job in jobs.items():
            _, errors = job.communicate()
            if job.returncode != 0:
                raise RuntimeError(f"{name} was not compiled:\n{errors}")
            yield _write(folder / f"{name}.wasm", Path(cache, name).read_bytes())
    yield _write(folder / _MARK, binding.kernels(digest).encode())


def _write(file: Path, content: bytes) -> Path:
    """Put a file in place atomically, so that nobody ever reads half of it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=file.parent, delete=False) as draft:
        draft.write(content)
    os.chmod(draft.name, 0o644)  # temporary files are private to their owner
    os.replace(draft.name, file)
    return file
