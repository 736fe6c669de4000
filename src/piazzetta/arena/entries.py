"""Arena participants: a level, a trained network, your own program, or a function that makes a bot."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol, cast

from piazzetta.arena.program import ProgramPlayer
from piazzetta.bots import Bot, Position, bot
from piazzetta.bots.levels import LEVELS
from piazzetta.bots.named import JUDGE, NAMES_IN_WORDS, bot_digest, check_bot, is_file
from piazzetta.errors import BadInput
from piazzetta.games.base import Game
from piazzetta.match.match import Match
from piazzetta.match.setting import Setting

KINDS = ("level", "network", "program", "python")
#: The default time limit of a program for a move.
SECONDS = 10.0


class Player(Protocol):
    """A participant on a seat, for one game."""

    def choose(self, match: Match) -> int:
        """Return a legal action, using only what the seat may know."""

    def leave(self, match: Match) -> None:
        """Take note that the game is over."""


@dataclass(frozen=True)
class Entry:
    """A participant: a name for the tables, and what plays under it.

    ``what`` is a level or ``judge``, a network's file, a command that starts a program, or ``module:function``, a
    function of a setting and a seed that makes a bot.
    """

    name: str
    what: str
    kind: str = "level"
    seconds: float = SECONDS  # a program's time limit for a move

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise BadInput(f"an entry is one of {', '.join(KINDS)}, not {self.kind!r}")
        if self.kind in ("level", "network"):
            bot(self.what)  # refuses an unknown level, and a file that is no network
        if self.kind == "python":
            self._factory()

    def _factory(self) -> Callable[[Setting, int], Bot]:
        module, _, name = self.what.partition(":")
        try:
            found = getattr(import_module(module), name)
        except (ImportError, AttributeError, ValueError) as error:
            raise BadInput(f"{self.name}: {self.what!r} is no MODULE:FUNCTION that can be loaded: {error}") from None
        return cast("Callable[[Setting, int], Bot]", found)

    def check(self, game: Game) -> None:
        """Refuse a network that plays another game."""
        if self.kind in ("level", "network"):
            check_bot(self.what, game)

    def player(self, setting: Setting, seat: int, copy: int, seed: int) -> Player:
        """Return a player for a seat. ``copy`` tells several seats of one entry at a table apart."""
        if self.kind == "program":
            return ProgramPlayer(self.name, self.what, setting, seat, copy, seed, self.seconds)
        made = self._factory()(setting, seed) if self.kind == "python" else bot(self.what, seed)
        return BotPlayer(made, seed)

    def to_json(self) -> dict[str, Any]:
        known = {"name": self.name, "what": self.what, "kind": self.kind}
        return known | {"digest": bot_digest(self.what)} if self.kind == "network" else known


def warm_up(setting: Setting, entries: Iterable[Entry]) -> None:
    """Load what levels and networks need to think, so that no timed move includes compilation."""
    thinking = {"medium" if entry.what in LEVELS else entry.what for entry in entries if entry.kind in KINDS[:2]}
    for name in sorted(thinking):
        bot(name).choose(Position.of(setting.start(seed=0)))


class BotPlayer:
    """A bot in this process: it gets a position in which what its seat cannot know has been redrawn."""

    def __init__(self, made: Bot, seed: int) -> None:
        self._bot = made
        self._seed = seed

    def choose(self, match: Match) -> int:
        return self._bot.choose(Position.of(match, seed=seed_of(self._seed, len(match.log))))

    def leave(self, match: Match) -> None:
        pass


def seed_of(*parts: object) -> int:
    """Return a 32-bit seed that is derived from the parts, the same on every machine."""
    return int.from_bytes(hashlib.sha256(repr(parts).encode()).digest()[:4], "big")


def read_entries(
    bots: Iterable[str], programs: Iterable[str] = (), python: Iterable[str] = (), seconds: float = SECONDS
) -> list[Entry]:
    """Return the participants named on a command line; a repeated name gets a number.

    >>> [entry.name for entry in read_entries(["random", "easy", "random"])]
    ['random', 'easy', 'random 2']
    """
    if not 0 < seconds <= 3600:
        raise BadInput(f"a program may think for up to 3600 seconds a move, not {seconds:g}")
    known: dict[str, tuple[str, str]] = {}
    for kind, given in (("program", programs), ("python", python)):
        for text in given:
            name, equals, what = (part.strip() for part in text.partition("="))
            if not (equals and name and what) or "," in name:
                example = "mine=python my_bot.py" if kind == "program" else "mine=my_module:make"
                raise BadInput(f"--{kind} takes NAME={'COMMAND' if kind == 'program' else 'MODULE:FUNCTION'}, "
                               f"as in --{kind} '{example}', not {text!r}")  # fmt: skip
            if name in LEVELS or name == JUDGE or is_file(name) or name in known:
                raise BadInput(f"--{kind}: the name {name!r} is already taken; choose another one")
            known[name] = (kind, what)
    entries: list[Entry] = []
    named = [name.strip() for name in bots if name.strip()]
    for place, name in enumerate(named):
        before = named[:place].count(name)
        kind, what = known.get(name, ("network" if is_file(name) else "level", name))
        if kind == "level" and name not in (*LEVELS, JUDGE):
            raise BadInput(f"unknown bot {name!r}; choose from {', '.join([*known, NAMES_IN_WORDS])}")
        entries.append(Entry(f"{name} {before + 1}" if before else name, what, kind, seconds))
    if not entries:
        raise BadInput(f"name the bots that take part, as in --bots easy,medium; choose from {NAMES_IN_WORDS}")
    unused = [name for name in known if name not in named]
    if unused:
        raise BadInput(f"{unused[0]!r} is defined but does not take part; name it in --bots")
    return entries
