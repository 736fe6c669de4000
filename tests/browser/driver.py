"""The browser's table: translated to JavaScript, running in Node."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.browser.engine import Host
from tests.tables.driver import Json


class BrowserDriver:
    """Drives one such table; has the same interface as ``PythonDriver``."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._table = host.new_table()

    def _ask(self, name: str, *args: Any) -> Any:
        (answer,) = self._host.ask(self._table, [[name, *args]])
        assert not (isinstance(answer, dict) and "broken" in answer), answer["broken"]
        return answer

    def create(self, wish: Json, seed: str, hashes: dict[int, str] | None, time: int) -> Json:
        answer: Json = self._ask("create", wish, seed, hashes, time)
        return answer

    def command(self, name: str, fields: Json, time: int, key: str | None = None) -> Json:
        answer: Json = self._ask("command", name, fields, time, key)
        return answer

    def update(self, yours: Sequence[int], since: int = 0, previews: bool = True) -> Json:
        answer: Json = self._ask("update", yours, since, previews)
        return answer

    def card(self) -> Json:
        answer: Json = self._ask("card")
        return answer

    def why(self, seat: int, move: str) -> Json:
        answer: Json = self._ask("why", seat, move)
        return answer

    def hint(self, seat: int) -> Json:
        answer: Json = self._ask("hint", seat)
        return answer

    def record(self) -> Json:
        answer: Json = self._ask("record")
        return answer

    def replay(self, viewer: int, held: Sequence[int]) -> Json:
        answer: Json = self._ask("replay", viewer, held)
        return answer

    def bots(self) -> list[Json]:
        answer: list[Json] = self._ask("bots")
        return answer

    def late(self, time: int) -> list[Json]:
        answer: list[Json] = self._ask("late", time)
        return answer

    def clock(self, time: int) -> Json | None:
        answer: Json | None = self._ask("clock", time)
        return answer

    def plan(self, seat: int, steps: list[list[Json]]) -> Json:
        return self._ask("plan", seat, steps) or {}

    def rematch(self, table_id: str, seed: str, time: int) -> Json:
        answer: Json = self._ask("rematch", table_id, seed, time)
        return answer

    def interrupted(self, seat: int, move: str) -> Json:
        answer: Json = self._ask("interrupted", seat, move)
        return answer

    def reload(self) -> None:
        self._ask("reload")
