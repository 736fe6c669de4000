"""The rule files as HTML: clauses with their links, examples by key, the editions' table, the short form of the aid."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from markdown_it import MarkdownIt

from piazzetta.games.rulebooks.by_edition import as_elements, marked, one_line, tagged, units, without_remarks
from piazzetta.games.rulebooks.rulebook import Clause, Rulebook, Section

_MARKDOWN = MarkdownIt("commonmark", {"html": False})
_EXAMPLE = re.compile(r"\b([EX]\d+) \(([^)]*)\) ?")
# A sentence of some editions: an element, with their codes in another one.
_OF_SOME = re.compile(r'<span data-for="([^"]*)">(?:<span[^>]*>[^<]*</span>)?[^<]*</span> ?')
_REFERENCE = re.compile(r"(?<![\w.–-])(\d{1,2}\.\d{1,2}[a-d]?)(?![\w.]*\d)")


class EditionRow(NamedTuple):
    """One line of the editions' table: a clause, its subject, and how each edition plays it."""

    clause: str
    subject: str
    values: tuple[str, ...]


def clause_html(clause: Clause, numbers: set[str], editions: Mapping[str, str]) -> str:
    """A clause without its number, which stands in the margin; each of its cases has an anchor.

    What belongs to some ``editions`` (by code) is in elements that say so."""
    first, *cases = clause.text.removeprefix("- ").removeprefix(clause.number).split("\n  - ")
    body = "\n".join([marked(first, editions), "", *(f"- {marked(case, editions)}" for case in cases)])
    found = as_elements(_linked(_MARKDOWN.render(body), numbers))
    return re.sub(r"<li>(?:\s*<p>)?([a-d])\)", rf'<li id="{clause.number}\1">\1)', found)


def paragraphs_html(section: Section, numbers: set[str]) -> str:
    """What a chapter says besides its clauses."""
    lines = section.text.splitlines()[1:]
    kept, inside = [], False
    for line in lines:
        inside = line.startswith("- ") or (inside and line.startswith(" "))
        if not inside and not line.startswith("|"):
            kept.append(line)
    return _linked(_MARKDOWN.render("\n".join(kept)), numbers)


def inline_html(text: str) -> str:
    """A line of Markdown, without a paragraph round it."""
    return str(_MARKDOWN.renderInline(text))


def _linked(text: str, numbers: set[str]) -> str:
    """Make links of references to clauses."""

    def link(found: re.Match[str]) -> str:
        number = found[1]
        known = number in numbers or number.rstrip("abcd") in numbers
        return f'<a href="#{number}">{number}</a>' if known else number

    parts = re.split(r"(<[^>]*>)", text)
    return "".join(part if part.startswith("<") else _REFERENCE.sub(link, part) for part in parts)


def example_texts(book: Rulebook, editions: Mapping[str, str]) -> dict[str, str]:
    """The words of each worked example; several of them may share a line of the rule file."""
    found = {}
    for section in book.sections:
        for clause in section.clauses if not section.number else ():
            text = one_line(clause.text.removeprefix("- "))
            marks = list(_EXAMPLE.finditer(text))
            for mark, after in zip(marks, [*marks[1:], None], strict=False):
                said = text[mark.end() : after.start() if after else len(text)].strip()
                found[mark[1]] = as_elements(inline_html(marked(said[:1].upper() + said[1:], editions)))
    return found


def of_editions(html: str, editions: Sequence[str]) -> str:
    """An example's words without those of other editions; ``editions``: none if it is the same in all."""

    def kept(found: re.Match[str]) -> str:
        return found[0] if set(found[1].split()) & set(editions) else ""

    return _OF_SOME.sub(kept, html).strip() if editions else html


def edition_rows(book: Rulebook) -> tuple[str, list[EditionRow]]:
    """The title and the rows of the editions' table; no rows if there is only one edition."""
    for section in book.sections:
        lines = [line for line in section.text.splitlines() if line.startswith("|")]
        if not lines:
            continue
        rows = []
        for line in lines[2:]:
            first, *values = (cell.strip() for cell in line.strip("|").split("|"))
            clause, _, subject = first.partition(" ")
            rows.append(EditionRow(clause, subject, tuple(value.rstrip("°") for value in values)))
        return section.title, rows
    return "", []


def short(clause: Clause, most: int, editions: Mapping[str, str]) -> str:
    """The first sentences of a clause in each edition, without rulings, options and remarks on who prints them."""
    text, *cases = clause.text.removeprefix("- ").removeprefix(clause.number).strip().split("\n  - ")
    kept = []
    for unit in units(text)[:most]:
        if unit[0].text.startswith("*") and not unit[0].text.startswith("**"):
            break
        kept += [tagged(sentence, editions) for sentence in unit]
    said = inline_html(" ".join(kept))
    if cases:
        listed = (marked(without_remarks(one_line(case)), editions) for case in cases)
        said += "<ul>" + "".join(f"<li>{inline_html(case)}</li>" for case in listed) + "</ul>"
    return as_elements(said)


def plain(text: str) -> str:
    """HTML without its tags, for the names of pictures."""
    return html.unescape(re.sub(r"<[^>]*>", "", text))
