"""The package's build backend (PEP 517): hatchling's, with the page made first.

``python -m build``, ``pip install .`` and ``uv build`` come here. The Makefile knows how the page is made; this asks it
to, with the tools of the build's own environment. A source archive has the page already, and an editable install needs
none. Neither takes Node or make.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

from hatchling import build as hatchling
from hatchling.build import build_editable, get_requires_for_build_editable

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
]

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "src" / "piazzetta" / "server" / "page" / "index.html"
_IS_ARCHIVE = (ROOT / "PKG-INFO").is_file()


def get_requires_for_build_wheel(settings: dict[str, Any] | None = None) -> list[str]:
    return [*hatchling.get_requires_for_build_wheel(settings), *_page_tools()]


def get_requires_for_build_sdist(settings: dict[str, Any] | None = None) -> list[str]:
    return [*hatchling.get_requires_for_build_sdist(settings), *_page_tools()]


def build_wheel(folder: str, settings: dict[str, Any] | None = None, metadata: str | None = None) -> str:
    _make_page()
    return hatchling.build_wheel(folder, settings, metadata)


def build_sdist(folder: str, settings: dict[str, Any] | None = None) -> str:
    _make_page()
    return hatchling.build_sdist(folder, settings)


def _page_tools() -> list[str]:
    """Return what making the page needs: the package's dependencies and those of ``[build]``; nothing if it is made."""
    if _IS_ARCHIVE or (_find_make() and _make("--question", quiet=True) == 0):
        return []
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [*project["dependencies"], *project["optional-dependencies"]["build"]]


def _make_page() -> None:
    """Make the page, or end with a sentence that says what to do."""
    if _IS_ARCHIVE:
        if not PAGE.is_file():
            sys.exit(
                "This source archive lacks the web page. Build from a clone of the repository, or get a whole one."
            )
    elif not _find_make():
        sys.exit("The web page is made with GNU make, which is not installed. Install it, or use a source archive.")
    elif _make() != 0:
        sys.exit("The web page could not be made; the lines above say why. Without it there is no package.")


def _find_make() -> str | None:
    return shutil.which("gmake") or shutil.which("make")


def _make(*options: str, quiet: bool = False) -> int:
    """Run the Makefile's target with this Python as its tool and nothing else to set up; return the exit status."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    source = os.pathsep.join(filter(None, [str(ROOT / "src"), os.environ.get("PYTHONPATH", "")]))
    command = [str(_find_make()), "--no-print-directory", *options, f"TOOL={sys.executable}", "TOOLS=", "page"]
    output = subprocess.DEVNULL if quiet else sys.stderr  # a frontend may speak with its backend over stdout
    return subprocess.run(command, cwd=ROOT, env=environment | {"PYTHONPATH": source}, stdout=output).returncode
