"""How a student's games against itself end: what its chances have to predict.

A teacher makes more of a lead than its student does, so chances that were learned from the teacher promise too much.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn import functional

from piazzetta.train.engines import seats_of_chairs
from piazzetta.train.network import NEVER
from piazzetta.train.sight import Sight
from piazzetta.train.tables import Tables

STEPS = 256  # played before anything is learned of them: longer than most games

#: Scores of the choices and of the seats in some positions.
Scores = Callable[[Tensor, Sight], tuple[Tensor, Tensor]]


class Seen(NamedTuple):
    """Positions of one step of all games, and each seat's share of the win in the end, counted from the mover."""

    seen: Tensor
    legal: Tensor
    chances: Tensor


@torch.no_grad()
def own_games(tables: Tables, student: Scores, draws: torch.Generator, steps: int = STEPS) -> Iterator[Seen]:
    """Play on in all games, without a random move, then go through the steps in any order. What a game that is still
    in progress will bring is the student's guess."""
    rows, seats, device = len(tables.batch), tables.seats, tables.device
    seen, legal = tables.room(steps + 1)
    mover = torch.zeros(steps + 1, rows, dtype=torch.int8, device=device)
    over = torch.zeros(steps, rows, dtype=torch.bool, device=device)
    came = torch.zeros(steps, rows, seats, device=device)
    for step in range(steps):
        tables.look(seen[step], legal[step], mover[step])
        scores, _ = student(seen[step], tables.sight)
        shares = functional.softmax(scores.masked_fill(~legal[step], NEVER), 1)
        tables.step(torch.multinomial(shares, 1, generator=draws)[:, 0])
        tables.shares(came[step])
        over[step].copy_(tables.finished)
    tables.look(seen[steps], legal[steps], mover[steps])
    _, chairs = student(seen[steps], tables.sight)
    outcome = torch.zeros(rows, seats, device=device)
    outcome.scatter_(1, seats_of_chairs(mover[steps], tables.players, seats), functional.softmax(chairs, 1))
    for step in reversed(range(steps)):
        came[step] = outcome = torch.where(over[step][:, None], came[step], outcome)
    for step in torch.randperm(steps, generator=draws, device=device).tolist():
        by_chair = came[step].gather(1, seats_of_chairs(mover[step], tables.players, seats))
        yield Seen(seen[step], legal[step], by_chair)
