"""The rows of a game: its record, replayed once, as values for each column."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from piazzetta.errors import BadInput, BadRecord
from piazzetta.frames.columns import TABLES
from piazzetta.kernel import CHANCE, as_records
from piazzetta.match.record import Record
from piazzetta.match.setting import Setting
from piazzetta.match.steps import steps_of

Row = tuple[Any, ...]
#: The record's field in which an arena or a data set says which bots played.
_ARENA = "arena"


class Components(NamedTuple):
    """A map or deck as text, and the key by which games name it."""

    key: str
    name: str
    data: str


def components_of(record: Record) -> Components:
    game = record.setting.game
    data = json.dumps(record.setting.components.to_json(), ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    key = hashlib.sha256(f"{game.name} {data}".encode()).hexdigest()[:16]
    return Components(key, game.name, data)


class Judgement(NamedTuple):
    """What an analysis says of a move or a draw: the values of the last columns of ``decisions``."""

    wins: Sequence[float] | None = None
    best: str | None = None
    gave_away: float | None = None
    luck: Sequence[float] | None = None


class Judged(NamedTuple):
    """What an analysis says of a game: by the move's place, and by seat the values of the last columns of ``seats``."""

    moves: Mapping[int, Judgement]
    seats: Sequence[tuple[float, float, float, float]]


class Rows:
    """The rows of some games, table by table; a map or deck only once."""

    def __init__(self) -> None:
        self._seen: set[str] = set()
        self.rows: dict[str, list[Row]] = {table: [] for table in TABLES}
        self._known: set[str] = set()
        self._keys: dict[int, tuple[Any, Components]] = {}  # by object: reading a record shares its components

    def __len__(self) -> int:
        return len(self.rows["games"])

    def take(self) -> dict[str, list[Row]]:
        """Return the rows that were added since the last call."""
        taken, self.rows = self.rows, {table: [] for table in TABLES}
        return taken

    def add(self, key: str, record: Record, judged: Judged | None = None) -> None:
        """Add a game, perhaps analysed. ``BadRecord`` if a move is not allowed, or its result is another one."""
        if key in self._seen:
            raise BadInput(f"two games are called {key!r}; give each its own name")
        self._seen.add(key)
        if record.setting.position is not None:
            raise BadRecord(f"{key}: it begins from a prepared position, and tables hold whole games")
        try:
            record.verify()
        except BadRecord as problem:
            raise BadRecord(f"{key}: {problem}") from problem
        components = self._components(record)
        played = _played(record, None if judged is None else components.key)
        setting, game = record.setting, record.setting.game
        self.rows["games"].append(
            (
                key,
                game.name,
                setting.players,
                setting.starter,
                setting.edition,
                json.dumps(dict(setting.rules)),
                setting.rules_version,
                list(setting.head_start),
                components.key,
                list(record.opening),
                record.result is not None,
                len(record.moves),
                played.turns,
            )
        )
        self._add_seats(key, record, played, judged)
        moves = {} if judged is None else judged.moves
        for at, (row, position) in enumerate(zip(played.decisions, played.positions, strict=True)):
            self.rows["decisions"].append((key, *row, position, *moves.get(at, Judgement())))

    def _components(self, record: Record) -> Components:
        own = record.setting.components
        found = self._keys.get(id(own))
        if found is None:
            found = self._keys[id(own)] = (own, components_of(record))  # kept, so that its id is not used again
        components = found[1]
        if components.key not in self._known:
            self._known.add(components.key)
            self.rows["components"].append(tuple(components))
        return components

    def _add_seats(self, key: str, record: Record, played: _Played, judged: Judged | None) -> None:
        setting = record.setting
        names, bots = _named(record.extra.get("names"), setting.players), _bots(record)
        winners = None if record.result is None else record.result["winners"]
        for seat in range(setting.players):
            won = None if winners is None else seat in winners
            share = None if winners is None else (1 / len(winners) if won else 0.0)
            choices = sum(row[2] == seat and row[6] > 1 for row in played.decisions)
            order = (seat - setting.starter) % setting.players
            points = played.points[seat]
            found = (None,) * 4 if judged is None else judged.seats[seat]
            self.rows["seats"].append((key, seat, order, names[seat], bots[seat], points, won, share, choices, *found))


def _named(given: object, players: int) -> list[str | None]:
    """What a field of the record says of each seat; nothing if it says something else."""
    if not isinstance(given, list) or len(given) != players:
        return [None] * players
    return [one if isinstance(one, str) else None for one in given]


def players_of(record: Record) -> list[str]:
    """Who sat where: the players' names, or else their bots, or else the numbers of the seats."""
    seats = range(record.setting.players)
    names, bots = _named(record.extra.get("names"), len(seats)), _bots(record)
    return [names[seat] or bots[seat] or f"seat {seat}" for seat in seats]


def _bots(record: Record) -> list[str | None]:
    field = record.extra.get(_ARENA)
    return _named(field.get("bots") if isinstance(field, dict) else None, record.setting.players)


class _Played(NamedTuple):
    """What replaying a game shows."""

    decisions: list[Row]  # without the game's key and what an analysis says
    positions: list[str | None]  # the keys of the positions before them
    points: list[int]
    turns: int


def _played(record: Record, components: str | None) -> _Played:
    """``components``: the key of the map or deck, if positions are wanted."""
    setting, game = record.setting, record.setting.game
    steps = steps_of(game)
    texts = [text for _, text in record.moves]
    actions = [setting.numbers[text] for text in texts]
    begun = len(record.opening)
    states = setting.states(begun + len(actions) + 1)
    steps.begin(setting.params, states)
    steps.retrace(setting.params, states, np.array([*record.opening, *actions], np.int32))
    turns = states["turn"].tolist()
    points = _points(setting, states)
    choice = np.zeros(max(game.most_legal, game.most_outcomes), np.int32)
    weight = np.zeros(game.most_outcomes, np.int32)
    rows: list[Row] = []
    for at, ((seat, text), action) in enumerate(zip(record.moves, actions, strict=True)):
        place = begun + at
        if seat == CHANCE:
            count = steps.list_chances(setting.params, states, place, choice, weight)
            before = gain = None
        else:
            count = steps.list_legal(setting.params, states, place, choice)
            before = points[place][seat]
            gain = points[place + 1][seat] - before
        rows.append((at, turns[place], seat, text.partition(" ")[0], text, action, int(count), before, gain))
    keys: list[str | None] = [None] * len(rows)
    if components is not None:
        game_key = hashlib.sha256(f"{components} {setting.players} {json.dumps(dict(setting.rules))}".encode()).digest()
        keys = [_digest(game_key, states[begun + at]) for at in range(len(rows))]
    return _Played(rows, keys, points[-1], turns[-1])


def _digest(game: bytes, state: Any) -> str:
    """The key of a position of a game with its rules and its map or deck."""
    return hashlib.sha256(game + state.tobytes()).hexdigest()[:16]


def _points(setting: Setting, states: Any) -> list[list[int]]:
    """Every seat's points in each position."""
    out = np.zeros(2 * setting.players, np.int16)
    payoff, params = setting.game.kernels.payoff, setting.params_record
    found = []
    for state in as_records(states):
        payoff(params, state, out)
        found.append(out[: setting.players].tolist())
    return found
