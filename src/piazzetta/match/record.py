"""A game as text: read, write, replay, verify. The format is public: `data/rules/records.md`."""

from __future__ import annotations

import marshal
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import repeat
from pathlib import Path
from typing import Any

import numpy as np
import orjson

from piazzetta.games.base import BadInput, Chart, Game
from piazzetta.games.registry import find_game
from piazzetta.match.errors import BadRecord, IllegalMove
from piazzetta.match.match import MOST_MOVES, Match
from piazzetta.match.setting import Setting
from piazzetta.match.steps import steps_of

FORMAT = "piazzetta/1"
MOST_BYTES = 16 * 2**20
_KNOWN = {"format", "game", "players", "starter", "edition", "rules", "moves", "result"}


@lru_cache(maxsize=64)
def _chart(game: Game, source: bytes) -> Chart:
    """Many records hold the same map or deck: it is checked once. The key keeps ``1`` and ``true`` apart."""
    chart = game.read_chart(marshal.loads(source))
    default = game.default_chart()
    return default if chart.to_json() == default.to_json() else chart


@lru_cache(maxsize=256)
def _setting(game: Game, players: int, starter: int, edition: str, rules: bytes, chart: Chart) -> Setting:
    spelled = marshal.loads(rules)
    if not isinstance(spelled, dict):
        raise BadInput("rules must be an object that spells out every switch")
    missing = [name for name in game.switches if name not in spelled]
    if missing:
        raise BadInput(f"rules must spell out every switch; {missing[0]} is missing")
    return Setting(game, players, starter, edition, game.rules(game.default_edition, spelled), chart)


def _whole_number(head: Mapping[str, Any], name: str) -> int:
    value = head.get(name)
    if type(value) is not int:
        raise BadInput(f"{name} must be a whole number, not {value!r:.40}")
    return value


def _read_setting(head: Mapping[str, Any]) -> Setting:
    name = head.get("game")
    if not isinstance(name, str):
        raise BadInput(f"game must be the name of a game, not {name!r:.40}")
    game = find_game(name)
    edition = head.get("edition", game.default_edition)
    if not isinstance(edition, str) or len(edition) > 40:
        raise BadInput(f"edition must be a name, not {edition!r:.40}")
    if head.get(game.chart_key) is None:
        raise BadInput(f"{game.chart_key} is missing")
    chart = _chart(game, marshal.dumps(head[game.chart_key], 2))
    rules = marshal.dumps(head.get("rules"), 2)
    return _setting(game, _whole_number(head, "players"), _whole_number(head, "starter"), edition, rules, chart)


@dataclass
class Record:
    """A game as it is stored and shared: its setting, what chance brought at the opening, the moves, the result.

    >>> import piazzetta
    >>> match = piazzetta.game("portobello").start(seed=1)
    >>> match.play("bobby D1")
    >>> record = piazzetta.Record.of(match)
    >>> record.moves
    [(1, 'bobby D1')]
    >>> piazzetta.Record.loads(record.dumps()).replay().mover
    0
    """

    setting: Setting
    opening: list[int]  # action numbers
    moves: list[tuple[int, str]]
    result: dict[str, list[int]] | None = None
    extra: dict[str, Any] = field(default_factory=dict)  # fields of later versions and other programs, kept

    # --- from a match, and back ---

    @classmethod
    def of(cls, match: Match) -> Record:
        """The record of a match, finished or not."""
        result = {"scores": match.scores, "winners": match.winners} if match.over else None
        return cls.from_log(match.setting, match.log, result)

    @classmethod
    def from_log(cls, setting: Setting, log: list[tuple[int, int]], result: dict[str, list[int]] | None) -> Record:
        """The record of the moves of a game given as pairs of seat and action number."""
        length = setting.game.opening_length(setting.table)
        texts = setting.texts
        opening = [action for _, action in log[:length]]
        return cls(setting, opening, [(seat, texts[action]) for seat, action in log[length:]], result)

    def replay(self, at: int | None = None) -> Match:
        """The match after ``at`` of its moves (None: all). Chance waits for its moves to be played.

        ``BadRecord`` with the index of the first offending move if a move is not allowed.
        """
        match = Match(self.setting)
        for place, action in enumerate(self.opening):
            try:
                match.play(action)
            except IllegalMove as refusal:
                key = self.setting.game.opening_key
                raise BadRecord(f"{key}: number {place} cannot come by chance: {refusal}") from refusal
        for index, (seat, text) in enumerate(self.moves[:at]):
            try:
                match.play(text, seat)
            except IllegalMove as refusal:
                raise BadRecord(str(refusal), index) from refusal
        return match

    # --- text ---

    def to_json(self) -> dict[str, Any]:
        setting = self.setting
        return {
            "format": FORMAT,
            "game": setting.game.name,
            "players": setting.players,
            "starter": setting.starter,
            "edition": setting.edition,
            "rules": dict(setting.rules),
            setting.game.chart_key: setting.chart.to_json(),
            **setting.game.opening_to_json(setting.table, self.opening),
            **self.extra,
            "moves": [list(move) for move in self.moves],
            "result": self.result,
        }

    def dumps(self) -> str:
        """One line of JSON."""
        return orjson.dumps(self.to_json()).decode()

    def write(self, path: str | Path) -> None:
        Path(path).write_text(self.dumps() + "\n", encoding="utf-8")

    @classmethod
    def loads(cls, text: str | bytes) -> Record:
        """Read a record. Its form is checked here, its moves by ``replay`` and ``verify``."""
        if len(text) > MOST_BYTES:
            raise BadRecord(f"the record is longer than {MOST_BYTES // 2**20} MiB")
        try:
            head = orjson.loads(text)
        except orjson.JSONDecodeError as error:  # nested too deeply, cut off and not UTF-8 as well
            raise BadRecord(f"the record is not JSON: {error}") from None
        return cls.from_json(head)

    @classmethod
    def read(cls, path: str | Path) -> Record:
        with open(path, "rb") as file:
            return cls.loads(file.read(MOST_BYTES + 1))

    @classmethod
    def from_json(cls, head: object) -> Record:
        if not isinstance(head, dict):
            raise BadRecord("a record is a JSON object")
        if head.get("format") != FORMAT:
            raise BadRecord(f"format must be {FORMAT!r}, not {head.get('format')!r:.40}")
        try:
            setting = _read_setting(head)
            opening = setting.game.opening_from_json(setting.table, head)
        except BadRecord:
            raise
        except BadInput as error:
            raise BadRecord(str(error)) from error
        except (ValueError, RecursionError):  # a number or a nesting that marshal does not take
            raise BadRecord("the record is nested too deeply") from None
        if "result" not in head:
            raise BadRecord("result is missing; it is null while the game is going on")
        keys = _KNOWN | {setting.game.chart_key, setting.game.opening_key}
        extra = {key: value for key, value in head.items() if key not in keys}
        return cls(setting, opening, _read_moves(head.get("moves")), _read_result(head["result"]), extra)

    # --- checking ---

    def verify(self) -> None:
        """Check every move and the result; ``BadRecord`` says what does not hold, and at which move."""
        setting = self.setting
        game = setting.game
        length = len(self.opening)
        count = length + len(self.moves)
        seats = np.full(count, -1, np.int32)
        actions = np.empty(count, np.int32)
        actions[:length] = self.opening
        if self.moves:
            given, texts = zip(*self.moves, strict=True)
            in_range = min(given) >= -1 and max(given) < setting.players
            seats[length:] = given if in_range else [seat if -1 <= seat < setting.players else 99 for seat in given]
            actions[length:] = list(map(setting.numbers.get, texts, repeat(-1)))
        states = setting.states(1)
        steps = steps_of(game)
        steps.begin(setting.tables, states)
        if steps.replay(setting.tables, states, seats, actions) < count:
            self.replay()  # says why
            raise AssertionError("replay accepted what the kernel refused")
        over = steps.whose(setting.tables, states, 0) == -2
        expected = _result(setting, states) if over else None
        if self.result != expected:
            raise BadRecord(f"the result is {self.result}, but the moves give {expected}")


def _result(setting: Setting, states: Any) -> dict[str, list[int]]:
    players = setting.players
    out = np.zeros(2 * players, np.int16)
    setting.game.kernels.payoff(setting.table, states.view(np.recarray)[0], out)
    return {"scores": out[:players].tolist(), "winners": out[players:].nonzero()[0].tolist()}


def _read_moves(moves: object) -> list[tuple[int, str]]:
    if not isinstance(moves, list):
        raise BadRecord("moves must be a list of pairs of seat and move")
    if len(moves) > MOST_MOVES:
        raise BadRecord(f"a record holds at most {MOST_MOVES} moves, this one {len(moves)}", MOST_MOVES)
    kinds = {
        tuple(map(type, move)) if type(move) is list else None for move in moves
    }  # one pass: most records are right
    if kinds <= {(int, str)}:
        return list(map(tuple, moves))
    index = next(n for n, move in enumerate(moves) if type(move) is not list or tuple(map(type, move)) != (int, str))
    raise BadRecord(f"a move is a pair of seat and text, not {moves[index]!r:.60}", index)


def _read_result(result: object) -> dict[str, list[int]] | None:
    if result is None:
        return None
    if isinstance(result, dict) and set(result) == {"scores", "winners"}:
        numbers = [result["scores"], result["winners"]]
        if all(isinstance(part, list) and all(type(number) is int for number in part) for part in numbers):
            return result
    raise BadRecord('result must be null or {"scores": […], "winners": […]}')
