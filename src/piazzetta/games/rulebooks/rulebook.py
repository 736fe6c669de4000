"""The rulebooks, clause by clause, as the package ships them in ``data/rules``."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from piazzetta.errors import BadInput
from piazzetta.games.registry import listing
from piazzetta.games.rulebooks.by_edition import in_edition

#: The languages a rulebook may be read in; a game's listing says which. English is normative: where a translation
#: differs, the English text applies.
LANGUAGES = ("en", "it", "es", "fr", "de")

_SECTION = re.compile(r"^## (?:(\d+) )?(.+)$")
_CLAUSE = re.compile(r"^- (\d+\.\d+|N\d) ")
_EXAMPLE = re.compile(r"\b([EX]\d+) \(")


class Clause(NamedTuple):
    """One numbered rule."""

    number: str
    text: str


class Section(NamedTuple):
    """A chapter of a rulebook: its number (if it has one), title, whole text and clauses."""

    number: str
    title: str
    text: str
    clauses: tuple[Clause, ...]


class Rulebook:
    """A searchable rulebook.

    >>> find_rulebook("portobello").clause("4.3")
    '- 4.3 This costs one action.'
    """

    def __init__(self, markdown: str) -> None:
        self.markdown = markdown
        parts = re.split(r"^(?=## )", markdown, flags=re.MULTILINE)
        self.title = parts[0].splitlines()[0].removeprefix("# ")
        self.sections = [_section(part) for part in parts[1:]]

    def clause(self, number: str) -> str | None:
        """The text of a clause ("6.2", also "6.2c"), of a chapter ("6") or of a worked example ("E4")."""
        wanted = number.strip().upper()
        for section in self.sections:
            if section.number == wanted:
                return section.text
            for clause in section.clauses:
                if re.fullmatch(re.escape(clause.number) + r"[A-Z]?", wanted):
                    return clause.text
                if wanted in _EXAMPLE.findall(clause.text):
                    return clause.text
        return None

    def in_edition(self, code: str) -> Rulebook:
        """Only the numbered chapters, as the edition with this code has them; our rulings are marked."""
        chapters = [section for section in self.sections if section.number]
        said = [f"# {self.title}"]
        for section in chapters:
            said.append(f"## {section.number} {section.title}")
            for clause in section.clauses:
                first, *cases = clause.text.removeprefix(f"- {clause.number} ").split("\n  - ")
                said.append(f"- {clause.number} {in_edition(first, code)}")
                said += [f"  - {in_edition(case, code)}" for case in cases]
        return Rulebook("\n".join(said) + "\n")

    def search(self, word: str) -> list[Clause]:
        """All clauses that contain a word."""
        wanted = _typed(word)
        return [clause for section in self.sections for clause in section.clauses if wanted in _typed(clause.text)]


def _typed(text: str) -> str:
    """A text as people type it: no line breaks, no special spaces, straight apostrophes."""
    return " ".join(text.replace("’", "'").casefold().split())


def _section(text: str) -> Section:
    lines = text.rstrip().splitlines()
    heading = _SECTION.match(lines[0])
    assert heading is not None
    clauses: list[list[str]] = []
    for line in lines[1:]:
        if line.startswith("- "):
            clauses.append([line])
        elif clauses and line.startswith(" "):
            clauses[-1].append(line)
    return Section(heading[1] or "", heading[2], text.rstrip(), tuple(_clause(block) for block in clauses))


def _clause(block: list[str]) -> Clause:
    found = _CLAUSE.match(block[0]) or _EXAMPLE.search(block[0])
    return Clause(found[1] if found else "", "\n".join(block))


def find_rulebook(game: str, lang: str = "en") -> Rulebook:
    """The rulebook of a game in a language, or the one of the record format ("records", in English only).

    >>> find_rulebook("portobello", "de").clause("4.3")
    '- 4.3 Das kostet eine Aktion.'
    """
    place, languages = ("piazzetta:data/rules", ("en",)) if game == "records" else _place(game)
    if lang not in languages:
        raise BadInput(f"the rules of {game} are available in {', '.join(languages)}, not in {lang!r}")
    return _read(place, game if lang == "en" else f"{game}.{lang}")


def _place(game: str) -> tuple[str, tuple[str, ...]]:
    found = listing(game)
    return found.rulebook, found.languages


@cache
def _read(place: str, name: str) -> Rulebook:
    package, _, folder = place.partition(":")
    return Rulebook(files(package).joinpath(f"{folder}/{name}.md").read_text(encoding="utf-8"))
