"""Reading a message of the page in Python, to compare languages: what it names, and what it chooses between."""

from __future__ import annotations

import re
from collections.abc import Iterator

_HEAD = re.compile(r"\s*([\w.]+)\s*(?:,\s*(plural|select)\s*,)?")
_CASE = re.compile(r"\s*([\w=.\- ]+?)\s*\{")


class Reader:
    """One message: ``names`` are its parameters, ``choices`` the cases of each plural and select."""

    def __init__(self, message: str) -> None:
        self.message = message
        self.names: set[str] = set()
        self.choices: list[tuple[str, str, frozenset[str]]] = []
        end = self._text(0)
        assert end == len(message), f"a closing brace too many: {message}"

    def _text(self, at: int) -> int:
        while at < len(self.message) and self.message[at] != "}":
            at = self._argument(at + 1) if self.message[at] == "{" else at + 1
        return at

    def _argument(self, at: int) -> int:
        head = _HEAD.match(self.message, at)
        assert head is not None, self.message
        self.names.add(head[1])
        at = head.end()
        if head[2]:
            cases = []
            while (case := _CASE.match(self.message, at)) is not None:
                cases.append(case[1])
                at = self._text(case.end()) + 1
            at += len(self.message[at:]) - len(self.message[at:].lstrip())
            self.choices.append((head[1], head[2], frozenset(cases)))
        assert self.message[at : at + 1] == "}", f"a brace is not closed: {self.message}"
        return at + 1

    def problems(self) -> Iterator[str]:
        for name, how, cases in self.choices:
            if "other" not in cases:
                yield f"{name} has no case for other"
            if how == "plural" and not {"one"} <= cases and not any(case.startswith("=") for case in cases):
                yield f"{name} has no case for one"
