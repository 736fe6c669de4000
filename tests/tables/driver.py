"""How a scenario talks to a table, as JSON: the same calls whoever runs the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from piazzetta.errors import BadInput
from piazzetta.tables import away, bot_turns, commands, conditions, planning, seating, waiting
from piazzetta.tables.apply import apply, load
from piazzetta.tables.log import LogEntry
from piazzetta.tables.plan import steps_from
from piazzetta.tables.refusals import Refused, Repeated
from piazzetta.tables.table import Table
from piazzetta.tables.viewers import notices, records
from piazzetta.tables.viewers.viewer_updates import ViewerUpdates

Json = dict[str, Any]


class Driver(Protocol):
    """One table, driven from outside. Answers are plain JSON.

    A refusal is ``{"refused": {code, sentence, clause, key, params}}``, invalid input ``{"bad": sentence}``.
    """

    def create(self, wish: Json, seed: str, hashes: dict[int, str] | None, time: int) -> Json:
        """Make the table; return ``{"events": [[kind, body], …]}``."""

    def command(self, name: str, fields: Json, time: int, key: str | None = None) -> Json:
        """Run a command; return the same as ``create``, or ``{"repeated": number}``."""

    def update(self, yours: Sequence[int], since: int = 0, previews: bool = True) -> Json:
        """What a client with these seats receives."""

    def card(self) -> Json:
        """The table as everybody sees it, with nobody connected."""

    def why(self, seat: int, move: str) -> Json: ...

    def hint(self, seat: int) -> Json:
        """Whether the seat may ask for a hint: ``{"refused": …}`` or nothing."""

    def record(self) -> Json:
        """The record of the finished game."""

    def replay(self, viewer: int, held: Sequence[int]) -> Json: ...

    def bots(self) -> list[Json]:
        """The decisions that bots have to make now."""

    def late(self, time: int) -> list[Json]:
        """The decisions that bots make for people whose time is up."""

    def clock(self, time: int) -> Json | None:
        """What everybody is told about the clocks."""

    def plan(self, seat: int, steps: Any) -> Json:
        """Let a seat choose moves in advance: ``{"refused": …}`` or nothing."""

    def rematch(self, table_id: str, seed: str, time: int) -> Json:
        """Continue at a new table with the same people; the driver drives that one from then on."""

    def interrupted(self, seat: int, move: str) -> Json:
        """Try a move, then play it, with a dealer that fails: ``{"failed": how often}``. The table has to stay as it
        was, unless nothing is drawn after the move."""

    def reload(self) -> None:
        """Forget the table and reread its log."""


def plain(value: Any) -> Any:
    """A value after a round trip through JSON."""
    return msgspec.json.decode(msgspec.json.encode(value))


class _FailingDealer:
    def draw(self, actions: Sequence[int], weights: Sequence[int]) -> int:
        raise OSError("no random numbers")


class PythonDriver:
    """The table in Python."""

    def __init__(self) -> None:
        self.log: list[LogEntry] = []
        self.table: Table | None = None
        self._id = ""

    def _at(self) -> Table:
        assert self.table is not None
        return self.table

    def _tried(self, work: Any) -> Any:
        try:
            return plain(work())
        except Refused as refusal:
            names = ("code", "sentence", "clause", "key", "params")
            return {"refused": plain({name: getattr(refusal, name) for name in names})}
        except Repeated as repeated:
            return {"repeated": repeated.number}
        except BadInput as problem:
            return {"bad": str(problem)}

    def _open(self, table_id: str, head: Any, time: int) -> Json:
        self._id = table_id
        self.log = commands.open_table(table_id, head, time)
        self.reload()
        return {"events": [[entry.kind, entry.body] for entry in self.log]}

    def create(self, wish: Json, seed: str, hashes: dict[int, str] | None, time: int) -> Json:
        def work() -> Json:
            head = seating.head_of(seating.Wish.from_json(wish), bytes.fromhex(seed), hashes)
            return self._open("t", head, time)

        answer: Json = self._tried(work)
        return answer

    def command(self, name: str, fields: Json, time: int, key: str | None = None) -> Json:
        def work() -> Json:
            home = next(one for one in (commands, waiting, away) if hasattr(one, name))
            made = getattr(home, name)(**fields)
            entries = commands.decide(self._at(), made, time, key)
            for entry in entries:
                apply(self._at(), entry)
            self.log += entries
            return {"events": [[entry.kind, entry.body] for entry in entries]}

        answer: Json = self._tried(work)
        return answer

    def update(self, yours: Sequence[int], since: int = 0, previews: bool = True) -> Json:
        answer: Json = plain(ViewerUpdates(self._at()).update(yours, since, previews))
        return answer

    def card(self) -> Json:
        nobody = [notices.Presence() for _ in self._at().seats]
        answer: Json = plain(notices.table_card(self._at(), nobody))
        return answer

    def why(self, seat: int, move: str) -> Json:
        answer: Json = self._tried(lambda: conditions.why(self._at(), seat, move))
        return answer

    def hint(self, seat: int) -> Json:
        return self._tried(lambda: conditions.check_hint(self._at(), seat)) or {}

    def record(self) -> Json:
        answer: Json = self._tried(lambda: records.finished_record(self._at()).to_json())
        return answer

    def replay(self, viewer: int, held: Sequence[int]) -> Json:
        answer: Json = self._tried(lambda: records.replay_of(self._at(), viewer, held))
        return answer

    def bots(self) -> list[Json]:
        answer: list[Json] = plain(bot_turns.bots_asked(self._at()))
        return answer

    def late(self, time: int) -> list[Json]:
        answer: list[Json] = plain(bot_turns.too_slow(self._at(), time))
        return answer

    def clock(self, time: int) -> Json | None:
        answer: Json | None = plain(notices.clock_message(self._at(), time))
        return answer

    def plan(self, seat: int, steps: Any) -> Json:
        def work() -> None:
            self._at().plans[seat] = planning.new_plan(self._at(), seat, steps_from(steps))

        return self._tried(work) or {}

    def rematch(self, table_id: str, seed: str, time: int) -> Json:
        def work() -> Json:
            return self._open(table_id, seating.rematch_head(self._at(), bytes.fromhex(seed)), time)

        answer: Json = self._tried(work)
        return answer

    def interrupted(self, seat: int, move: str) -> Json:
        match, dealer = self._at().match, self._at().dealer
        assert match is not None
        assert dealer is not None
        failed = 0
        try:
            match.tried(move, seat, _FailingDealer())
        except OSError:
            failed += 1
        match.deal_with(_FailingDealer())
        try:
            match.choose(move, seat)
        except OSError:
            failed += 1
        match.deal_with(dealer)
        return {"failed": failed}

    def reload(self) -> None:
        self.table = load(self._id, self.log)
