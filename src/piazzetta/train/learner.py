"""Proximal policy optimisation over whole games: each window is played, then learned from once.

One network plays all seats. It predicts every seat's chance of winning; advantages are computed along the whole game
for every seat, from the mover's own share at each decision, across the other seats' moves in between.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import torch
from torch import Tensor, nn

from piazzetta.train.engines import Engine, Lesson, Plain, seats_of_chairs
from piazzetta.train.network import Network
from piazzetta.train.tables import Tables


@dataclass(frozen=True)
class Recipe:
    """The hyperparameters. Rates move from their first value to their last over the course of a run."""

    steps: int = 16  # decisions per game in a window
    parts: int = 16  # updates per window
    horizon: float = 0.985  # λ of generalised advantage estimation
    clip: float = 0.2
    rate: tuple[float, float] = (6e-4, 3e-5)
    entropy: tuple[float, float] = (0.03, 0.002)
    value: float = 0.5  # weight of the value loss
    longest: float = 0.5  # maximum norm of a gradient

    def at(self, name: str, fraction: float) -> float:
        first, last = getattr(self, name)
        return float(first + (last - first) * min(fraction, 1.0))


@dataclass
class Rival:
    """A frozen network that plays some rows, on all seats of a row except the learner's."""

    engine: Engine
    rows: slice


def engine_for(network: Network, tables: Tables, seed: int) -> Engine:
    """The engine for a network, on the device of the tables."""
    if tables.device == "cuda":
        from piazzetta.train.gpu.fast import Fast

        return Fast(network, tables.sight, seed)
    return Plain(network, tables.sight, seed)


class Learner:
    """A network, the games it plays, and the data of a window until it has learned from them."""

    def __init__(self, network: Network, tables: Tables, recipe: Recipe, seed: int) -> None:
        self.network, self.tables, self.recipe, self.seed = network, tables, recipe, seed
        device, size, steps, seats = tables.device, len(tables.batch), recipe.steps, tables.seats
        self.engine = engine_for(network, tables, seed)
        self.optimizer = torch.optim.Adam(network.parameters(), recipe.rate[0], eps=1e-5, fused=device == "cuda")
        self.order = torch.Generator().manual_seed(seed)
        self.rivals: list[Rival] = []
        self.own_seat = torch.arange(size, device=device) % tables.players  # the learner's seat in rows with rivals
        self.seen, self.legal = tables.room(steps)
        self.mover = torch.zeros(steps, size, dtype=torch.int8, device=device)
        self.chosen = torch.zeros(steps, size, dtype=torch.long, device=device)
        self.log_share = torch.zeros(steps, size, device=device)
        self.choice = torch.zeros(steps, size, dtype=torch.bool, device=device)
        self.chances = torch.zeros(steps + 1, size, seats, device=device)  # by seat
        self.shares = torch.zeros(steps, size, seats, device=device)
        self.finished = torch.zeros(steps, size, dtype=torch.bool, device=device)
        self.theirs = torch.zeros(steps, size, dtype=torch.bool, device=device)  # decided by a rival

    # --- playing ---

    def play(self) -> dict[str, float]:
        """Play a window of decisions in all games."""
        tables, steps = self.tables, self.recipe.steps
        self.engine.refresh()
        for step in range(steps):
            seen, legal, mover = self.seen[step], self.legal[step], self.mover[step]
            tables.look(seen, legal, mover)
            decided = self.engine.decide(seen, legal, mover, tables.players)
            self.log_share[step], self.choice[step], self.chances[step] = decided[1:]
            self.chosen[step] = decided.chosen
            self._let_rivals_decide(step)
            tables.step(self.chosen[step])
            tables.shares(self.shares[step])
            self.finished[step] = tables.finished
        # the start of the next window; the rows of this one are no longer needed beyond its own steps
        seen, legal = tables.room(1)
        mover = torch.empty_like(self.mover[0])
        tables.look(seen[0], legal[0], mover)
        self.chances[steps] = self.engine.decide(seen[0], legal[0], mover, tables.players).chances
        return self._played()

    def _let_rivals_decide(self, step: int) -> None:
        self.theirs[step] = False
        for rival in self.rivals:
            rows = rival.rows
            mover = self.mover[step, rows]
            theirs = mover != self.own_seat[rows]
            decided = rival.engine.decide(
                self.seen[step, rows], self.legal[step, rows], mover, self.tables.players[rows]
            )
            self.chosen[step, rows] = torch.where(theirs, decided.chosen, self.chosen[step, rows])
            self.theirs[step, rows] = theirs

    def _played(self) -> dict[str, float]:
        logged = {"games": float(self.finished.sum())}
        if self.rivals:
            own = self.own_seat[None, :, None].expand(len(self.shares), -1, 1)
            won = self.shares.gather(2, own)[:, :, 0]
            logged["league games"] = sum(float(self.finished[:, rival.rows].sum()) for rival in self.rivals)
            logged["league won"] = sum(float(won[:, rival.rows].sum()) for rival in self.rivals)
        return logged

    # --- learning ---

    def advantages(self) -> tuple[Tensor, Tensor]:
        """For every seat, the advantages, and the targets for the chances."""
        advantage, later = torch.empty_like(self.shares), torch.zeros_like(self.shares[0])
        for step in reversed(range(self.recipe.steps)):
            on = (~self.finished[step])[:, None].float()
            surprise = self.shares[step] + on * self.chances[step + 1] - self.chances[step]
            later = surprise + on * self.recipe.horizon * later
            advantage[step] = later
        return advantage, advantage + self.chances[:-1]

    def learn(self, fraction: float) -> dict[str, float]:
        """One pass over the window, in parts: each has some steps of all games."""
        recipe = self.recipe
        for group in self.optimizer.param_groups:
            group["lr"] = recipe.at("rate", fraction)
        mover = self.mover.long()
        advantage, target = self.advantages()
        gain = advantage.gather(2, mover[:, :, None])[:, :, 0]
        weight = (self.choice & ~self.theirs).float()
        count = weight.sum() + 1e-6
        mean = (gain * weight).sum() / count
        spread = (((gain - mean).square() * weight).sum() / count).sqrt() + 1e-6
        gain = (gain - mean) / spread
        target = target.gather(2, seats_of_chairs(mover, self.tables.players, self.tables.seats))
        logged: list[Tensor] = []
        parts = torch.arange(recipe.steps).chunk(min(recipe.parts, recipe.steps))
        for part in torch.randperm(len(parts), generator=self.order).tolist():
            steps = slice(int(parts[part][0]), int(parts[part][-1]) + 1)
            self.optimizer.zero_grad(set_to_none=True)
            losses = self.engine.learn(self._lesson(steps, gain, weight, target, fraction))
            length = nn.utils.clip_grad_norm_(self.network.parameters(), recipe.longest)
            self.optimizer.step()
            logged.append(torch.cat([losses, length.reshape(1)]))
        names = ("policy loss", "value loss", "entropy", "changed", "gradient")
        losses = torch.stack(logged).mean(0)
        found = dict(zip(names, losses.tolist(), strict=True))
        found["value loss"] /= recipe.value
        return {**found, "surprise": float(spread)}

    def _lesson(self, steps: slice, gain: Tensor, weight: Tensor, target: Tensor, fraction: float) -> Lesson:
        def flat(tensor: Tensor) -> Tensor:
            chosen = tensor[steps]
            return chosen[0] if len(chosen) == 1 else chosen.flatten(0, 1)

        recipe = self.recipe
        weights = flat(weight)
        mine = (~flat(self.theirs)).float()
        return Lesson(
            flat(self.seen),
            flat(self.legal),
            self.tables.players.repeat(steps.stop - steps.start),
            flat(self.chosen),
            flat(self.log_share),
            flat(gain),
            weights / (weights.sum() + 1e-6),
            mine * (recipe.value / mine.sum().clamp_min(1)),
            flat(target),
            recipe.clip,
            recipe.at("entropy", fraction),
        )

    # --- saving ---

    def snapshot(self) -> dict[str, Any]:
        """Everything that changes from window to window."""
        return {
            "network": self.network.to_file(),
            "optimizer": self.optimizer.state_dict(),
            "draws": (self.engine.state(), self.order.get_state()),
            "games": {name: torch.as_tensor(value) for name, value in self.tables.snapshot().items()},
            "rivals": [rival.engine.state() for rival in self.rivals],
        }

    def restore(self, kept: dict[str, Any]) -> None:
        """Continue from a snapshot; the same rivals must already be seated."""
        self.network.load_state_dict(kept["network"]["weights"])
        self.optimizer.load_state_dict(kept["optimizer"])
        drawn, order = kept["draws"]
        self.engine.set_state(drawn)
        self.order.set_state(order)
        self.tables.restore({name: value.numpy() for name, value in kept["games"].items()})
        for rival, state in zip(self.rivals, kept["rivals"], strict=True):
            rival.engine.set_state(state)

    def face(self, networks: Sequence[Network], share: float) -> None:
        """Let frozen networks play the other seats in this share of the games, the last ones, divided equally."""
        size = len(self.tables.batch)
        first = size - int(size * share)
        bounds = [first + (size - first) * number // max(len(networks), 1) for number in range(len(networks) + 1)]
        self.rivals = [
            Rival(engine_for(network, self.tables, self.seed + 1 + number), slice(low, high))
            for number, (network, (low, high)) in enumerate(zip(networks, pairwise(bounds), strict=True))
            if high > low
        ]
