"""Films of games, one at a time, each in a process that ends with it: bots and replays never wait for a film."""

from __future__ import annotations

import logging
import subprocess
import sys
from dataclasses import asdict
from functools import partial
from importlib.util import find_spec

import msgspec

from piazzetta.errors import BadInput
from piazzetta.films.cut import Cut
from piazzetta.match.record import Record
from piazzetta.server.workers.fair_queue import LongWork
from piazzetta.server.workers.pool import NICENESS
from piazzetta.tables.refusals import Refused

log = logging.getLogger("piazzetta")

_SECONDS = 600.0  # until a film is given up; on a busy machine bots think first


class Films:
    """Makes films when it is the asker's turn."""

    def __init__(self) -> None:
        self._turns = LongWork()

    async def make(self, record: Record, cut: Cut, asker: str) -> bytes:
        """Return a film of a game. What the cut may show of it is for the caller to check."""
        if find_spec("PIL") is None:
            raise Refused("films_off", "this server makes no films.")
        asked = {"record": record.dumps(), "cut": asdict(cut), "niceness": NICENESS}
        return await self._turns.run(asker, partial(_made, msgspec.json.encode(asked)))


def cut_of(**wish: str | int | None) -> Cut:
    """Return the cut that a request asks for, or refuse it."""
    try:
        return Cut(**wish)  # type: ignore[arg-type] # checked by the endpoint's types
    except BadInput as problem:
        raise Refused("bad", f"{problem}.") from None


def _made(asked: bytes) -> bytes:
    try:
        done = subprocess.run(
            [sys.executable, "-m", "piazzetta.films"], input=asked, capture_output=True, timeout=_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        raise Refused("busy", "the film took too long; please try again, or choose a shorter part.") from None
    if done.returncode == 2:
        raise Refused("bad", f"{done.stderr.decode(errors='replace').strip()}.")
    if done.returncode:
        log.error("a film failed: %s", done.stderr.decode(errors="replace")[-500:])
        raise Refused("busy", "no film is available right now; please try again.")
    return done.stdout
