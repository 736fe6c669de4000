"""Games looked at again: in the bots' processes, a few decisions at a time, so that no table waits long for a bot."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from piazzetta.server.errors import Refused

if TYPE_CHECKING:
    from piazzetta.bots.analysis import Decision
    from piazzetta.match.match import Match
    from piazzetta.match.record import Record
    from piazzetta.server.house import House

log = logging.getLogger("piazzetta")

LEVEL = "hard"
_AT_ONCE = 3  # decisions a worker looks at before it is free for others
_KEPT = 64  # analyses that are remembered
_MOST_WAITING = 8  # analyses under way; one is made after the other
_MOST_DECISIONS = 2000


# --- in the worker process ---


@lru_cache(maxsize=2)
def _prepared(text: str) -> tuple[Match, dict[int, Any]]:
    from piazzetta.bots.analysis import positions
    from piazzetta.match.record import Record

    match = Record.loads(text).replay()
    return match, dict(positions(match))


@lru_cache(maxsize=1)
def _adviser() -> Any:
    from piazzetta.bots.hint import adviser

    return adviser(LEVEL)


def _places(text: str) -> list[int]:
    """Where a game had something to decide."""
    return list(_prepared(text)[1])


def _judge(text: str, places: list[int]) -> list[Decision]:
    from piazzetta.bots.analysis import judge

    match, found = _prepared(text)
    return [judge(match, at, found[at], _adviser()) for at in places]


def _conclude(text: str, decisions: list[Decision]) -> bytes:
    from piazzetta.bots.analysis import conclude

    return msgspec.json.encode(_rounded(conclude(_prepared(text)[0], decisions, LEVEL).to_json()))


def _rounded(value: Any) -> Any:
    """Chances are estimates: four places are more than enough, and a third of the bytes."""
    if isinstance(value, float):
        return round(value, 4)
    if isinstance(value, dict):
        return {key: _rounded(inner) for key, inner in value.items()}
    return [_rounded(inner) for inner in value] if isinstance(value, list | tuple) else value


# --- in the server ---


@dataclass
class Progress:
    """An analysis on its way: how many decisions have been looked at, and what came of it in the end."""

    done: int = 0
    of: int = 0
    found: bytes | None = None

    def answer(self) -> bytes:
        found = msgspec.Raw(self.found or b"null")
        return msgspec.json.encode({"done": self.done, "of": self.of, "analysis": found})


class Analyses:
    """What was asked for, each made once and kept a while."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._known: OrderedDict[str, Progress] = OrderedDict()
        self._turn = asyncio.Lock()

    def find(self, name: str) -> Progress | None:
        """An analysis that was asked for before, by the name of its game."""
        progress = self._known.get(name)
        if progress is not None:
            self._known.move_to_end(name)
        return progress

    def begin(self, name: str, record: Record) -> Progress:
        """Have a game looked at; it is asked for again until it is there."""
        if sum(progress.found is None for progress in self._known.values()) >= _MOST_WAITING:
            raise Refused("busy", "many games are being analysed just now; please try again in a moment.")
        progress = self._known[name] = Progress()
        while len(self._known) > _KEPT:
            del self._known[next(key for key, known in self._known.items() if known.found is not None)]
        self._house.spawn(self._make(name, record.dumps(), progress))
        return progress

    async def _make(self, name: str, text: str, progress: Progress) -> None:
        run = self._house.thinkers.run
        try:
            async with self._turn:
                places = (await run(_places, text))[:_MOST_DECISIONS]
                progress.of = len(places)
                decisions: list[Decision] = []
                while progress.done < progress.of:
                    decisions += await run(_judge, text, places[progress.done : progress.done + _AT_ONCE])
                    progress.done = len(decisions)
                progress.found = await run(_conclude, text, decisions)
        except Exception as error:
            log.error("an analysis failed: %s", type(error).__name__)
        finally:
            if progress.found is None:  # whoever asks again begins anew
                self._known.pop(name, None)
