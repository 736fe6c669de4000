"""What a draw may bring: every outcome, and each seat's chance of winning after it, by the small network alone.

The position after an outcome is judged where somebody decides next. If further draws come first, it is the mean over a
few samples of them, the same random numbers for every outcome. Where seats have secrets, each seat is asked what it
sees of its own chance, with its own hand, and the chances are scaled to add up to 1; else the mover sees all there is.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from piazzetta.bots.knowledge import Evaluator, has_network, kernels_of, new_evaluator
from piazzetta.bots.network.kernels import foresee
from piazzetta.bots.position import one
from piazzetta.bots.search.nodes import by_features
from piazzetta.bots.search.run import network_kernels
from piazzetta.games.base import Array, Game, apply, chances, mover, payoff, sample, setup
from piazzetta.kernel import CHANCE, OVER, inlined, random_stream, start_stream
from piazzetta.match.setting import Setting

Chances = tuple[float, ...]  # of each seat
#: An outcome, its weight, and the chances after it.
Prospect = tuple[int, int, Chances]


def by_sight(params, state, who, evaluator, values):
    """Each seat's chance of winning as the network sees it from ``who``'s seat."""
    foresee(params, state, who, evaluator.network, evaluator.seen, evaluator.lanes, values)


def judge(params, state, who, evaluator, values):
    """A stand-in for ``by_sight``, or for the features of a game without a network."""
    raise NotImplementedError


def ask_mover(params, state, evaluator, values, own):
    """The chances as the mover sees them, who sees everything."""
    judge(params, state, mover(params, state), evaluator, values)
    for seat in range(int(params.players)):
        own[seat] = values[seat]


def ask_everyone(params, state, evaluator, values, own):
    """Each seat's chance as it sees it, scaled to add up to 1."""
    players = int(params.players)
    whole = 0.0
    for seat in range(players):
        judge(params, state, seat, evaluator, values)
        own[seat] = values[seat]
        whole += own[seat]
    for seat in range(players):
        own[seat] /= whole


ask = ask_mover  # a stand-in for one of them


def foretell(params, work, evaluator, rng, samples, points, values, own, out):
    """Write each seat's chance in position ``work[0]``: final, seen, or the mean over ``samples`` of what is drawn."""
    players = int(params.players)
    for seat in range(players):
        out[seat] = 0.0
    times = samples if mover(params, work[0]) == CHANCE else 1
    for _ in range(times):
        work[1] = work[0]
        while mover(params, work[1]) == CHANCE:
            apply(params, work[1], sample(params, work[1], rng))
        if mover(params, work[1]) == OVER:
            payoff(params, work[1], points)
            winners = 0.0
            for seat in range(players):
                winners += points[players + seat]
            for seat in range(players):
                own[seat] = points[players + seat] / winners
        else:
            ask(params, work[1], evaluator, values, own)
        for seat in range(players):
            out[seat] += own[seat] / times


def weigh_draw(
    params, root, work, weights, scratch, net, seen, lanes, rng, samples, choice, weight, points, values, own, out
):
    """Write the outcomes of a draw, their weights, and the chances after each; return how many there are.

    Where nothing is drawn, write the chances in this position, and return 0.
    """
    evaluator = Evaluator(weights, scratch, net, seen, lanes)
    count = 0
    if mover(params[0], root[0]) == CHANCE:
        count = int(chances(params[0], root[0], choice, weight))
    seed, stream = int(rng[0]), int(rng[1])
    for index in range(max(count, 1)):
        start_stream(rng, seed, stream, 0)
        work[0] = root[0]
        if count > 0:
            apply(params[0], work[0], int(choice[index]))
        foretell(params[0], work, evaluator, rng, samples, points, values, own, out[index])
    return count


def weigh_openings(params, work, weights, scratch, net, seen, lanes, rng, length, points, values, own, out):
    """Draw openings of a game and write the chances after each."""
    evaluator = Evaluator(weights, scratch, net, seen, lanes)
    seed = int(rng[0])
    for index in range(len(out)):
        start_stream(rng, seed, index, 0)
        setup(params[0], work[0])
        for _ in range(length):
            apply(params[0], work[0], sample(params[0], work[0], rng))
        foretell(params[0], work, evaluator, rng, 1, points, values, own, out[index])


@lru_cache
def draws_of(game: Game) -> tuple[Any, Any]:
    """``weigh_draw`` and ``weigh_openings`` compiled for one game."""
    if has_network(game):
        judged = game.bind(by_sight, inlined, **network_kernels(game))
    else:
        judged = game.bind(by_features, inlined, **kernels_of(game))
    asked = game.bind(ask_everyone if game.has_secrets else ask_mover, inlined, judge=judged)
    told = game.bind(foretell, ask=asked)
    return game.bind(weigh_draw, foretell=told), game.bind(weigh_openings, foretell=told)


def _room(setting: Setting, rows: int) -> tuple[Array, Array, Array, Array]:
    """Points, values and chances of one position, and room for the chances of ``rows`` positions."""
    players = setting.players
    return np.zeros(2 * players, np.int16), np.zeros(2 * players), np.zeros(players), np.zeros((rows, players))


def prospects(setting: Setting, record: Any, samples: int, seed: int, stream: int) -> list[Prospect]:
    """The outcomes of a draw with the chances after each; none where somebody decides.

    Further draws before the next decision are sampled: ``samples`` of them, by this stream of this seed.
    """
    choice, weight, *_, out, count = _weighed(setting, record, samples, seed, stream)
    rows = out[:count].tolist()
    listed = zip(choice[:count].tolist(), weight[:count].tolist(), rows, strict=True)
    return [(action, many, tuple(row)) for action, many, row in listed]


def standing(setting: Setting, record: Any) -> Chances:
    """Each seat's chance of winning in a position where somebody decides, or its share of the win at the end."""
    return tuple(_weighed(setting, record, 1, 0, 0)[-2][0].tolist())


def _weighed(setting: Setting, record: Any, samples: int, seed: int, stream: int) -> tuple[Any, ...]:
    """The arrays that ``weigh_draw`` fills, and what it returns."""
    most = setting.game.most_outcomes
    made = np.zeros(most, np.int32), np.zeros(most, np.int32), *_room(setting, max(most, 1))
    given = setting.params, one(setting, record), setting.states(2), *new_evaluator(setting)
    return *made, int(draws_of(setting.game)[0](*given, random_stream(seed, stream), samples, *made))


def openings(setting: Setting, count: int, seed: int) -> list[Chances]:
    """Each seat's chance after some random openings of a game."""
    length = setting.opening_length
    room = _room(setting, count)
    given = setting.params, setting.states(2), *new_evaluator(setting)
    draws_of(setting.game)[1](*given, random_stream(seed), length, *room)
    return [tuple(row) for row in room[-1].tolist()]
