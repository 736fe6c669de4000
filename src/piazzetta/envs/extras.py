"""What an environment needs beside the package, and one clear sentence where it is missing."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType


def need(module: str, extra: str) -> ModuleType:
    """Import a module that comes with an extra of the package."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.split(".")[0] != module.split(".")[0]:
            raise  # it is there, and something else is missing
        raise ModuleNotFoundError(
            f"this environment needs {module}, which is not installed: pip install 'piazzetta[{extra}]'",
            name=error.name,
        ) from None
