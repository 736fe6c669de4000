"""Ratings from results: Bradley–Terry for two at a table, Plackett–Luce for more.

A game is a ranking of its participants: winners first, then by points. The strengths are estimated by maximum
likelihood; one drawn game between every two is added (for two bots that is Jeffreys' prior), so that a bot that won
every game gets a large rating and not an infinite one.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, cast

import numpy as np

from piazzetta.arena.lines import FIELD
from piazzetta.arena.results.statistics import Estimate, Z
from piazzetta.games.base import Array

#: Elo points per unit of log-strength: 400 points are odds of ten to one.
ELO = 400 / math.log(10)


def ranking(line: Mapping[str, Any]) -> list[list[int]]:
    """The seats of a game, best first, with ties grouped together. A seat that forfeits is last, behind all others."""
    seats = range(len(line[FIELD]["bots"]))
    forfeit = line[FIELD]["forfeit"]
    if forfeit is not None:
        return [[seat for seat in seats if seat != forfeit["seat"]], [forfeit["seat"]]]
    result = line["result"]
    worth = {seat: (seat in result["winners"], result["scores"][seat]) for seat in seats}
    return [[seat for seat in seats if worth[seat] == value] for value in sorted(set(worth.values()), reverse=True)]


def orders(groups: list[list[int]]) -> tuple[list[int], list[int]]:
    """A ranking as two strict ones, each to count half: tied seats appear once in one order, once in the other.

    >>> orders([[2], [0, 1]])
    ([2, 0, 1], [2, 1, 0])
    """
    return [seat for group in groups for seat in group], [seat for group in groups for seat in reversed(group)]


def rate(bots: int, rankings: Sequence[Sequence[int]], blocks: Sequence[int]) -> list[Estimate]:
    """The rating of each bot on the Elo scale, with mean 0.

    ``rankings`` holds two consecutive strict rankings of bots for each game, ``blocks`` the block of each. The interval
    comes from the curvature of the likelihood, or from the variation between blocks (which needs no independence within
    a block), whichever is wider.
    """
    if bots == 1:
        return [Estimate(0.0, 0.0, 0.0)]
    drawn = np.array([order for pair in combinations(range(bots), 2) for order in (pair, pair[::-1])])
    groups: dict[int, list[tuple[Sequence[int], int]]] = {}  # strict rankings and their blocks, by length
    for order, block in zip(rankings, blocks, strict=True):
        groups.setdefault(len(order), []).append((order, block))
    orders_of = [np.array([order for order, _ in group]) for group in groups.values()]
    strength = _strengths(bots, [drawn, *orders_of])
    _, bend = _derivatives(strength, drawn)
    pulls = np.zeros((max(blocks, default=0) + 1, bots))
    for group, these in zip(groups.values(), orders_of, strict=True):
        pull, curvature = _derivatives(strength, these)
        bend = bend + curvature
        np.add.at(pulls, [block for _, block in group], pull)
    # only differences of ratings are determined: the mean is fixed first, and removed again after inverting
    centre = np.eye(bots) - 1 / bots
    inverse = centre @ np.linalg.inv(bend + 1) @ centre
    variance = np.diag(inverse)
    count = len(set(blocks))
    if count >= 10:
        between = inverse @ (pulls.T @ pulls) @ inverse * count / (count - 1)
        variance = np.maximum(variance, np.diag(between))
    spread = Z * ELO * np.sqrt(variance)
    return [
        Estimate(middle, middle - half, middle + half)
        for middle, half in zip((ELO * strength).tolist(), spread.tolist(), strict=True)
    ]


def _strengths(bots: int, rankings: Sequence[Array]) -> Array:
    """The strengths with mean 0 that make the rankings likeliest, by Newton's method: the likelihood has one peak.

    No step is longer than 1 (odds of e): from afar the curvature promises too much.
    """
    strength = np.zeros(bots)
    while True:
        found = [_derivatives(strength, orders) for orders in rankings]
        pull, bend = sum(one.sum(axis=0) for one, _ in found), sum(curvature for _, curvature in found)
        step = np.linalg.solve(bend + 1, pull)  # the 1: only differences are determined, the mean stays
        largest = float(np.abs(step).max())
        strength += step / max(1.0, largest)
        if largest < 1e-9:
            return cast(Array, strength - strength.mean())


def _derivatives(strength: Array, rankings: Array) -> tuple[Array, Array]:
    """First derivatives of the log-likelihood for each ranking, and minus the second for all; each counts half."""
    count, length = rankings.shape
    bots = len(strength)
    rows = np.arange(count)
    weight = np.exp(strength)[rankings]
    pull = np.zeros((count, bots))
    bend = np.zeros((bots, bots))
    for place in range(length - 1):
        rest = weight[:, place:]
        chance = rest / rest.sum(axis=1, keepdims=True)
        of_bot = np.zeros((count, bots))
        for k in range(length - place):
            of_bot[rows, rankings[:, place + k]] += chance[:, k]
        pull -= of_bot
        pull[rows, rankings[:, place]] += 1
        bend += np.diag(of_bot.sum(axis=0)) - of_bot.T @ of_bot
    return pull / 2, cast(Array, bend / 2)
