"""Studies: games as trees of moves, with variations, names and comments. The format: ``data/rules/studies.md``."""

from __future__ import annotations

from piazzetta.studies.study import Study
from piazzetta.studies.tree import Node

__all__ = ["Node", "Study"]
