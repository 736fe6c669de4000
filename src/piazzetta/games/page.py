"""What the browser's page needs of a game beside its kernels and words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Page:
    """A game that the page has."""

    components_file: str  # the default map or deck, from the folder of the package
    lesson: str  # the record that a first lesson begins with, from there too
    #: The helpers that views, events, previews and refusals call, by module: how each is called
    #: (``browser/signature.py`` says how to write it).
    helpers: Mapping[str, tuple[str, ...]]
