"""Every sentence of the documents is in a clause, an example or a note of its edition, or has a reason not to be."""

from __future__ import annotations

import json

import pytest

from piazzetta.booklet.examples import examples_of
from piazzetta.games.rulebooks.printed import PRINTED, find_printed
from piazzetta.games.rulebooks.rulebook import find_rulebook
from tests.printed.coverage import FILE, FOLDER, REASONS, digest, split, uncovered

pytestmark = pytest.mark.interpreted_only

KNOWN: dict[str, dict[str, str]] = json.loads(FILE.read_text("utf-8"))
GAMES = {"CV": "viaggiatore"}


def test_every_sentence_has_its_place() -> None:
    """Wherever the documents are at hand; the file alone does not hold their text."""
    if FOLDER.is_dir():
        assert uncovered(FOLDER) == []
    assert {code: len(sentences) for code, sentences in KNOWN.items() if len(sentences) < 30} == {}


def test_every_place_is_there() -> None:
    for code, sentences in KNOWN.items():
        game = GAMES.get(code, "portobello")
        book = find_rulebook(game)
        for place in set(sentences.values()) - set(REASONS):
            assert book.clause(place), (code, place)


def test_an_example_is_one_of_its_documents() -> None:
    codes = {document["code"]: edition for edition, document in find_printed("portobello").documents.items()}
    for key, example in examples_of("portobello").items():
        told = {codes[code] for code, sentences in KNOWN.items() if code in codes and key in sentences.values()}
        assert told <= set(example.printed_in)
        assert bool(told) == (key != "E8")


def test_every_printed_clause_is_in_a_document() -> None:
    for game in ("portobello", "viaggiatore"):
        own = {document["code"] for document in find_printed(game).documents.values()}
        told = {place for code in own for place in KNOWN[code].values()}
        for row in find_printed(game).rows:
            if any(cell.basis == PRINTED for cell in row.cells.values()):
                assert row.clause.rstrip("abcd") in told, row.clause


def test_a_new_sentence_would_be_found() -> None:
    (sentence,) = split("Der Lord tanzt auf dem letzten Platz.")
    assert digest(sentence) not in KNOWN["DE"]
