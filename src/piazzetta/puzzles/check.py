"""Searches puzzles again, with other random numbers: which of them hold."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from piazzetta.arena.pools import open_pool
from piazzetta.bots.position import Position
from piazzetta.bots.workers import behave
from piazzetta.errors import BadInput
from piazzetta.puzzles.judging import deep, holds
from piazzetta.puzzles.puzzle import Puzzle, PuzzleBook

#: As much for each move as ``master`` gives it.
_PART = 250
_SEED = 0x5EC0  # tells its searches from those that found the puzzles


@dataclass(frozen=True)
class Check:
    """What was searched again, and which of it a search disputes."""

    game: str
    puzzles: int
    checked: int
    disputed: tuple[str, ...]  # their ids

    @property
    def holding(self) -> float:
        return 1 - len(self.disputed) / max(1, self.checked)

    def to_json(self) -> dict[str, Any]:
        found = {"game": self.game, "puzzles": self.puzzles, "checked": self.checked}
        return found | {"disputed": list(self.disputed), "holding": round(self.holding, 4)}


def holds_again(puzzle: Puzzle, times: int, seed: int) -> bool:
    """Whether ``master`` with some times its thinking does not dispute a puzzle; ``BadInput`` if it is not valid."""
    match = puzzle.match()
    true = Position.at(match.setting, puzzle.seat, match.state())
    position = Position.determinized(match.setting, puzzle.seat, true.state)
    return holds(puzzle, position, deep(match.setting.game, times, seed ^ _SEED, _PART))


def check(
    book: PuzzleBook, sample: int | None, times: int, seed: int, workers: int, progress: Callable[[int, int], None]
) -> Check:
    """Search a random sample of puzzles again, or all of them."""
    if sample is not None and sample < 1:
        raise BadInput(f"sample must be at least 1, not {sample}")
    chosen: Sequence[int] = range(len(book.puzzles))
    if sample is not None and sample < len(book.puzzles):
        chosen = sorted(random.Random(seed).sample(chosen, sample))
    disputed = []
    progress(0, len(chosen))
    if workers == 1:
        for done, number in enumerate(chosen, start=1):
            if not holds_again(book.puzzles[number], times, seed):
                disputed.append(book.puzzles[number].id)
            progress(done, len(chosen))
    else:
        pool = open_pool(workers, prepare=_prepare, arguments=(book.dumps(),)).executor
        try:
            running = [pool.submit(_work, number, times, seed) for number in chosen]
            for done, (number, future) in enumerate(zip(chosen, running, strict=True), start=1):
                if not future.result():
                    disputed.append(book.puzzles[number].id)
                progress(done, len(chosen))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
        pool.shutdown()
    return Check(book.game, len(book.puzzles), len(chosen), tuple(disputed))


def without(book: PuzzleBook, disputed: Sequence[str]) -> PuzzleBook:
    """Return the book without some of its puzzles."""
    left = set(disputed)
    return replace(book, puzzles=tuple([puzzle for puzzle in book.puzzles if puzzle.id not in left]))


_books: list[PuzzleBook] = []  # in a worker


def _prepare(data: bytes) -> None:
    behave()
    _books[:] = [PuzzleBook.loads(data)]


def _work(number: int, times: int, seed: int) -> bool:
    return holds_again(_books[0].puzzles[number], times, seed)
