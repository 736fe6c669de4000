"""What environments need besides the package, and a clear error where it is missing."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from piazzetta.extras import install_command


def need(module: str, extra: str) -> ModuleType:
    """Import a module that belongs to an extra of the package."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.split(".")[0] != module.split(".")[0]:
            raise  # it is installed, but something else is missing
        raise ModuleNotFoundError(
            f"this environment needs {module}, which is not installed: {install_command(extra)}",
            name=error.name,
        ) from None
