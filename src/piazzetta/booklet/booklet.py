"""The illustrated rulebook of a game in one language, as HTML: the page shows it, WeasyPrint prints it.

Clauses, examples and editions come from the rule files, pictures and captions from the engine; the only words of its
own are headings and labels (``words/LANGUAGE/booklet.json``).
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any
from unicodedata import combining, normalize
from xml.sax.saxutils import quoteattr

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

import piazzetta
from piazzetta.booklet import text
from piazzetta.booklet.examples import examples_of
from piazzetta.booklet.reader import Reader
from piazzetta.games.base import SPECTATOR, Game
from piazzetta.games.illustrations import Example, Line, View
from piazzetta.games.registry import find_game
from piazzetta.games.rulebooks.printed import Cell, find_printed
from piazzetta.games.rulebooks.rulebook import LANGUAGES, Clause, find_rulebook
from piazzetta.games.svg import Sheet
from piazzetta.games.words.messages import Messages, words_of
from piazzetta.match.match import Match

_SIGNS = {"printed": "●", "ruling": "○", "switch": "◇"}


@cache
def booklet_words(lang: str) -> Messages:
    """The rulebook's headings and labels in a language."""
    found = files("piazzetta").joinpath(f"booklet/words/{lang}/booklet.json").read_text("utf-8")
    return Messages(json.loads(found), lang)


def edition_for(game: Game, lang: str) -> str:
    """The edition that speaks a language, or else the default one."""
    return lang if lang in game.editions else game.default_edition


class Booklet:
    """A game's rulebook in one language."""

    def __init__(self, name: str, lang: str) -> None:
        self.game = find_game(name)
        self.name, self.lang = name, lang
        self.book = find_rulebook(name, lang)
        self.numbers = {clause.number for section in self.book.sections for clause in section.clauses}
        self.printed = find_printed(name)
        self.codes = {document["code"]: edition for edition, document in self.printed.documents.items()}
        self.examples = {edition: examples_of(name, edition) for edition in self.game.editions}
        illustrations = self.game.illustrations()
        assert illustrations is not None
        self.pictures = illustrations(self._start)
        self._example_texts = text.example_texts(self.book, self.codes)

    def _start(self, players: int) -> View:
        return Match(piazzetta.game(self.name, players=players)).view(SPECTATOR)

    # --- words ---

    def t(self, key: str, /, **params: Any) -> str:
        return booklet_words(self.lang).say(key, params)

    def game_word(self, key: str, /, **params: Any) -> str:
        return words_of(self.game, self.lang).say(key, params)

    def edition_names(self) -> dict[str, str]:
        return {edition: self.game_word(f"edition.{edition}") for edition in self.game.editions}

    # --- what the chapters show ---

    def box(self) -> list[dict[str, Any]]:
        return [
            {"label": f"{many} × {self.t(f'box.{key}')}", "svg": named(svg, self.t(f"box.{key}"))}
            for key, many, svg in self.pictures.box()
        ]

    def parts(self) -> Markup | None:
        """A piece that needs explaining, with the names of its parts."""
        svg = self.pictures.parts(self.t)
        return named(svg, self.t("card")) if svg else None

    def setups(self) -> list[dict[str, Any]]:
        found = []
        for players in self.game.seats:
            (key, params), svg = self.pictures.setup(players)
            label = self.t("players", n=players)
            found.append({"label": label, "more": self.t(key, **params), "svg": named(svg, label)})
        return found

    def clause(self, clause: Clause) -> dict[str, Any]:
        """A clause with what each edition prints about it, and the examples of it."""
        rows = [row for row in self.printed.rows if row.clause.rstrip("abcd") == clause.number]
        sources = [
            {"part": row.clause if len(rows) > 1 else "", **self._basis(cell, edition)}
            for row in rows
            for edition, cell in row.cells.items()
        ]
        shown = [
            one for one in self._first_examples() if one.clause.rstrip("abcd") == clause.number and not one.is_turn
        ]
        return {
            "number": clause.number,
            "html": Markup(text.clause_html(clause, self.numbers, self.codes)),
            "sources": sources,
            "examples": [version for one in shown for version in self.versions(one.key)],
        }

    def _first_examples(self) -> list[Example]:
        return list(self.examples[self.game.default_edition].values())

    def versions(self, key: str) -> list[dict[str, Any]]:
        """An example as each edition plays it; those that play it alike share one."""
        alike: list[tuple[Example, list[str]]] = []
        for edition, examples in self.examples.items():
            one = examples[key]
            same = [editions for other, editions in alike if _gains(other) == _gains(one)]
            if same:
                same[0].append(edition)
            else:
                alike.append((one, [edition]))
        return [self.example(one, editions if len(alike) > 1 else []) for one, editions in alike]

    def example(self, example: Example, editions: Sequence[str] = ()) -> dict[str, Any]:
        """An example for the page; ``editions``: those that play it like this, none if all do."""
        words = text.of_editions(self._example_texts.get(example.key, ""), editions)
        others = [edition for edition in self.game.editions if edition not in example.printed_in]
        return {
            "key": example.key
            if not editions or self.game.default_edition in editions
            else f"{example.key}-{editions[0]}",
            "name": example.key,
            "editions": " ".join(editions),
            "printed_in": ", ".join(code for code, edition in self.codes.items() if edition in example.printed_in),
            "not_in": " ".join(others) if example.printed_in else "",
            "words": Markup(words),
            "single": len(example.lines) == len(example.lines[0].frames) == 1,
            "lines": [self._line(example, line, words) for line in example.lines],
        }

    def turn(self) -> dict[str, Any]:
        return self.example(next(example for example in self._first_examples() if example.is_turn))

    def turn_lead(self) -> Markup:
        """What the rules say of a turn before its first chapter."""
        setting_up = next(section for section in self.book.sections if section.number == "2")
        return Markup(text.paragraphs_html(setting_up, self.numbers))

    def _line(self, example: Example, line: Line, words: str) -> dict[str, Any]:
        speech = self.game.speech(Reader(self.game, self.lang, example.names), example.components)
        frames = []
        for frame in line.frames:
            said = [speech.say("event", event.key, event.params) for event in frame.events]
            label = " ".join(said) or text.plain(words)
            shown = said or ([self.t("example.before")] if len(line.frames) > 1 else [])
            picture = self.pictures.picture(example, frame)
            frames.append({"svg": named(picture, label), "said": shown, "high": _is_high(picture)})
        return {"frames": frames, "gains": self._gains(example, line.gains)}

    def _gains(self, example: Example, gains: Sequence[int]) -> list[dict[str, Any]]:
        reader = Reader(self.game, self.lang, example.names)
        return [
            {"name": reader.name(seat), "sign": emblem(seat), "points": f"{'+' if gain > 0 else '−'}{abs(gain)}"}
            for seat, gain in enumerate(gains)
            if gain
        ]

    # --- editions and options ---

    def editions(self) -> list[dict[str, Any]]:
        """The rows of the editions' table: each value with its source, and whether it differs from most."""
        _, rows = text.edition_rows(self.book)
        found = []
        for row in rows:
            played = self._played(row)
            usual, _ = Counter(played).most_common(1)[0]
            cells = []
            for edition, value, own in zip(self.game.editions, row.values, played, strict=True):
                cell = self._basis(self._source(row.clause, edition), edition)
                cells.append({"value": value, "differs": own != usual, **cell})
            found.append({"clause": row.clause, "subject": row.subject, "cells": cells})
        return found

    def _played(self, row: text.EditionRow) -> Sequence[Any]:
        """How each edition plays a row, to compare: the value of its switch, or else the words of the table."""
        switches = [name for one in self.printed.rows if one.clause == row.clause for name in one.switches]
        return [rules[switches[0]] for rules in self.game.editions.values()] if switches else row.values

    def _basis(self, cell: Cell, edition: str) -> dict[str, str]:
        language = self.printed.documents[edition]["language"]
        return {"edition": edition, "basis": cell.basis, "sentence": cell.sentence, "language": language}

    def _source(self, clause: str, edition: str) -> Cell:
        """The source of a row: a whole chapter ("10") rests on the clause of it that the edition prints."""
        rows = [row for row in self.printed.rows if row.clause == clause or row.clause.startswith(f"{clause}.")]
        cells = [row.cells[edition] for row in rows]
        return next((cell for cell in cells if cell.basis == "printed"), cells[0])

    def options(self) -> list[dict[str, Any]]:
        """The switches: their questions, and each answer with the editions that give it."""
        found = []
        for name, switch in self.game.switches.items():
            answers: dict[str, list[str]] = {}
            if not isinstance(switch.choices, range):
                answers = {self.game_word(f"switch.{name}.{value}"): [] for value in switch.choices}
            for edition, rules in self.game.editions.items():
                numeric = isinstance(switch.choices, range)
                said = self.game_word(f"switch.{name}.{'value' if numeric else rules[name]}", n=rules[name])
                answers.setdefault(said, []).append(edition)
            found.append({"clause": switch.clause, "asked": self.game_word(f"switch.{name}"), "answers": answers})
        return found

    # --- the ends ---

    def aid(self) -> list[dict[str, Any]]:
        clauses = {clause.number: clause for section in self.book.sections for clause in section.clauses}
        titles = {section.number: section.title for section in self.book.sections}
        return [
            {
                "title": titles[group[0][0].partition(".")[0]],
                "items": [(number, Markup(text.short(clauses[number], most, self.codes))) for number, most in group],
            }
            for group in self.pictures.aid
        ]

    def glossary(self) -> list[list[tuple[str, bool]]]:
        """Every term in all languages, this one first, and whether the rules print it."""
        data = json.loads(files("piazzetta").joinpath("data/glossary.json").read_text("utf-8"))
        terms = [term for term in data["terms"] if term["game"] in (self.name, "both")]
        order = self.glossary_languages()
        rows = []
        for term in terms:
            printed = term.get("printed", ())
            printed = printed.get(self.name, ()) if isinstance(printed, dict) else printed
            rows.append([(term[lang], lang in printed) for lang in order])
        return sorted(rows, key=lambda row: _plain_letters(row[0][0]))

    def glossary_languages(self) -> list[str]:
        return [self.lang, *(lang for lang in LANGUAGES if lang != self.lang)]

    def aid_picture(self) -> Markup:
        return named(self.pictures.aid_picture(), self.t(self.pictures.aid_label))

    def cover(self) -> Markup:
        return named(self.pictures.cover(), self.book.title)

    # --- as HTML ---

    def chapters(self) -> list[dict[str, Any]]:
        return [
            {
                "number": section.number,
                "title": section.title,
                "clauses": [self.clause(clause) for clause in section.clauses],
                "more": Markup(text.paragraphs_html(section, self.numbers)),
            }
            for section in self.book.sections
            if section.number
        ]

    def notes(self) -> dict[str, Any] | None:
        """The notes of a document's translator, where it has some."""
        for section in self.book.sections:
            if section.clauses and section.clauses[0].number == "N1":
                return {"title": section.title, "clauses": [self.clause(clause) for clause in section.clauses]}
        return None

    def secrets(self) -> dict[str, Any] | None:
        """The chapter on who knows what, where there are secrets."""
        for section in self.book.sections:
            if not section.number and not section.clauses and "\n|" not in section.text:
                return {"title": section.title, "html": Markup(text.paragraphs_html(section, self.numbers))}
        return None

    def html(self, edition: str = "") -> str:
        """The rulebook as one element: of one edition, or the synopsis of all ("all")."""
        return self._render("booklet.html", edition)

    def aside(self) -> str:
        """Return the reference for use during a game as one element: a turn, secrets, editions, options, sources."""
        parts = self._render("aside.html", "") + self._render("aid.html", "")
        return f'<article class="booklet aside" lang="{self.lang}">{parts}</article>'

    def turn_in_pictures(self) -> str:
        """Only the chapter that shows a turn."""
        return self._render("turn.html", "")

    def _render(self, name: str, edition: str) -> str:
        every = edition == "all"
        chosen = edition if edition and not every else edition_for(self.game, self.lang)
        return _templates().get_template(name).render(b=self, t=self.t, edition=chosen, every=every, signs=_SIGNS)


def _gains(example: Example) -> list[list[int]]:
    return [list(line.gains) for line in example.lines]


def _plain_letters(word: str) -> str:
    """A word without accents, to sort by."""
    return "".join(letter for letter in normalize("NFKD", word.casefold()) if not combining(letter))


def _is_high(svg: str) -> bool:
    """Whether a picture is so high that its words stand better beside it."""
    wide, high = (float(re.findall(rf'\b{side}="([\d.]+)"', svg)[0]) for side in ("width", "height"))
    return wide < 1.4 * high


def named(svg: str, label: str) -> Markup:
    """A picture with a text that stands for it."""
    return Markup(svg.replace("<svg ", f'<svg role="img" aria-label={quoteattr(label)} ', 1))


@cache
def emblem(seat: int) -> Markup:
    sheet = Sheet(24, 24)
    sheet.emblem(seat, 12, 12, 9)
    return Markup(str(sheet).replace("<svg ", '<svg aria-hidden="true" class="sign" ', 1))


@cache
def _templates() -> Environment:
    return Environment(
        loader=PackageLoader("piazzetta.booklet"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
