"""Equilibria and best responses of a small game in sequence form, both exact.

A *plan* gives each sequence of a seat the chance that the seat plays it, as far as it is the seat's own doing; two
plans are worth ``x @ shares @ y`` to the first seat. An equilibrium is a linear program (Koller, Megiddo and von
Stengel 1996); a best response, which proves it, takes the best action in each information set, the last ones first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csr_array, hstack

from benchmarks.strength.information_tree import Choices, InformationTree
from piazzetta.games.base import Array


class Equilibrium(NamedTuple):
    """Both seats' plans, and the first seat's share of the win."""

    plans: tuple[Array, Array]
    value: float


def plan_of(choices: Choices, chances: Sequence[Sequence[float]]) -> Array:
    """The plan of a seat with these chances of each action in each of its information sets."""
    plan = np.zeros(choices.sequences)
    plan[0] = 1.0
    for parent, first, shares in zip(choices.parent, choices.first, chances, strict=True):
        plan[first : first + len(shares)] = plan[parent] * np.asarray(shares)
    return plan


def best_worth(choices: Choices, worth: Array) -> float:
    """What a best response brings, if each sequence brings its ``worth`` wherever it ends."""
    worth = worth.copy()
    for parent, first, actions in zip(
        reversed(choices.parent), reversed(choices.first), reversed(choices.actions), strict=True
    ):
        worth[parent] += worth[first : first + len(actions)].max()
    return float(worth[0])


def after_best_response(tree: InformationTree, seat: int, plan: Array) -> float:
    """The share of the win that a seat's plan keeps against whoever knows it."""
    if seat == 0:
        return -best_worth(tree.choices[1], -(plan @ tree.shares))
    return 1 - best_worth(tree.choices[0], tree.shares @ plan)


def _flow(choices: Choices) -> csr_array:
    """The matrix of a plan's equations: sequence 0 has all, and each information set passes on what it gets."""
    sets = len(choices.parent)
    sizes = [len(actions) for actions in choices.actions]
    rows = [0, *range(1, sets + 1), *np.repeat(np.arange(1, sets + 1), sizes).tolist()]
    columns = [0, *choices.parent, *range(1, choices.sequences)]
    values = [1.0] + [-1.0] * sets + [1.0] * (choices.sequences - 1)
    return csr_array((values, (rows, columns)), shape=(sets + 1, choices.sequences))


def solve(tree: InformationTree) -> Equilibrium:
    """An equilibrium: the first seat's plan is the best against the worst that can follow, the second's its price."""
    own, other = _flow(tree.choices[0]), _flow(tree.choices[1])
    # maximise worth[0] over plans and what the second seat's information sets are then worth:
    # worth of a sequence's own set <= what the sequence ends in + what the sets it leads to are worth
    count, sets = own.shape[1], other.shape[0]
    aim = np.zeros(count + sets)
    aim[count] = -1.0
    begun = np.zeros(own.shape[0])
    begun[0] = 1.0
    found = linprog(
        aim,
        A_ub=hstack([-tree.shares.T, other.T]),
        b_ub=np.zeros(other.shape[1]),
        A_eq=hstack([own, csr_array((own.shape[0], sets))]),
        b_eq=begun,
        bounds=[(0, None)] * count + [(None, None)] * sets,
        method="highs",
    )
    assert found.success, found.message  # it always has a solution
    return Equilibrium((found.x[:count], -found.ineqlin.marginals), -float(found.fun))
