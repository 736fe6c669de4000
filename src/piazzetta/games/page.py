"""What the browser's page needs from a game besides its kernels and words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Page:
    """A game that the page includes. One with a plain table needs no more than its helpers."""

    components_file: str = ""  # the default map or deck, relative to the package folder
    tour: str = ""  # the record that the tour begins with, likewise relative
    lessons: str = ""  # and the lessons
    #: The helpers that views, events, previews and refusals call, by module, each with its signature (for the syntax,
    #: see ``browser/signature.py``).
    helpers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    #: The module with what the page's workshop calls: ``WORKBENCH``.
    workbench: str = ""
    pieces: str = ""  # the file that its scene is drawn with, in films


#: A random map or deck; how often places or cards were used, and the fields of final positions that tell it; what may
#: be changed, and the map or deck so changed.
WORKBENCH = ("drawn", "uses", "FIELDS", "knobs", "turned")
