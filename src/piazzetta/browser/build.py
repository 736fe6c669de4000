"""Write the modules of both games and their TypeScript, what ``piazzetta build-wasm`` does."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from piazzetta.games.base import BadInput
from piazzetta.games.registry import NAMES

#: Numba for any machine of this kind, without its own optimiser (``modules.py`` says why).
_PLAIN = {"NUMBA_OPT": "0", "NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": "", "NUMBA_DISABLE_JIT": "0"}


def build_all(folder: Path) -> Iterator[tuple[Path, int]]:
    """Write everything into a folder, each game in a process of its own; each file as soon as it is there."""
    if importlib.util.find_spec("ziglang") is None:
        raise BadInput("the linker is missing: pip install 'piazzetta[build]' brings it")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as cache:  # code for another purpose than what the user's cache holds
        environment = {**os.environ, **_PLAIN, "PIAZZETTA_CACHE": cache}
        jobs = {}
        for name in NAMES:
            command = [sys.executable, "-m", "piazzetta.browser.modules", name, str(folder / f"{name}.wasm")]
            jobs[name] = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
        for name, source in _sources().items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(source, encoding="utf-8")
            yield folder / name, len(source.encode())
        for name, job in jobs.items():
            _, errors = job.communicate()
            if job.returncode != 0:
                raise RuntimeError(f"{name} was not compiled:\n{errors}")
            yield folder / f"{name}.wasm", (folder / f"{name}.wasm").stat().st_size


def _sources() -> dict[str, str]:
    from piazzetta.browser import binding, speech

    return {"records.ts": binding.records(), "kernels.ts": binding.kernels(), **speech.speech()}
