"""One glossary: rule files and message catalogues use its terms and none that contradict it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import piazzetta
from piazzetta.games.rulebooks.rulebook import LANGUAGES
from tests.printed.documents import uses

pytestmark = pytest.mark.interpreted_only

PACKAGE = Path(piazzetta.__file__).parent
WEB = Path(__file__).parents[2] / "web" / "src" / "words"
TERMS: list[dict[str, Any]] = json.loads((PACKAGE / "data" / "glossary.json").read_text(encoding="utf-8"))["terms"]
DOCUMENTS = {
    "portobello": {"it": ["IT"], "es": ["ES"], "fr": ["FR", "FM"], "de": ["DE"]},
    "viaggiatore": {"it": ["CV"]},
}


def texts(lang: str) -> Iterator[tuple[str, str]]:
    """Every text in a language, with its location: rule files, and every message."""
    for game in ("portobello", "viaggiatore"):
        name = f"{game}.md" if lang == "en" else f"{game}.{lang}.md"
        yield name, (PACKAGE / "data" / "rules" / name).read_text(encoding="utf-8")
    for file in [*WEB.glob(f"{lang}/*.json"), *PACKAGE.glob(f"**/words/{lang}/*.json")]:
        for key, message in json.loads(file.read_text(encoding="utf-8")).items():
            yield f"{file.stem} {key}", re.sub(r"\{\s*\w+(?=\s*[,}])", "{", message)  # no parameter names


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_text_goes_against_the_glossary(lang: str) -> None:
    patterns = [(term["en"], pattern) for term in TERMS for pattern in term.get("avoid", {}).get(lang, ())]
    found = [
        (where, english, hit[0])
        for where, text in texts(lang)
        for english, pattern in patterns
        if (hit := re.search(rf"(?<!\w)(?:{pattern})", text, re.IGNORECASE))
    ]
    assert found == []


def test_a_printed_term_is_one_that_the_document_uses() -> None:
    for term in TERMS:
        for game, languages in printed(term).items():
            for lang in languages:
                said = term.get("as", {}).get(lang, term[lang])
                for one in re.sub(r"\(.*?\)|[’']", " ", said).split(","):
                    assert any(uses(code, one) for code in DOCUMENTS[game][lang]), (term["en"], lang, one)


def printed(term: dict[str, Any]) -> dict[str, list[str]]:
    """The languages whose rules print a term, by game."""
    given: Any = term.get("printed", [])
    return given if isinstance(given, dict) else {term["game"]: given} if given else {}


def test_what_the_documents_print_has_its_dot_and_the_program_s_words_none() -> None:
    dots = {term["en"]: printed(term) for term in TERMS}
    every = ["it", "es", "fr", "de"]
    for english in ("turn", "round", "active player", "point", "start player"):
        assert dots[english]["portobello"] == every
    assert dots["to score an alley"]["portobello"] == every
    assert dots["object"]["viaggiatore"] == ["it"]
    assert all(languages.get("viaggiatore", ["it"]) == ["it"] for languages in dots.values())
    shown = {term["en"] for term in TERMS if term["game"] != "program"}
    assert not shown & {"bot", "replay", "log", "hint", "record", "seat", "table"}


def test_every_term_has_a_word_in_every_language() -> None:
    assert all(term[lang] for term in TERMS for lang in LANGUAGES)
