"""Extras: packages that only some commands need. One that is missing is named with the command that brings it."""

from __future__ import annotations

import json
from importlib.metadata import PackageNotFoundError, distribution
from urllib.parse import urlsplit
from urllib.request import url2pathname

from piazzetta.errors import BadInput


def install_command(extra: str) -> str:
    """Return the command that adds an extra to this installation, which may come from a folder or a file."""
    try:
        origin = json.loads(distribution("piazzetta").read_text("direct_url.json") or "{}")  # PEP 610
    except PackageNotFoundError:
        origin = {}
    url = origin.get("url", "")
    if origin.get("dir_info", {}).get("editable"):
        return f"pip install --editable '{url2pathname(urlsplit(url).path)}[{extra}]'"
    return f"pip install 'piazzetta[{extra}]{f' @ {url}' if url else ''}'"


def missing_extra(extra: str, problem: ImportError) -> BadInput:
    """Return the error for a package that cannot be imported: its name, and the command that brings it."""
    return BadInput(f"{problem.name} is missing; install it with: {install_command(extra)}")
