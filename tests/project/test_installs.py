"""Installs are reproducible: all packages are pinned, those of the page by checksum; no file names a registry."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.interpreted_only

ROOT = Path(__file__).parents[2]


def test_every_package_of_the_page_has_a_checksum() -> None:
    packages = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    packages.pop("")  # the page itself
    assert len(packages) > 150
    assert [name for name, package in packages.items() if not package.get("integrity", "").startswith("sha512-")] == []
    assert [name for name, package in packages.items() if "resolved" in package] == []


def test_every_python_package_is_pinned() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    assert len(lines) > 50
    assert [line for line in lines if not re.fullmatch(r"[\w.-]+==[\w.+!]+(?: ; .+)?", line)] == []


def test_nothing_is_said_to_be_on_pypi() -> None:
    """Before the first release `pip install piazzetta` finds nothing, or somebody else's package.

    ``piazzetta.extras`` says where the installation came from instead.
    """
    files = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md"]
    kinds = {"docs": ("md", "py"), "examples": ("py", "ipynb"), "benchmarks": ("py",), "src": ("py", "md")}
    files += [file for folder in kinds for kind in kinds[folder] for file in (ROOT / folder).rglob(f"*.{kind}")]
    claims = re.compile(r"(?:pip|pipx|uv|uvx)[ \w-]*? (?:install|run|--from) ['\"]?piazzetta\b")
    assert claims.search("pip install 'piazzetta[train]'")
    said = {
        f"{file.relative_to(ROOT)}: {line.strip()}"
        for file in files
        for line in file.read_text(encoding="utf-8").splitlines()
        if claims.search(line)
    }
    assert {line.partition(":")[0] for line in said} <= {"CONTRIBUTING.md", "src/piazzetta/extras.py"}, said
