"""The printed rules as a fixture without their text: digests of every word and of every three
consecutive words.

A quotation is genuine if each run of three words occurs in the document. With the documents as text,
``python -m tests.printed.documents CODE=FILE …`` rewrites the fixture; a file may hold two documents, and
``CODE=FILE:WORD`` begins or ends at the first line with that word (``FILE:-WORD``: before it).
"""

from __future__ import annotations

import json
import re
import sys
import unicodedata
from functools import cache
from hashlib import sha256
from pathlib import Path

FIXTURE = Path(__file__).with_name("documents.json")
RUN = 3


def words(text: str) -> list[str]:
    """The words of a text as all scanners read them: no accents, no punctuation, no single letters, hyphens joined."""
    text = re.sub(r"<\|[^>]*>", " ", text.replace("¢", "e"))
    text = re.sub(r"-\n", "", text)
    plain = "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))
    return [word for word in re.findall(r"[a-z]+|\d+", plain) if len(word) > 1 or word.isdigit()]


def runs(text: str, length: int = RUN) -> set[str]:
    """A digest of every run of this many words."""
    all_words = words(text)
    together = [" ".join(all_words[i : i + length]) for i in range(len(all_words) - length + 1)]
    return {sha256(run.encode()).hexdigest()[:6] for run in together}


def genuine(code: str, sentence: str) -> bool:
    """Whether a sentence occurs in a printed document."""
    known = _read(code, "runs")
    said = [runs(sentence), runs(sentence.replace("-", ""))]  # the document may break a word at its hyphen
    return any(one and one <= known for one in said)


def uses(code: str, term: str) -> bool:
    """Whether every word of a term occurs in a printed document."""
    said = runs(term, 1)
    return bool(said) and said <= _read(code, "words")


@cache
def _read(code: str, part: str) -> set[str]:
    return set(json.loads(FIXTURE.read_text())[code][part])


def _part(source: str) -> str:
    name, _, word = source.partition(":")
    text = Path(name).read_text(encoding="utf-8")
    if not word:
        return text
    before, found, after = text.partition(word.removeprefix("-"))
    return before if word.startswith("-") else found + after


if __name__ == "__main__":
    given = [argument.partition("=") for argument in sys.argv[1:]]
    texts = {code: _part(source) for code, _, source in given}
    written = {code: {"runs": sorted(runs(text)), "words": sorted(runs(text, 1))} for code, text in texts.items()}
    FIXTURE.write_text(json.dumps(written, separators=(",", ":")) + "\n")
