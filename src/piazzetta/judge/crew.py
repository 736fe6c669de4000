"""Who plays whole games of the small network: threads of this process, or a Ray cluster. The games are the same."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from types import TracebackType
from typing import Any, NamedTuple, Self

import numpy as np

from piazzetta.arena.pools import Pool, open_pool
from piazzetta.arena.program import head_of
from piazzetta.bots.knowledge import new_judge
from piazzetta.bots.network.play import DRAWS, JUDGE, PART, Played, Player, check_judge, play
from piazzetta.bots.network.policy import FACTS, policy_games_of
from piazzetta.bots.workers import behave
from piazzetta.games.base import Array
from piazzetta.kernel import RNG_DTYPE, RNG_SIZE, random_stream, records
from piazzetta.match.match import MOST_MOVES
from piazzetta.match.setting import Setting

#: Gets the number of games that were finished since it was last called.
Told = Callable[[int], None]


class Wish(NamedTuple):
    """Games to play, in the words of ``bots.network.play``."""

    setting: Setting
    games: int
    seed: int
    lineups: Sequence[Sequence[Player]] = ()
    barred: Array | None = None
    logged: int = 0


class Crew:
    """Threads of this process: one for each processor, or so many. Used as a context, as a cluster has to be."""

    def __init__(self, threads: int | None = None) -> None:
        self._threads = threads

    def each(self, wishes: Iterable[Wish], told: Told = lambda more: None) -> Iterator[Played]:
        """The games of each wish, in their order."""
        for setting, games, seed, lineups, barred, logged in wishes:
            before = 0

            def progress(done: int, total: int) -> None:
                nonlocal before
                told(done - before)
                before = done

            yield play(
                setting, games, seed, lineups=lineups, barred=barred, logged=logged, progress=progress,
                threads=self._threads,
            )  # fmt: skip

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        pass


class PoolCrew(Crew):
    """Workers elsewhere. The next wishes are begun while the last games of one are under way."""

    def __init__(self, pool: Pool) -> None:
        super().__init__()
        self._pool = pool

    def each(self, wishes: Iterable[Wish], told: Told = lambda more: None) -> Iterator[Played]:
        wanted = list(wishes)
        portions = self._pool.in_order(play_portion, (task for wish in wanted for task in _tasks(wish)))
        for wish in wanted:
            parts: list[Portion] = []
            for _, portion in zip(range(0, wish.games, PART), portions, strict=False):
                parts.append(portion)
                told(len(portion.points))
            yield _joined(wish.setting, parts)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._pool.executor.shutdown()


def open_crew(on: str | None, setting: Setting) -> Crew:
    """This machine, or the Ray cluster that ``on`` names, whose workers have loaded what this setting needs."""
    if on is None:
        return Crew()
    check_judge(setting.game)
    return PoolCrew(open_pool(None, on, _prepare, (_text(setting),)))


class Portion(NamedTuple):
    """Some games in a row, as they travel: ``Played`` without the setting."""

    points: Array  # by seat, then who won
    facts: Array
    states: Array
    uses: Array
    logs: list[tuple[Array, Array]]


def _text(setting: Setting) -> str:
    return json.dumps(head_of(setting))


def _tasks(wish: Wish) -> Iterator[tuple[Any, ...]]:
    text = _text(wish.setting)
    lineups = wish.lineups or [[JUDGE] * wish.setting.players]
    for first in range(0, wish.games, PART):
        count = min(PART, wish.games - first)
        logged = min(count, max(0, wish.logged - first))
        yield text, first, count, wish.seed, lineups, wish.barred, logged


def _joined(setting: Setting, parts: Sequence[Portion]) -> Played:
    points = np.concatenate([part.points for part in parts])
    facts, states = records(FACTS, len(points)), setting.states(len(points))
    at = 0
    for part in parts:  # into zeros: joined by NumPy, the gaps between the fields of records would hold anything
        rows = slice(at, at := at + len(part.points))
        facts[rows], states[rows] = part.facts, part.states
    uses = np.sum([part.uses for part in parts], axis=0)
    logs = [log for part in parts for log in part.logs]
    seats = setting.players
    return Played(setting, points[:, :seats].astype(int), points[:, seats:].astype(int), facts, states, uses, logs)


def _prepare(text: str) -> None:
    """Set up a worker: its first game loads the kernels."""
    behave()
    play_portion(text, 0, 1, 0, [[JUDGE] * _setting(text).players], None, 0)


@lru_cache(32)  # a search tries several versions at a time
def _setting(text: str) -> Setting:
    return Setting.from_json(json.loads(text))


def play_portion(
    text: str,
    first: int,
    count: int,
    seed: int,
    lineups: Sequence[Sequence[Player]],
    barred: Array | None,
    logged: int,
) -> Portion:
    """Games number ``first``, … of a seed on this core, as ``bots.network.play`` plays them when it plays them all."""
    setting = _setting(text)
    game, players = setting.game, setting.players
    if barred is None:
        barred = np.zeros((len(lineups), players, setting.action_count), np.uint8)
    judge = new_judge(setting)
    key = int(random_stream(seed)[0])
    points = np.zeros((count, 2 * players), np.int16)
    facts, states = records(FACTS, count), setting.states(count)
    uses = np.zeros(setting.action_count, np.int64)
    log = np.zeros((count, MOST_MOVES if logged else 0, 1 + players), np.int16)
    policy_games_of(game)(
        setting.params,
        states,
        judge.network,
        judge.seen,
        judge.lanes,
        np.zeros(RNG_SIZE, RNG_DTYPE),
        np.zeros(RNG_SIZE, RNG_DTYPE),
        np.array([key, key ^ DRAWS], np.int64),
        first,
        np.zeros(game.most_legal, np.int32),
        np.array([[player.power for player in lineup] for lineup in lineups]),
        np.array([[player.cut for player in lineup] for lineup in lineups]),
        np.array(barred),  # what came over a network is read-only
        points,
        uses,
        facts,
        log,
    )
    lengths = facts["moves"][:logged]
    logs = [(log[row, :length, 0].copy(), log[row, :length, 1:].copy()) for row, length in enumerate(lengths)]
    return Portion(points, np.asarray(facts), np.asarray(states), uses, logs)
