"""Run the tests with every supported Python, on the oldest and the newest NumPy and Numba: ``make test-all``.

    python scripts/test_matrix.py                         # everything; stops at the first failure
    python scripts/test_matrix.py --python 3.13 --end oldest
    python scripts/test_matrix.py tests/games/test_perft.py     # only these tests

It looks for interpreters on this machine; with ``--download`` uv fetches missing ones. If one is still missing, the
script names it at the end and reports the run as incomplete (exit status 3), not as passed.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "build" / "matrix"
#: The oldest Numba and NumPy for each Python, from ``pyproject.toml`` or because no earlier release supports it:
#: Numba 0.63 for 3.14, NumPy 2.1 for 3.13 and 2.3 for 3.14.
OLDEST = {
    "3.11": ("numba==0.61.*", "numpy==2.0.*"),
    "3.12": ("numba==0.61.*", "numpy==2.0.*"),
    "3.13": ("numba==0.61.*", "numpy==2.1.*"),
    "3.14": ("numba==0.63.*", "numpy==2.3.*"),
}
#: Tests that need neither a browser nor the environments' libraries, which are slow to support a new Python.
TESTS = [
    "tests/test_kernel.py",
    *(f"tests/{part}" for part in ("portobello", "viaggiatore", "games", "match", "batch", "bots", "arena", "server")),
    "tests/terminal/test_cli.py",
]


def uv(*words: str, **options: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "uv", *words]
    return subprocess.run(command, cwd=ROOT, text=True, **options)  # type: ignore[call-overload, no-any-return]


def find(python: str, download: bool) -> str | None:
    """Return the path of an interpreter."""
    if download:
        uv("python", "install", python, timeout=300, capture_output=True)
    found = uv("python", "find", "--no-project", "--no-python-downloads", python, capture_output=True)
    if found.returncode == 0 and found.stdout.strip():
        return str(found.stdout.strip())
    # uv asks pyenv only for the version in use
    others = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv").glob(f"versions/{python}.*/bin/python")
    return next(map(str, others), None)


def prepare(python: str, interpreter: str, end: str) -> Path:
    """Create a separate environment with the package and its test dependencies."""
    folder = FOLDER / f"{python}-{end}"
    own = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    uv("venv", "--quiet", "--clear", "--no-project", "--python", interpreter, str(folder), check=True)
    versions = ["--constraint", "constraints.txt"] if end == "newest" else [*OLDEST[python]]
    uv("pip", "install", "--quiet", "--python", str(own), "--editable", ".[reports,test]", *versions, check=True)
    return own


def run(python: str, interpreter: str, end: str, tests: list[str]) -> tuple[bool, str]:
    """Run the tests; return whether all passed, and a line that says so."""
    begun = time.monotonic()
    try:
        own = prepare(python, interpreter, end)
    except subprocess.CalledProcessError:
        return False, "the environment could not be made"
    versions = "import numba, numpy, platform as p; print(p.python_version(), numba.__version__, numpy.__version__)"
    told = subprocess.run([own, "-c", versions], capture_output=True, text=True, check=True).stdout.split()
    name = "Python {}, Numba {}, NumPy {}".format(*told)
    print(f"\n== {name} ({end})", flush=True)
    # do not share compiled kernels between pairs of versions
    environment = os.environ | {"PIAZZETTA_CACHE": str(FOLDER / f"cache-{python}-{end}")}
    environment.pop("PYTHONPATH", None)
    options = ["-q", "-x", "-n", "2", "-m", "not interpreted_only", "-p", "no:cacheprovider"]
    status = subprocess.run([own, "-m", "pytest", *options, *tests], cwd=ROOT, env=environment).returncode
    seconds = time.monotonic() - begun
    return status == 0, f"{name}: {'passed' if status == 0 else 'FAILED'} in {seconds:.0f} s"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "tests", nargs="*", default=TESTS, help="files and folders; engine, bots, arena, server if none"
    )
    parser.add_argument("--python", action="append", choices=list(OLDEST), help="only this one; may be repeated")
    parser.add_argument("--end", action="append", choices=["oldest", "newest"], help="only this end of the versions")
    parser.add_argument("--download", action="store_true", help="let uv fetch interpreters that are missing")
    asked = parser.parse_args()
    lines, missing, passed = [], [], True
    for python in asked.python or OLDEST:
        interpreter = find(python, asked.download)
        if interpreter is None:
            missing.append(python)
            continue
        for end in asked.end or ("oldest", "newest"):
            if passed:
                passed, line = run(python, interpreter, end, asked.tests)
                lines.append(line)
            else:
                lines.append(f"Python {python}, {end}: not run")
    print("\n" + "\n".join(lines))
    for python in missing:
        print(f"Python {python}: not found on this machine, NOT tested (--download lets uv fetch it)")
    return 1 if not passed else 3 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
