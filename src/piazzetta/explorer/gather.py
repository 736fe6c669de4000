"""The decisions of the first rounds of many games: games that the small network plays, and records of played ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from piazzetta.batch.visits import VISIT, visits_of
from piazzetta.bots.policy import PART, Policy, check_network, play_portion
from piazzetta.errors import BadRecord
from piazzetta.explorer.count import WHOLE
from piazzetta.explorer.positions import kinds_of, plain, without_fair_start
from piazzetta.games.base import Array
from piazzetta.match.record import Record
from piazzetta.match.setting import Setting

#: The network's own policy. A sharper one, with which it judges maps, would play hardly anything but its favourite.
PLAYER = Policy("policy", 1.0)
#: Decisions of one game that are noted at most.
_MOST_VISITS = 256

#: A decision, and how its game ended for who made it.
NOTE = np.dtype([*VISIT.descr, ("won", np.int32), ("points", np.int32)])


class Visitor:
    """Notes the decisions of games of one setting. It has its own working space, so a thread needs one of its own."""

    def __init__(self, setting: Setting, rounds: int) -> None:
        self.setting, self._turns = setting, rounds * setting.players
        game = setting.game
        self._told = np.array(game.explored_numbers(setting.components, setting.players), np.int32)
        self._seen = np.zeros(setting.observation_size, np.int16)
        self._choice = np.zeros(game.most_legal, np.int32)
        self._state = setting.states(1)
        kinds = kinds_of(setting)
        self._many = len(kinds)
        self._numbers = np.array([*map(kinds.index, game.explored_moves(setting.components)), 0], np.int32)

    def notes(self, actions: Array, won: Array, points: Array) -> Array:
        """The decisions of a game, from its actions and what each seat had at its end."""
        setting, found = self.setting, np.zeros(_MOST_VISITS, VISIT)
        given = setting.params, self._state, np.ascontiguousarray(actions, np.int32), setting.starter, self._turns
        room = self._told, self._seen, self._numbers, self._many, self._choice
        count = int(visits_of(setting.game)(*given, *room, found))
        noted = np.zeros(count, NOTE)
        for name in VISIT.names or ():
            noted[name] = found[name][:count]
        noted["won"], noted["points"] = won[noted["seat"]], points[noted["seat"]]
        return noted


def self_played(
    setting: Setting, games: int, seed: int, rounds: int, workers: int, advance: Callable[[int], None]
) -> Array:
    """The decisions of games that the small network plays against itself; ``advance`` gets the number of new ones."""
    check_network(setting.game)
    lineup = [[PLAYER] * setting.players]

    def portion(first: int) -> tuple[int, Array]:
        count = min(PART, games - first)
        played = play_portion(setting, first, count, seed, lineup, None, count)
        shares, visitor = _shares(played.points[:, setting.players :]), Visitor(setting, rounds)
        parts = [
            visitor.notes(log[0], shares[row], played.points[row, : setting.players])
            for row, log in enumerate(played.logs)
        ]
        return count, np.concatenate(parts)

    found = []
    with ThreadPoolExecutor(workers) as pool:
        for count, part in pool.map(portion, range(0, games, PART)):
            found.append(part)
            advance(count)
    return np.concatenate(found) if found else np.zeros(0, NOTE)


def of_records(records: Iterable[tuple[str, Record]], rounds: int) -> Iterator[tuple[Setting, Array]]:
    """The decisions of each finished game among some records, with the setting by which it is counted.

    ``BadRecord`` if a game does not follow its rules. Unfinished games show no result and are left out, and so are
    games from a prepared position, which have no opening.
    """
    visitors: dict[int, tuple[Setting, Visitor]] = {}
    for name, record in records:
        if record.result is None or record.setting.position is not None:
            continue
        try:
            record.verify()
        except BadRecord as problem:
            raise BadRecord(f"{name}: {problem}") from problem
        own, players = record.setting, record.setting.players
        if id(own) not in visitors:  # reading records shares their settings; kept, so that an id is not used again
            visitors[id(own)] = own, Visitor(without_fair_start(own), rounds)
        actions = np.array([*record.opening, *(own.action(text) for _, text in record.moves)], np.int32)
        points = np.array(record.result["scores"], np.int64)
        for place, given in enumerate(own.head_start):
            points[(own.starter + place) % players] -= given
        won = np.zeros((1, players), np.int64)
        won[0, record.result["winners"]] = 1
        yield plain(own), visitors[id(own)][1].notes(actions, _shares(won)[0], points)


def _shares(won: Array) -> Array:
    """How much of the win each seat has, by game."""
    found: Array = won * (WHOLE // np.maximum(won.sum(axis=1, keepdims=True), 1))
    return found
