"""A table: what its log of events comes to. Nothing here waits, sends or stores.

Every event is applied in one place, ``apply``: when it happens and when the log is read again.
"""

from __future__ import annotations

import time
from collections import OrderedDict, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import msgspec

from piazzetta.games.registry import find_game
from piazzetta.kernel import CHANCE
from piazzetta.match.fair import FairDealer, commitment_of
from piazzetta.match.match import Match
from piazzetta.match.setting import Setting, game
from piazzetta.server.messages import Options, SeatCard, TableCard
from piazzetta.server.store import Entry, IndexRow

#: Who plays for a person who is away or whose time has run out.
STAND_IN = "medium"
_REMEMBERED = 32  # commands of a table that are known without asking the database


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


@lru_cache(maxsize=256)
def _setting(name: str, players: int, starter: int, edition: str, rules: bytes, chart: bytes) -> Setting:
    """Tables with the same setting share it."""
    found = find_game(name)
    source = msgspec.json.decode(chart)
    return game(
        name,
        players=players,
        starter=starter,
        edition=edition,
        rules=msgspec.json.decode(rules),
        board=source if found.components_key == "board" else None,
        deck=source if found.components_key == "deck" else None,
    )


def setting_of(head: Mapping[str, Any]) -> Setting:
    """The setting that a ``created`` event describes; its ``chart`` is null for the map or deck of the package."""
    encode = msgspec.json.encode
    return _setting(
        head["game"],
        head["players"],
        head["starter"],
        head["edition"],
        encode(head["rules"]),
        encode(head["chart"]),
    )


@dataclass
class Seat:
    """A seat and who sits there."""

    kind: str  # person, hotseat, bot, open
    name: str | None = None
    level: str | None = None
    hash: str | None = None  # of the token
    contribution: str | None = None
    bot_plays: bool = False  # for a person who is away

    @property
    def by_bot(self) -> bool:
        return self.kind == "bot" or self.bot_plays

    @property
    def ready(self) -> bool:
        return self.by_bot or (self.kind != "open" and self.contribution is not None)


@dataclass
class Step:
    """An event of the game and the part of the match's log it stands for."""

    number: int
    kind: str
    seat: int | None
    begin: int
    end: int


@dataclass
class Talk:
    """Something said."""

    number: int
    time: int
    seat: int
    name: str
    text: str


def talk_of(entry: Entry) -> Talk:
    return Talk(entry.number, entry.time, entry.body["seat"], entry.body["name"], entry.body["text"])


@dataclass
class Table:
    """A table as its log tells it."""

    id: str
    setting: Setting
    options: Options
    seats: list[Seat]
    seed: bytes
    created: int
    custom_components: bool
    head: int = 0
    status: str = "waiting"
    rematch: str | None = None
    match: Match | None = None
    steps: list[Step] = field(default_factory=list)
    talk: deque[Talk] = field(default_factory=lambda: deque(maxlen=200))
    asked: dict[int, tuple[int, int]] = field(default_factory=dict)  # awaited seat -> event and time it was asked
    commands: OrderedDict[str, int] = field(default_factory=OrderedDict)
    prepared: dict[str, Any] = field(default_factory=dict)  # draws and moves before a lesson
    clocks_from: int = 0  # time before this, when no server ran, does not count
    _dealer: FairDealer | None = None

    @classmethod
    def replay(cls, table_id: str, entries: Sequence[Entry]) -> Table:
        """The table that a log describes."""
        head = entries[0].body
        table = cls(
            table_id,
            setting_of(head),
            msgspec.convert(head["options"], Options),
            [Seat(**seat) for seat in head["seats"]],
            bytes.fromhex(head["seed"]),
            entries[0].time,
            head["chart"] is not None,
            prepared=head.get("prepared", {}),
        )
        for entry in entries:
            table.apply(entry)
        return table

    # --- what it looks like ---

    @property
    def awaited(self) -> list[int]:
        return list(self.asked)

    @property
    def forgets(self) -> bool:
        """Whether there were commands that only the database remembers."""
        return len(self.commands) >= _REMEMBERED

    @property
    def contributions(self) -> list[str | None]:
        return [seat.contribution for seat in self.seats]

    @property
    def ready(self) -> bool:
        """Whether the game can begin."""
        return self.status == "waiting" and all(seat.ready for seat in self.seats)

    @property
    def row(self) -> IndexRow:
        persons = [seat for seat in self.seats if seat.kind in ("person", "hotseat")]
        any_open = any(seat.kind == "open" for seat in self.seats)
        return IndexRow(
            self.created,
            self.status,
            self.options.listed and any_open,
            self.options.spectators and self.options.listed,
            self.options.clock is not None or len(persons) < len(self.seats) or any(p.bot_plays for p in persons),
        )

    def card(self, seats: list[SeatCard], spectators: int = 0, chart: bool = False) -> TableCard:
        """The table as all see it."""
        return TableCard(
            id=self.id,
            game=self.setting.game.name,
            edition=self.setting.edition,
            rules=dict(self.setting.rules),
            players=self.setting.players,
            starter=self.setting.starter,
            status=self.status,  # type: ignore[arg-type]
            seats=seats,
            options=self.options,
            commitment=commitment_of(self.seed),
            created=self.created,
            at=self.head,
            chart=self.setting.components.to_file() if chart else None,
            rematch=self.rematch,
            spectators=spectators,
        )

    def deadline(self, seat: int) -> int | None:
        """When a clock runs out for an awaited seat, in milliseconds since 1970."""
        if self.options.clock is None or seat not in self.asked:
            return None
        return max(self.asked[seat][1], self.clocks_from) + 1000 * self.options.clock

    # --- events ---

    def entry(self, kind: str, body: dict[str, Any], command: str | None = None) -> Entry:
        """The next event. It is applied at once; if it cannot be stored the table has to be read again."""
        entry = Entry(self.head + 1, now(), kind, body, command)
        self.apply(entry)
        return entry

    def apply(self, entry: Entry) -> None:
        """Let an event happen. A move that is refused changes nothing."""
        assert entry.number == self.head + 1, "events come in order"
        getattr(self, f"_on_{entry.kind}")(entry, entry.body)
        self.head = entry.number
        if entry.command is not None:
            self.commands[entry.command] = entry.number
            if len(self.commands) > _REMEMBERED:
                self.commands.popitem(last=False)

    def _on_created(self, entry: Entry, body: dict[str, Any]) -> None:
        pass

    def _on_joined(self, entry: Entry, body: dict[str, Any]) -> None:
        self.seats[body["seat"]] = Seat("person", body["name"], hash=body["hash"])

    def _on_left(self, entry: Entry, body: dict[str, Any]) -> None:
        seat = self.seats[body["seat"]]
        if self.status == "waiting":
            self.seats[body["seat"]] = Seat("open")
            if not any(other.kind in ("person", "hotseat") for other in self.seats):
                self.status = "closed"
        else:
            seat.bot_plays = True

    def _on_expired(self, entry: Entry, body: dict[str, Any]) -> None:
        self.status = "closed"

    def _on_contributed(self, entry: Entry, body: dict[str, Any]) -> None:
        self.seats[body["seat"]].contribution = body["text"]

    def _on_bot_for(self, entry: Entry, body: dict[str, Any]) -> None:
        self.seats[body["absent"]].bot_plays = True

    def _on_taken_back(self, entry: Entry, body: dict[str, Any]) -> None:
        self.seats[body["seat"]].bot_plays = False

    def _on_chat(self, entry: Entry, body: dict[str, Any]) -> None:
        self.talk.append(talk_of(entry))

    def _on_rematch(self, entry: Entry, body: dict[str, Any]) -> None:
        self.rematch = body["table"]

    def _on_started(self, entry: Entry, body: dict[str, Any]) -> None:
        self.status = "playing"
        self._dealer = FairDealer(self.seed, self.contributions)
        self._tell(body if "dealt" in body else self.prepared)
        self.match = Match(self.setting, self._dealer)
        for seat, move in self.prepared.get("moves", []):
            self.match.play(move, seat)
        self._stepped(entry, None, 0, body)

    def _on_play(self, entry: Entry, body: dict[str, Any]) -> None:
        assert self.match is not None
        self._tell(body)
        begin = len(self.match.log)
        body["sealed"] = self.match.choose(body["move"], body["seat"])
        self._stepped(entry, body["seat"], begin, body)

    def _on_undo(self, entry: Entry, body: dict[str, Any]) -> None:
        assert self.match is not None
        self.match.undo(body["seat"])
        length = len(self.match.log)
        for step in reversed(self.steps):
            if step.end <= length:
                break
            step.end, step.begin = length, min(step.begin, length)
        self._stepped(entry, body["seat"], length, {})

    def _tell(self, body: dict[str, Any]) -> None:
        """While a log is read again, what chance brought stands in it; before a lesson it is prepared."""
        if self._dealer is not None and "dealt" in body:
            self._dealer.known.extend(self.setting.action(text) for text in body["dealt"])

    def _stepped(self, entry: Entry, seat: int | None, begin: int, body: dict[str, Any]) -> None:
        """Keep what an event of the game did, and who is asked now and since when."""
        match = self.match
        assert match is not None
        log = match.log
        if "dealt" not in body:
            body["dealt"] = [self.setting.text(action) for mover, action in log[begin:] if mover == CHANCE]
        kind = "sealed" if body.get("sealed") else entry.kind
        self.steps.append(Step(entry.number, kind, seat, begin, len(log)))
        before = self.asked
        # where several choose at once, another one's choice does not renew the question
        self.asked = {
            awaited: before[awaited] if awaited in before and awaited != seat else (entry.number, entry.time)
            for awaited in match.awaited
        }
        if match.over:
            self.status = "over"
