"""A puzzle, and the file that holds a game's puzzles: JSON, compressed by gzip.

Several puzzles may come from one game, which the file holds once, up to the last of them.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

from piazzetta.bots.analysis import SLIGHT
from piazzetta.bots.moments import Weighed
from piazzetta.errors import BadInput
from piazzetta.match.match import Match
from piazzetta.match.record import Record

FORMAT = "piazzetta-puzzles/1"


@dataclass(frozen=True)
class Rating:
    """A rating as people read it, and its uncertainty (two standard deviations)."""

    rating: int
    uncertainty: int


@dataclass(frozen=True)
class Puzzle:
    """A decision of a game with a clearly best move, which the seat that decides is to find."""

    record: Record  # the game; nothing after the decision matters
    index: int  # of the record's moves
    seat: int
    round: int  # from 1
    weighed: tuple[Weighed, ...]  # every legal move, the best first
    themes: tuple[str, ...] = ()
    solved_by: Mapping[str, float] = field(default_factory=dict)  # how often each level finds a solution
    rating: Rating = Rating(0, 0)
    exact: bool = False  # solved to the end of the game, besides the searches

    @cached_property
    def before(self) -> Record:
        """The game up to the puzzle."""
        return Record(self.record.setting, self.record.opening, self.record.moves[: self.index])

    @cached_property
    def id(self) -> str:
        """A short name that stays the same in every file."""
        moves = json.dumps([self.record.setting.facts, self.record.opening, self.before.moves], sort_keys=True)
        return hashlib.sha256(moves.encode()).hexdigest()[:8]

    @property
    def solutions(self) -> tuple[str, ...]:
        """The best move, and those that are as good as far as a search can tell."""
        best = self.weighed[0].win
        return tuple([one.move for one in self.weighed if best - one.win < SLIGHT])

    @property
    def margin(self) -> float:
        """How far the best move that is no solution falls behind."""
        return self.weighed[0].win - self.weighed[len(self.solutions)].win

    def to_json(self) -> dict[str, Any]:
        """What a file says of a puzzle besides its game."""
        found: dict[str, Any] = {
            "id": self.id,
            "seat": self.seat,
            "round": self.round,
            "best": len(self.solutions),
            "weighed": [[one.move, round(one.win, 3), [round(p, 1) for p in one.points]] for one in self.weighed],
            "themes": list(self.themes),
            "solved_by": {level: round(share, 2) for level, share in self.solved_by.items()},
            "rating": [self.rating.rating, self.rating.uncertainty],
        }
        return found | {"exact": True} if self.exact else found

    def to_record(self) -> Record:
        """The game up to the puzzle, with the puzzle in a field of its own."""
        puzzle = {**self.to_json(), "solutions": list(self.solutions), "margin": round(self.margin, 3)}
        return Record(self.record.setting, self.record.opening, self.before.moves, extra={"puzzle": puzzle})

    def match(self) -> Match:
        """Return the match at the puzzle; ``BadInput`` unless it can be played and ``weighed`` is what is legal."""
        match = self.before.replay()
        if match.mover != self.seat:
            raise BadInput(f"puzzle {self.id}: seat {self.seat} does not decide there")
        if sorted(match.legal_moves) != sorted(one.move for one in self.weighed):
            raise BadInput(f"puzzle {self.id}: its moves are not the legal ones")
        if len(self.solutions) == len(self.weighed):
            raise BadInput(f"puzzle {self.id}: every move would solve it")
        return match


class Made(NamedTuple):
    """How puzzles were made: the same seed and settings go on with the next game."""

    seed: int
    times: int  # how many times as long as ``master`` the last search thinks
    games: int  # were searched


@dataclass(frozen=True)
class PuzzleBook:
    """The puzzles of a game, the easiest first, and the bots' ratings on the same scale."""

    game: str
    puzzles: tuple[Puzzle, ...]
    bots: Mapping[str, Rating]
    made: Made

    def themes(self) -> dict[str, int]:
        """How many puzzles there are of each theme."""
        every = [theme for puzzle in self.puzzles for theme in puzzle.themes]
        return {theme: every.count(theme) for theme in sorted(set(every))}

    def dumps(self) -> bytes:
        last: dict[int, int] = {}
        for puzzle in self.puzzles:
            last[id(puzzle.record)] = max(puzzle.index, last.get(id(puzzle.record), 0))
        settings: dict[str, int] = {}
        games: list[dict[str, Any]] = []
        numbers: dict[int, int] = {}
        puzzles = []
        for puzzle in self.puzzles:
            record = puzzle.record
            if id(record) not in numbers:
                numbers[id(record)] = len(games)
                number = settings.setdefault(json.dumps(record.setting.to_json()), len(settings))
                dealt = record.setting.game.opening_to_json(record.setting.params_record, record.opening)
                moves = [list(move) for move in record.moves[: last[id(record)]]]
                games.append({"setting": number, **dealt, "moves": moves})
            puzzles.append({"game": numbers[id(record)], "index": puzzle.index, **puzzle.to_json()})
        data = {
            "format": FORMAT,
            "game": self.game,
            "bots": {name: [one.rating, one.uncertainty] for name, one in self.bots.items()},
            "made": self.made._asdict(),
            "settings": [json.loads(text) for text in settings],
            "games": games,
            "puzzles": puzzles,
        }
        text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
        return gzip.compress(text.encode(), 9, mtime=0)

    @classmethod
    def loads(cls, data: bytes) -> PuzzleBook:
        """Read a file; ``BadInput`` says what is wrong with it. This checks its form, ``Puzzle.match`` its moves."""
        try:
            book = _unpacked(data)
        except (OSError, EOFError, ValueError):
            raise BadInput("this is no file of puzzles: neither JSON nor JSON compressed by gzip") from None
        if not isinstance(book, dict) or book.get("format") != FORMAT:
            raise BadInput(f"this is no file of puzzles: format must be {FORMAT!r}")
        try:
            bots = {name: Rating(*one) for name, one in book["bots"].items()}
            games = [_game(book["settings"], one) for one in book["games"]]
            puzzles = tuple([_puzzle(games[one["game"]], one) for one in book["puzzles"]])
            return cls(book["game"], puzzles, bots, Made(**book["made"]))
        except BadInput as problem:
            raise BadInput(f"the file of puzzles is damaged: {problem}") from problem
        except (KeyError, IndexError, TypeError, ValueError, AttributeError) as problem:
            raise BadInput(f"the file of puzzles is damaged: {type(problem).__name__}: {problem}") from None

    @classmethod
    def read(cls, path: Path) -> PuzzleBook:
        try:
            return cls.loads(path.read_bytes())
        except OSError as problem:
            raise BadInput(f"{path} cannot be read: {problem.strerror}") from None


def _unpacked(data: bytes) -> Any:
    return json.loads(gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data)


def _game(settings: list[dict[str, Any]], data: dict[str, Any]) -> Record:
    fields = {"format": "piazzetta/1", **settings[data["setting"]], **data, "result": None}
    del fields["setting"]
    return Record.loads(json.dumps(fields))


def _puzzle(record: Record, data: Mapping[str, Any]) -> Puzzle:
    weighed = tuple([Weighed(str(move), float(win), tuple(points)) for move, win, points in data["weighed"]])
    if not 0 <= data["index"] <= len(record.moves) or not weighed:
        raise BadInput(f"puzzle {data['id']} is not in its game")
    themes, rating = tuple(map(str, data["themes"])), Rating(*data["rating"])
    place = data["index"], data["seat"], data["round"]
    return Puzzle(record, *place, weighed, themes, dict(data["solved_by"]), rating, bool(data.get("exact")))


@lru_cache
def packaged_puzzles(game: str) -> PuzzleBook | None:
    """The puzzles of a game that come with the package."""
    data = _packaged(game)
    return None if data is None else PuzzleBook.loads(data)


def packaged_puzzle(game: str, name: str) -> Puzzle | None:
    """One of them by its ``id``, in a hundredth of the time that it takes to read all."""
    data = _packaged(game)
    book = {"puzzles": []} if data is None else _unpacked(data)
    found = next((one for one in book["puzzles"] if one["id"] == name), None)
    return None if found is None else _puzzle(_game(book["settings"], book["games"][found["game"]]), found)


def _packaged(game: str) -> bytes | None:
    file = resources.files("piazzetta") / "data" / "puzzles" / f"{game}.json.gz"
    return file.read_bytes() if file.is_file() else None
