"""Analysis of games in the bots' processes, a few judgements at a time, so that no table waits long for a bot."""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from functools import lru_cache, partial
from typing import TYPE_CHECKING

import msgspec

from piazzetta.server.background import Background
from piazzetta.server.workers.thinkers import Thinkers
from piazzetta.tables.analyses import LEVEL, AnalysisProgress, concluded
from piazzetta.tables.refusals import Refused

if TYPE_CHECKING:
    from piazzetta.bots import Position
    from piazzetta.bots.analysis import Decision
    from piazzetta.bots.levels import Level
    from piazzetta.bots.luck import Draw
    from piazzetta.match.match import Match
    from piazzetta.match.record import Record

log = logging.getLogger("piazzetta")

_AT_ONCE = 3  # decisions or draws a worker judges before it is free for others
_KEPT = 64  # analyses kept in memory
_MOST_WAITING = 8  # analyses in progress
_MOST_OF_ONE = 2  # of one asker
_FORGOTTEN = 120.0  # seconds after which an analysis is dropped if nobody asks how it is going
_MOST_JUDGED = 2000
_GIVE_UP = 90.0  # seconds: nobody's move waits for an analysis, and a busy machine gives it little time


# --- in the worker process ---


@lru_cache(maxsize=_MOST_WAITING)
def _prepared(text: str) -> tuple[Match, dict[int, Position]]:
    from piazzetta.bots.analysis import positions
    from piazzetta.match.record import Record

    match = Record.loads(text).replay()
    return match, dict(positions(match))


@lru_cache(maxsize=1)
def _adviser() -> Level:
    from piazzetta.bots.hint import adviser

    return adviser(LEVEL)


def _places(text: str) -> list[int]:
    """Return what there is to judge: a game's draws, and the moves where it had a choice."""
    from piazzetta.bots.analysis import places

    return places(*_prepared(text))


def _judge(text: str, some: list[int]) -> list[Decision | Draw]:
    from piazzetta.bots.analysis import judge

    match, found = _prepared(text)
    return [judge(match, at, found, _adviser()) for at in some]


def _conclude(text: str, judged: list[Decision | Draw]) -> bytes:
    return msgspec.json.encode(concluded(_prepared(text)[0], judged, LEVEL))


# --- in the server ---


class Analyses:
    """The requested analyses, each made once and kept for a while."""

    def __init__(self, thinkers: Thinkers, background: Background) -> None:
        self._thinkers = thinkers
        self._background = background
        self._known: OrderedDict[str, AnalysisProgress] = OrderedDict()
        self._askers: dict[str, str] = {}  # of those in progress
        self._asked: dict[str, float] = {}  # when somebody asked for them last

    def find(self, name: str) -> AnalysisProgress | None:
        """Return an analysis requested before, by the name of its game."""
        progress = self._known.get(name)
        if progress is not None:
            self._known.move_to_end(name)
            if name in self._asked:
                self._asked[name] = time.monotonic()
        return progress

    def begin(self, name: str, record: Record, asker: str) -> AnalysisProgress:
        """Start the analysis of a game; clients ask again until it is done."""
        own = sum(other == asker for other in self._askers.values())
        if own >= _MOST_OF_ONE or len(self._askers) >= _MOST_WAITING:
            raise Refused("busy", "many games are being analysed right now; please try again in a moment.")
        progress = self._known[name] = AnalysisProgress([])
        while len(self._known) > _KEPT:
            del self._known[next(key for key, known in self._known.items() if known.analysis is not None)]
        self._askers[name] = asker
        self._asked[name] = time.monotonic()
        self._background.spawn(self._make(name, record.dumps(), progress))
        return progress

    async def _make(self, name: str, text: str, progress: AnalysisProgress) -> None:
        run = partial(self._thinkers.run, self._askers[name], give_up=_GIVE_UP)
        try:
            progress.left = (await run(_places, text))[:_MOST_JUDGED]
            while progress.left:
                if time.monotonic() - self._asked[name] > _FORGOTTEN:
                    return
                progress.add(await run(_judge, text, progress.take(_AT_ONCE)))
            progress.analysis = msgspec.Raw(await run(_conclude, text, progress.judged))
        except Exception as error:
            log.error("an analysis failed: %s", type(error).__name__)
        finally:
            del self._askers[name], self._asked[name]
            if progress.analysis is None:  # the next request starts over
                self._known.pop(name, None)
