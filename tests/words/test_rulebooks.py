"""The rulebooks in five languages: the same clauses, tables and examples in each."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import piazzetta
from piazzetta.errors import BadInput
from piazzetta.games.registry import NAMES
from piazzetta.games.rulebooks.rulebook import LANGUAGES, Rulebook, find_rulebook

pytestmark = pytest.mark.interpreted_only

RULES = Path(piazzetta.__file__).parent / "data" / "rules"
OTHERS = [(game, lang) for game in NAMES for lang in LANGUAGES[1:]]


def numbers(book: Rulebook) -> list[tuple[str, list[str]]]:
    return [(section.number, [clause.number for clause in section.clauses]) for section in book.sections]


def table(book: Rulebook) -> list[list[str]]:
    """The table of editions by row: its clause, and its number of cells; numbers and edition names unchanged."""
    rows = [line.strip("|").split("|") for line in book.markdown.splitlines() if line.startswith("|")]
    return [
        [(re.match(r" (\d[\d.]*c?) ", row[0]) or [""])[0], str(len(row)), *re.findall(r"`[\w-]+`", "|".join(row))]
        for row in rows
    ]


@pytest.mark.parametrize(("game", "lang"), OTHERS)
def test_every_language_has_the_same_clauses(game: str, lang: str) -> None:
    english, other = find_rulebook(game), find_rulebook(game, lang)
    assert numbers(other) == numbers(english)
    assert table(other) == table(english)
    assert other.title != english.title
    assert (RULES / f"{game}.{lang}.md").is_file()


@pytest.mark.parametrize(("game", "lang"), OTHERS)
def test_every_clause_keeps_its_figures_and_its_switches(game: str, lang: str) -> None:
    """Numbers, references to other clauses, editions (IT, FR, …), examples and code survive translation."""
    english, other = find_rulebook(game), find_rulebook(game, lang)
    for ours, theirs in zip(other.sections, english.sections, strict=True):
        for one, two in zip(ours.clauses, theirs.clauses, strict=True):
            for pattern in (r"\d+(?:\.\d+)?[a-d]?", r"\b(?:IT|ES|FR|FM|DE)\b", r"`[^`]+`", r"\b[EX]\d+ \("):
                found = sorted(re.findall(pattern, _digits(one.text)))
                assert found == sorted(re.findall(pattern, _digits(two.text))), (lang, two.number, pattern)


def _digits(text: str) -> str:
    return re.sub(r"\s+", " ", text.replace("\u202f", " "))


@pytest.mark.parametrize(("game", "lang"), OTHERS)
def test_typography(game: str, lang: str) -> None:
    text = find_rulebook(game, lang).markdown
    assert "'" not in text
    assert '"' not in text
    if lang == "fr":
        assert not re.search(r" [:;!?»%]|« ", text), "a no-break space"


def test_a_clause_can_be_found_in_any_language() -> None:
    assert find_rulebook("portobello", "it").clause("4.3") == "- 4.3 Costa un’azione."
    assert find_rulebook("viaggiatore", "fr").search("carte bluff")
    assert find_rulebook("portobello", "fr").search("d'un bout à l'autre"), "typed apostrophes find printed ones"
    assert find_rulebook("portobello", "de").clause("E7") == find_rulebook("portobello", "de").clause("E4")


def test_a_language_that_nobody_wrote_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadInput, match=r"en, it, es, fr, de, not in 'nl'"):
        find_rulebook("portobello", "nl")
    with pytest.raises(BadInput, match="not in 'de'"):
        find_rulebook("records", "de")
