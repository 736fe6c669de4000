"""Reports of arenas, studies and analyses as HTML pages. They need the extra ``reports`` (Jinja2, Matplotlib)."""

from __future__ import annotations

from importlib.util import find_spec

from piazzetta.errors import BadInput
from piazzetta.extras import install_command


def require() -> None:
    """Check that reports can be written, before hours of play and not after them."""
    missing = [name for name in ("jinja2", "matplotlib") if find_spec(name) is None]
    if missing:
        raise BadInput(f"a report needs {' and '.join(missing)}: {install_command('reports')}")
