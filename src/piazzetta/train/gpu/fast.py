"""A network on an NVIDIA GPU, with hand-written passes: matrix products in PyTorch, everything else in ``kernels``.

It needs Triton, which comes with PyTorch for CUDA. Activations are in bfloat16, sums and weights in 32 bits.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import torch
import triton
from torch import Tensor

from piazzetta.train.engines import Decided, Lesson
from piazzetta.train.gpu import kernels
from piazzetta.train.network import Network
from piazzetta.train.sight import Part, Sight

BLOCK = 128  # rows per program
PROGRAMS = 264  # in the backward pass: two per multiprocessor of an H200; each has its own sum, so that none waits
ROOM = 16  # the minimum number of columns of a matrix product
ALIGNED = 64  # the context's columns come in multiples of this: other products are slow
LONG = 1024  # numbers per program for elementwise kernels


class Held(NamedTuple):
    """What the forward pass keeps for the backward pass."""

    seen: Tensor
    sums: Tensor
    hidden: list[Tensor]
    before: list[Tensor]
    context: Tensor
    scores: Tensor  # (choices, rows)
    chair_scores: Tensor  # (seats, rows)


class Fast:
    """One network, prepared for use: the weights in bfloat16, scaled."""

    def __init__(self, network: Network, sight: Sight, seed: int) -> None:
        self.network, self.sight = network, sight
        self.seed, self.draws = seed, 0
        self.heads = [part for part in sight.parts if part.name in network.heads]
        self.head = network.size.head
        self.own_at = self.head * len(self.heads)  # offset of the table's own choices in the context
        columns = network.context.weight.shape[0]
        self.columns = -(-columns // ALIGNED) * ALIGNED
        self.refresh()

    @torch.no_grad()
    def refresh(self) -> None:
        network, half = self.network, torch.bfloat16
        self.pools = {name: (w * network.scale_of(name)).to(half) for name, w in network.pools.items()}
        self.weights = {name: (w * network.scale_of(name)).to(half) for name, w in network.heads.items()}
        self.votes = {name: w.to(half) for name, w in network.votes.items()}
        self.layers = [layer.weight.to(half) for layer in (network.first, *network.layers)]
        context = network.context.weight
        self.context = torch.zeros(self.columns, context.shape[1], dtype=half, device=context.device)
        self.context[: len(context)] = context.to(half)

    def forward(self, seen: Tensor) -> Held:
        rows, column, encoding = len(seen), seen.stride(1), self.sight.encoding
        assert seen.stride(0) == 1, "rows must be neighbours in memory"
        grid, half, device = (triton.cdiv(rows, BLOCK),), torch.bfloat16, seen.device
        sums = torch.empty(rows, self.layers[0].shape[1], dtype=half, device=device)
        scale = self.network.table_scale
        kernels.table_kernel[grid](seen, scale, sums, rows, column, sums.stride(0), encoding.numbers, BLOCK)
        at = encoding.numbers
        for part in self.sight.parts:
            weight = self.pools[part.name]
            width = weight.shape[1]
            shape = part.things, part.numbers, _depth(part), width, BLOCK
            kernels.pool_kernel[grid](seen[:, part.start :], weight, sums[:, at:], rows, column, sums.stride(0), *shape)
            at += width
        hidden = [(sums @ self.layers[0].T).relu_()]
        before = []
        for weight in self.layers[1:]:
            before.append(hidden[-1] @ weight.T)
            hidden.append(torch.empty_like(hidden[-1]))
            _each(kernels.add_relu_kernel, hidden[-2], before[-1], hidden[-1])
        context = hidden[-1] @ self.context.T
        scores = torch.empty(self.sight.choices, rows, device=device)
        scores[: encoding.choices].copy_(context[:, self.own_at : self.own_at + encoding.choices].T)
        chair_scores = scores
        for number, part in enumerate(self.heads):
            votes = self.votes[part.name]
            out = scores[part.first :]
            if part.name == "seats":
                chair_scores = out = torch.empty(part.things, rows, device=device)
            given = seen[:, part.start :], self.weights[part.name], context[:, number * self.head :], votes
            sizes = part.things, len(votes), part.numbers, _depth(part), self.head, ROOM, BLOCK
            kernels.score_kernel[grid](*given, out, rows, column, context.stride(0), rows, *sizes)
        return Held(seen, sums, hidden, before, context, scores, chair_scores)

    def backward(self, held: Held, grad: Tensor, chair_grad: Tensor) -> None:
        """Write the gradients of all weights, given those of the scores."""
        seen, rows, network, encoding = held.seen, len(held.seen), self.network, self.sight.encoding
        programs = min(PROGRAMS, triton.cdiv(rows, BLOCK))
        back = torch.zeros_like(held.context)
        back[:, self.own_at : self.own_at + encoding.choices] = grad[: encoding.choices].T.to(back.dtype)
        for number, part in enumerate(self.heads):
            votes, depth = self.votes[part.name], _depth(part)
            sums = torch.empty(programs, depth, self.head, device=seen.device)
            vote_sums = torch.empty(programs, ROOM, self.head, device=seen.device)
            given = seen[:, part.start :], self.weights[part.name], held.context[:, number * self.head :], votes
            scored = chair_grad if part.name == "seats" else grad[part.first :]
            written = sums, vote_sums, back[:, number * self.head :]
            sizes = part.things, len(votes), part.numbers, depth, self.head, ROOM, BLOCK
            kernels.score_back_kernel[(programs,)](
                *given, scored, *written, rows, seen.stride(1), back.stride(0), rows, *sizes
            )
            network.heads[part.name].grad = sums.sum(0)[: part.numbers] * network.scale_of(part.name)
            network.votes[part.name].grad = vote_sums.sum(0)[: len(votes)]
        context = network.context.weight
        context.grad = (back.T @ held.hidden[-1])[: len(context)].float()
        onward = back @ self.context
        for number in reversed(range(len(held.before))):
            through = torch.empty_like(onward)
            _each(kernels.through_relu_kernel, onward, held.before[number], through)
            layer: Any = network.layers[number]
            layer.weight.grad = (through.T @ held.hidden[number]).float()
            onward = torch.addmm(onward, through, self.layers[number + 1])
        through = torch.empty_like(onward)
        _each(kernels.through_relu_kernel, onward, held.hidden[0], through)
        network.first.weight.grad = (through.T @ held.sums).float()
        onward = through @ self.layers[0]
        at = encoding.numbers
        for part in self.sight.parts:
            weight, depth = self.pools[part.name], _depth(part)
            sums = torch.empty(programs, depth, weight.shape[1], device=seen.device)
            places = seen[:, part.start :], weight, onward[:, at:], sums
            shape = part.things, part.numbers, depth, weight.shape[1], BLOCK
            kernels.pool_back_kernel[(programs,)](*places, rows, seen.stride(1), onward.stride(0), *shape)
            network.pools[part.name].grad = sums.sum(0)[: part.numbers] * network.scale_of(part.name)
            at += weight.shape[1]

    @torch.no_grad()
    def decide(self, seen: Tensor, legal: Tensor, mover: Tensor, players: Tensor) -> Decided:
        held = self.forward(seen)
        rows, device, seats = len(seen), seen.device, len(held.chair_scores)
        chosen = torch.empty(rows, dtype=torch.long, device=device)
        log_share = torch.empty(rows, device=device)
        choice = torch.empty(rows, dtype=torch.int8, device=device)
        chances = torch.empty(rows, seats, device=device)
        self.draws += 1
        given = held.scores, legal, held.chair_scores, mover, players
        written = chosen, log_share, choice, chances
        sizes = rows, rows, legal.stride(1), len(held.scores), seats
        seed = (self.seed * 7919 + self.draws) % 2**31
        kernels.decide_kernel[(triton.cdiv(rows, BLOCK),)](*given, *written, *sizes, seed, BLOCK)
        return Decided(chosen, log_share, choice.bool(), chances)

    @torch.no_grad()
    def learn(self, lesson: Lesson) -> Tensor:
        self.refresh()
        held = self.forward(lesson.seen)
        rows = len(lesson.seen)
        programs = triton.cdiv(rows, BLOCK)
        grad, chair_grad = torch.empty_like(held.scores), torch.empty_like(held.chair_scores)
        told = torch.empty(programs, 4, device=grad.device)
        given = held.scores, lesson.legal, held.chair_scores, lesson.players, lesson.chosen, lesson.log_share
        weights = lesson.gain, lesson.weight, lesson.value_weight, lesson.target
        sizes = rows, rows, lesson.legal.stride(1), len(grad), len(chair_grad)
        kernels.loss_kernel[(programs,)](
            *given, *weights, grad, chair_grad, told, *sizes, lesson.clip, lesson.entropy, BLOCK
        )
        self.backward(held, grad, chair_grad)
        return told.sum(0)

    def state(self) -> Any:
        return self.draws

    def set_state(self, kept: Any) -> None:
        self.draws = int(kept)


def _depth(part: Part) -> int:
    return max(16, int(triton.next_power_of_2(part.numbers)))


def _each(kernel: Any, first: Tensor, second: Tensor, out: Tensor) -> None:
    kernel[(triton.cdiv(out.numel(), LONG),)](first, second, out, out.numel(), LONG)
