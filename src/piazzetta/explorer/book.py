"""The explorer's file: a header as JSON, then for each setting its counts as compressed columns of numbers.

::

    PIAZZETTA EXPLORER 1\\n
    the header's length (4 bytes, little-endian), the header
    each setting's columns, one after the other, compressed by zlib: the header says from where on and how long
"""

from __future__ import annotations

import hashlib
import json
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

from piazzetta.errors import BadInput
from piazzetta.explorer.columns import packed, unpacked
from piazzetta.explorer.count import WHOLE, Counts
from piazzetta.explorer.positions import plain
from piazzetta.match.setting import Setting

MAGIC = b"PIAZZETTA EXPLORER 1\n"


class Played(NamedTuple):
    """How often a move of a position was made, and what it led to."""

    kind: int
    could: int  # how often it could be made
    played: int
    wins: float  # a shared win counts for its share
    points: float  # all together


class Position(NamedTuple):
    """What is known of a position."""

    visits: int
    ways: int
    moves: list[Played]


def components_digest(setting: Setting) -> str:
    """A short digest of a map or deck, by which a file names it."""
    text = json.dumps(setting.components.to_json(), ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def head_of(setting: Setting) -> dict[str, Any]:
    """What a file says of a setting, and finds it by."""
    own = plain(setting)
    return {
        "players": own.players,
        "rules": dict(own.rules),
        "rules_version": own.rules_version,
        "components": components_digest(own),
    }


@dataclass(frozen=True)
class Section:
    """The counts of one setting. ``head``: ``head_of`` the setting, edition, number of games, players."""

    head: Mapping[str, Any]
    data: bytes  # compressed

    @classmethod
    def of(cls, setting: Setting, counts: Counts, facts: Mapping[str, Any]) -> Section:
        sizes = {"positions": len(counts.key), "moves": len(counts.kind)}
        return cls({**head_of(setting), "edition": setting.edition, **facts, **sizes}, packed(counts))

    @cached_property
    def counts(self) -> Counts:
        """The columns; ``BadInput`` if they are damaged."""
        return unpacked(self.data, self.head["positions"], self.head["moves"])

    @cached_property
    def _first(self) -> list[int]:
        """Of each position, which row of moves is its first."""
        found = [0]
        for many in self.counts.moves.tolist():
            found.append(found[-1] + many)
        return found

    def find(self, key: int) -> Position | None:
        """What is known of the position with a key; None if too few games reached it."""
        counts = self.counts
        at = bisect_left(counts.key, key)
        if at == len(counts.key) or counts.key[at] != key:
            return None
        moves = [
            Played(
                int(counts.kind[row]),
                int(counts.could[row]),
                int(counts.played[row]),
                int(counts.won[row]) / WHOLE,
                int(counts.points[row]),
            )
            for row in range(self._first[at], self._first[at + 1])
        ]
        return Position(sum(move.played for move in moves), int(counts.ways[at]), moves)


@dataclass(frozen=True)
class Book:
    """All counts of a game."""

    game: str
    sections: Sequence[Section]

    @property
    def games(self) -> int:
        return sum(int(section.head["games"]) for section in self.sections)

    def section(self, setting: Setting) -> Section | None:
        """The counts of a setting, whatever its fair start and its start player; None if there are none."""
        wanted = head_of(setting)
        for section in self.sections:
            if all(section.head.get(name) == value for name, value in wanted.items()):
                return section
        return None

    def dumps(self) -> bytes:
        """The file."""
        at, heads = 0, []
        for section in self.sections:
            heads.append({**section.head, "from": at, "length": len(section.data)})
            at += len(section.data)
        header = json.dumps({"game": self.game, "games": self.games, "sections": heads}).encode()
        return b"".join([MAGIC, len(header).to_bytes(4, "little"), header, *(one.data for one in self.sections)])

    @classmethod
    def loads(cls, data: bytes) -> Book:
        """Read a file; ``BadInput`` says what is wrong with it."""
        if data[: len(MAGIC)] != MAGIC:
            raise BadInput(f"an explorer's file begins with {MAGIC.decode().strip()!r}; this one does not")
        begin = len(MAGIC) + 4
        length = int.from_bytes(data[len(MAGIC) : begin], "little")
        try:
            header = json.loads(data[begin : begin + length].decode())
            body = data[begin + length :]
            sections = []
            for head in header["sections"]:
                first, size = head.pop("from"), head.pop("length")
                if first < 0 or first + size > len(body):
                    raise BadInput("the explorer's file is cut off: build it again")
                sections.append(Section(head, body[first : first + size]))
            return cls(header["game"], sections)
        except BadInput:
            raise
        except (ValueError, KeyError, TypeError, AttributeError):
            raise BadInput("the explorer's file is damaged: build it again") from None

    @classmethod
    def read(cls, path: Path) -> Book:
        """Read a file; ``BadInput`` names it if it is none."""
        try:
            return cls.loads(path.read_bytes())
        except BadInput as problem:
            raise BadInput(f"{path}: {problem}") from None


def books_by_game(files: Sequence[Path]) -> dict[str, Path]:
    """Of which game each file is; ``BadInput`` names a file that is none, or a second one of a game."""
    found: dict[str, Path] = {}
    for file in files:
        game = Book.read(file).game
        if game in found:
            raise BadInput(f"{file}: {found[game]} is an explorer of {game} too; give one of each game")
        found[game] = file
    return found


@lru_cache
def packaged_book(game: str) -> Book | None:
    """The book of a game that comes with the package; None if there is none."""
    file = resources.files("piazzetta").joinpath(f"data/explorer/{game}.bin")
    return Book.loads(file.read_bytes()) if file.is_file() else None
