"""The rulebook of one edition: only what its document says, with our rulings marked where it is silent."""

from __future__ import annotations

import re

import pytest

from piazzetta.games.rulebooks.by_edition import in_edition, sentences, units
from piazzetta.games.rulebooks.printed import PRINTED, find_printed
from piazzetta.games.rulebooks.rulebook import LANGUAGES, find_rulebook
from piazzetta.tables.messages import Clause
from piazzetta.tables.viewers import catalogue

pytestmark = pytest.mark.interpreted_only

CODES = {document["code"]: edition for edition, document in find_printed("portobello").documents.items()}
OURS = re.compile(
    r"\*(?:ruling|decisione|decisión|décision|festlegung|house|regola|regla|règle|hausregel)\b", re.IGNORECASE
)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("code", CODES)
def test_an_edition_names_no_other(lang: str, code: str) -> None:
    book = find_rulebook("portobello", lang).in_edition(code)
    assert re.findall(r"\b(?:IT|ES|FR|FM|DE)\b", book.markdown) == []
    wanted = [section.number for section in find_rulebook("portobello", lang).sections if section.number]
    assert [section.number for section in book.sections] == wanted
    for section in book.sections:
        assert all(len(clause.text) > 12 for clause in section.clauses)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("code", CODES)
def test_what_an_edition_does_not_print_is_marked_as_ours(lang: str, code: str) -> None:
    book = find_rulebook("portobello", lang).in_edition(code)
    for row in find_printed("portobello").rows:
        text = book.clause(row.clause) or ""
        if row.clause[-1] in "abcd":
            text = next(line for line in text.splitlines() if f"- {row.clause[-1]})" in line)
        if row.cells[CODES[code]].basis != PRINTED:
            assert OURS.search(text), (row.clause, text)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_says_the_same_of_the_same_editions(lang: str) -> None:
    def shape(language: str) -> list[tuple[str, list[frozenset[str]]]]:
        book = find_rulebook("portobello", language)
        return [
            (clause.number, [one.codes for one in sentences(clause.text) if one.codes])
            for section in book.sections
            for clause in section.clauses
        ]

    assert shape(lang) == shape("en")


def test_sentences_of_some_editions() -> None:
    text = "IT: One. ES, DE: Two (ES; *ruling* for DE). Three."
    assert in_edition(text, "IT") == "One. Three."
    assert in_edition(text, "ES") == "Two. Three."
    assert in_edition(text, "DE") == "Two (*ruling*). Three."
    assert in_edition(text, "FR") == "Three."
    assert [len(unit) for unit in units(text)] == [2, 1]


def test_the_page_gets_a_clause_by_edition_where_editions_differ() -> None:
    def clauses(game: str) -> list[Clause]:
        return [clause for section in catalogue.rulebook(game, "en")["sections"] for clause in section["clauses"]]

    found = {clause["number"]: clause for clause in clauses("portobello")}
    assert set(found["1.1"]["editions"]) == set(CODES.values())
    assert found["1.1"]["editions"]["de"].endswith("16 with four (and blue) (*ruling*).")
    assert found["1.1"]["editions"]["it"].endswith("16 with four (and blue).")
    assert "editions" not in found["4.3"]  # all print the same
    assert not any("editions" in clause for clause in clauses("viaggiatore"))  # there is one edition
