"""A run of ``piazzetta train``: play, learn, save, and continue after an interruption."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import torch

from piazzetta.bots.policy import POWER
from piazzetta.match.setting import Setting
from piazzetta.train.league import Exploiter, League
from piazzetta.train.learner import Learner
from piazzetta.train.mixture import mixture
from piazzetta.train.network import Network
from piazzetta.train.plan import Folder, TrainingPlan, load, load_network, save
from piazzetta.train.search.learner import SearchLearner
from piazzetta.train.tables import Tables

Tell = Callable[[dict[str, Any]], None]
LINES = 200  # approximate number of log lines in a run


class Run:
    """A learner with its league. ``advance`` plays and learns from one window."""

    def __init__(self, plan: TrainingPlan, folder: Folder) -> None:
        folder.keep_plan(plan)
        self.plan, self.folder = plan, folder
        torch.manual_seed(plan.seed)
        kept = load(folder.run) if folder.run.exists() else None
        begin = plan.start or plan.exploit
        if kept is not None:
            network = Network.from_file(kept["learner"]["network"])
        else:
            network = load_network(begin, plan.game) if begin else Network(plan.game, plan.size)
        settings = mixture(
            plan.game, plan.players, plan.editions, plan.components, plan.variants, plan.seed, plan.focus
        )
        self.league: League | None = None
        self.exploiter: Exploiter | None = None
        self.learner: Learner | SearchLearner
        if plan.search.simulations:
            self.learner = SearchLearner(network.to(plan.device), settings, plan)
        else:
            self.learner = self._with_rivals(network, settings)
        self.windows = self.decisions = self.bred = 0
        self.spent = 0.0  # seconds, before this start
        self._begun = time.monotonic()
        if kept is not None:
            self._restore(kept)

    def _with_rivals(self, network: Network, settings: list[Setting]) -> Learner:
        plan = self.plan
        tables = Tables(settings, plan.rows, plan.device, plan.seed)
        learner = Learner(network.to(plan.device), tables, plan.recipe, plan.seed)
        self.league = League(plan, self.folder, learner)
        if plan.exploit:
            frozen = load_network(plan.exploit, plan.game).sharpened(POWER)  # as it plays all seats of a study
            learner.face([frozen.to(plan.device)], 1.0)
        else:
            for guest in plan.guests:
                self.league.join(load_network(guest, plan.game))
            if plan.exploiters:
                self.exploiter = Exploiter(plan, learner)
        return learner

    @property
    def seconds(self) -> float:
        return self.spent + time.monotonic() - self._begun

    @property
    def fraction(self) -> float:
        return self.plan.fraction(self.decisions, self.seconds)

    @property
    def over(self) -> bool:
        return self.fraction >= 1.0

    def advance(self) -> dict[str, Any]:
        """One window; returns what to log about it."""
        fraction = self.fraction
        self._gather(fraction)
        line: dict[str, Any] = {**self.learner.play(), **self.learner.learn(fraction)}
        if self.exploiter is not None:
            theirs = self.exploiter.learner.play()
            self.exploiter.learner.learn(fraction)
            line["exploiter games"], line["exploiter won"] = theirs["league games"], theirs["league won"]
        self.windows += 1
        self.decisions += self.plan.steps
        return {
            "window": self.windows,
            "decisions": self.decisions,
            "seconds": round(self.seconds, 2),
            "fraction": round(fraction, 5),
            **line,
        }

    def _gather(self, fraction: float) -> None:
        """Add members to the league when it is time."""
        plan = self.plan
        if self.league is None or plan.exploit or not plan.league:
            return
        if self.league.members - len(plan.guests) - self.bred < int(fraction * plan.members):
            self.league.join(self.learner.network)
        if self.exploiter is not None and self.bred < int(fraction * (plan.exploiters + 1)):
            self.bred += 1
            self.league.join(self.exploiter.learner.network)
            self.exploiter.study(self.learner.network)

    def save(self) -> None:
        """A checkpoint: the network for playing, and everything needed to continue."""
        kept: dict[str, Any] = {
            "learner": self.learner.snapshot(),
            "counts": (self.windows, self.decisions, self.bred, self.seconds),
            "plan": json.loads(json.dumps(asdict(self.plan))),
            "log": self.folder.lines(),
        }
        if self.league is not None:
            kept["league"] = self.league.snapshot()
        if self.exploiter is not None:
            kept["exploiter"] = self.exploiter.snapshot()
        save(self.learner.network.to_file(), self.folder.network)
        save(kept, self.folder.run)

    def _restore(self, kept: dict[str, Any]) -> None:
        self.windows, self.decisions, self.bred, self.spent = kept["counts"]
        if self.league is not None:
            self.league.restore(kept["league"])
        self.learner.restore(kept["learner"])
        if self.exploiter is not None:
            self.exploiter.restore(kept["exploiter"])
        if self.folder.log.exists():
            self.folder.cut_log(self.decisions)
        else:  # on another machine
            for line in kept["log"]:
                self.folder.tell(line)


def train(
    plan: TrainingPlan,
    folder: Folder,
    tell: Tell = lambda line: None,
    checkpoint: Callable[[Run], None] = lambda run: None,
    every: float = 60.0,
) -> Run:
    """Run a plan to its end, or continue an interrupted one. Saves a checkpoint every ``every`` seconds."""
    run = Run(plan, folder)
    if run.over:
        return run
    saved, told_at, sums = time.monotonic(), run.fraction, dict[str, float]()
    while not run.over:
        line = run.advance()
        for name in ("games", "league games", "league won", "exploiter games", "exploiter won"):
            if name in line:
                sums[name] = line[name] = sums.get(name, 0.0) + line[name]
        tell(line)
        if run.fraction - told_at >= 1 / LINES or run.over:
            folder.tell(line)
            told_at, sums = run.fraction, {}
        if time.monotonic() - saved >= every:
            run.save()
            checkpoint(run)
            saved = time.monotonic()
    run.save()
    checkpoint(run)
    return run
