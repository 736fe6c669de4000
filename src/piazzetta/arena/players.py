"""Who can take all seats of many games: bots and programs, random moves, quick players, a game's small network."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import lru_cache
from statistics import median
from typing import Any

import numpy as np

from piazzetta.arena.entries import Entry, Player, seed_of, warm_up
from piazzetta.arena.games import Games, joined
from piazzetta.arena.lines import FIELD, facts_of
from piazzetta.arena.play import Players, drawn
from piazzetta.arena.program import Forfeit
from piazzetta.batch import Batch
from piazzetta.batch.playout import random_game
from piazzetta.bots.knowledge import network_digest
from piazzetta.bots.policy import PART, STRONGEST, Policy, check_network, play_portion
from piazzetta.bots.quick import QUICK, play_quick
from piazzetta.errors import check_choice
from piazzetta.games.base import Array, Game
from piazzetta.match.record import Record
from piazzetta.match.setting import Setting
from piazzetta.tables.sources import point_sources, quick_sources

# About a tenth of a second of work: a progress bar moves smoothly, the kernel is not called too often.
_TASK_DECISIONS = {"cpu": 400_000, "cuda": 400_000_000}


class SeatedBots(Players):
    """Bots, programs and functions, one for each seat, or one for all. Their games become records.

    Chance depends only on the seed and a game's number, a bot's own seed also on its name: swapping seats changes
    neither.
    """

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.entries = entries
        self.name = ", ".join(dict.fromkeys(entry.name for entry in entries))

    def prepare(self, setting: Setting) -> None:
        warm_up(setting, self.entries)

    def play(self, setting: Setting, first: int, count: int, seed: int) -> Games:
        return joined([self._game(setting, number, seed) for number in range(first, first + count)])

    def _game(self, setting: Setting, number: int, seed: int) -> Games:
        match = setting.start(seed, number=number)
        seats = range(setting.players)
        entries = list(self.entries) * (setting.players // len(self.entries))
        names = [entry.name for entry in entries]
        players: list[Player] = []
        seconds: list[list[float]] = [[] for _ in seats]
        forfeit = None
        seat = 0
        try:
            for seat, entry in enumerate(entries):
                copy = names[:seat].count(entry.name)
                own = seed_of(seed, number, entry.name, copy)
                players.append(entry.player(match.setting, seat, copy, own))
            while not match.over:
                seat = match.mover
                actions = match.legal_moves.actions
                if len(actions) == 1:  # no choice
                    match.play(actions[0])
                    continue
                begun = time.perf_counter()
                action = players[seat].choose(match)
                seconds[seat].append(time.perf_counter() - begun)
                match.play(action)
        except Forfeit as fault:
            forfeit = {"seat": seat, "bot": names[seat], "why": str(fault)}
        for player in players:
            player.leave(match)
        sources = None if forfeit else point_sources(match)
        turns, choices = int(match.state().turn), [len(own) for own in seconds]
        observed = {
            **facts_of(number, names, turns, choices, sources),
            "forfeit": forfeit,
            "seconds": [round(sum(own), 6) for own in seconds],
            "median": [round(median(own), 6) if own else 0.0 for own in seconds],
            "slowest": [round(max(own), 6) if own else 0.0 for own in seconds],
        }
        winners = [] if forfeit else match.winners
        return Games(
            np.array([match.scores]),
            np.array([[int(one in winners) for one in seats]]),
            np.array([turns]),
            np.array([sum(mover >= 0 for mover, _ in match.log)]),
            np.array([choices]),
            [sources],
            [Record.of(match).to_json() | {FIELD: observed}],
        )


class RandomPlayers(Players):
    """Random moves, whole games inside a kernel: on all cores, on this many ``threads``, or on a GPU."""

    name = "random"
    local = "here"  # the kernel has threads of its own

    def __init__(
        self, setting: Setting, device: str = "cpu", threads: int | None = None, *, records: bool = False
    ) -> None:
        check_choice("device", device, _TASK_DECISIONS)
        self.device, self.threads, self._records = device, threads, records
        length = float(_rows(setting, "cpu", 1).rollout(1, seed=0).decisions[0])
        self.portion = max(1, int(_TASK_DECISIONS[device] / length))

    def prepare(self, setting: Setting) -> None:
        _rows(setting, self.device, self.threads).rollout(1, seed=0)

    def play(self, setting: Setting, first: int, count: int, seed: int) -> Games:
        seats = setting.players
        points, won = np.zeros((count, seats), np.int16), np.zeros((count, seats), np.int16)
        decisions = np.zeros(count, np.int32)
        records: list[dict[str, Any]] = [{} for _ in range(count if self._records else 0)]
        for own, rows in drawn(setting, seed, first, count):  # a GPU plays many games at once, also those of other lots
            played = _rows(own, self.device, self.threads).rollout(count, seed=seed, first=first)
            points[rows], won[rows], decisions[rows] = played.points[rows], played.won[rows], played.decisions[rows]
            for row in rows if self._records else ():
                winners = won[row].nonzero()[0].tolist()
                result = {"scores": points[row].tolist(), "winners": winners}
                log = random_game(own, seed, first + row)
                records[row] = Record.from_log(own, log, result).to_json()
        return Games(points, won, decisions=decisions, records=records or None)


@lru_cache(8)  # a fair start has a few lots
def _rows(setting: Setting, device: str, threads: int | None) -> Batch:
    return Batch(setting, 1, device=device, observe="none", threads=threads)


class QuickPlayers(Players):
    """Equal players that hardly think: for studies of rules (``bots.quick``)."""

    name = QUICK

    def play(self, setting: Setting, first: int, count: int, seed: int) -> Games:
        return joined([self._game(setting.of_game(seed, n), n, seed) for n in range(first, first + count)])

    def _game(self, setting: Setting, number: int, seed: int) -> Games:
        played = play_quick(setting, seed, number, seed_of(seed, number))
        return Games(
            played.points[-1:],
            np.array([[int(seat in played.winners) for seat in range(setting.players)]]),
            turns=np.array([played.turns]),
            choices=np.array([played.decisions]),
            sources=[quick_sources(setting, played.log.tolist(), played.points.tolist())],
        )


class NetworkPlayers(Players):
    """A game's small network without search.

    Game *n* takes line-up *n* mod their number, and the same row of ``barred``: 1 for each move that a seat may not
    make; a bar is waived where nothing else is legal. The first ``logged`` games keep their moves.
    """

    portion = PART
    local = "threads"

    def __init__(
        self, game: Game, lineups: Sequence[Sequence[Policy]] = (), barred: Array | None = None, logged: int = 0
    ) -> None:
        check_network(game)
        self.name = f"{QUICK} {network_digest(game)}"
        self._lineups, self._barred, self._logged = lineups, barred, logged

    def play(self, setting: Setting, first: int, count: int, seed: int) -> Games:
        found: dict[int, Games] = {}
        for own, rows in drawn(setting, seed, first, count):
            if len(rows) == count:
                return self._portion(own, first, count, seed)
            found |= {row: self._portion(own, first + row, 1, seed) for row in rows}
        return joined([found[row] for row in range(count)])

    def _portion(self, setting: Setting, first: int, count: int, seed: int) -> Games:
        lineups = self._lineups or [[STRONGEST] * setting.players]
        logged = min(count, max(0, self._logged - first))
        played = play_portion(setting, first, count, seed, lineups, self._barred, logged)
        seats = setting.players
        return Games(
            played.points[:, :seats].astype(int),
            played.points[:, seats:].astype(int),
            turns=played.facts["turns"],
            facts=played.facts,
            states=played.states,
            logs=played.logs,
            uses=played.uses,
        )
