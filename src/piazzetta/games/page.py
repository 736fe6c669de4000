"""What the browser's page needs from a game besides its kernels and words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Page:
    """A game that the page includes."""

    components_file: str  # the default map or deck, relative to the package folder
    tour: str  # the record that the tour begins with, likewise relative
    lessons: str  # and the lessons
    #: The helpers that views, events, previews and refusals call, by module, each with its signature (for the syntax,
    #: see ``browser/signature.py``).
    helpers: Mapping[str, tuple[str, ...]]
    #: What the page's workshop calls: the function that draws a random map or deck, "module:name".
    drawn: str = ""
    #: And the one that says how often places or cards were used; beside it, ``FIELDS`` of final positions it looks at.
    uses: str = ""
    #: And the one that says which ``knobs`` a map or deck has; beside it, ``turned``.
    knobs: str = ""
