"""A record drawn step by step: each position with what the last move did."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from piazzetta.errors import BadInput
from piazzetta.games.base import OPEN, Viewer
from piazzetta.kernel import CHANCE
from piazzetta.match.match import Match
from piazzetta.match.record import Record
from piazzetta.terminal.playing.screen import ask, clear, picture, prepare, seat_text
from piazzetta.terminal.playing.story import sentences, story, story_table

_KEYS = "Enter next, b back, NUMBER go to that move, e next scoring, q quit"


def replay(record: Record, at: int | None, console: Console, interactive: bool, viewer: Viewer = OPEN) -> None:
    """Draw the position after ``at`` moves, or step through the record from there, or print the whole story."""
    prepare(console)
    if at is not None and not 0 <= at <= len(record.moves):
        raise BadInput(f"the record has {len(record.moves)} moves; there is no position after {at}")
    # a record that becomes invalid later can still be drawn up to there
    shown = Replay(record.replay() if interactive or at is None else record.replay(at), record, console, viewer)
    if interactive:
        shown.walk(at or 0)
    elif at is not None:
        shown.draw(at)
    else:
        shown.tell()


class Replay:
    """A record that has been played through. Positions are counted by the record's moves, after the opening."""

    def __init__(self, match: Match, record: Record, console: Console, viewer: Viewer) -> None:
        self._match = match
        self._console = console
        self._viewer = viewer
        self._opening = len(record.opening)
        self._last = len(record.moves)

    def draw(self, at: int) -> None:
        """One position, and the move that led to it."""
        self._console.print(picture(self._console, self._match, self._viewer, self._opening + at))
        self._console.print()
        heading = Text.assemble((f"After {at} of {self._last} moves", "bold"), "  ")
        if at:
            entry = self._opening + at - 1
            seat, action = self._match.log[entry]
            heading.append_text(Text("Chance") if seat == CHANCE else seat_text(self._match.setting.game, seat))
            if self._viewer == OPEN:  # the text of a move, such as a bid, may be secret
                heading.append(f": {self._match.setting.text(action)}")
            self._console.print(heading)
            self._console.print(Text(" ".join(sentences(self._match, entry, self._viewer))))
        else:
            self._console.print(heading)

    def tell(self) -> None:
        """Every move in words, and the last position."""
        self._console.print(story_table(self._match.setting.game, story(self._match, self._viewer)))
        self._console.print()
        self.draw(self._last)

    def walk(self, at: int) -> None:
        """Step through the positions until the person quits."""
        clear(self._console)
        self.draw(at)
        while True:
            try:
                answer = ask(self._console, Text(f"\n{_KEYS}: ", "dim")).lower()
            except (EOFError, KeyboardInterrupt):
                self._console.print()
                return
            if answer in ("q", "quit"):
                return
            there, problem = self._step(at, answer)
            if problem:
                self._console.print(Text(problem))
            else:
                at = there
                clear(self._console)
                self.draw(at)

    def _step(self, at: int, answer: str) -> tuple[int, str]:
        """Where an answer leads, or why it is invalid."""
        if answer in ("", "n"):
            return at + 1, "" if at < self._last else "This is the end of the record."
        if answer == "b":
            return at - 1, "" if at else "This is the beginning."
        if answer == "e":
            there = self._next_scoring(at)
            return there or at, "" if there else "No scoring follows."
        if answer.isascii() and answer.isdigit():
            there = int(answer[:9])
            return there, "" if there <= self._last else f"The record has {self._last} moves."
        return at, f"{answer!r:.30} is not one of these keys."

    def _next_scoring(self, at: int) -> int | None:
        """The next position with more points in total than before: a toll only moves them around."""
        totals = [
            sum(self._match.view(self._viewer, entry)["scores"])
            for entry in range(self._opening + at, self._opening + self._last + 1)
        ]
        return next((at + k for k in range(1, len(totals)) if totals[k] > totals[k - 1]), None)
