"""What a search teaches its network: a better policy than it had, and each seat's chance of winning.

The policy is the one of Danihelka et al., "Policy improvement by planning with Gumbel" (2022): the network's
probabilities, sharpened by values. A move that no simulation tried counts as its position is worth.
"""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional

from piazzetta.train.network import NEVER
from piazzetta.train.search.kernels import VISITS_MORE

#: The least probability that is sharpened: the network may have ruled out what is best.
LEAST = 1e-6
#: A move's value counts as if this many simulations had found its position's worth: chance misleads a few of them.
UNSURE = 4.0


def improved(there: Tensor, prior: Tensor, tried: Tensor, worth: Tensor, value: Tensor, sharpness: float) -> Tensor:
    """(rows, moves): the improved policy.

    ``there`` says which moves exist, ``worth`` what a tried move brings its mover on average, ``value`` what the
    network thought of the position.
    """
    visited = (there & (tried > 0)).float()
    count = tried * visited
    every, known = count.sum(1), (prior * visited).sum(1)
    mean = (prior * visited * worth).sum(1) / known.clamp_min(1e-12)
    mixed = (value + every * mean) / (1 + every)
    completed = (count * worth + UNSURE * mixed[:, None]) / (count + UNSURE)
    scale = sharpness * (VISITS_MORE + count.amax(1))
    scores = prior.clamp_min(LEAST).log() + scale[:, None] * completed
    return functional.softmax(scores.masked_fill(~there, NEVER), 1)


def chances(policy: Tensor, tried: Tensor, fates: Tensor, values: Tensor) -> Tensor:
    """(rows, seats): each seat's chance of winning if the improved policy chooses among the moves that were tried.

    ``fates`` (rows, moves, seats) adds up what the simulations of a move found; ``values`` is the network's own view.
    """
    weight = policy * (tried > 0)
    mean = fates / tried.clamp_min(1)[:, :, None]
    known = weight.sum(1, keepdim=True)
    found = (weight[:, :, None] * mean).sum(1) / known.clamp_min(1e-12)
    return torch.where(known > 1e-6, found, values)


def targets(over: Tensor, outcome: Tensor, found: Tensor, last: Tensor, horizon: float) -> Tensor:
    """(steps, rows, seats): what the chances should have been at each step.

    A mean of what the searches from there on found, each step later weighing less by ``horizon``, and the result. A
    game that goes on is worth what is thought of it at ``last``.
    """
    later, out = last, torch.empty_like(found)
    for step in reversed(range(len(found))):
        later = torch.where(over[step][:, None], outcome[step], later)
        out[step] = later = (1 - horizon) * found[step] + horizon * later
    return out
