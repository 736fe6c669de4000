"""The network: shared weights for all things of a kind, summed into a trunk, whose output goes back to each thing.

    things ──▶ relu(numbers · W) ──sum──▶ ┐
    table ────────────────────────────────┴▶ trunk ──▶ context
    things ──▶ relu(numbers · W' + context) · v ──▶ how good each choice is; for seats: their chance to win

Nothing depends on the number or numbering of things, so it plays any map, deck and number of players.
The first number of the table and of every thing is 1, so no layer needs a bias.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from piazzetta.games.flat_encoding import encoding_of
from piazzetta.train.sight import Part, Sight

NEVER = -1e9  # the score of what cannot be chosen


@dataclass(frozen=True)
class Size:
    """The size of a network."""

    width: int = 512  # of the trunk
    depth: int = 2  # its layers, after the first
    pool: int = 64  # features summed over the things of a kind
    head: int = 32  # features that decide on one thing


class Network(nn.Module):
    """From the numbers that ``encode`` writes: a score for each choice, and for each seat (counted from the mover)."""

    def __init__(self, game: str, size: Size = Size()) -> None:  # noqa: B008  (it is frozen)
        super().__init__()
        self.game, self.size = game, size
        encoding = encoding_of(game)
        scale = torch.tensor(encoding.scale())
        self.table_scale: Tensor
        self.register_buffer("table_scale", scale[: encoding.numbers], persistent=False)
        self.pools, self.heads, self.votes = nn.ParameterDict(), nn.ParameterDict(), nn.ParameterDict()
        at = encoding.numbers
        for kind in encoding.kinds:
            self.register_buffer(f"{kind.name}_scale", scale[at : at + kind.numbers, None], persistent=False)
            self.pools[kind.name] = nn.Parameter(torch.randn(kind.numbers, size.pool) * kind.numbers**-0.5)
            if outputs(kind.name, kind.choices):
                self.heads[kind.name] = nn.Parameter(torch.randn(kind.numbers, size.head) * kind.numbers**-0.5)
                # nearly random play at first
                self.votes[kind.name] = nn.Parameter(1e-2 * torch.randn(outputs(kind.name, kind.choices), size.head))
            at += kind.most * kind.numbers
        self.first = nn.Linear(encoding.numbers + size.pool * len(encoding.kinds), size.width, bias=False)
        self.layers = nn.ModuleList(nn.Linear(size.width, size.width, bias=False) for _ in range(size.depth))
        self.context = nn.Linear(size.width, size.head * len(self.heads) + encoding.choices, bias=False)
        with torch.no_grad():
            self.context.weight[-encoding.choices :] *= 0.01

    def forward(self, seen: Tensor, sight: Sight) -> tuple[Tensor, Tensor]:
        """(rows, choices): their scores; (rows, seats): the same for the chance of winning. Softmax gives
        probabilities."""
        kind_of = torch.bfloat16 if seen.is_cuda else torch.float32
        encoding = sight.encoding
        sums = [seen[:, : encoding.numbers].to(kind_of) * self.table_scale.to(kind_of)]
        for part in sight.parts:
            weight = (self.pools[part.name] * self.scale_of(part.name)).to(kind_of)
            sums.append(pooled(seen, part, weight))
        hidden = functional.relu(linear(self.first, torch.cat(sums, 1)))
        for layer in self.layers:
            hidden = hidden + functional.relu(linear(layer, hidden))
        context = linear(self.context, hidden)
        at = self.size.head * len(self.heads)
        scores, chances = [context[:, at:].float()], context
        for number, part in enumerate(part for part in sight.parts if part.name in self.heads):
            weight = (self.heads[part.name] * self.scale_of(part.name)).to(kind_of)
            own = context[:, number * self.size.head : (number + 1) * self.size.head]
            found = scored(seen, part, weight, own, self.votes[part.name].to(kind_of))
            if part.name == "seats":
                there = seen[:, part.start : part.start + part.things * part.numbers : part.numbers]
                chances = found.masked_fill(there == 0, NEVER)
            else:
                scores.append(found)
        return torch.cat(scores, 1), chances

    def scale_of(self, name: str) -> Tensor:
        scale: Tensor = getattr(self, f"{name}_scale")
        return scale

    @torch.no_grad()
    def sharpened(self, power: float) -> Network:
        """A copy that draws its moves by this power of its probabilities; its chances stay as they are."""
        copy = Network.from_file(self.to_file())
        copy.context.weight[self.size.head * len(self.heads) :] *= power
        for name, votes in copy.votes.items():
            if name != "seats":
                votes *= power
        return copy

    def to_file(self) -> dict[str, Any]:
        """Everything needed to rebuild it, on the CPU."""
        weights = {name: value.detach().cpu().clone() for name, value in self.state_dict().items()}
        return {"game": self.game, "size": asdict(self.size), "weights": weights}

    @classmethod
    def from_file(cls, kept: dict[str, Any]) -> Network:
        network = cls(kept["game"], Size(**kept["size"]))
        network.load_state_dict(kept["weights"])
        return network


def outputs(name: str, choices: int) -> int:
    """How many scores each thing of a kind gets: one for each choice, and one more for a seat."""
    return 1 if name == "seats" else choices


def linear(layer: nn.Module, given: Tensor) -> Tensor:
    assert isinstance(layer, nn.Linear)
    return functional.linear(given, layer.weight.to(given.dtype))


def things(seen: Tensor, part: Part, weight: Tensor) -> Tensor:
    """(rows, things, width): the numbers of each thing, times the weights."""
    numbers = seen[:, part.start : part.start + part.things * part.numbers]
    return numbers.reshape(-1, part.things, part.numbers).to(weight.dtype) @ weight


def pooled(seen: Tensor, part: Part, weight: Tensor) -> Tensor:
    """(rows, width): relu(numbers · weight), summed over the things of a kind. Absent things add nothing."""
    return things(seen, part, weight).relu().sum(1)


def scored(seen: Tensor, part: Part, weight: Tensor, context: Tensor, votes: Tensor) -> Tensor:
    """(rows, things · outputs): relu(numbers · weight + context) · votes for each thing of a kind."""
    hidden = (things(seen, part, weight) + context[:, None]).relu()
    return (hidden @ votes.T).flatten(1).float()
