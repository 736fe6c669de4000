"""What each edition prints: the sentence behind every clause, and who made the games and their rules.

The data are in ``data/rules/printed-NAME.json``, with each sentence in the language of its document. The rulebook, the
page and the ``rules`` command take their sources and credits from here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from piazzetta.games.words.messages import messages_of

_MAKERS = ("authors", "illustrators", "graphics")
#: Why a clause is played this way in an edition: its document prints it; it is silent and we decided; or it is silent,
#: and a table may decide otherwise.
PRINTED, RULING, SWITCH = "printed", "ruling", "switch"


class Cell(NamedTuple):
    """One clause in one edition: the sentence behind it, or the nearest one where the document is silent.

    ``parts``: the sentence as it stands in the document, which may break it up with the text of another column.
    """

    basis: str
    sentence: str
    parts: tuple[str, ...] = ()


class Row(NamedTuple):
    """One clause: its switches, and what each edition prints."""

    clause: str
    switches: tuple[str, ...]
    cells: Mapping[str, Cell]


class Printed(NamedTuple):
    """The documents of a game by edition, the game's credits, and the table of sources."""

    game: str
    documents: Mapping[str, Mapping[str, Any]]
    credits: Mapping[str, Any]
    rows: tuple[Row, ...]

    def cell(self, clause: str, edition: str) -> Cell:
        """What an edition prints on a clause.

        >>> find_printed("portobello").cell("2.1", "es")
        Cell(basis='printed', sentence='en la casilla número 10, de la escala de puntos', parts=())
        """
        return next(row for row in self.rows if row.clause == clause).cells[edition]

    def sources(self, clause: str, lang: str = "en", only: str = "") -> list[str]:
        """What each edition prints on a clause ("6.2" has several parts), one line of Markdown per edition.

        ``only``: this edition alone; empty for all."""
        words = messages_of(f"piazzetta.games.{self.game}", lang)
        rows = [row for row in self.rows if re.fullmatch(re.escape(clause) + "[a-d]?", row.clause)]
        return [
            f"- {row.clause} `{edition}`: *{words.say(f'basis.{cell.basis}', {})}*"
            + (f", “{cell.sentence}”" if cell.sentence else "")
            for row in rows
            for edition, cell in row.cells.items()
            if not only or edition == only
        ]

    def credit_lines(self, lang: str = "en") -> list[str]:
        """Who made the game and its rules, whom it is for, as the documents say, and what is our own.

        >>> find_printed("viaggiatore").credit_lines()[0]
        'By Matteo Liroi, Maurizio Mancino. 2 to 5 players, any age.'
        """
        words = messages_of(f"piazzetta.games.{self.game}", lang)
        given = self.credits
        said = [words.say(f"credits.{part}", {"people": ", ".join(given[part])}) for part in _MAKERS if part in given]
        if "publishers" in given:
            said.append(words.say("credits.published", {"people": ", ".join(given["publishers"])}))
        least, most = given["players"]
        minutes = "–".join(str(many) for many in given["minutes"]) if "minutes" in given else "none"
        said.append(words.say("credits.for", {"least": least, "most": most, "age": given["age"], "minutes": minutes}))
        lines = [" ".join(said)]
        for edition, document in self.documents.items():
            people = [*document.get("authors", []), *document.get("translators", [])]
            if people and people != given["authors"]:
                people += [*document.get("issued_by", []), *([document["dated"]] if "dated" in document else [])]
                edition_name = words.say(f"edition.{edition}", {})
                lines.append(words.say("credits.rules", {"edition": edition_name, "people": ", ".join(people)}))
        return [*lines, words.say("credits.own", {"game": self.game})]


def _cell(given: Mapping[str, Any]) -> Cell:
    sentence = given.get("sentence", "")
    if isinstance(sentence, str):
        return Cell(given["basis"], sentence)
    return Cell(given["basis"], " ".join(sentence), tuple(sentence))


@cache
def find_printed(game: str) -> Printed:
    """What a game's documents print."""
    data = json.loads(files("piazzetta").joinpath(f"data/rules/printed-{game}.json").read_text(encoding="utf-8"))
    rows = tuple(
        Row(
            clause,
            tuple(row["switches"]),
            {edition: _cell(cell) for edition, cell in row["cells"].items()},
        )
        for clause, row in data["clauses"].items()
    )
    return Printed(game, data["documents"], data["credits"], rows)
