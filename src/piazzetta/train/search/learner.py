"""Learning from search (Gumbel AlphaZero): all seats of many games search, and the network learns what they found.

A window of games is played by the batched search, then learned from several times, in random order. Between windows
nothing but the games' positions is left of it, so a run is kept in a small file.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from piazzetta.kernel import cores
from piazzetta.match.setting import Setting
from piazzetta.train.engines import seats_of_chairs
from piazzetta.train.network import NEVER, Network
from piazzetta.train.plan import TrainingPlan
from piazzetta.train.search.lessons import chances, improved, targets
from piazzetta.train.search.search import Search, Seating

#: What changes from window to window: the rest of a search's memory is written anew at every move.
_KEPT = ("games", "mover", "decisions", "luck", "thought", "number")
#: The first games start at any of this many decisions: otherwise all would open, and later end, together.
SCATTERED = 240
WARMING = 200  # updates until the rate is reached: Adam's first steps are as long for every weight


class SearchLearner:
    """A network, the games that its searches play, and the data of a window until it has learned from them."""

    def __init__(self, network: Network, settings: Sequence[Setting], plan: TrainingPlan) -> None:
        self.network, self.plan, self.recipe = network, plan, plan.recipe
        rows, steps, device = plan.rows, plan.recipe.steps, plan.device
        ends = [rows * number // len(settings) for number in range(len(settings) + 1)]
        own = [range(low, high) for low, high in pairwise(ends)]
        seatings = [
            Seating(setting, numbers, (plan.search,) * setting.players, plan.seed)
            for setting, numbers in zip(settings, own, strict=True)
        ]
        self.search = search = Search(network, seatings, device, trees=rows, threads=cores())
        self.moves, self.seats = search.game.most_legal, max(setting.players for setting in settings)
        players = [one.setting.players for one in seatings for _ in one.numbers]
        self.players = torch.tensor(players, device=device)
        self.every = torch.arange(rows, device=device)
        self.optimizer = torch.optim.Adam(network.parameters(), plan.recipe.rate[0], eps=1e-6, fused=device == "cuda")
        self.order = torch.Generator().manual_seed(plan.seed)
        sight = search.sight
        self.seen = self._room(steps, sight.size, torch.uint8)
        self.legal = self._room(steps, sight.choices, torch.bool)
        self.policy = self._room(steps, sight.choices, torch.bfloat16 if device == "cuda" else torch.float32)
        self.mover = torch.zeros(steps, rows, dtype=torch.long, device=device)
        self.over = torch.zeros(steps, rows, dtype=torch.bool, device=device)
        self.outcome = torch.zeros(steps, rows, self.seats, device=device)
        self.found = torch.zeros(steps, rows, self.seats, device=device)
        self.last = torch.zeros(rows, self.seats, device=device)
        self.updates = 0
        self._scattered = False
        self._fast: Any = None
        if device == "cuda":
            from piazzetta.train.gpu.fast import Fast

            self._fast = Fast(network, sight, plan.seed)

    def _room(self, steps: int, width: int, kind: torch.dtype) -> Tensor:
        """(steps, rows, width); on a GPU the numbers of neighbouring rows lie side by side."""
        rows, device = self.plan.rows, self.plan.device
        if device == "cpu":
            return torch.zeros(steps, rows, width, dtype=kind)
        return torch.zeros(steps, width, rows, dtype=kind, device=device).transpose(1, 2)

    # --- playing ---

    def play(self) -> dict[str, float]:
        """Search and play a window of decisions in all games."""
        search, rows = self.search, len(self.every)
        search.refresh()
        if not self._scattered:
            self._scatter()
        gained = torch.zeros((), device=self.plan.device)
        for step in range(self.recipe.steps):
            search.plant(self.every)
            self.seen[step].copy_(search.compact)
            self.mover[step] = search.arrays["mover"].long()
            search.think(rows)
            gained += self._note(step)
            search.choose(rows)
            search.renew()
            self.over[step] = search.arrays["over"] > 0
            self.outcome[step].copy_(search.arrays["outcome"])
        search.plant(self.every)
        self.last.copy_(search.arrays["value"][:, 0])
        return {"games": float(self.over.sum()), "gained": float(gained) / self.recipe.steps}

    def _scatter(self) -> None:
        """Play on without simulations, and take every game from a step of its own."""
        search, rows = self.search, len(self.every)
        search.allow([0 for _ in search.kinds])
        kept = {name: search.arrays[name].view(rows, -1) for name in _KEPT}
        taken = {name: values.clone() for name, values in kept.items()}
        steps = torch.randint(SCATTERED, (rows,), generator=self.order).to(self.plan.device)
        for step in range(SCATTERED):
            search.plant(self.every)
            search.choose(rows)
            search.renew()
            for name, values in kept.items():
                taken[name] = torch.where((steps == step)[:, None], values, taken[name])
        for name, values in kept.items():
            values.copy_(taken[name])
        search.allow([kind.simulations for kind in search.kinds])
        self._scattered = True

    def _note(self, step: int) -> Tensor:
        """Keep what the searches of this step teach; returns by how much they raised the movers' chances."""
        arrays, moves = self.search.arrays, self.moves
        there = torch.arange(moves, device=self.plan.device) < arrays["width"][:, :1]
        prior, tried, worth = (arrays[name][:, :moves] for name in ("prior", "tried", "worth"))
        values = arrays["value"][:, 0]
        value = values.gather(1, self.mover[step][:, None])[:, 0]
        policy = improved(there, prior * there, tried * there, worth, value, self.plan.sharpness)
        self.found[step] = chances(policy, tried * there, arrays["fates"], values)
        place = arrays["place"].long()
        self.policy[step].zero_()
        self.legal[step].zero_()
        row, move = there.nonzero(as_tuple=True)
        column = place[row, move]
        self.policy[step][row, column] = policy[row, move].to(self.policy.dtype)
        self.legal[step][row, column] = True
        visited = prior * (there & (tried > 0))
        before = (visited * worth).sum(1) / visited.sum(1).clamp_min(1e-12)
        return (self.found[step].gather(1, self.mover[step][:, None])[:, 0] - before).mean()

    # --- learning ---

    def learn(self, fraction: float) -> dict[str, float]:
        """Some passes over the window, a step of all games at a time."""
        recipe = self.recipe
        aims = targets(self.over, self.outcome, self.found, self.last, recipe.horizon)
        logged: list[Tensor] = []
        for _ in range(self.plan.passes):
            for step in torch.randperm(recipe.steps, generator=self.order).tolist():
                chairs = seats_of_chairs(self.mover[step], self.players, self.seats)
                self.updates += 1
                for group in self.optimizer.param_groups:
                    group["lr"] = recipe.at("rate", fraction) * min(1.0, self.updates / WARMING)
                self.optimizer.zero_grad(set_to_none=True)
                losses = self._imitate(step, aims[step].gather(1, chairs))
                length = nn.utils.clip_grad_norm_(self.network.parameters(), recipe.longest)
                self.optimizer.step()
                logged.append(torch.stack([*losses, length]))
        names = ("policy loss", "value loss", "entropy", "gradient")
        return dict(zip(names, torch.stack(logged).mean(0).tolist(), strict=True))

    def _imitate(self, step: int, aim: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Write the gradients of one step; returns how far policy and chances are off, and the entropy."""
        seen, rows, weight = self.seen[step], len(aim), self.recipe.value
        held = None
        if self._fast is None:
            scores, chairs = self.network(seen, self.search.sight)
        else:
            with torch.no_grad():
                self._fast.refresh()
                held = self._fast.forward(seen)
                scores, chairs = held.scores.T, held.chair_scores.T
        policy = self.policy[step].float()
        policy = policy / policy.sum(1, keepdim=True)
        absent = torch.arange(self.seats, device=aim.device) >= self.players[:, None]
        log_policy = functional.log_softmax(scores.masked_fill(~self.legal[step], NEVER), 1)
        log_chances = functional.log_softmax(chairs.masked_fill(absent, NEVER), 1)
        aim = aim.masked_fill(absent, 0.0)
        if held is None:
            loss = -(policy * log_policy.clamp_min(-30)).sum() - weight * (aim * log_chances.clamp_min(-30)).sum()
            (loss / rows).backward()  # type: ignore[no-untyped-call]
        else:  # the gradient of a cross-entropy by its scores
            grad, chair_grad = (log_policy.exp() - policy) / rows, (log_chances.exp() - aim) * (weight / rows)
            self._fast.backward(held, grad.T.contiguous(), chair_grad.T.contiguous())
        with torch.no_grad():
            log_policy, log_chances = log_policy.clamp_min(-30), log_chances.clamp_min(-30)
            apart = (policy * (policy.clamp_min(1e-12).log() - log_policy)).sum() / rows
            missed = (aim * (aim.clamp_min(1e-12).log() - log_chances)).sum() / rows
            return apart, missed, -(log_policy.exp() * log_policy).sum() / rows

    # --- saving ---

    def snapshot(self) -> dict[str, Any]:
        """Everything that changes from window to window."""
        return {
            "network": self.network.to_file(),
            "optimizer": self.optimizer.state_dict(),
            "updates": self.updates,
            "draws": self.order.get_state(),
            "games": {name: self.search.arrays[name].cpu() for name in _KEPT},
        }

    def restore(self, kept: dict[str, Any]) -> None:
        self.network.load_state_dict(kept["network"]["weights"])
        self.optimizer.load_state_dict(kept["optimizer"])
        self.updates, self._scattered = kept["updates"], True
        self.order.set_state(kept["draws"])
        for name, value in kept["games"].items():
            self.search.arrays[name].copy_(value)
