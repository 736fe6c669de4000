"""Running the search: its memory, its threads, and the clock."""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from piazzetta.bots.knowledge import new_evaluator
from piazzetta.bots.position import Position
from piazzetta.bots.search import search_of
from piazzetta.bots.tree import SearchOptions, Tree, clear, new_tree
from piazzetta.games.base import Array
from piazzetta.games.knowledge import Budget
from piazzetta.interpreted import wait_until_compiled
from piazzetta.kernel import random_stream
from piazzetta.match.setting import Setting

_FIRST_SLICE = 100  # simulations before the first look at the clock
_SLICE_SECONDS = 0.02  # approximate time until the next


class Searcher:
    """Searches one position after another in the same memory. ``network``: other weights than the game's own."""

    def __init__(self, budget: Budget, seed: int = 0, threads: int = 1, network: Array | None = None) -> None:
        self._budget = budget
        self._seed = seed
        self._threads = max(1, threads)
        self._network = network
        self.setting: Setting | None = None
        self.trees: list[Tree] = []

    def search(self, position: Position, stream: int, actions: Sequence[int]) -> list[tuple[int, list[float], float]]:
        """Search a position; returns, for each action, its number of simulations, the sums of every seat's values, and
        its prior.

        ``stream`` selects the random numbers.
        """
        if self._budget.simulations > 1:
            wait_until_compiled()  # interpreted, these take minutes
        if self.setting is not position.setting:
            self.setting = position.setting
            self.trees = [new_tree(position.setting, self._budget.simulations + 64) for _ in range(self._threads)]
        self._run(0, position, stream, 0, float("inf"))  # loads the kernel before the clock starts
        end = time.perf_counter() + self._budget.seconds
        if self._threads == 1:
            self._run(0, position, stream, self._budget.simulations, end)
        else:
            with ThreadPoolExecutor(self._threads) as pool:
                jobs = [
                    pool.submit(self._run, number, position, stream, self._budget.simulations, end)
                    for number in range(self._threads)
                ]
                for job in jobs:
                    job.result()
        return [
            (
                sum(int(tree.root_tried[action]) for tree in self.trees),
                np.sum([tree.root_sum[action] for tree in self.trees], axis=0).tolist(),
                float(self.trees[0].root_prior[action]),
            )
            for action in actions
        ]

    def _run(self, number: int, position: Position, stream: int, left: int, end: float) -> None:
        setting, budget, tree = position.setting, self._budget, self.trees[number]
        clear(tree)
        kernel = search_of(setting.game, budget.features)
        work = setting.states(1)
        words = np.asarray(work).view(np.ndarray).view(np.uint32).reshape(1, -1)
        rng = random_stream(self._seed, stream ^ (number * 0x9E3779B1 & 0xFFFFFFFF))
        choice = np.zeros(setting.game.most_legal, np.int32)
        values = np.zeros(2 * setting.players)
        turn = int(position.state["turn"][0])
        horizon = turn + budget.turns
        options = SearchOptions(position.seat, turn, horizon, budget.curiosity, budget.root_curiosity, budget.least)
        evaluator = new_evaluator(setting, self._network)
        part = min(_FIRST_SLICE, left)
        now = time.perf_counter()
        while True:  # at least one slice, even if a busy machine has taken all the time before it
            part = min(part, left)
            where = setting.params, position.state, work, words, tree
            kernel(*where, *evaluator, rng, choice, values, options, part)
            left -= part
            before, now = now, time.perf_counter()
            if left == 0 or now >= end:
                return
            # a slice never exceeds the remaining time; where it is cut affects nothing else
            part = max(1, int(part * min(_SLICE_SECONDS, end - now) / max(now - before, 1e-6)))
