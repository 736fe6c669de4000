"""The small network of ``bots/network`` in PyTorch, rounding as it does: what is learned is what is played.

Weights are rounded to 8 bits and activations to 64ths on the way forward; gradients pass as if nothing were rounded.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from piazzetta.bots.network.layout import HEAD, MOST, POOL, SHIFTS, UNIT_BITS, layout_of, outputs
from piazzetta.games.base import Array
from piazzetta.games.flat_encoding import encoding_of
from piazzetta.train.network import NEVER
from piazzetta.train.sight import Part, Sight

UNIT = 2.0**UNIT_BITS
LARGEST = 127  # of a weight
LEAST_SHIFT, MOST_SHIFT = 6, 10  # no weight is above 2: one large weight would make all others of its matrix coarse


def shift_of(weight: Tensor) -> Tensor:
    """How many bits behind the point 8-bit weights can have. It stays on the device: nothing waits for it."""
    largest = weight.detach().abs().max().clamp_min(1e-6)
    return (LARGEST / largest).log2().floor().clamp(LEAST_SHIFT, MOST_SHIFT)


def rounded(weight: Tensor) -> Tensor:
    """The weights as 8-bit numbers hold them."""
    one = shift_of(weight).exp2()
    exact = (weight.detach() * one).round().clamp(-LARGEST, LARGEST) / one
    return weight + (exact - weight.detach())


def floored(values: Tensor) -> Tensor:
    """Activations as whole 64ths."""
    return values + ((values.detach() * UNIT).floor() / UNIT - values.detach())


def activation(values: Tensor) -> Tensor:
    return floored(values.relu()).clamp(max=MOST / UNIT)


class Student(nn.Module):
    """Answers like ``train.network.Network``: scores of the choices, and of the seats (counted from the mover)."""

    def __init__(self, game: str) -> None:
        super().__init__()
        self.game = game
        encoding = encoding_of(game)
        factors = (torch.tensor(encoding.scale()) * UNIT).round().clamp(1, UNIT)
        self.table_factors: Tensor
        self.register_buffer("table_factors", factors[: encoding.numbers], persistent=False)
        self.things, self.votes = nn.ParameterDict(), nn.ParameterDict()
        at = encoding.numbers
        for kind in encoding.kinds:
            self.register_buffer(f"{kind.name}_factors", factors[at : at + kind.numbers], persistent=False)
            self.things[kind.name] = nn.Parameter(torch.randn(kind.numbers, POOL + HEAD) * kind.numbers**-0.5)
            if outputs(kind):
                self.votes[kind.name] = nn.Parameter(0.1 * torch.randn(outputs(kind), HEAD))
            at += kind.most * kind.numbers
        width = encoding.width
        given = encoding.numbers + POOL * len(encoding.kinds)
        context = HEAD * len(self.votes) + encoding.choices
        self.first = nn.Parameter(torch.randn(given, width) * given**-0.5)
        self.layer = nn.Parameter(torch.randn(width, width) * width**-0.5)
        self.context = nn.Parameter(torch.randn(width, context) * 0.1 * width**-0.5)

    def forward(self, seen: Tensor, sight: Sight) -> tuple[Tensor, Tensor]:
        exact = self.first.dtype
        table = seen[:, : sight.encoding.numbers].to(exact) * self.table_factors / UNIT
        sums, heads = [table], {}
        for part in sight.parts:
            found = self._of_things(seen, part)
            sums.append(activation(found[:, :, :POOL]).sum(1).clamp(max=MOST / UNIT))
            heads[part.name] = found[:, :, POOL:]
        hidden = activation(torch.cat(sums, 1) @ rounded(self.first))
        hidden = (hidden + activation(hidden @ rounded(self.layer))).clamp(max=MOST / UNIT)
        context = hidden @ rounded(self.context)
        at = HEAD * len(self.votes)
        scores, chances = [context[:, at:]], context
        context = floored(context[:, :at])
        for number, part in enumerate(part for part in sight.parts if part.name in self.votes):
            own = context[:, None, number * HEAD : (number + 1) * HEAD]
            votes = rounded(self.votes[part.name])
            found = ((floored(heads[part.name]) + own).relu().clamp(max=MOST / UNIT) @ votes.T).flatten(1)
            if part.name == "seats":
                there = seen[:, part.start : part.start + part.things * part.numbers : part.numbers]
                chances = found.masked_fill(there == 0, NEVER)
            else:
                scores.append(found)
        return torch.cat(scores, 1), chances

    @torch.no_grad()
    def limit(self) -> None:
        """Keep the weights within what 8 bits can hold; call after every update."""
        for weight in self.parameters():
            weight.clamp_(-LARGEST / 2.0**LEAST_SHIFT, LARGEST / 2.0**LEAST_SHIFT)

    def _of_things(self, seen: Tensor, part: Part) -> Tensor:
        """(rows, things, POOL + HEAD): the numbers of each thing, times the weights."""
        weight = rounded(self.things[part.name])
        numbers = seen[:, part.start : part.start + part.things * part.numbers]
        numbers = numbers.reshape(-1, part.things, part.numbers).to(weight.dtype)
        factors: Tensor = getattr(self, f"{part.name}_factors")
        return numbers @ (weight * (factors / UNIT)[:, None])

    def _places(self) -> list[tuple[int, Tensor | None]]:
        """The matrices in the order of their shifts: where each lies among the integers."""
        encoding = encoding_of(self.game)
        layout = layout_of(encoding)
        trunk: list[tuple[int, Tensor | None]] = [
            (layout.first_at, self.first),
            (layout.layer_at, self.layer),
            (layout.out_at, self.context),
        ]
        names = [kind.name for kind in encoding.kinds]
        things = [(at, self.things[name]) for at, name in zip(layout.weight_at, names, strict=True)]
        votes = [(at, self.votes.get(name)) for at, name in zip(layout.vote_at, names, strict=True)]
        return [*trunk, *things, *votes]

    @torch.no_grad()
    def integers(self) -> Array:
        """The weights as ``bots/network`` reads them."""
        encoding = encoding_of(self.game)
        layout = layout_of(encoding)
        out = np.zeros(layout.size, np.int8)
        out[SHIFTS : SHIFTS + encoding.numbers] = self.table_factors.cpu().numpy().astype(np.int8)
        for number, kind in enumerate(encoding.kinds):
            at = layout.factor_at[number]
            out[at : at + kind.numbers] = getattr(self, f"{kind.name}_factors").cpu().numpy().astype(np.int8)
        for number, (at, weight) in enumerate(self._places()):
            if weight is not None:
                out[number] = shift = int(shift_of(weight))
                whole = (weight.cpu().double() * 2.0**shift).round().clamp(-LARGEST, LARGEST).flatten()
                out[at : at + whole.numel()] = whole.numpy().astype(np.int8)
        return out

    @classmethod
    @torch.no_grad()
    def from_integers(cls, game: str, weights: Array) -> Student:
        """The student that has these weights: ``integers`` would write the same values."""
        student = cls(game)
        for number, (at, weight) in enumerate(student._places()):
            if weight is not None:
                whole = torch.from_numpy(weights[at : at + weight.numel()].astype(np.float32))
                weight.copy_(whole.reshape(weight.shape) / 2.0 ** int(weights[number]))
        return student

    def to_file(self) -> dict[str, Any]:
        return {"student": self.game, "weights": {name: value.cpu() for name, value in self.state_dict().items()}}

    @classmethod
    def from_file(cls, kept: dict[str, Any]) -> Student:
        student = cls(kept["student"])
        student.load_state_dict(kept["weights"])
        return student
