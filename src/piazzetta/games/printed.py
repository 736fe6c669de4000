"""What each edition prints: for every clause the sentence it rests on, and who made the games and their rules.

The data stand in ``data/rules/printed-NAME.json``, sentences in the language of their document. What the rulebook, the
page and the command ``rules`` say about sources and credits, they take from here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

#: Why a clause is played as it is in an edition: its document prints it; it is silent and we decided; it is silent,
#: and a table may decide otherwise.
PRINTED, RULING, SWITCH = "printed", "ruling", "switch"


class Cell(NamedTuple):
    """One clause in one edition; the sentence it rests on, or the nearest one where the document is silent."""

    basis: str
    sentence: str


class Row(NamedTuple):
    """One clause: the switches it has, and what each edition prints."""

    clause: str
    switches: tuple[str, ...]
    cells: Mapping[str, Cell]


class Printed(NamedTuple):
    """The documents of a game by edition, the game's credits, and the table of sources."""

    documents: Mapping[str, Mapping[str, Any]]
    credits: Mapping[str, Any]
    rows: tuple[Row, ...]

    def cell(self, clause: str, edition: str) -> Cell:
        """What an edition prints on a clause.

        >>> find_printed("portobello").cell("2.1", "es")
        Cell(basis='printed', sentence='en la casilla número 10, de la escala de puntos')
        """
        return next(row for row in self.rows if row.clause == clause).cells[edition]


@cache
def find_printed(game: str) -> Printed:
    """What the documents of a game print."""
    data = json.loads(files("piazzetta").joinpath(f"data/rules/printed-{game}.json").read_text(encoding="utf-8"))
    rows = tuple(
        Row(
            clause,
            tuple(row["switches"]),
            {edition: Cell(cell["basis"], cell.get("sentence", "")) for edition, cell in row["cells"].items()},
        )
        for clause, row in data["clauses"].items()
    )
    return Printed(data["documents"], data["credits"], rows)
