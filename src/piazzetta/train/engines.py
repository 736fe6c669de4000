"""Running and training a network on many rows: ``Plain`` in PyTorch, ``fast.Fast`` with its own kernels (CUDA)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import torch
from torch import Tensor
from torch.nn import functional

from piazzetta.train.network import NEVER, Network
from piazzetta.train.sight import Sight


class Decided(NamedTuple):
    chosen: Tensor  # (rows,) a choice
    log_share: Tensor  # (rows,) its log-probability
    choice: Tensor  # (rows,) whether there was an alternative
    chances: Tensor  # (rows, seats) each seat's chance of winning


@dataclass
class Lesson:
    """Rows to learn from. Weights add up to 1; ``target`` and chances are by seat, counted from the mover."""

    seen: Tensor
    legal: Tensor
    players: Tensor
    chosen: Tensor
    log_share: Tensor
    gain: Tensor  # the advantage: how much better than expected it went
    weight: Tensor  # of the decision
    value_weight: Tensor  # of the chances of winning
    target: Tensor
    clip: float
    entropy: float


class Engine(Protocol):
    network: Network

    def refresh(self) -> None:
        """Call after the weights have changed."""

    def decide(self, seen: Tensor, legal: Tensor, mover: Tensor, players: Tensor) -> Decided:
        """Sample a choice for each row."""

    def learn(self, lesson: Lesson) -> Tensor:
        """Write the gradients; returns the policy and value losses, the entropy, and how far the policy has moved."""

    def state(self) -> Any:
        """The state of its random generator."""

    def set_state(self, kept: Any) -> None: ...


def seats_of_chairs(mover: Tensor, players: Tensor, seats: int) -> Tensor:
    """(rows, seats): the seat at each place, counted from the mover; unused places keep their own number."""
    chairs = torch.arange(seats, device=mover.device)
    return torch.where(chairs < players[:, None], (chairs + mover[..., None].long()) % players[:, None], chairs)


class Plain:
    """PyTorch's own kernels, on any device."""

    def __init__(self, network: Network, sight: Sight, seed: int) -> None:
        self.network, self.sight = network, sight
        device = next(network.parameters()).device
        self.generator = torch.Generator(device).manual_seed(seed)

    def refresh(self) -> None:
        pass

    @torch.no_grad()
    def decide(self, seen: Tensor, legal: Tensor, mover: Tensor, players: Tensor) -> Decided:
        scores, chair_scores = self.network(seen, self.sight)
        log_shares = functional.log_softmax(scores.masked_fill_(~legal, NEVER), 1)
        noise = torch.empty_like(log_shares).exponential_(generator=self.generator)
        chosen = (log_shares - noise.log()).argmax(1)  # Gumbel noise: samples by probability
        log_share = log_shares.gather(1, chosen[:, None])[:, 0]
        by_chair = functional.softmax(chair_scores, 1)
        chances = torch.zeros_like(by_chair)
        chances.scatter_(1, seats_of_chairs(mover, players, by_chair.shape[1]), by_chair)
        return Decided(chosen, log_share, legal.sum(1) > 1, chances)

    def learn(self, lesson: Lesson) -> Tensor:
        scores, chair_scores = self.network(lesson.seen, self.sight)
        log_shares = functional.log_softmax(scores.masked_fill(~lesson.legal, NEVER), 1)
        change = log_shares.gather(1, lesson.chosen[:, None])[:, 0] - lesson.log_share
        ratio = torch.where(lesson.weight > 0, change, 0.0).exp()
        clipped = ratio.clamp(1 - lesson.clip, 1 + lesson.clip)
        policy = -(torch.minimum(ratio * lesson.gain, clipped * lesson.gain) * lesson.weight).sum()
        entropy = -((log_shares.exp() * log_shares.clamp_min(-30)).sum(1) * lesson.weight).sum()
        log_chances = functional.log_softmax(chair_scores, 1).clamp_min(-30)
        value = -((lesson.target * log_chances).sum(1) * lesson.value_weight).sum()
        (policy + value - lesson.entropy * entropy).backward()  # type: ignore[no-untyped-call]
        changed = (change.abs() * lesson.weight).sum()
        return torch.stack([policy, value, entropy, changed]).detach()

    def state(self) -> Any:
        return self.generator.get_state()

    def set_state(self, kept: Any) -> None:
        self.generator.set_state(kept)
