"""A bot that searches: budgets, threads, and what the search found out about each move."""

from __future__ import annotations

import time
import zlib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from piazzetta.bots.knowledge import lore_of
from piazzetta.bots.position import Position
from piazzetta.bots.search import search_of
from piazzetta.bots.tree import Options, Tree, clear, new_tree
from piazzetta.games.base import Array
from piazzetta.kernel import below, random_stream
from piazzetta.match.setting import Setting

_FIRST_SLICE = 100  # simulations before the first look at the clock
_SLICE_SECONDS = 0.02  # about how long it is until the next


@dataclass(frozen=True)
class Budget:
    """How much a level thinks about a move: so many simulations, unless the seconds are over before."""

    simulations: int
    seconds: float
    turns: int = 1000  # how many turns a simulation looks ahead: 0 the one move, 1 the own turn
    curiosity: float = 0.15  # how much a move is worth trying that was tried little
    root_curiosity: float = 0.2  # the same for the choice that is asked for
    slip: float = 0.0  # how often a move is played without thinking


@dataclass(frozen=True)
class RootMove:
    """What a search found out about one legal move."""

    action: int
    tried: int  # in how many simulations
    win: tuple[float, ...]  # each seat's chance to win after it
    points: tuple[float, ...]  # each seat's points at the end after it


def known_digest(position: Position) -> int:
    """A number that depends on what the position's seat knows, and on nothing else."""
    known = Position.imagined(position.setting, position.seat, position.state)
    return zlib.crc32(known.state.tobytes())


class Thinker:
    """Searches one position after another in the same memory."""

    def __init__(self, name: str, budget: Budget, seed: int = 0, threads: int = 1) -> None:
        self.name = name
        self.budget = budget
        self._seed = seed
        self._threads = max(1, threads)
        self._setting: Setting | None = None
        self._trees: list[Tree] = []
        self.simulations = 0  # in the last search, by all threads

    def choose(self, position: Position) -> int:
        actions = position.legal()
        if len(actions) == 1:
            return actions[0]
        if self.budget.slip > 0:
            rng = random_stream(self._seed, known_digest(position))
            if below(rng, 1000) < 1000 * self.budget.slip:
                return actions[int(below(rng, len(actions)))]
        return max(self.look(position), key=lambda move: (move.tried, move.win[position.seat])).action

    def look(self, position: Position) -> list[RootMove]:
        """Search a position; its legal moves, the most tried first."""
        self._seat(position.setting)
        stream = known_digest(position)
        self._run(0, position, stream, 0, float("inf"))  # has the kernel ready before the clock starts
        end = time.perf_counter() + self.budget.seconds
        if self._threads == 1:
            self._run(0, position, stream, self.budget.simulations, end)
        else:
            with ThreadPoolExecutor(self._threads) as pool:
                jobs = [
                    pool.submit(self._run, number, position, stream, self.budget.simulations, end)
                    for number in range(self._threads)
                ]
                for job in jobs:
                    job.result()
        tried: Array = np.sum([tree.root_tried for tree in self._trees], axis=0)
        total: Array = np.sum([tree.root_sum for tree in self._trees], axis=0)
        self.simulations = int(tried.sum())
        players = position.setting.players
        moves = []
        for action in position.legal():
            means = (total[action] / max(int(tried[action]), 1)).tolist()
            moves.append(RootMove(action, int(tried[action]), tuple(means[:players]), tuple(means[players:])))
        return sorted(moves, key=lambda move: (-move.tried, -move.win[position.seat], move.action))

    def _seat(self, setting: Setting) -> None:
        if self._setting is not setting:
            self._setting = setting
            self._trees = [new_tree(setting, self.budget.simulations + 64) for _ in range(self._threads)]

    def _run(self, number: int, position: Position, stream: int, left: int, end: float) -> None:
        setting, budget, tree = position.setting, self.budget, self._trees[number]
        clear(tree)
        kernel = search_of(setting.game)
        work = setting.states(1)
        words = np.asarray(work).view(np.ndarray).view(np.uint32).reshape(1, -1)
        rng = random_stream(self._seed, stream ^ (number * 0x9E3779B1 & 0xFFFFFFFF))
        choice = np.zeros(setting.game.most_legal, np.int32)
        values = np.zeros(2 * setting.players)
        turn = int(position.state["turn"][0])
        options = Options(position.seat, turn, turn + budget.turns, budget.curiosity, budget.root_curiosity)
        lore = lore_of(setting).copy()  # its rows are written into
        part = min(_FIRST_SLICE, left)
        now = time.perf_counter()
        while now < end:
            part = min(part, left)
            kernel(setting.tables, position.state, work, words, tree, lore, rng, choice, values, options, part)
            left -= part
            if left == 0:
                return
            before, now = now, time.perf_counter()
            # a slice is never longer than what is left of the time allows; where it is cut changes nothing else
            part = max(1, int(part * min(_SLICE_SECONDS, end - now) / max(now - before, 1e-6)))
