"""Who plays whole games of the small network: threads of this process, or a Ray cluster. The games are the same."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from types import TracebackType
from typing import Any, NamedTuple, Self

from piazzetta.arena.pools import Pool, open_pool
from piazzetta.arena.program import head_of
from piazzetta.bots.network.play import (
    JUDGE,
    Played,
    Player,
    Portion,
    check_judge,
    joined,
    play,
    play_portion,
    portions_of,
)
from piazzetta.bots.workers import behave
from piazzetta.games.base import Array
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
        portions = self._pool.in_order(play_there, (task for wish in wanted for task in _tasks(wish)))
        for wish in wanted:
            parts: list[Portion] = []
            for _ in portions_of(wish.games, wish.logged):
                parts.append(next(portions))
                told(len(parts[-1].points))
            yield joined(wish.setting, parts)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._pool.executor.shutdown()


def open_crew(on: str | None, setting: Setting) -> Crew:
    """This machine, or the Ray cluster that ``on`` names, whose workers have loaded what this setting needs."""
    if on is None:
        return Crew()
    check_judge(setting.game)
    return PoolCrew(open_pool(None, on, _prepare, (_text(setting),)))


def _text(setting: Setting) -> str:
    return json.dumps(head_of(setting))


def _tasks(wish: Wish) -> Iterator[tuple[Any, ...]]:
    text = _text(wish.setting)
    lineups = wish.lineups or [[JUDGE] * wish.setting.players]
    for first, count, logged in portions_of(wish.games, wish.logged):
        yield text, first, count, wish.seed, lineups, wish.barred, logged


def _prepare(text: str) -> None:
    """Set up a worker: its first game loads the kernels."""
    behave()
    play_there(text, 0, 1, 0, [[JUDGE] * _setting(text).players], None, 0)


@lru_cache(32)  # a search tries several versions at a time
def _setting(text: str) -> Setting:
    return Setting.from_json(json.loads(text))


def play_there(text: str, *wish: Any) -> Portion:
    """``play_portion`` in a worker, of a setting that has travelled as text."""
    return play_portion(_setting(text), *wish)
