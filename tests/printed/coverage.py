"""Which sentences of the printed documents are in no clause of their edition, and have no reason not to be.

``python -m tests.printed.coverage FOLDER`` reads the documents and prints the sentences that ``coverage.json`` does not
know, then their number. The file holds a digest of every sentence, with the clause, example or note that has it, or the
reason why none does.
"""

from __future__ import annotations

import json
import re
import sys
from hashlib import sha256
from pathlib import Path

from tests.printed.documents import words

FILE = Path(__file__).with_name("coverage.json")
#: Where the documents are, beside the checkout; they are not part of it.
FOLDER = Path(__file__).parents[3] / "shared" / "seeds"
#: Why a sentence of a document is in no clause.
REASONS = {
    "heading": "a heading, a label or a line of the table of contents",
    "scan": "a fragment that the scan tore from its sentence, or a column that it mixed in",
    "credits": "who made the document; the credits name them",
    "praise": "it praises or explains the game and rules nothing",
}
_ORDER = ("IT", "ES", "FR", "DE", "CV")  # the documents in the order of their files; FM follows FR in its file
_LEAST = 3  # words of a sentence; shorter ones are numbers and labels of pictures
_END = re.compile(r"(?<=[.!?:])\s+|\n(?=[-=@%•e«<] |\d\.)|\|")


def documents(folder: Path) -> dict[str, str]:
    """The documents by code."""
    found = dict(zip(_ORDER, [path.read_text("utf-8") for path in sorted(folder.glob("*.txt"))], strict=True))
    found["FR"], title, memo = found["FR"].partition("PORTOBELLO *")
    return {**found, "FM": title + memo}


def split(text: str) -> list[str]:
    """The sentences of a document, as far as its scan lets one tell them apart."""
    paragraphs = re.split(r"\n\s*\n", re.sub(r"<\|[^>]*>", " ", text))
    found = [" ".join(one.split()) for paragraph in paragraphs for one in _END.split(paragraph)]
    return [one for one in found if len(words(one)) >= _LEAST]


def digest(sentence: str) -> str:
    return sha256(" ".join(words(sentence)).encode()).hexdigest()[:8]


def uncovered(folder: Path) -> list[tuple[str, str]]:
    """Every sentence that the file does not know, with the code of its document."""
    known = json.loads(FILE.read_text("utf-8"))
    return [
        (code, one) for code, text in documents(folder).items() for one in split(text) if digest(one) not in known[code]
    ]


if __name__ == "__main__":
    left = uncovered(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
    for code, sentence in left:
        print(code, sentence)
    print(f"{len(left)} uncovered")
