"""What a search asks its network: scores of the moves and of the seats in many positions."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from piazzetta.train.network import Network
from piazzetta.train.sight import Sight


class Scorer:
    """A network that writes scores into given tensors; on a GPU by kernels of its own."""

    def __init__(self, network: Network, sight: Sight, device: str, notes: list[str]) -> None:
        self.network, self.sight = network.to(device), sight
        self._fast: Any = None
        if device == "cpu":
            return
        try:
            from piazzetta.train.gpu.fast import Fast

            fast = Fast(network, sight, 0)
            with torch.no_grad():
                fast.forward(torch.zeros(sight.size, 64, dtype=torch.uint8, device=device).T)
            self._fast = fast
        except Exception as error:  # a compiler of kernels may raise anything; PyTorch's own do the same, more slowly
            notes.append(f"the network runs without kernels of its own: {type(error).__name__}: {error}")

    @torch.no_grad()
    def __call__(self, seen: Tensor, scores: Tensor, chairs: Tensor) -> None:
        if self._fast is None:
            found, by_chair = self.network(seen, self.sight)
            scores.copy_(found.T)
            chairs.copy_(by_chair.T)
        else:
            held = self._fast.forward(seen)
            scores.copy_(held.scores)
            chairs.copy_(held.chair_scores)

    def refresh(self) -> None:
        """Call after the weights have changed."""
        if self._fast is not None:
            self._fast.refresh()
