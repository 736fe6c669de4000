"""What a clause says in one edition.

A rule file is a synopsis of all editions. A sentence of some editions begins with their codes ("IT, FR: …"). A remark
in brackets says who prints a sentence, and for whom it is our ruling ("(IT, FR; *ruling* for DE)").
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import unescape
from typing import NamedTuple

_CODE = "(?:IT|ES|FR|FM|DE)"
_CODES = rf"{_CODE}(?:, {_CODE})*(?: (?:and|e|y|et|und) {_CODE})?"
_TAGGED = re.compile(rf"({_CODES})(\s?: )")
_REMARK = re.compile(rf"\s\((?:({_CODES})(?=\)|\s?;))?(?:\s?; )?(?:(\*\w+\*) (?:for|per|para|pour|für) ({_CODES}))?\)")
_SENTENCES = re.compile(r"(?:(?<=[.!?])|(?<=[.!?]\*\*)) (?=[A-ZÀ-ÖØ-Þ*„«“¿¡])")
# Marks around parts of a Markdown text that become elements once it is HTML.
_OPEN, _NAMED, _CLOSE = "\ue000", "\ue001", "\ue002"
_ELEMENT = re.compile(f"{_OPEN}([^{_NAMED}]*){_NAMED}")


class Sentence(NamedTuple):
    """A sentence of a clause, and the codes of the editions it belongs to, none if to all."""

    codes: frozenset[str]
    text: str
    colon: str = ": "  # what stands between both


def one_line(text: str) -> str:
    """A paragraph without its line breaks; spaces that do not break stay (French has them before a colon)."""
    return re.sub(r"[ \n]+", " ", text).strip(" ")


def sentences(text: str) -> list[Sentence]:
    """The sentences of a paragraph, without the codes they begin with."""
    found = []
    for said in _SENTENCES.split(one_line(text)):
        tag = _TAGGED.match(said)
        found.append(Sentence(_listed(tag[1]), said[tag.end() :], tag[2]) if tag else Sentence(frozenset(), said))
    return found


def in_edition(text: str, code: str) -> str:
    """A paragraph as the edition with this code has it.

    >>> in_edition("IT: It starts on 0. ES, DE: It starts on 10 (ES; *ruling* for DE).", "DE")
    'It starts on 10 (*ruling*).'
    """
    own = (said for codes, said, _ in sentences(text) if not codes or code in codes)
    return " ".join(_REMARK.sub(lambda remark: _ruled(remark, code), said) for said in own)


def marked(text: str, editions: Mapping[str, str]) -> str:
    """A Markdown paragraph for all editions, whose parts ``as_elements`` makes elements of; ``editions`` by code."""
    return " ".join(_marked(sentence, editions) for sentence in sentences(text))


def as_elements(html: str) -> str:
    """The marks of ``marked`` as elements, in a text that has become HTML since."""
    return _ELEMENT.sub(lambda mark: f"<span {unescape(mark[1])}>", html).replace(_CLOSE, "</span>")


def units(text: str) -> list[list[Sentence]]:
    """The sentences of a paragraph; those that say different editions' versions of one thing stand together."""
    found: list[list[Sentence]] = []
    told: set[str] = set()
    for sentence in sentences(text):
        if found and sentence.codes and told and not told & sentence.codes:
            found[-1].append(sentence)
        else:
            found.append([sentence])
            told = set()
        told |= sentence.codes
    return found


def without_remarks(text: str) -> str:
    """A text without remarks on who prints it."""
    return _REMARK.sub("", text)


def tagged(sentence: Sentence, editions: Mapping[str, str]) -> str:
    """One sentence, marked as belonging to its editions."""
    return _marked(sentence._replace(text=without_remarks(sentence.text)), editions)


def _listed(codes: str) -> frozenset[str]:
    return frozenset(re.findall(_CODE, codes))


def _ruled(remark: re.Match[str], code: str) -> str:
    return f" ({remark[2]})" if remark[3] and code in _listed(remark[3]) else ""


def _marked(sentence: Sentence, editions: Mapping[str, str]) -> str:
    def remark(found: re.Match[str]) -> str:
        synopsis = f'{_OPEN}class="synopsis"{_NAMED}{found[0]}{_CLOSE}'
        if not found[3]:
            return synopsis
        return f'{synopsis}{_OPEN}{_only(_listed(found[3]), editions)} class="alone"{_NAMED} ({found[2]}){_CLOSE}'

    text = _REMARK.sub(remark, sentence.text)
    if not sentence.codes:
        return text
    names = ", ".join(code for code in editions if code in sentence.codes)
    label = f'{_OPEN}class="synopsis"{_NAMED}{names}{sentence.colon}{_CLOSE}'
    return f"{_OPEN}{_only(sentence.codes, editions)}{_NAMED}{label}{text}{_CLOSE}"


def _only(codes: frozenset[str], editions: Mapping[str, str]) -> str:
    return f'data-for="{" ".join(edition for code, edition in editions.items() if code in codes)}"'
